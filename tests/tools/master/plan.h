/* What to train for, and how: the words of the command line. */
#ifndef PLAN_H
#define PLAN_H
#include "game.h"

typedef struct {
    Rules rules;
    int seats;
    bool any_rules;          /* a table drawn anew for each hand */
    double minutes, tell;    /* 0 minutes: measure only */
    int hands, epochs, batch, deals, keep_every;
    double rate, last_rate, entropy, last_entropy, entropy_now, clip, lambda;
    double past, plain;      /* how often the others are the past, or the plain players */
    double sharp;            /* of the greatest chance: what is rarer is not done when measuring */
    const char *from;
    uint64_t seed;
} Plan;

static double reward_of(const Hand *h, int seat) {
    if (!h->r->push_up) return h->pay[seat];
    double others = 0;
    for (int s = 0; s < h->seats; s++) if (s != seat) others += h->pay[s];
    return (h->pay[seat] - others / (h->seats - 1)) / 15;
}

static bool set_rule(Rules *r, const char *key, double v) {
#define KEY(name, field) if (!strcmp(key, name)) { r->field = v; return true; }
    KEY("ranks", ranks) KEY("suits", suits) KEY("jokers", jokers) KEY("rising", rising)
    KEY("ace_high", ace_high) KEY("upcard", upcard) KEY("hand_size", hand_size) KEY("catch", catch_)
    KEY("wait_spread", wait_spread) KEY("wait_hit", wait_hit) KEY("wait_own", wait_own)
    KEY("hits_stack", hits_stack) KEY("no_first_drop", no_first_drop)
    KEY("must_spread", must_spread) KEY("no_hit_books", no_hit_books) KEY("one_hit", one_hit)
    KEY("no_discard_after_hit", no_discard_after_hit) KEY("buried", buried) KEY("use_now", use_now)
    KEY("return_taken", return_taken) KEY("at_once", at_once) KEY("stockout_void", stockout_void)
    KEY("tie_all_paid", tie_all_paid) KEY("no_spread_out", no_spread_out) KEY("booed", booed)
    KEY("hit_voids", hit_voids) KEY("push_up", push_up) KEY("tonk_pays", tonk_pays)
    KEY("needs", needs) KEY("two_spreads", two_spreads) KEY("out_pays", out_pays)
    KEY("natural1", natural[0]) KEY("natural2", natural[1]) KEY("natural_low", natural_low)
    KEY("natural_faces", natural_faces) KEY("short_pack", short_pack)
#undef KEY
    return false;
}

static bool set_plan(Plan *p, const char *key, double v) {
#define KEY(field) if (!strcmp(key, #field)) { p->field = v; return true; }
    KEY(seats) KEY(any_rules) KEY(minutes) KEY(tell) KEY(hands) KEY(epochs) KEY(batch) KEY(deals)
    KEY(keep_every) KEY(rate) KEY(last_rate) KEY(entropy) KEY(last_entropy) KEY(clip) KEY(lambda)
    KEY(past) KEY(plain) KEY(sharp) KEY(seed)
#undef KEY
    return false;
}

static Plan read_plan(int argc, char **argv) {
    Plan p = {.rules = STANDARD, .seats = 2, .minutes = 5, .tell = 60, .hands = 2000, .epochs = 1,
              .batch = 2048, .deals = 5000, .keep_every = 60, .rate = 1e-3, .last_rate = 1e-4,
              .entropy = .02, .last_entropy = .004, .clip = .2, .lambda = .9, .past = .15,
              .plain = .25, .sharp = .1, .seed = 1};
    for (int i = 2; i < argc; i++) {
        char key[50], *equals = strchr(argv[i], '=');
        if (!equals || equals - argv[i] > 40) { fprintf(stderr, "%s: allowed is key=value\n", argv[i]); exit(2); }
        snprintf(key, equals - argv[i] + 1, "%s", argv[i]);
        if (!strcmp(key, "from")) { p.from = equals + 1; continue; }
        double value = atof(equals + 1);
        if (!set_plan(&p, key, value) && !set_rule(&p.rules, key, value)) {
            fprintf(stderr, "%s: no such key\n", key);
            exit(2);
        }
    }
    derive(&p.rules);
    return p;
}

/* The rules and the number of seats of the next hand. */
static int choose_table(const Plan *p, Rules *r, Dice *d) {
    *r = p->rules;
    if (!p->any_rules) return p->seats;
    return p->seats + 0 * below(d, 2);
}
#endif
