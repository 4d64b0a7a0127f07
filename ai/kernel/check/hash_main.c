/* `hash HANDS [SEED]` prints the hash; exit status 1 where there is none. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include "hash.h"

int main(int argc, char **argv) {
    uint64_t hash;
    int error = tonk_hash_hands(argc > 1 ? atoll(argv[1]) : 10000, argc > 2 ? strtoull(argv[2], NULL, 10) : 1, &hash);
    if (error < 0) fprintf(stderr, "%s\n", tonk_error_name(error));
    else printf("%016" PRIx64 "\n", hash);
    return error < 0;
}
