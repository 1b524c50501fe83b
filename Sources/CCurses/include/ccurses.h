/// The part of curses that the explorer uses, as plain functions: Swift sees neither its macros nor its variadic
/// functions, and may not name its global variables.
///
/// One screen a process. All but the functions named `ccurses_guard_…` and `ccurses_thread_…` belong to the thread that called `ccurses_start`.
#ifndef CCURSES_H
#define CCURSES_H

#include <stddef.h>
#include <stdint.h>

/// Attribute bits of `ccurses_put`.
enum {
    CCURSES_BOLD = 1,
    CCURSES_DIM = 2,
    CCURSES_ITALIC = 4,
    CCURSES_UNDERLINE = 8,
    CCURSES_REVERSE = 16,
};

/// Starts the screen on a terminal: alternate screen, raw input, no echo. 0, or -1 when the terminal is unknown.
/// Input is not read by curses: the caller reads `input` itself. `wants_true_color` prefers the terminal's entry for
/// direct colours, where terminfo has one.
int ccurses_start(int input, int output, int wants_true_color);
/// Leaves the screen; `ccurses_resume` brings it back whole.
void ccurses_stop(void);
void ccurses_resume(void);
/// Leaves the screen for good and frees it.
void ccurses_end(void);

/// Colours the terminal has by number; 0 without colour, more than 256 where a number is 24 bits of RGB.
int ccurses_colors(void);
// Colours that terminfo has for a terminal, without a screen; 0 for none, -1 where the terminal is not known.
int ccurses_known_colors(const char *terminal, int output);
/// Colour pairs that can be defined.
int ccurses_pairs(void);
/// Defines a pair; -1 is the terminal's own colour.
int ccurses_define_pair(int pair, int foreground, int background);
/// 1 when `ESC [ column G` moves the cursor within its row.
int ccurses_moves_in_row(void);
/// 1 when the locale's characters are UTF-8.
int ccurses_is_utf8(void);

/// The size of the terminal behind `output`, asked of the kernel; 0 on success.
int ccurses_terminal_size(int output, int *row_count, int *column_count);
/// Tells curses of a new size.
void ccurses_resize(int row_count, int column_count);

/// Puts one cell: a scalar of `width` columns and the marks that combine with it. What the C library counts
/// differently becomes U+FFFD, so that the picture never drifts.
void ccurses_put(int row, int column, const uint32_t *scalars, int count, int width, uint32_t attributes, int pair);
/// What the terminal is to be sent so that it shows what changed: `bytes`, which hold until the next call, and their
/// count. Zero where there is nothing, or curses had to send it by itself. A negative row hides the cursor.
size_t ccurses_present(int cursor_row, int cursor_column, const char **bytes);
/// The next `ccurses_present` repaints everything.
void ccurses_invalidate(void);
/// Asks the terminal for the mouse, or leaves it alone.
void ccurses_use_mouse(int wanted);
/// Bytes straight to the terminal, after what was presented.
void ccurses_write(const char *bytes, size_t count);

/// Makes a signal end as it should for a program that owns the screen.
///
/// TERM, HUP, INT, QUIT, TSTP, CONT and WINCH write their number as one byte to `wake`; of the first four, a second
/// ends the program at once. SEGV, BUS, ILL, TRAP, ABRT and FPE put the terminal back (from
/// a string and settings prepared here), copy what was written to `captured_error` to `real_error`, and go on
/// as they would have without us.
void ccurses_guard_install(int terminal, int wake, int captured_error, int real_error);
/// What a crash writes to the terminal, to be called once the screen is up.
void ccurses_guard_arm(void);
/// Crash signals leave the terminal alone again; signal actions are put back.
void ccurses_guard_remove(void);
/// Stops the process group as Ctrl-Z does, the screen being left; returns when it goes on.
void ccurses_guard_stop(void);
/// An alternate signal stack for the calling thread, so that a stack overflow is caught as well.
void ccurses_guard_thread(void);

/// The calling thread wants to run soon, not long: what it does for a key takes a millisecond. Costs nobody any time.
void ccurses_thread_draws(void);
/// The calling thread works for long, and gives way to the one that draws; so do the threads that it starts on Linux.
void ccurses_thread_yields(void);

/// From now on, processes that this one's children leave behind are its own to wait for, where the system can do that.
void ccurses_guard_adopts(int wanted);

#endif
