/// PCRE2 for UTF-8 text (`pcre2_*_8`), which serves the `=~` operator.
#ifndef CPCRE2_H
#define CPCRE2_H
#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>
#endif
