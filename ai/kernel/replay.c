/* Replays hands from the text of their records, such as `1 hit 2S=6 0` (HAND_RECORD.md, *Actions*). */
#include "internal.h"

/* Words, separated by single spaces, up to the end of the line. */

typedef struct { const char *at, *end; } Words;
typedef struct { const char *at; int length; } Word;

static bool has_more(const Words *w) { return w->at < w->end; }

/* Returns the next word; empty if there is none, or if spaces are not single. */
static Word next_word(Words *w) {
    Word word = {.at = w->at};
    while (w->at < w->end && *w->at != ' ') w->at++;
    word.length = (int)(w->at - word.at);
    if (has_more(w)) {
        w->at++;
        if (!has_more(w)) word.length = 0; /* a trailing space */
    }
    return word;
}

static bool is_word(Word word, const char *of) {
    for (int i = 0; i < word.length; i++) if (!of[i] || word.at[i] != of[i]) return false;
    return !of[word.length];
}

static int place_in(const char *letters, char letter) {
    for (int i = 0; letters[i]; i++) if (letters[i] == letter) return i;
    return -1;
}

/* Parses 0 to 9999 without leading zeros; returns -1 for anything else. */
static int number_of(Word word) {
    int number = 0;
    if (word.length < 1 || word.length > 4 || (word.at[0] == '0' && word.length > 1)) return -1;
    for (int i = 0; i < word.length; i++) {
        if (word.at[i] < '0' || word.at[i] > '9') return -1;
        number = 10 * number + word.at[i] - '0';
    }
    return number;
}

static const char RANKS[] = "A23456789TJQK", SUITS[] = "CDHS";

/* Parses a card: its number, and the rank that it stands for, -1 for its own; returns whether the word is a card. */
static bool read_card(Word word, int *number, int *rank) {
    *rank = -1;
    if (word.length == 4 && word.at[2] == '=') {
        *rank = place_in(RANKS, word.at[3]);
        if (*rank < 0) return false;
    } else if (word.length != 2) return false;
    if (word.at[0] == 'X') {
        *number = 52 + word.at[1] - '1';
        return word.at[1] >= '1' && word.at[1] <= '4';
    }
    int place = place_in(RANKS, word.at[0]), suit = place_in(SUITS, word.at[1]);
    *number = 13 * suit + place;
    return place >= 0 && suit >= 0;
}

/* Cards and the ranks that they stand for, as places of the pack. */

enum { MOST_LAID = 16 };
typedef struct { int card, place; bool is_named; } Laid;

static int place_of_rank(const TonkRules *r, int rank) {
    for (int place = 0; place < r->ranks; place++) if (r->name[place] == rank) return place;
    return -1;
}

/* Converts a card to places; TONK_ILLEGAL if the pack lacks it, or it cannot stand for that rank. */
static int lay(const TonkRules *r, int number, int rank, Laid *out) {
    out->card = r->bit[number], out->is_named = rank >= 0;
    if (out->card == TONK_NO_CARD) return TONK_ILLEGAL;
    if (out->is_named && !(r->wilds >> out->card & 1)) return TONK_ILLEGAL;
    out->place = out->is_named ? place_of_rank(r, rank) : rank_of(out->card);
    return out->place < 0 || out->place >= r->ranks ? TONK_ILLEGAL : TONK_OK;
}

/* Makes a spread of cards: a book if all stand for one rank, else a run. */
static int make_spread(const TonkRules *r, const Laid *laid, int n, TonkAction *out) {
    unsigned places = 0;
    int selves = 0, suit = -1;
    *out = (TonkAction){.type = TONK_SPREAD};
    for (int i = 0; i < n; i++) {
        if (out->cards >> laid[i].card & 1) return TONK_ILLEGAL;
        out->cards |= bit_of(laid[i].card), places |= 1u << laid[i].place;
        if (laid[i].is_named) continue;
        if (selves++ && suit != suit_of(laid[i].card)) suit = TONK_NO_CARD;
        else suit = suit_of(laid[i].card);
    }
    if (selves < 2) return TONK_ILLEGAL;
    out->low = lowest(places), out->high = 31 - __builtin_clz(places);
    bool is_book = out->low == out->high;
    if (!is_book && (suit == TONK_NO_CARD || how_many(places) != n)) return TONK_ILLEGAL;
    for (int i = 0; i < n; i++)
        if (laid[i].is_named && rank_of(laid[i].card) == laid[i].place && (is_book || suit_of(laid[i].card) == suit)) return TONK_ILLEGAL;
    if (is_book) return TONK_OK;
    out->kind = TONK_RUN, out->suit = suit;
    if (out->high - out->low >= n) out->low = lowest(places & (places - 1)), out->high = r->ranks; /* up to a high ace */
    return TONK_OK;
}

static int read_spread(const TonkRules *r, Words *words, TonkAction *out) {
    Laid laid[MOST_LAID];
    int n = 0, refused = TONK_OK;
    if (!has_more(words)) return TONK_BAD_INPUT;
    while (has_more(words)) {
        int number, rank;
        if (!read_card(next_word(words), &number, &rank)) return TONK_BAD_INPUT;
        if (n == MOST_LAID) refused = TONK_ILLEGAL;
        else if (lay(r, number, rank, &laid[n++])) refused = TONK_ILLEGAL;
    }
    return refused ? refused : make_spread(r, laid, n, out);
}

static int read_hit(const TonkRules *r, Words *words, TonkAction *out) {
    int number, rank;
    Laid laid;
    if (!read_card(next_word(words), &number, &rank)) return TONK_BAD_INPUT;
    int spread = number_of(next_word(words));
    if (spread < 0 || has_more(words)) return TONK_BAD_INPUT;
    if (rank >= 0 && lay(r, number, rank, &laid)) return TONK_ILLEGAL;
    *out = (TonkAction){.type = TONK_HIT, .card = r->bit[number], .spread = spread < 255 ? spread : 255,
                        .place = rank < 0 ? TONK_ITSELF : laid.place};
    return TONK_OK;
}

static int read_slap(const TonkRules *r, Words *words, TonkAction *out) {
    int spread = number_of(next_word(words)), number, rank;
    if (spread < 0) return TONK_BAD_INPUT;
    *out = (TonkAction){.type = TONK_SLAP, .card = TONK_NO_CARD, .spread = spread < 255 ? spread : 255};
    if (!has_more(words)) return TONK_OK;
    if (!read_card(next_word(words), &number, &rank) || rank >= 0 || has_more(words)) return TONK_BAD_INPUT;
    out->card = r->bit[number];
    return out->card == TONK_NO_CARD ? TONK_ILLEGAL : TONK_OK;
}

static int read_discard(const TonkRules *r, Words *words, TonkAction *out) {
    int number, rank;
    if (!read_card(next_word(words), &number, &rank) || rank >= 0 || has_more(words)) return TONK_BAD_INPUT;
    *out = (TonkAction){.type = TONK_DISCARD, .card = r->bit[number]};
    return TONK_OK;
}

static int read_action(const TonkRules *r, Words words, int *seat, TonkAction *out) {
    static const struct { const char *verb; int type; } bare[] = {
        {"drop", TONK_DROP}, {"draw", TONK_DRAW}, {"take", TONK_TAKE}, {"stop", TONK_STOP}, {"done", TONK_DONE},
        {"declare", TONK_DECLARE}, {"pass", TONK_PASS},
    };
    *seat = number_of(next_word(&words));
    if (*seat < 0) return TONK_BAD_INPUT;
    Word verb = next_word(&words);
    for (size_t i = 0; i < sizeof bare / sizeof *bare; i++)
        if (is_word(verb, bare[i].verb)) {
            *out = (TonkAction){.type = bare[i].type};
            return has_more(&words) ? TONK_BAD_INPUT : TONK_OK;
        }
    if (is_word(verb, "discard")) return read_discard(r, &words, out);
    if (is_word(verb, "spread")) return read_spread(r, &words, out);
    if (is_word(verb, "hit")) return read_hit(r, &words, out);
    return is_word(verb, "slap") ? read_slap(r, &words, out) : TONK_BAD_INPUT;
}

int tonk_replay(TonkHand *h, const char *actions, int length, int *played) {
    Words rest = {.at = actions, .end = actions + length};
    *played = 0;
    while (has_more(&rest)) {
        TonkAction action;
        Words line = rest;
        const char *end = rest.at;
        int seat;
        while (end < rest.end && *end != '\n') end++;
        line.end = end;
        int refused = read_action(h->rules, line, &seat, &action);
        if (!refused) refused = tonk_play(h, seat, &action);
        if (refused) return refused;
        rest.at = end < rest.end ? end + 1 : end;
        ++*played;
    }
    tonk_close_slaps(h);
    return TONK_OK;
}
