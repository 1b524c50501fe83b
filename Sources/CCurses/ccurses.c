#define NCURSES_WIDECHAR 1
#define _GNU_SOURCE
#define _XOPEN_SOURCE_EXTENDED 1
#include "ccurses.h"

#include <langinfo.h>
#include <locale.h>
#include <ncurses.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <term.h>
#include <unistd.h>
#include <wchar.h>

static SCREEN *screen;
static FILE *input_file;
static FILE *output_file;
static int output_descriptor = -1;
static int has_default_colors;

// What a frame is drawn with, until it goes to the terminal: a file without a name, and its content.
static int drawing_file = -1;
static char *drawing;
static size_t drawing_capacity;

static const char mouse_on[] = "\033[?1002h\033[?1006h";
static const char mouse_off[] = "\033[?1006l\033[?1002l";
static const char paste_on[] = "\033[?2004h";
static int wants_mouse = 1;
// Styles are reset as well: curses does not know what the last frame left behind.
static const char mouse_and_paste_off[] = "\033[m\033[?2004l\033[?1006l\033[?1002l";

static void write_all(int descriptor, const char *bytes, size_t count) {
    while (count > 0) {
        ssize_t written = write(descriptor, bytes, count);
        if (written <= 0) return;
        bytes += written;
        count -= (size_t)written;
    }
}

/// The synchronized-update sequence, where the terminal's entry has one: 1 begins, 2 ends.
static void synchronize(int phase) {
    const char *format = tigetstr("Sync");
    if (format == NULL || format == (char *)-1) return;
    const char *sequence = tiparm(format, phase);
    if (sequence != NULL) putp(sequence);
}

static void turn_input_modes_on(void) {
    if (wants_mouse) write_all(output_descriptor, mouse_on, sizeof mouse_on - 1);
    write_all(output_descriptor, paste_on, sizeof paste_on - 1);
}

static void set_modes(void) {
    raw();
    noecho();
    nonl();
    intrflush(stdscr, FALSE);
    keypad(stdscr, TRUE);
    leaveok(stdscr, FALSE);
    idlok(stdscr, TRUE);
}

/// `xterm-direct` for `xterm-256color`, and the like; NULL where TERM says nothing.
static const char *direct_name(char *buffer, size_t size) {
    const char *name = getenv("TERM");
    if (name == NULL) return NULL;
    size_t length = strcspn(name, "-");
    if (length + sizeof "-direct" > size) return NULL;
    memcpy(buffer, name, length);
    strcpy(buffer + length, "-direct");
    return buffer;
}

static int has_string(const char *capability) {
    const char *text = tigetstr(capability);
    return text != NULL && text != (char *)-1;
}

int ccurses_start(int input, int output, int wants_true_color) {
    setlocale(LC_ALL, "");
    input_file = fdopen(dup(input), "r");
    output_file = fdopen(dup(output), "w");
    if (input_file == NULL || output_file == NULL) return -1;
    char buffer[64];
    const char *direct = wants_true_color ? direct_name(buffer, sizeof buffer) : NULL;
    int status = 0;
    // An entry without these, such as that of `dumb`, has no screen to speak of; `newterm` would start all the same.
    if (setupterm(NULL, output, &status) != OK || !has_string("cup") || !has_string("clear")) return -1;
    if (direct != NULL && setupterm(direct, output, &status) == OK) screen = newterm(direct, output_file, input_file);
    if (screen == NULL) screen = newterm(NULL, output_file, input_file);
    if (screen == NULL) return -1;
    output_descriptor = output;
    set_modes();
    if (has_colors()) {
        start_color();
        has_default_colors = use_default_colors() == OK;
    }
    refresh();
    turn_input_modes_on();
    return 0;
}

static int write_one(int character) {
    char byte = (char)character;
    write_all(output_descriptor, &byte, 1);
    return character;
}

void ccurses_stop(void) {
    if (screen == NULL) return;
    write_all(output_descriptor, mouse_and_paste_off, sizeof mouse_and_paste_off - 1);
    curs_set(1);
    endwin();
    // Where there is no other screen to go back to, the last line is where the shell goes on.
    if (!has_string("rmcup") && has_string("el")) tputs(tigetstr("el"), 1, write_one);
}

void ccurses_resume(void) {
    if (screen == NULL) return;
    set_modes();
    clearok(curscr, TRUE);
    refresh();
    turn_input_modes_on();
}

void ccurses_end(void) {
    if (screen == NULL) return;
    ccurses_stop();
    delscreen(screen);
    screen = NULL;
    fclose(input_file);
    fclose(output_file);
    if (drawing_file >= 0) close(drawing_file);
    drawing_file = -1;
    free(drawing);
    drawing = NULL;
    drawing_capacity = 0;
}

int ccurses_known_colors(const char *terminal, int output) {
    TERMINAL *before = cur_term;
    int status = 0;
    if (setupterm(terminal, output, &status) != OK) return -1;
    int colors = tigetnum("colors");
    // What a screen uses stays what it uses.
    TERMINAL *own = cur_term;
    if (own != before) {
        set_curterm(before);
        del_curterm(own);
    }
    return colors > 0 ? colors : 0;
}

int ccurses_colors(void) { return has_colors() ? COLORS : 0; }
int ccurses_pairs(void) { return has_colors() ? COLOR_PAIRS : 0; }

int ccurses_define_pair(int pair, int foreground, int background) {
    if (!has_default_colors) {
        if (foreground < 0) foreground = COLOR_WHITE;
        if (background < 0) background = COLOR_BLACK;
    }
    return init_extended_pair(pair, foreground, background) == OK ? 0 : -1;
}

int ccurses_moves_in_row(void) {
    const char *format = tigetstr("hpa");
    return format != NULL && format != (char *)-1 && strcmp(format, "\033[%i%p1%dG") == 0;
}

int ccurses_is_utf8(void) {
    setlocale(LC_ALL, "");
    return strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
}

int ccurses_terminal_size(int output, int *row_count, int *column_count) {
    struct winsize size;
    if (ioctl(output, TIOCGWINSZ, &size) != 0 || size.ws_row == 0 || size.ws_col == 0) return -1;
    *row_count = size.ws_row;
    *column_count = size.ws_col;
    return 0;
}

void ccurses_resize(int row_count, int column_count) {
    if (screen != NULL) resizeterm(row_count, column_count);
}

void ccurses_put(int row, int column, const uint32_t *scalars, int count, int width, uint32_t attributes, int pair) {
    wchar_t text[CCHARW_MAX + 1];
    int length = 0;
    if (count < 1 || wcwidth((wchar_t)scalars[0]) != width) {
        text[length++] = MB_CUR_MAX > 1 ? 0xFFFD : L'?';
        for (int index = 1; index < width; index++) {
            const uint32_t space = ' ';
            ccurses_put(row, column + index, &space, 1, 1, attributes, pair);
        }
    } else {
        text[length++] = (wchar_t)scalars[0];
        for (int index = 1; index < count && length < CCHARW_MAX; index++)
            if (wcwidth((wchar_t)scalars[index]) == 0) text[length++] = (wchar_t)scalars[index];
    }
    text[length] = 0;
    attr_t style = A_NORMAL;
    if (attributes & CCURSES_BOLD) style |= A_BOLD;
    if (attributes & CCURSES_DIM) style |= A_DIM;
    if (attributes & CCURSES_ITALIC) style |= A_ITALIC;
    if (attributes & CCURSES_UNDERLINE) style |= A_UNDERLINE;
    if (attributes & CCURSES_REVERSE) style |= A_REVERSE;
    cchar_t cell;
    if (setcchar(&cell, text, style, (short)pair, &pair) == OK) mvadd_wch(row, column, &cell);
}

static int open_nameless_file(void) {
#ifdef __linux__
    return memfd_create("frame", MFD_CLOEXEC);
#else
    FILE *file = tmpfile();
    if (file == NULL) return -1;
    int descriptor = dup(fileno(file));
    fclose(file);
    return descriptor;
#endif
}

/// Lets curses write into the file without a name; returns the terminal's descriptor, -1 where that is not possible.
static int redirect_drawing(void) {
    if (drawing_file < 0) drawing_file = open_nameless_file();
    if (drawing_file < 0) return -1;
    fflush(output_file);
    int terminal = dup(fileno(output_file));
    if (terminal < 0) return -1;
    if (ftruncate(drawing_file, 0) == 0 && lseek(drawing_file, 0, SEEK_SET) == 0 &&
        dup2(drawing_file, fileno(output_file)) >= 0) return terminal;
    close(terminal);
    return -1;
}

/// Gives curses the terminal back; returns how many bytes it drew with, which are in `drawing`.
static size_t take_drawing(int terminal) {
    fflush(output_file);
    dup2(terminal, fileno(output_file));
    close(terminal);
    struct stat status;
    if (fstat(drawing_file, &status) != 0 || status.st_size <= 0) return 0;
    size_t size = (size_t)status.st_size;
    if (size > drawing_capacity) {
        char *larger = realloc(drawing, size);
        if (larger == NULL) {
            clearok(curscr, TRUE);
            return 0;
        }
        drawing = larger;
        drawing_capacity = size;
    }
    ssize_t count = pread(drawing_file, drawing, size, 0);
    return count > 0 ? (size_t)count : 0;
}

size_t ccurses_present(int cursor_row, int cursor_column, const char **bytes) {
    int terminal = redirect_drawing();
    curs_set(cursor_row >= 0 ? 1 : 0);
    // A hidden cursor may stay where drawing leaves it.
    leaveok(stdscr, cursor_row < 0);
    if (cursor_row >= 0) move(cursor_row, cursor_column);
    wnoutrefresh(stdscr);
    synchronize(1);
    doupdate();
    synchronize(2);
    *bytes = NULL;
    if (terminal < 0) {
        fflush(output_file);
        return 0;
    }
    size_t count = take_drawing(terminal);
    *bytes = drawing;
    return count;
}

void ccurses_use_mouse(int wanted) {
    wants_mouse = wanted;
    if (screen == NULL) return;
    if (wanted) write_all(output_descriptor, mouse_on, sizeof mouse_on - 1);
    else write_all(output_descriptor, mouse_off, sizeof mouse_off - 1);
}

void ccurses_invalidate(void) { clearok(curscr, TRUE); }

void ccurses_write(const char *bytes, size_t count) {
    fflush(output_file);
    write_all(output_descriptor, bytes, count);
}
