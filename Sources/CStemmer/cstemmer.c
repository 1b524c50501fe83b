#include "cstemmer.h"
