// SPDX-License-Identifier: GPL-3.0-or-later
#include "report/svg.h"

static void print_escaped(FILE *out, const char *text)
{
    for (; *text; text++)
        if (*text == '&')
            fputs("&amp;", out);
        else if (*text == '<')
            fputs("&lt;", out);
        else
            fputc(*text, out);
}

void svg_begin(FILE *out, int width, int height, const char *title)
{
    fprintf(out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\" "
            "height=\"%d\" font-family=\"sans-serif\" font-size=\"14\">\n<title>",
            width, height, width, height);
    print_escaped(out, title);
    fprintf(out, "</title>\n<rect width=\"100%%\" height=\"100%%\" fill=\"#fff\"/>\n");
}

void svg_end(FILE *out)
{
    fputs("</svg>\n", out);
}

void svg_text(FILE *out, int x, int y, const char *attributes, const char *text)
{
    fprintf(out, "<text x=\"%d\" y=\"%d\" %s>", x, y, attributes);
    print_escaped(out, text);
    fputs("</text>\n", out);
}
