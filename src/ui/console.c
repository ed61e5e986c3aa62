// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/console.h"

#include <histedit.h>
#include <poll.h>
#include <signal.h>
#include <stdio_ext.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/time.h>
#include <sys/prctl.h>
#include <termios.h>
#include <unistd.h>

#include "core/text.h"
#include "record/printable.h"

// The terminal of the console that is open, for the signal handler: as it was
// found, and without echo.
static struct termios shown, quiet;
static volatile sig_atomic_t quiet_on = -1;  // the terminal's descriptor, or -1
static volatile sig_atomic_t secret_on = -1; // where a secret is on the screen, or -1
static const char *volatile farewell = "";   // said when a signal ends the program
static volatile sig_atomic_t time_over;      // of the question that is asked

static const int fatal[] = { SIGINT,  SIGTERM, SIGHUP, SIGQUIT, SIGPIPE,
                             SIGABRT, SIGSEGV, SIGBUS, SIGFPE };

static unsigned rows_of(int terminal)
{
    struct winsize size;
    return ioctl(terminal, TIOCGWINSZ, &size) == 0 && size.ws_row > 0 ? size.ws_row : 24;
}

static void put(int terminal, const char *bytes)
{
    ssize_t ignored = write(terminal, bytes, strlen(bytes));
    (void)ignored; // if it fails, the terminal is gone, and the secret with it
}

// Some terminals keep in their scrollback what they are told to clear, and not all
// forget that when they are told to: every row is erased on its own first. Called
// by the signal handler, too.
static void wipe(int terminal)
{
    put(terminal, "\033[H");
    for (unsigned row = rows_of(terminal); row > 1; row--)
        put(terminal, "\033[2K\n");
    put(terminal, "\033[2K\033[H\033[2J\033[3J");
}

bool console_is_background(int terminal)
{
    pid_t group = tcgetpgrp(terminal);
    return group >= 0 && group != getpgrp();
}

// In the background the terminal is the shell's: to touch it would stop us instead.
static void restore_and_die(int number)
{
    if (secret_on >= 0 && !console_is_background(secret_on))
        wipe(secret_on);
    if (quiet_on >= 0 && !console_is_background(quiet_on)) {
        tcsetattr(quiet_on, TCSAFLUSH, &shown); // what is half typed may be secret
        put(quiet_on, "\n");
        put(quiet_on, farewell);
    }
    raise(number); // the default action, once this handler has returned
}

static void restore_and_stop(int number)
{
    (void)number;
    if (secret_on >= 0)
        wipe(secret_on);
    tcsetattr(quiet_on, TCSANOW, &shown);
    raise(SIGSTOP);
    tcsetattr(quiet_on, TCSANOW, &quiet);
}

static void set_handlers(void (*die)(int), void (*stop)(int))
{
    struct sigaction action = { .sa_handler = die };
    action.sa_flags = (int)SA_RESETHAND;
    sigemptyset(&action.sa_mask);
    for (unsigned i = 0; i < sizeof fatal / sizeof *fatal; i++)
        sigaction(fatal[i], &action, NULL);
    action.sa_handler = stop;
    action.sa_flags = SA_RESTART;
    sigaction(SIGTSTP, &action, NULL);
}

static void hide_typing(FILE *in)
{
    int terminal = fileno(in);
    if (tcgetattr(terminal, &shown) != 0)
        return;
    quiet = shown;
    quiet.c_lflag &= ~(tcflag_t)(ECHO | ECHOE | ECHOK | ECHONL);
    quiet_on = terminal;
    set_handlers(restore_and_die, restore_and_stop);
    tcsetattr(terminal, TCSAFLUSH, &quiet); // what was typed before could be seen
}

static void show_typing(void)
{
    if (quiet_on < 0)
        return;
    tcsetattr(quiet_on, TCSADRAIN, &shown);
    set_handlers(SIG_DFL, SIG_DFL);
    quiet_on = -1;
}

static char *editor_prompt(EditLine *editor)
{
    struct console *console;
    el_get(editor, EL_CLIENTDATA, &console);
    return (char *)(size_t)console->prompt;
}

// Waits for a key; false if something happens at the table before it. A line that is half typed is
// not interrupted.
static bool wait_for_key(struct console *console)
{
    enum { MOMENT = 100 };
    struct pollfd input = { .fd = fileno(console->in), .events = POLLIN };
    while (!time_over && poll(&input, 1, MOMENT) <= 0) {
        const LineInfo *line = el_line(console->editor);
        if (line->lastchar == line->buffer && console->has_news(console->context)) {
            console->late = true;
            return false;
        }
    }
    return !time_over;
}

// The next key, by libedit's own reader once there is one.
static int read_key(EditLine *editor, wchar_t *key)
{
    struct console *console;
    el_get(editor, EL_CLIENTDATA, &console);
    if (!wait_for_key(console))
        return -1;
    el_set(editor, EL_GETCFN, EL_BUILTIN_GETCFN);
    int read = el_wgetc(editor, key);
    el_set(editor, EL_GETCFN, read_key);
    return read;
}

// Between questions libedit leaves the terminal in a mode of its own making:
// that must not show what is typed ahead either.
static void open_editor(struct console *console)
{
    HistEvent event;
    console->history = history_init();
    console->editor = el_init("causeway", console->in, console->out, stderr);
    if (!console->history || !console->editor)
        return;
    history(console->history, &event, H_SETSIZE, 200);
    el_set(console->editor, EL_CLIENTDATA, console);
    el_set(console->editor, EL_HIST, history, console->history);
    el_set(console->editor, EL_PROMPT, editor_prompt);
    el_set(console->editor, EL_EDITOR, "emacs");
    el_set(console->editor, EL_SIGNAL, 1);
    el_set(console->editor, EL_SETTY, "-x", "-echo", NULL);
}

bool console_use_color(FILE *out, enum console_color color)
{
    const char *no_color = getenv("NO_COLOR"), *term = getenv("TERM");
    bool plain = (no_color && *no_color) || !term || strcmp(term, "dumb") == 0;
    return color == COLOR_ALWAYS || (color == COLOR_AUTO && isatty(fileno(out)) && !plain);
}

void console_say_when_killed(const char *words)
{
    farewell = words;
}

void console_keep_memory_private(void)
{
    prctl(PR_SET_DUMPABLE, 0);
}

void console_open(struct console *console, FILE *in, FILE *out, enum console_color color)
{
    console_keep_memory_private();
    memset(console, 0, sizeof *console);
    console->in = in;
    console->out = out;
    console->typed = isatty(fileno(in));
    console->screen = isatty(fileno(out));
    console->color = console_use_color(out, color);
    if (console->typed)
        hide_typing(in);
    if (console->typed && console->screen)
        open_editor(console);
}

void console_close(struct console *console)
{
    if (console->editor)
        el_end(console->editor);
    if (console->history)
        history_end(console->history);
    fflush(console->out);
    if (console->typed)
        show_typing();
    console->editor = NULL;
    console->history = NULL;
}

// No answer has control characters, nor bytes that the terminal does not know as text:
// what repeats it must not send them there.
static void make_plain(char *line, size_t length)
{
    if (MB_CUR_MAX > 1 && strlen(line) == length && printable_is_text(line))
        return;
    for (size_t i = 0; i < length; i++)
        if (line[i] == '\t' || line[i] == '\r')
            line[i] = ' ';
        else if (line[i] < ' ' || line[i] > '~')
            line[i] = '?';
}

// Reads bytes as they are typed and shows them in the output, which is no terminal but may
// come back to one, through tee: the terminal's own echo would be seen twice there.
static size_t read_typed(struct console *console, int *last)
{
    enum { END = 4, BACKSPACE = 8, DELETE = 127 };
    size_t length = 0;
    while ((*last = getc(console->in)) != EOF && *last != '\n' && *last != END) {
        if ((*last == BACKSPACE || *last == DELETE) && length > 0) {
            length--;
            fputs("\b \b", console->out);
        } else if (*last >= ' ' && *last <= '~' && length < CONSOLE_LINE_MAX) {
            console->line[length++] = (char)*last;
            fputc(*last, console->out);
        }
        fflush(console->out);
    }
    return length;
}

static bool type_line(struct console *console)
{
    int last;
    struct termios each = quiet;
    each.c_lflag &= ~(tcflag_t)ICANON;
    each.c_cc[VMIN] = 1;
    each.c_cc[VTIME] = 0;
    tcsetattr(fileno(console->in), TCSANOW, &each);
    size_t length = read_typed(console, &last);
    tcsetattr(fileno(console->in), TCSANOW, &quiet);
    console->line[length] = '\0';
    fputc('\n', console->out);
    return last == '\n' || (length > 0 && !time_over);
}

// Longer lines are cut; one that never seems to end is the end of the input.
static bool read_line(struct console *console)
{
    enum { ENDLESS = 1 << 20 };
    size_t length = 0, all = 0;
    int c;
    while ((c = getc(console->in)) != EOF && c != '\n' && all++ < ENDLESS)
        if (length < CONSOLE_LINE_MAX)
            console->line[length++] = (char)c;
    console->line[length] = '\0';
    make_plain(console->line, length);
    return c == '\n' || (length > 0 && all < ENDLESS && !time_over);
}

static bool edit_line(struct console *console, const char *prompt)
{
    int count;
    HistEvent event;
    console->prompt = prompt;
    el_set(console->editor, EL_GETCFN, console->has_news ? read_key : EL_BUILTIN_GETCFN);
    const char *line = el_gets(console->editor, &count);
    if (!line || count <= 0) {
        fputc('\n', console->out);
        return false;
    }
    if (*line != '\n')
        history(console->history, &event, H_ENTER, line);
    snprintf(console->line, sizeof console->line, "%.*s", (int)strcspn(line, "\n"), line);
    make_plain(console->line, strlen(console->line));
    return true;
}

static const char *trimmed(char *line)
{
    static const char blank[] = " \t\r\n";
    line += strspn(line, blank);
    size_t length = strlen(line);
    while (length > 0 && strchr(blank, line[length - 1]))
        line[--length] = '\0';
    return line;
}

// On a screen, lines are broken between words.
static void fold(const struct console *console, const char *words, struct text *out)
{
    unsigned width = console_width(console);
    if (width)
        text_add_folded(out, words, width);
    else
        text_put(out, words);
}

// libedit takes only the last line of a prompt as its own.
static const char *say_all_but_last_line(struct console *console, const char *prompt)
{
    const char *last = strrchr(prompt, '\n');
    if (!last)
        return prompt;
    fprintf(console->out, "%.*s", (int)(last + 1 - prompt), prompt);
    return last + 1;
}

// The time of a question. What is read is interrupted again and again from then on: the first
// time may have come just before it began, and libedit tries once more by itself.

static void ring(int number)
{
    (void)number;
    time_over = true;
}

static void set_alarm(unsigned milliseconds)
{
    enum { AGAIN = 50000 };
    struct itimerval time = { .it_value = { .tv_sec = milliseconds / 1000,
                                            .tv_usec = milliseconds % 1000 * 1000 } };
    if (milliseconds)
        time.it_interval.tv_usec = AGAIN;
    setitimer(ITIMER_REAL, &time, NULL);
}

static const char *ask(struct console *console, const char *prompt, enum console_secrecy secrecy)
{
    struct text folded = TEXT_OF(TEXT_MAX);
    fold(console, prompt, &folded);
    prompt = say_all_but_last_line(console, folded.at);
    if (console->editor && secrecy == ASK_OPENLY) {
        fflush(console->out);
        return edit_line(console, prompt) ? trimmed(console->line) : NULL;
    }
    fputs(prompt, console->out);
    fflush(console->out);
    if (console->typed && !console->screen && secrecy == ASK_OPENLY)
        return type_line(console) ? trimmed(console->line) : NULL;
    if (!read_line(console)) {
        fputc('\n', console->out);
        return NULL;
    }
    const char *answer = trimmed(console->line);
    if (console->typed)
        fputc('\n', console->out);
    else if (*prompt)
        fprintf(console->out, "%s\n", answer);
    return answer;
}

const char *console_ask(struct console *console, const char *prompt, enum console_secrecy secrecy)
{
    struct sigaction ringing = { .sa_handler = ring }, before;
    console->late = false;
    if (!console->limit)
        return ask(console, prompt, secrecy);
    time_over = false;
    sigaction(SIGALRM, &ringing, &before);
    set_alarm(console->limit);
    const char *answer = ask(console, prompt, secrecy);
    set_alarm(0);
    sigaction(SIGALRM, &before, NULL);
    console->late |= !answer && time_over;
    time_over = false;
    if (console->late)
        clearerr(console->in);
    return answer;
}

const char *console_overhear(struct console *console)
{
    struct pollfd input = { .fd = fileno(console->in), .events = POLLIN };
    if (poll(&input, 1, 0) <= 0 || !read_line(console))
        return NULL;
    return trimmed(console->line);
}

bool console_confirm(struct console *console, const char *question, enum console_secrecy secrecy)
{
    for (;;) {
        const char *answer = console_ask(console, question, secrecy);
        if (!answer || text_same(answer, "no") || text_same(answer, "n"))
            return false;
        if (text_same(answer, "yes") || text_same(answer, "y"))
            return true;
        console_say(console, STYLE_WARNING, "Enter yes or no.\n");
    }
}

void console_drop_typed(struct console *console)
{
    if (!isatty(fileno(console->in)))
        return;
    __fpurge(console->in);
    tcflush(fileno(console->in), TCIFLUSH);
}

unsigned console_width(const struct console *console)
{
    struct winsize size;
    if (!console->screen || ioctl(fileno(console->out), TIOCGWINSZ, &size) != 0)
        return 0;
    return size.ws_col;
}

void console_wipe(struct console *console)
{
    fflush(console->out);
    if (console->screen)
        wipe(fileno(console->out));
    secret_on = -1;
}

// As much of a text as fits on a screen of its own, with room for a question.
static const char *say_leaf(struct console *console, const char *text)
{
    unsigned cols = console_width(console), rows = rows_of(fileno(console->out)), used = 2;
    const char *begin = text;
    while (*text) {
        size_t length = strcspn(text, "\n");
        used += (unsigned)(cols ? length / cols : 0) + 1;
        if (used > rows && text > begin)
            break;
        text += length + (text[length] == '\n');
    }
    fprintf(console->out, "%.*s", (int)(text - begin), begin);
    return text;
}

bool console_show_secret(struct console *console, const char *text)
{
    const char *answer = "";
    while (answer && *text) {
        console_wipe(console);
        if (console->screen)
            secret_on = fileno(console->out);
        text = say_leaf(console, text);
        answer = console_ask(console, "Press Enter to hide this. ", ASK_SECRETLY);
        console_wipe(console);
    }
    return answer != NULL;
}

void console_say(struct console *console, enum console_style style, const char *text)
{
    static const char *const on[] = { "", "\033[1m", "\033[38;5;166m" };
    struct text folded = TEXT_OF(4 * TEXT_MAX);
    fold(console, text, &folded);
    if (!folded.cut)
        text = folded.at;
    size_t line = strcspn(text, "\n"); // colours end with the first line
    if (!console->color || style == STYLE_PLAIN)
        fputs(text, console->out);
    else
        fprintf(console->out, "%s%.*s\033[0m%s", on[style], (int)line, text, text + line);
}
