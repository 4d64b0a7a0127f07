#ifndef TONK_COMPILER
#define TONK_COMPILER "an unknown compiler"
#endif

int tonk_version(void) { return 1; }

const char *tonk_compiler(void) { return TONK_COMPILER; }
