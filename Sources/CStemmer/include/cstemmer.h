/// Snowball's stemmers, which serve the analyzers of full-text indexes.
#ifndef CSTEMMER_H
#define CSTEMMER_H
#include <libstemmer.h>
#endif
