/* What the library says of itself. */
#include "tonk.h"

#ifndef TONK_COMPILER
#define TONK_COMPILER "an unknown compiler"
#endif

int tonk_version(void) { return TONK_VERSION; }

const char *tonk_compiler(void) { return TONK_COMPILER; }
