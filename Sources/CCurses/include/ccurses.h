/// The wide-character curses API as Swift can use it: constants and accessors that the importer cannot see.
#ifndef CCURSES_H
#define CCURSES_H
#define NCURSES_WIDECHAR 1
#define _XOPEN_SOURCE_EXTENDED 1
#include <ncurses.h>
#endif
