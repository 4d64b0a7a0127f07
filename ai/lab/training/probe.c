/* Plays hands and prints them as JSON, for `tests/ai/lab/training_compare.py` to compare with the game itself.
 *
 *   probe NET [key=value ...]      keys: `Plan` in plan.h; deals= is the number of hands */
#include "bots.h"
#include "net.h"
#include "plan.h"

static const char *card_name(const Rules *r, int card) {
    static char name[8][4];
    static int next;
    char *out = name[next++ & 7];
    int number = r->number[card];
    if (number >= 52) snprintf(out, 4, "X%d", number - 51);
    else snprintf(out, 4, "%c%c", "A23456789TJQK"[number % 13], "CDHS"[number / 13]);
    return out;
}

static char rank_name(const Rules *r, int place) { return "A23456789TJQK"[place == r->ranks ? 0 : r->name[place]]; }

/* Returns the natural card at a place of a lane, where `ranks` is the place of a high ace. */
static int card_at(const Rules *r, int lane, int place) { return 16 * lane + (place == r->ranks ? 0 : place); }

static bool is_at_its_place(const Rules *r, const Spread *s, int card) {
    if (s->kind == TONK_BOOK) return rank_of(card) == s->low;
    for (int place = s->low; place <= s->high; place++) if (card == card_at(r, s->suit, place)) return true;
    return false;
}

/* Prints cards at their own places, then wild cards with the ranks that they stand for, both ascending. */
static void tell_spread(const Rules *r, const Spread *s) {
    Cards selves = 0;
    for (Cards c = s->cards; c; c &= c - 1) {
        int card = lowest(c);
        if (is_at_its_place(r, s, card)) selves |= bit_of(card), printf(" %s", card_name(r, card));
    }
    int place = s->low;
    for (int jokers = 0; jokers < 2; jokers++)
        for (Cards c = s->cards & ~selves & (jokers ? JOKERS : ~JOKERS); c; c &= c - 1) {
            while (s->kind == TONK_RUN && selves >> card_at(r, s->suit, place) & 1) place++;
            printf(" %s=%c", card_name(r, lowest(c)), rank_name(r, place));
            place += s->kind == TONK_RUN;
        }
}

static void tell_action(const Hand *h, Action a) {
    static const char *verbs[] = {"drop", "draw", "take", "stop", "spread", "hit", "discard", "done"};
    const char *verb = a.type == TONK_DECLARE ? "declare" : a.type == TONK_PASS ? "pass" : a.type == TONK_SLAP ? "slap" : verbs[a.type];
    printf("\"%d %s", actor(h), verb);
    if (a.type == TONK_SPREAD) {
        Spread laid = laid_of(rules_of(h), &a);
        tell_spread(rules_of(h), &laid);
    }
    if (a.type == TONK_HIT && a.place == TONK_ITSELF) printf(" %s %d", card_name(rules_of(h), a.card), a.spread);
    if (a.type == TONK_HIT && a.place != TONK_ITSELF)
        printf(" %s=%c %d", card_name(rules_of(h), a.card), rank_name(rules_of(h), a.place), a.spread);
    if (a.type == TONK_SLAP) printf(" %d", a.spread);
    if (a.type == TONK_DISCARD || (a.type == TONK_SLAP && a.card != NO_CARD)) printf(" %s", card_name(rules_of(h), a.card));
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
    policy_forward(&net->policy, rules_of(h)->family, state, actions, n < WIDEST ? n : WIDEST, &t);
    tell_numbers(t.score, n < WIDEST ? n : WIDEST);
}

/* Returns a discard that fits a spread on the table, else `instead`: otherwise slaps would be rare. */
static int to_be_slapped(const Hand *h, const Action *a, int n, int instead) {
    for (int i = 0; i < n; i++) if (a[i].type == TONK_DISCARD && can_hit(h, a[i].card)) return i;
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
        for (int c = 0; c < h.deck_size; c++) printf("%s\"%s\"", c ? "," : "", card_name(rules_of(&h), h.deck[c]));
        printf("],\"steps\":[");
        for (int step = 0; h.phase != TONK_OVER; step++) {
            Action a[MOST_ACTIONS];
            int n = legal(&h, a), k = 0, first = a[0].type == TONK_DECLARE;
            if (is_between(&h) && !h.is_claim) n += legal_slaps(&h, actor(&h), a + n);
            if (h.phase == TONK_CHANCE || is_between(&h) || (first && chance(&dice) < .5)) k = below(&dice, n);
            else k = first + tempered(&h, people[(i + h.turn) % 3 + (chance(&dice) < .2)], a + first, n - first, &dice);
            if (rules_of(&h)->key[TONK_SLAP_RULE] != TONK_SLAPS_OFF && h.phase == TONK_LAY && chance(&dice) < .5) k = to_be_slapped(&h, a, n, k);
            if (a[k].type == TONK_DROP && chance(&dice) < (is_between(&h) ? .9 : .6)) k++;
            if (step) printf(",");
            tell_decision(&h, &net, a, n);
            printf(",\"played\":");
            tell_action(&h, a[k]);
            printf("}");
            play(&h, a[k]);
        }
        printf("],\"pay\":");
        float pay[MOST_SEATS];
        for (int seat = 0; seat < plan.seats; seat++) pay[seat] = pay_of(&h, seat);
        tell_numbers(pay, plan.seats);
        printf("}\n");
    }
}
