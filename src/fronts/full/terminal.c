// SPDX-License-Identifier: GPL-3.0-or-later
#include "fronts/full/terminal.h"

#include <assert.h>
#include <curses.h>
#include <errno.h>
#include <langinfo.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <term.h>
#include <termios.h>
#include <unistd.h>

enum { CONTROL_C = 3, CONTROL_L = 12, CONTROL_U = 21, CONTROL_Z = 26 };

static SCREEN *curses;
static FILE *curses_out; // what curses writes to: the terminal, or while it paints
static int caught = -1;  // this file in memory
static attr_t looks[INKS];
static short pairs[INKS];
static const struct screen *shown;
static bool one_page;                   // the terminal has no alternate screen
static bool maybe_one_page;             // it is a multiplexer, which may have been told so
static bool forgetting;                 // the next picture no longer shows a secret
static const char forget[] = "\033[3J"; // clears the scrollback
static unsigned painted_rows, painted_cols;
static struct sigaction stop_before;

// For the signal handlers.
static volatile sig_atomic_t secret;  // is on the screen
static volatile sig_atomic_t spilled; // it may have reached the scrollback
static struct termios before;
static char to_top[32], erase_row[32];
static char restoring[256];
static size_t restoring_length;
static volatile sig_atomic_t ending, interrupted, stopping, resized;
static sigset_t unblocked;

// The palette of Okabe and Ito, made for colour-blind readers, too.
enum hue { OWN, BLACK, WHITE, BLUE, SKY, ORANGE, YELLOW, GREEN, VERMILLION, PURPLE, HUES };

static const struct {
    int rgb, of_256;
    short of_8;
} hues[HUES] = {
    [OWN] = { -1, -1, -1 }, // the terminal's own
    [BLACK] = { 0x000000, 16, COLOR_BLACK },
    [WHITE] = { 0xffffff, 231, COLOR_WHITE },
    [BLUE] = { 0x0072b2, 25, COLOR_BLUE },
    [SKY] = { 0x56b4e9, 74, COLOR_CYAN },
    [ORANGE] = { 0xe69f00, 178, COLOR_YELLOW },
    [YELLOW] = { 0xf0e442, 227, COLOR_YELLOW },
    [GREEN] = { 0x009e73, 36, COLOR_GREEN },
    [VERMILLION] = { 0xd55e00, 166, COLOR_RED },
    [PURPLE] = { 0xcc79a7, 175, COLOR_MAGENTA },
};

struct look {
    enum hue fore, back;
    attr_t in_color, without;
};

// The cursor, both players, both on one cell, and either's mines have backgrounds that
// no two of them share, with eight colours, too.
static const struct look dark[INKS] = {
    [INK_PLAIN] = { OWN, OWN, A_NORMAL, A_NORMAL },
    [INK_FAINT] = { OWN, OWN, A_DIM, A_NORMAL },
    [INK_STRONG] = { OWN, OWN, A_BOLD, A_BOLD },
    [INK_BAR] = { WHITE, BLUE, A_BOLD, A_REVERSE },
    [INK_SEAT_1] = { WHITE, BLUE, A_BOLD, A_BOLD },
    [INK_SEAT_2] = { BLACK, ORANGE, A_NORMAL, A_BOLD },
    [INK_BOTH] = { BLACK, GREEN, A_NORMAL, A_BOLD },
    [INK_NEUTRAL] = { OWN, OWN, A_REVERSE | A_BOLD, A_REVERSE },
    [INK_SAFE] = { GREEN, OWN, A_BOLD, A_NORMAL },
    [INK_MINE] = { VERMILLION, BLACK, A_BOLD, A_BOLD },
    [INK_MINE_1] = { BLACK, PURPLE, A_NORMAL, A_BOLD },
    [INK_MINE_2] = { BLACK, VERMILLION, A_NORMAL, A_BOLD },
    [INK_TARGET] = { BLACK, SKY, A_NORMAL, A_UNDERLINE },
    [INK_FOCUS] = { BLACK, WHITE, A_BOLD, A_REVERSE },
    [INK_WARNING] = { VERMILLION, OWN, A_BOLD, A_BOLD },
};

// Where another theme differs; ends with INKS.
struct change {
    enum screen_ink ink;
    struct look look;
};

static const struct change light[] = {
    { INK_FOCUS, { WHITE, BLACK, A_BOLD, A_REVERSE } },
    { INK_MINE, { BLACK, YELLOW, A_BOLD, A_BOLD } },
    { INK_SAFE, { GREEN, OWN, A_NORMAL, A_NORMAL } },
    { INKS, { 0 } },
};

static const struct change contrast[] = {
    { INK_PLAIN, { WHITE, BLACK, A_NORMAL, A_NORMAL } },
    { INK_FAINT, { WHITE, BLACK, A_NORMAL, A_NORMAL } },
    { INK_STRONG, { WHITE, BLACK, A_BOLD, A_BOLD } },
    { INK_BAR, { BLACK, WHITE, A_BOLD, A_REVERSE } },
    { INK_SEAT_2, { BLACK, YELLOW, A_BOLD, A_BOLD } },
    { INK_SAFE, { GREEN, BLACK, A_BOLD, A_NORMAL } },
    { INK_TARGET, { BLACK, SKY, A_BOLD | A_UNDERLINE, A_UNDERLINE } },
    { INK_FOCUS, { BLACK, WHITE, A_BOLD | A_UNDERLINE, A_REVERSE } },
    { INK_WARNING, { YELLOW, BLACK, A_BOLD, A_BOLD } },
    { INKS, { 0 } },
};

static struct look find_look(enum settings_theme theme, enum screen_ink ink)
{
    static const struct change *const changes[THEMES] = {
        [THEME_LIGHT] = light, [THEME_CONTRAST] = contrast
    };
    struct look look = dark[ink];
    for (const struct change *change = changes[theme]; change && change->ink != INKS; change++)
        if (change->ink == ink)
            look = change->look;
    return look;
}

static int color_number(enum hue hue)
{
    if (hue == OWN)
        return -1;
    if (COLORS >= 1 << 24 && tigetflag("RGB") > 0)
        return hues[hue].rgb;
    return COLORS >= 256 ? hues[hue].of_256 : hues[hue].of_8;
}

static bool wants_color(enum settings_theme theme, enum console_color color)
{
    const char *no_color = getenv("NO_COLOR");
    if (color == COLOR_AUTO)
        return theme != THEME_MONOCHROME && !(no_color && *no_color);
    return color == COLOR_ALWAYS;
}

void terminal_set_theme(enum settings_theme theme, enum console_color color)
{
    bool colorful = wants_color(theme, color) && has_colors() && start_color() == OK;
    if (colorful)
        use_default_colors();
    for (short ink = 0; ink < INKS; ink++) {
        struct look look = find_look(theme, (enum screen_ink)ink);
        looks[ink] = colorful ? look.in_color : look.without;
        pairs[ink] = colorful ? (short)(ink + 1) : 0;
        if (colorful)
            init_extended_pair(ink + 1, color_number(look.fore), color_number(look.back));
    }
}

static void note(int number)
{
    if (number == SIGINT)
        interrupted = true;
    else if (number == SIGTSTP)
        stopping = true;
    else if (number == SIGWINCH)
        resized = true;
    else
        ending = number;
}

static void write_all(int to, const char *bytes, size_t count)
{
    while (count > 0) {
        ssize_t written = write(to, bytes, count);
        if (written < 0 && errno != EINTR)
            return; // the terminal is gone: the next read finds out
        bytes += written > 0 ? written : 0;
        count -= written > 0 ? (size_t)written : 0;
    }
}

// Some terminals keep in their scrollback what they are told to clear, among them
// GNU screen and a tmux without a second page: every row is erased on its own first.
static void erase_rows(int to)
{
    write_all(to, to_top, strlen(to_top));
    for (int row = 1; row < LINES; row++)
        write_all(to, erase_row, strlen(erase_row));
    write_all(to, erase_row, strcspn(erase_row, "\n"));
}

static bool must_forget(void)
{
    return one_page || (spilled && maybe_one_page);
}

// For a signal that says that the program has a bug; curses cannot be used in a handler.
static void restore_and_die(int number)
{
    erase_rows(STDOUT_FILENO);
    write_all(STDOUT_FILENO, restoring, restoring_length);
    if (secret && must_forget())
        write_all(STDOUT_FILENO, forget, sizeof forget - 1);
    tcsetattr(STDIN_FILENO, TCSAFLUSH, &before);
    raise(number); // the default action, once this handler has returned
}

// Capabilities may contain delays, as $<5>, which old terminals needed: they are left out. A
// string that does not fit is not copied at all.
static void copy_without_waits(const char *string, char *to, size_t size)
{
    if (!string || string == (char *)-1 || strlen(string) >= size)
        string = "";
    while (*string) {
        const char *wait = strstr(string, "$<"), *end = wait ? strchr(wait, '>') : NULL;
        size_t length = end ? (size_t)(wait - string) : strlen(string);
        memcpy(to, string, length);
        to += length;
        string = end ? end + 1 : string + length;
    }
    *to = '\0';
}

static void add_restoring(const char *capability)
{
    copy_without_waits(tigetstr(capability), restoring + restoring_length,
                       sizeof restoring - restoring_length);
    restoring_length += strlen(restoring + restoring_length);
}

static void prepare_to_erase(void)
{
    copy_without_waits(tiparm(cursor_address, 0, 0), to_top, sizeof to_top);
    copy_without_waits(clr_eol, erase_row, sizeof erase_row - 1);
    strcat(erase_row, "\n");
}

static void prepare_to_restore(void)
{
    static const char no_mouse[] = "\033[?1000l\033[?1006l";
    restoring_length = 0;
    if (key_mouse) {
        memcpy(restoring, no_mouse, sizeof no_mouse - 1);
        restoring_length = sizeof no_mouse - 1;
    }
    add_restoring("sgr0");
    add_restoring("clear");
    add_restoring("rmkx");
    add_restoring("cnorm");
    add_restoring("rmcup");
}

static void handle(int number, void (*handler)(int), int flags)
{
    struct sigaction action = { .sa_handler = handler, .sa_flags = flags };
    sigemptyset(&action.sa_mask);
    sigaction(number, &action, NULL);
}

static const int fatal[] = { SIGABRT, SIGSEGV, SIGBUS, SIGFPE, SIGILL };
static const int polite[] = { SIGHUP, SIGTERM, SIGQUIT };

static void set_handlers(bool ours)
{
    for (unsigned i = 0; i < sizeof fatal / sizeof *fatal; i++)
        handle(fatal[i], ours ? restore_and_die : SIG_DFL, (int)SA_RESETHAND);
    for (unsigned i = 0; i < sizeof polite / sizeof *polite; i++)
        handle(polite[i], ours ? note : SIG_DFL, 0);
    handle(SIGINT, ours ? note : SIG_DFL, 0);
}

// A shell without job control starts us with SIGTSTP ignored: it stays ignored.
static void handle_stop(void)
{
    sigaction(SIGTSTP, NULL, &stop_before);
    if (stop_before.sa_handler != SIG_IGN)
        handle(SIGTSTP, note, 0);
}

// Signals are blocked but for the time in ppoll(), so that none can come between the check of
// the flags that they set and the wait.
static void block_signals(void)
{
    sigset_t blocked;
    sigemptyset(&blocked);
    for (unsigned i = 0; i < sizeof polite / sizeof *polite; i++)
        sigaddset(&blocked, polite[i]);
    sigaddset(&blocked, SIGINT);
    sigaddset(&blocked, SIGTSTP);
    sigaddset(&blocked, SIGWINCH);
    sigprocmask(SIG_BLOCK, &blocked, &unblocked);
}

static void close_curses(void)
{
    if (!console_is_background(STDIN_FILENO))
        endwin();
    delscreen(curses);
    fclose(curses_out);
    close(caught);
}

static bool open_curses(void)
{
    int out = dup(STDOUT_FILENO);
    caught = memfd_create("causeway-screen", MFD_CLOEXEC);
    curses_out = out >= 0 ? fdopen(out, "w") : NULL;
    curses = curses_out && caught >= 0 ? newterm(NULL, curses_out, stdin) : NULL;
    if (curses && cursor_address && clear_screen)
        return true;
    if (curses) {
        close_curses();
        return false;
    }
    if (curses_out)
        fclose(curses_out);
    close(caught);
    return false;
}

// Home and End come in more ways than a terminal's description knows. To some,
// Ctrl-Z is a function key.
static void define_keys(void)
{
    static const char *const home[] = { "\033[1~", "\033[7~", "\033[H", "\033OH" };
    static const char *const end[] = { "\033[4~", "\033[8~", "\033[F", "\033OF" };
    for (unsigned i = 0; i < sizeof home / sizeof *home; i++) {
        define_key(home[i], KEY_HOME);
        define_key(end[i], KEY_END);
    }
    define_key(NULL, KEY_SUSPEND);
}

static void choose_modes(void)
{
    set_escdelay(50);
    raw();
    noecho();
    nonl();
    keypad(stdscr, TRUE);
    define_keys(); // after keypad(), which sets those of the terminal's description
    nodelay(stdscr, TRUE);
    mousemask(BUTTON1_PRESSED | BUTTON4_PRESSED | BUTTON5_PRESSED, NULL);
    mouseinterval(0);
}

// Curses keeps three copies of a window, each with tens of bytes for a cell: one that says
// it has millions of cells would cost gigabytes.
enum { MOST = 1000 };

static bool is_too_large(void)
{
    const char *high = getenv("LINES"), *wide = getenv("COLUMNS");
    struct winsize size;
    bool large =
        ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && (size.ws_row > MOST || size.ws_col > MOST);
    return large || (high && strtol(high, NULL, 10) > MOST) ||
           (wide && strtol(wide, NULL, 10) > MOST);
}

// A window that grows beyond what is kept of it is used in part. What LINES and COLUMNS say
// stays, as curses has it.
static void follow_window(void)
{
    struct winsize size;
    resized = false;
    if (getenv("LINES") || getenv("COLUMNS") || ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0 ||
        !size.ws_row || !size.ws_col)
        return;
    resizeterm(size.ws_row < MOST ? size.ws_row : MOST, size.ws_col < MOST ? size.ws_col : MOST);
}

bool terminal_open(void)
{
    const char *term = getenv("TERM");
    if (!term || strcmp(term, "dumb") == 0 || tcgetattr(STDIN_FILENO, &before) != 0 ||
        is_too_large())
        return false;
    console_keep_memory_private();
    handle_stop(); // before curses looks at who handles it
    if (!open_curses()) {
        sigaction(SIGTSTP, &stop_before, NULL);
        return false;
    }
    handle(SIGWINCH, note, SA_RESTART); // in place of curses' own, which would follow any size
    one_page = !enter_ca_mode;
    maybe_one_page =
        getenv("TMUX") || strncmp(term, "screen", 6) == 0 || strncmp(term, "tmux", 4) == 0;
    spilled = false;
    choose_modes();
    prepare_to_erase();
    prepare_to_restore();
    ending = interrupted = stopping = 0;
    set_handlers(true);
    block_signals();
    return true;
}

bool terminal_is_unicode(void)
{
    return strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
}

bool terminal_is_fast(void)
{
    return baudrate() <= 0 || baudrate() >= 19200;
}

void terminal_size(unsigned *rows, unsigned *cols)
{
    *rows = LINES > 0 ? (unsigned)LINES : 1;
    *cols = COLS > 0 ? (unsigned)COLS : 1;
}

static void show_row(const struct screen *screen, unsigned row)
{
    const struct screen_glyph *glyph = &screen->at[row * screen->cols];
    for (unsigned col = 0; col < screen->cols; col++, glyph++) {
        wchar_t text[2] = { glyph->character, 0 };
        cchar_t character;
        if (!glyph->character)
            continue;
        setcchar(&character, text, looks[glyph->ink], pairs[glyph->ink], NULL);
        mvadd_wchnstr((int)row, (int)col, &character, 1);
    }
}

void terminal_ring(void)
{
    write_all(STDOUT_FILENO, "\a", 1);
}

// Curses writes every movement of the cursor on its own. Caught in a file in
// memory, a whole picture goes out in one piece.
static void refresh_at_once(void)
{
    int out = fileno(curses_out);
    if (is_cleared(curscr))
        erase_rows(caught);
    dup2(caught, out);
    refresh();
    dup2(STDOUT_FILENO, out);
    if (forgetting && must_forget())
        write_all(caught, forget, sizeof forget - 1); // only now is the secret off the screen
    spilled = spilled && !forgetting;
    forgetting = false;
    off_t size = lseek(caught, 0, SEEK_END);
    char *bytes = size > 0 ? mmap(NULL, (size_t)size, PROT_READ, MAP_SHARED, caught, 0) : NULL;
    if (bytes && bytes != MAP_FAILED) {
        write_all(STDOUT_FILENO, bytes, (size_t)size);
        munmap(bytes, (size_t)size);
    }
    lseek(caught, 0, SEEK_SET);
    bool emptied = ftruncate(caught, 0) == 0; // it is a file in memory
    assert(emptied);
}

// A window that shrinks may push a secret into the scrollback before the program hears of it.
static void note_size(const struct screen *screen)
{
    bool other = screen->rows != painted_rows || screen->cols != painted_cols;
    spilled = spilled || (secret && other);
    painted_rows = screen->rows;
    painted_cols = screen->cols;
}

void terminal_show(const struct screen *screen)
{
    note_size(screen);
    erase();
    for (unsigned row = 0; row < screen->rows; row++)
        show_row(screen, row);
    move((int)screen->cursor_row, (int)screen->cursor_col);
    refresh_at_once();
    shown = screen;
}

void terminal_redraw(void)
{
    clearok(curscr, TRUE);
}

// In the middle of a resize the terminal may show something else than curses
// believes: a secret is not painted over but cleared away.
void terminal_keep_secret(bool on_screen)
{
    if (secret && !on_screen) {
        forgetting = true;
        clearok(curscr, TRUE);
    }
    secret = on_screen;
}

// What is on the screen does not stay on one that has no second page, and a second
// page can be called up again.
static void leave_screen(void)
{
    erase();
    clearok(curscr, TRUE);
    forgetting |= secret;
    refresh_at_once();
}

void terminal_close(void)
{
    if (!console_is_background(STDIN_FILENO)) {
        leave_screen();
        if (ending)
            tcflush(STDIN_FILENO, TCIFLUSH); // the shell must not get half a secret as input
    }
    secret = false;
    close_curses();
    set_handlers(false);
    sigaction(SIGTSTP, &stop_before, NULL);
    sigprocmask(SIG_SETMASK, &unblocked, NULL);
    shown = NULL;
}

// Somebody else may bring the program back: a secret is shown again on Enter alone.
static uint32_t cover(void)
{
    uint32_t press;
    do {
        erase();
        mvaddstr(0, 0, "Something hidden was on this screen.");
        mvaddstr(1, 0, "Enter shows it again, when nobody else looks.");
        refresh();
        press = terminal_read(-1);
    } while (press != PRESS_ENTER && press != PRESS_LEAVE);
    erase();
    return press == PRESS_LEAVE ? press : PRESS_RESIZE;
}

// Stops the program as the shell expects it, until it is to go on or to end. One that
// is to end does so in the background, where the terminal is the shell's.
static uint32_t stop(void)
{
    sigset_t blocked;
    leave_screen();
    endwin();
    sigaction(SIGTSTP, &stop_before, NULL);
    raise(SIGTSTP);
    sigprocmask(SIG_SETMASK, &unblocked, &blocked);
    sigprocmask(SIG_SETMASK, &blocked, NULL);
    handle_stop();
    stopping = false;
    if (ending)
        return PRESS_LEAVE;
    refresh();                              // restores our modes; directly to the terminal
    return secret ? cover() : PRESS_RESIZE; // the window may be another, and is empty
}

void terminal_drop_typed(void)
{
    flushinp();
}

static uint32_t clicked(void)
{
    MEVENT event;
    if (getmouse(&event) != OK)
        return PRESS_NOTHING;
    if (event.bstate & (BUTTON4_PRESSED | BUTTON5_PRESSED))
        return event.bstate & BUTTON4_PRESSED ? PRESS_WHEEL_UP : PRESS_WHEEL_DOWN;
    if (!shown || event.y < 0 || event.x < 0 || (unsigned)event.y >= shown->rows ||
        (unsigned)event.x >= shown->cols)
        return PRESS_NOTHING;
    return shown->at[(unsigned)event.y * shown->cols + (unsigned)event.x].click;
}

static uint32_t from_function_key(wint_t key)
{
    static const struct {
        wint_t key;
        uint32_t press;
    } known[] = {
        { KEY_LEFT, PRESS_LEFT },       { KEY_RIGHT, PRESS_RIGHT },
        { KEY_UP, PRESS_UP },           { KEY_DOWN, PRESS_DOWN },
        { KEY_HOME, PRESS_HOME },       { KEY_END, PRESS_END },
        { KEY_PPAGE, PRESS_PAGE_UP },   { KEY_NPAGE, PRESS_PAGE_DOWN },
        { KEY_BACKSPACE, PRESS_ERASE }, { KEY_DC, PRESS_ERASE },
        { KEY_ENTER, PRESS_ENTER },     { KEY_RESIZE, PRESS_RESIZE },
        { KEY_BTAB, PRESS_TAB },
    };
    if (key == KEY_MOUSE)
        return clicked();
    for (unsigned i = 0; i < sizeof known / sizeof *known; i++)
        if (known[i].key == key)
            return known[i].press;
    return PRESS_NOTHING;
}

static uint32_t from_character(wint_t character)
{
    switch (character) {
    case '\r':
        return PRESS_ENTER;
    case 8:
    case 127:
        return PRESS_ERASE;
    case CONTROL_U:
        return PRESS_ERASE_ALL;
    case CONTROL_C:
        return PRESS_INTERRUPT;
    case CONTROL_L:
        return PRESS_REDRAW;
    case CONTROL_Z:
        raise(SIGTSTP); // it is blocked, and handled in the next ppoll()
        return PRESS_NOTHING;
    default:
        return character;
    }
}

// False when the time is up.
static bool wait_for_input(int milliseconds)
{
    struct pollfd input = { .fd = STDIN_FILENO, .events = POLLIN };
    struct timespec time = { .tv_sec = milliseconds / 1000,
                             .tv_nsec = milliseconds % 1000 * 1000000L };
    int ready = ppoll(&input, 1, milliseconds < 0 ? NULL : &time, &unblocked);
    int waiting = 0;
    if (ready > 0 && (ioctl(STDIN_FILENO, FIONREAD, &waiting) != 0 || waiting == 0))
        ending = SIGHUP; // readable and empty: the terminal is gone
    return ready != 0;
}

uint32_t terminal_read(int milliseconds)
{
    for (;;) {
        wint_t got;
        uint32_t press = PRESS_NOTHING;
        if (resized)
            follow_window(); // and curses gives a key for it
        int kind = get_wch(&got);
        if (kind == KEY_CODE_YES)
            press = from_function_key(got);
        else if (kind == OK)
            press = from_character(got);
        if (press)
            return press;
        if (ending)
            return PRESS_LEAVE;
        if (interrupted) {
            interrupted = false;
            return PRESS_INTERRUPT;
        }
        if (stopping)
            return stop();
        if (kind == ERR && !wait_for_input(milliseconds))
            return PRESS_NOTHING;
    }
}

int terminal_signal(void)
{
    return ending;
}
