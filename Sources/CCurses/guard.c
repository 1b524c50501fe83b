// Signals of a program that owns the terminal. Everything a handler calls is async-signal-safe.
#define NCURSES_WIDECHAR 1
#define _GNU_SOURCE
#define _XOPEN_SOURCE_EXTENDED 1
#include "ccurses.h"

#include <errno.h>
#include <ncurses.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <term.h>
#include <termios.h>
#include <unistd.h>

static const int ending[] = {SIGTERM, SIGHUP, SIGINT, SIGQUIT};
static const int noticed[] = {SIGTSTP, SIGCONT, SIGWINCH};
static const int crashing[] = {SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGABRT, SIGFPE};
enum { ENDING = 4, NOTICED = 3, CRASHING = 6, SIGNALS = ENDING + NOTICED + CRASHING };

static struct sigaction previous[SIGNALS + 1];
static int terminal_descriptor = -1, wake_descriptor = -1, captured_descriptor = -1, error_descriptor = -1;
static struct termios saved_settings;
static int has_settings, wants_backtrace;
static char restore_text[512];
static volatile sig_atomic_t restore_length;
static volatile sig_atomic_t ending_signals;

static void put(int descriptor, const char *bytes, size_t count) {
    while (count > 0) {
        ssize_t written = write(descriptor, bytes, count);
        if (written <= 0) return;
        bytes += written;
        count -= (size_t)written;
    }
}

static void restore_terminal(void) {
    if (restore_length == 0) return;
    put(terminal_descriptor, restore_text, (size_t)restore_length);
    restore_length = 0;
    if (has_settings) tcsetattr(terminal_descriptor, TCSANOW, &saved_settings);
    char buffer[1024];
    ssize_t count;
    if (captured_descriptor < 0 || lseek(captured_descriptor, 0, SEEK_SET) != 0) return;
    while ((count = read(captured_descriptor, buffer, sizeof buffer)) > 0) put(error_descriptor, buffer, (size_t)count);
}

static void die(int number) {
    signal(number, SIG_DFL);
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, number);
    pthread_sigmask(SIG_UNBLOCK, &set, NULL);
    raise(number);
}

/// Ends the program with the terminal back. Swift's handler takes seconds for a backtrace and then waits for a key on a
/// terminal, so it gets the signal only where the environment asks for one.
static void on_crash(int number) {
    static const char advice[] =
        "relate-tui crashed. Stores on disk keep what was committed. SWIFT_BACKTRACE=enable=yes shows where.\n";
    restore_terminal();
    if (error_descriptor >= 0) dup2(error_descriptor, STDERR_FILENO);
    if (!wants_backtrace) {
        put(STDERR_FILENO, advice, sizeof advice - 1);
        die(number);
    }
    for (int index = 0; index < CRASHING; index++)
        if (crashing[index] == number) sigaction(number, &previous[ENDING + NOTICED + index], NULL);
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, number);
    pthread_sigmask(SIG_UNBLOCK, &set, NULL);
    raise(number);
    die(number);
}

static void on_ending(int number) {
    int saved_errno = errno;
    if (ending_signals++ > 0) {
        restore_terminal();
        die(number);
    }
    char byte = (char)number;
    put(wake_descriptor, &byte, 1);
    errno = saved_errno;
}

static void on_notice(int number) {
    int saved_errno = errno;
    char byte = (char)number;
    put(wake_descriptor, &byte, 1);
    errno = saved_errno;
}

static void install(const int *signals, int count, void (*handler)(int), int flags, struct sigaction *saved) {
    for (int index = 0; index < count; index++) {
        struct sigaction action;
        memset(&action, 0, sizeof action);
        sigemptyset(&action.sa_mask);
        action.sa_handler = handler;
        action.sa_flags = flags;
        sigaction(signals[index], &action, &saved[index]);
    }
}

void ccurses_guard_install(int terminal, int wake, int captured_error, int real_error) {
    terminal_descriptor = terminal;
    wake_descriptor = wake;
    captured_descriptor = captured_error;
    error_descriptor = real_error;
    ending_signals = 0;
    wants_backtrace = getenv("SWIFT_BACKTRACE") != NULL;
    has_settings = tcgetattr(terminal, &saved_settings) == 0;
    ccurses_guard_thread();
    install(ending, ENDING, on_ending, SA_RESTART, previous);
    install(noticed, NOTICED, on_notice, SA_RESTART, previous + ENDING);
    install(crashing, CRASHING, on_crash, SA_ONSTACK, previous + ENDING + NOTICED);
    struct sigaction ignore;
    memset(&ignore, 0, sizeof ignore);
    ignore.sa_handler = SIG_IGN;
    sigaction(SIGPIPE, &ignore, &previous[SIGNALS]);
}

void ccurses_guard_arm(void) {
    const char *capabilities[] = {"rmkx", "sgr0", "cnorm", "rmcup"};
    char text[sizeof restore_text] = "\033[?2026l\033[?2004l\033[?1006l\033[?1002l\033[?1000l";
    for (int index = 0; index < 4; index++) {
        const char *sequence = tigetstr(capabilities[index]);
        if (sequence == NULL || sequence == (char *)-1 || strlen(text) + strlen(sequence) + 8 > sizeof text) continue;
        strcat(text, sequence);
    }
    memcpy(restore_text, text, strlen(text));
    restore_length = (sig_atomic_t)strlen(text);
}

void ccurses_guard_remove(void) {
    restore_length = 0;
    if (wake_descriptor < 0) return;
    for (int index = 0; index < ENDING; index++) sigaction(ending[index], &previous[index], NULL);
    for (int index = 0; index < NOTICED; index++) sigaction(noticed[index], &previous[ENDING + index], NULL);
    for (int index = 0; index < CRASHING; index++)
        sigaction(crashing[index], &previous[ENDING + NOTICED + index], NULL);
    sigaction(SIGPIPE, &previous[SIGNALS], NULL);
    wake_descriptor = -1;
}

void ccurses_guard_stop(void) {
    restore_length = 0;
    signal(SIGTSTP, SIG_DFL);
    kill(0, SIGTSTP);
    struct sigaction ours;
    install(noticed, 1, on_notice, SA_RESTART, &ours); // SIGTSTP alone, the first of them
}

void ccurses_guard_thread(void) {
    const size_t size = 64 * 1024;
    stack_t stack;
    memset(&stack, 0, sizeof stack);
    stack.ss_sp = malloc(size); // lives as long as the thread
    stack.ss_size = size;
    if (stack.ss_sp != NULL) sigaltstack(&stack, NULL);
}
