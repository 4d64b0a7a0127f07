/* The names of errors. */
#include "tonk.h"

const char *tonk_error_name(int error) {
    static const char *const names[] = {
        "TONK_OK", "TONK_BAD_KEYS", "TONK_BAD_VALUE", "TONK_TOO_MANY_NATURALS", "TONK_BAD_SEATS", "TONK_BAD_DEALER",
        "TONK_PACK_TOO_SMALL", "TONK_BAD_DECK", "TONK_NO_SUCH_SEAT", "TONK_ILLEGAL", "TONK_IS_OVER",
        "TONK_IS_NOT_OVER", "TONK_NO_ROOM", "TONK_TOO_MANY_SPREADS", "TONK_TOO_MANY_MOVES", "TONK_BAD_BETS",
        "TONK_BAD_WINDOW", "TONK_CANCELLED", "TONK_BAD_INPUT",
    };
    return error <= 0 && error >= TONK_BAD_INPUT ? names[-error] : "";
}
