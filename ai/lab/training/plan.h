/* Settings of the trainer: the words of its command line. */
#ifndef PLAN_H
#define PLAN_H
#include "game.h"

enum { MOST_THREADS = 64 };

/* Rules and a number of seats. */
typedef struct { Rules rules; int seats; } Game;

typedef struct {
    Rules rules;
    int seats;
    Game *games;             /* each hand is drawn from these, if there are any */
    int n_games;
    double minutes, tell;    /* of training, 0 to measure only; seconds between reports */
    double all_hands;        /* number of hands to train for; 0: train for `minutes` */
    int hands, epochs, batch, deals, keep_every;
    int threads;             /* each plays and learns its part of a round; another number only rounds otherwise */
    double rate, last_rate, entropy, last_entropy, entropy_now, clip, lambda;
    double past, plain;      /* probability that the others are past selves, or plain players */
    double hunted;           /* probability that they are exploiters */
    double habits;           /* probability that a plain player has a habit */
    double odd;              /* probability that one of the nets in self-play has a habit */
    double magnet;           /* how strongly the policy is drawn to the mean of its past */
    int warm;                /* number of first rounds in which only the critic learns */
    int generations;         /* of the league; in each, the main player and an exploiter train */
    double main_hands, exploiter_hands; /* in one generation */
    int own;                 /* if positive, heads get this many sets of units of their own, and only heads learn */
    double fresh;            /* probability that an exploiter starts from scratch */
    int patience;            /* number of generations after which an exploiter is replaced */
    double tilt;             /* additional probability that a plain player is the expert */
    double greedy, tuned;    /* the same for greedy8, and for tuned if it is not greedy8 */
    double inert;            /* upper bound on the weight of the old mean of the weights, in each round */
    double soften;           /* divisor of the scores of the net to start from */
    double calm;             /* pulls scores together, so that no action is left untried for good */
    double sharp;            /* when measuring, actions less likely than this fraction of the likeliest are left out */
    int foe;                 /* the only plain player to meet, as an index of PLAIN in bots.h; -1: all */
    const char *from;        /* the net to start from */
    const char *after;       /* the league whose players a new league starts with */
    int hunters;             /* exploiters to start with, each given as `hunter=GAME:NET` */
    const char *hunter[20];
    const char *prey;        /* the net that all others play by, to learn how far it can be exploited */
    const char *tables;      /* the expert's drop tables, written by trainer_input.py */
    uint64_t seed;
} Plan;

/* Returns what a hand was worth to a seat, in stakes divided by the rules' `swing`. */
static double reward_of(const Hand *h, int seat) {
    double swing = rules_of(h)->swing > 0 ? rules_of(h)->swing : 1;
    if (!is_push_up(h->rules)) return pay_of(h, seat) / swing;
    double others = 0;
    for (int s = 0; s < h->seats; s++) if (s != seat) others += pay_of(h, s);
    return (pay_of(h, seat) - others / (h->seats - 1)) / 15 / swing;
}

static bool set_rule(Rules *r, const char *key, const char *value) {
    if (!strcmp(key, "keys")) return read_rules(r, value);
    if (!strcmp(key, "preset")) r->preset = atoi(value);
    else if (!strcmp(key, "family")) r->family = atoi(value);
    else return false;
    return true;
}

static bool set_plan(Plan *p, const char *key, double v) {
#define KEY(field) if (!strcmp(key, #field)) { p->field = v; return true; }
    KEY(seats) KEY(minutes) KEY(all_hands) KEY(tell) KEY(hands) KEY(epochs) KEY(batch) KEY(deals)
    KEY(keep_every) KEY(rate) KEY(last_rate) KEY(entropy) KEY(last_entropy) KEY(clip) KEY(lambda)
    KEY(past) KEY(plain) KEY(foe) KEY(tilt) KEY(greedy) KEY(tuned) KEY(soften) KEY(inert) KEY(calm) KEY(sharp) KEY(seed)
    KEY(hunted) KEY(habits) KEY(odd) KEY(magnet) KEY(warm) KEY(generations) KEY(main_hands) KEY(exploiter_hands)
    KEY(patience) KEY(fresh) KEY(own) KEY(threads)
#undef KEY
    return false;
}

/* Reads a file with a game in each line, in the words of a command line. */
static void read_games(Plan *p, const char *path) {
    FILE *f = fopen(path, "r");
    char line[16000];
    if (!f) { perror(path); exit(2); }
    while (fgets(line, sizeof line, f)) {
        Game game = {.rules = standard(), .seats = 2};
        char *rest = line;
        for (char *word = strtok_r(rest, " \n", &rest); word; word = strtok_r(NULL, " \n", &rest)) {
            char *equals = strchr(word, '=');
            if (equals) *equals = 0;
            if (equals && !strcmp(word, "seats")) game.seats = atoi(equals + 1);
            else if (!equals || !set_rule(&game.rules, word, equals + 1)) { fprintf(stderr, "%s: %s: no such key\n", path, word); exit(2); }
        }
        p->games = realloc(p->games, (p->n_games + 1) * sizeof *p->games);
        p->games[p->n_games++] = game;
    }
    fclose(f);
    if (!p->n_games) { fprintf(stderr, "%s: is empty\n", path); exit(2); }
}

static Plan read_plan(int argc, char **argv) {
    Plan p = {.rules = standard(), .seats = 2, .minutes = 5, .tell = 60, .hands = 2000, .epochs = 1,
              .batch = 2048, .deals = 5000, .keep_every = 60, .rate = 1e-3, .last_rate = 1e-4,
              .entropy = .02, .last_entropy = .004, .clip = .2, .lambda = .9, .past = .15,
              .plain = .25, .sharp = .5, .patience = 3, .fresh = .5, .soften = 1, .inert = .99, .calm = 5e-4, .foe = -1, .threads = 1, .seed = 1};
    for (int i = 2; i < argc; i++) {
        char key[50], *equals = strchr(argv[i], '=');
        if (!equals || equals - argv[i] > 40) { fprintf(stderr, "%s: expected key=value\n", argv[i]); exit(2); }
        snprintf(key, equals - argv[i] + 1, "%s", argv[i]);
        if (!strcmp(key, "from")) { p.from = equals + 1; continue; }
        if (!strcmp(key, "after")) { p.after = equals + 1; continue; }
        if (!strcmp(key, "tables")) { p.tables = equals + 1; continue; }
        if (!strcmp(key, "games")) { read_games(&p, equals + 1); continue; }
        if (!strcmp(key, "hunter") && p.hunters < 20) { p.hunter[p.hunters++] = equals + 1; continue; }
        if (!strcmp(key, "prey")) { p.prey = equals + 1; continue; }
        double value = atof(equals + 1);
        if (!set_plan(&p, key, value) && !set_rule(&p.rules, key, equals + 1)) {
            fprintf(stderr, "%s: no such key\n", key);
            exit(2);
        }
    }
    if (p.threads < 1 || p.threads > MOST_THREADS) {
        fprintf(stderr, "threads: expected 1 to %d\n", MOST_THREADS);
        exit(2);
    }
    return p;
}

/* Returns game number `table` of the file of games. */
static void use_table(const Plan *p, int table, const Rules **r, int *seats) {
    *r = &p->games[table].rules, *seats = p->games[table].seats;
}

/* Returns the number of a random game for an exploiter: one for two seats, which it learns soonest. */
static int table_to_hunt(const Plan *p, Dice *d) {
    for (int tried = 0; ; tried++) {
        int table = below(d, p->n_games);
        if (p->games[table].seats == 2 || tried == 1000) return table;
    }
}

static bool often(Dice *d, double p) { return chance(d) < p; }

/* Draws the rules and the number of seats of the next hand. */
static int choose_table(const Plan *p, const Rules **r, Dice *d) {
    int seats = p->seats;
    *r = &p->rules;
    if (p->n_games) use_table(p, below(d, p->n_games), r, &seats);
    return seats;
}
#endif
