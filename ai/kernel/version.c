/* Version information of the library. */
#include "tonk.h"

#ifndef TONK_COMPILER
#define TONK_COMPILER "an unknown compiler"
#endif

#ifndef TONK_HEADER
#define TONK_HEADER 0
#endif

uint32_t tonk_header(void) { return TONK_HEADER; }

int tonk_version(void) { return TONK_VERSION; }

const char *tonk_compiler(void) { return TONK_COMPILER; }
