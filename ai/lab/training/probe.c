/* Plays hands and tells everything about them, for `compare.py` to hold against the game itself.
 *
 *   probe NET key=value ...      keys as for train; deals= says how many hands */
#include "bots.h"
#include "net.h"
#include "plan.h"

static const char *card_name(const Rules *r, int card) {
    static char name[8][4];
    static int next;
    char *out = name[next++ & 7];
    if (rank_of(card) == JOKER_RANK) snprintf(out, 4, "X%d", suit_of(card) + 1);
    else {
        int suit = -1;
        for (int left = suit_of(card); left >= 0; left -= r->suit_set >> suit & 1) suit++;
        snprintf(out, 4, "%c%c", "A23456789TJQK"[r->name[rank_of(card)]], "CDHS"[suit]);
    }
    return out;
}

static char rank_name(const Rules *r, int place) { return "A23456789TJQK"[place == r->ranks ? 0 : r->name[place]]; }

/* Cards at their own places, then wild cards with the ranks that they stand for, both ascending. */
static void tell_spread(const Rules *r, const Spread *s) {
    Cards selves = 0;
    for (Cards c = s->cards; c; c &= c - 1) {
        int card = lowest(c);
        bool is_self = s->kind == BOOK ? rank_of(card) == s->low : place_in(r, s, card) >= 0;
        if (is_self) selves |= bit_of(card), printf(" %s", card_name(r, card));
    }
    int place = s->low;
    for (int jokers = 0; jokers < 2; jokers++)
        for (Cards c = s->cards & ~selves & (jokers ? JOKERS : ~JOKERS); c; c &= c - 1) {
            while (s->kind == RUN && selves >> card_at(r, s->suit, place) & 1) place++;
            printf(" %s=%c", card_name(r, lowest(c)), rank_name(r, place));
            place += s->kind == RUN;
        }
}

static void tell_action(const Hand *h, Action a) {
    static const char *verbs[] = {"drop", "draw", "take", "stop", "spread", "hit", "discard", "done"};
    const char *verb = a.type == T_DECLARE ? "declare" : a.type == T_PASS ? "pass" : a.type == T_SLAP ? "slap" : verbs[a.type];
    printf("\"%d %s", actor(h), verb);
    if (a.type == T_SPREAD) tell_spread(h->r, &a.laid);
    if (a.type == T_HIT && a.place == ITSELF) printf(" %s %d", card_name(h->r, a.card), a.spread);
    if (a.type == T_HIT && a.place != ITSELF)
        printf(" %s=%c %d", card_name(h->r, a.card), rank_name(h->r, a.place), a.spread);
    if (a.type == T_SLAP) printf(" %d", a.spread);
    if (a.type == T_DISCARD || (a.type == T_SLAP && a.card != NO_CARD)) printf(" %s", card_name(h->r, a.card));
    printf("\"");
}

static void tell_numbers(const float *x, int n) {
    printf("[");
    for (int i = 0; i < n; i++) printf("%s%.6g", i ? "," : "", x[i]);
    printf("]");
}

static void tell_decision(const Hand *h, const Net *net, const Action *a, int n) {
    static float state[STATE_FEATURES], actions[MOST_ACTIONS * ACTION_FEATURES];
    static Trace t;
    Eye e = look(h, actor(h));
    state_features(&e, state);
    printf("{\"state\":");
    tell_numbers(state, STATE_FEATURES);
    printf(",\"legal\":[");
    for (int i = 0; i < n; i++) {
        if (i) printf(",");
        tell_action(h, a[i]);
        action_features(&e, a[i], actions + i * ACTION_FEATURES);
    }
    printf("],\"actions\":[");
    for (int i = 0; i < n; i++) {
        if (i) printf(",");
        tell_numbers(actions + i * ACTION_FEATURES, ACTION_FEATURES);
    }
    printf("],\"scores\":");
    policy_forward(&net->policy, h->r->family, state, actions, n < WIDEST ? n : WIDEST, &t);
    tell_numbers(t.score, n < WIDEST ? n : WIDEST);
}

/* A discard that fits a spread on the table, instead of what would be done: few else are slapped. */
static int to_be_slapped(const Hand *h, const Action *a, int n, int instead) {
    for (int i = 0; i < n; i++) if (a[i].type == T_DISCARD && can_hit(h, a[i].card)) return i;
    return instead;
}

int main(int argc, char **argv) {
    static Net net;
    Plan plan = read_plan(argc, argv);
    Dice dice;
    seed_dice(&dice, plan.seed);
    FILE *f = fopen(argv[1], "rb");
    if (!f || fread(&net, sizeof net, 1, f) != 1) { perror(argv[1]); return 1; }
    const Temper *people[] = {&REGULAR, &STAYER, &GREEDY8, &RANDOM};
    for (int i = 0; i < plan.deals; i++) {
        Hand h;
        deal(&h, &plan.rules, plan.seats, &dice);
        printf("{\"deck\":[");
        for (int c = 0; c < h.deck_size; c++) printf("%s\"%s\"", c ? "," : "", card_name(h.r, h.deck[c]));
        printf("],\"steps\":[");
        for (int step = 0; h.phase != P_OVER; step++) {
            Action a[MOST_ACTIONS];
            int n = legal(&h, a), k = 0, first = a[0].type == T_DECLARE;
            if (h.phase == P_BETWEEN && !h.is_claim) n += legal_slaps(&h, actor(&h), a + n);
            if (h.phase == P_CHANCE || h.phase == P_BETWEEN || (first && chance(&dice) < .5)) k = below(&dice, n);
            else k = first + tempered(&h, people[(i + h.turn) % 3 + (chance(&dice) < .2)], a + first, n - first, &dice);
            if (h.r->slap && h.phase == P_LAY && chance(&dice) < .5) k = to_be_slapped(&h, a, n, k);
            if (a[k].type == T_DROP && chance(&dice) < (h.phase == P_BETWEEN ? .9 : .6)) k++;
            if (step) printf(",");
            tell_decision(&h, &net, a, n);
            printf(",\"played\":");
            tell_action(&h, a[k]);
            printf("}");
            play(&h, a[k]);
        }
        printf("],\"pay\":");
        tell_numbers(h.pay, plan.seats);
        printf("}\n");
    }
}
