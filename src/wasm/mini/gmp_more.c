// SPDX-License-Identifier: GPL-3.0-or-later
#include <stdlib.h>
#include <string.h>

#include <gmp.h>

#define ALL(name, type, one)                                                                       \
    void name(type first, ...)                                                                     \
    {                                                                                              \
        va_list rest;                                                                              \
        va_start(rest, first);                                                                     \
        for (type at = first; at;) {                                                               \
            one(at);                                                                               \
            at = va_arg(rest, type);                                                               \
        }                                                                                          \
        va_end(rest);                                                                              \
    }
ALL(mpz_inits, mpz_ptr, mpz_init)
ALL(mpz_clears, mpz_ptr, mpz_clear)
ALL(mpq_inits, mpq_ptr, mpq_init)
ALL(mpq_clears, mpq_ptr, mpq_clear)

// What a format says, piece by piece: a conversion of ours, or one for vfprintf(). Each piece is
// written by its own call, with the one argument that it takes.
static void put_piece(FILE *file, const char *piece, va_list *arguments)
{
    size_t length = strlen(piece);
    char *digits = NULL;
    if (strcmp(piece, "%Zd") == 0)
        digits = mpz_get_str(NULL, 10, va_arg(*arguments, mpz_srcptr));
    else if (strcmp(piece, "%Qd") == 0)
        digits = mpq_get_str(NULL, 10, va_arg(*arguments, mpq_srcptr));
    else if (length && piece[length - 1] == 's')
        fprintf(file, piece, va_arg(*arguments, const char *));
    else if (strstr(piece, "ll") || strstr(piece, "j"))
        fprintf(file, piece, va_arg(*arguments, long long));
    else
        fprintf(file, piece, va_arg(*arguments, int)); // size_t and long are as wide
    if (digits)
        fputs(digits, file);
    free(digits);
}

static void put_all(FILE *file, const char *format, va_list *arguments)
{
    while (*format) {
        char piece[16] = "%";
        size_t plain = strcspn(format, "%"), length;
        fwrite(format, 1, plain, file);
        format += plain;
        if (!*format)
            return;
        if (format[1] == '%') {
            fputc('%', file);
            format += 2;
            continue;
        }
        length = 1 + strcspn(format + 1, "dscuxZQ");
        length += format[length] == 'Z' || format[length] == 'Q' ? 2 : 1;
        if (length < sizeof piece)
            memcpy(piece, format, length);
        put_piece(file, piece, arguments);
        format += length;
    }
}

int gmp_fprintf(FILE *file, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    put_all(file, format, &arguments);
    va_end(arguments);
    return ferror(file) ? -1 : 0;
}

int gmp_snprintf(char *out, size_t size, const char *format, ...)
{
    char *bytes = NULL;
    size_t length = 0;
    va_list arguments;
    FILE *file = open_memstream(&bytes, &length);
    if (!file)
        return -1;
    va_start(arguments, format);
    put_all(file, format, &arguments);
    va_end(arguments);
    fclose(file);
    if (size) {
        size_t fits = length < size ? length : size - 1;
        memcpy(out, bytes, fits);
        out[fits] = '\0';
    }
    free(bytes);
    return (int)length;
}

// Only code that writes numbers to files calls these; a page keeps none.
size_t mpz_out_raw(FILE *file, mpz_srcptr number)
{
    (void)file, (void)number;
    return 0;
}

size_t mpz_inp_raw(mpz_ptr number, FILE *file)
{
    (void)file, (void)number;
    return 0;
}
