/// zlib: reads files that may be compressed by gzip.
#ifndef CZLIB_H
#define CZLIB_H
#include <zlib.h>
#endif
