/* The part of <string.h> that the kernel uses, which compilers provide themselves, so that zig need not compile a C
 * library first, which takes minutes for Windows. */
#include <stddef.h>

void *memcpy(void *restrict to, const void *restrict from, size_t n);
void *memmove(void *to, const void *from, size_t n);
void *memset(void *to, int byte, size_t n);
int memcmp(const void *one, const void *other, size_t n);
