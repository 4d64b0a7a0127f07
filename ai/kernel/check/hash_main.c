/* `hash INPUT HANDS` prints the hashes of hands, drop tables and hints; exit status 1 if they cannot be computed. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include "hash.h"

int main(int argc, char **argv) {
    static uint8_t input[1 << 25];
    uint64_t hashes[TONK_HASHES];
    FILE *file = argc == 3 ? fopen(argv[1], "rb") : NULL;
    if (!file) { fprintf(stderr, "hash INPUT HANDS\n"); return 1; }
    size_t n = fread(input, 1, sizeof input, file);
    fclose(file);
    int error = tonk_hash(input, (int64_t)n, atoll(argv[2]), hashes);
    if (error < 0) fprintf(stderr, "%s\n", tonk_error_name(error));
    else for (int i = 0; i < TONK_HASHES; i++) printf("%016" PRIx64 "%c", hashes[i], i + 1 < TONK_HASHES ? ' ' : '\n');
    return error < 0;
}
