#include "cpcre2.h"
