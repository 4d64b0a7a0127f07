/* What to train for, and how: the words of the command line. */
#ifndef PLAN_H
#define PLAN_H
#include "game.h"

/* Rules, and so many seats. */
typedef struct { Rules rules; int seats; } Game;

typedef struct {
    Rules rules;
    int seats;
    bool any_rules;          /* a table drawn anew for each hand */
    Game *games;             /* if there are any: each hand is one of these */
    int n_games;
    double minutes, tell;    /* 0 minutes: measure only */
    double all_hands;        /* the end of the training; 0: by minutes */
    int hands, epochs, batch, deals, keep_every;
    double rate, last_rate, entropy, last_entropy, entropy_now, clip, lambda;
    double past, plain;      /* how often the others are the past, or the plain players */
    double hunted;           /* how often they are exploiters */
    double habits;           /* how often a plain player has a habit */
    double odd;              /* how often one of the nets that play each other has a habit */
    double magnet;           /* how strongly the policy is drawn to the mean of its past */
    int warm;                /* so many rounds only the critic learns */
    int generations;         /* of the league; in each the main player and an exploiter train */
    double main_hands, exploiter_hands; /* in one generation */
    int patience;            /* after so many generations an exploiter begins anew */
    double tilt;             /* how often a plain player is the expert, beyond its usual share */
    double inert;            /* how much of the mean of the weights stays, round by round */
    double soften;           /* what the scores of the net to start from are divided by */
    double calm;             /* pulls scores together, so that nothing is ever left untried */
    double sharp;            /* of the greatest chance: what is rarer is not done when measuring */
    int foe;                 /* of the plain players only this one, by its place in train.c */
    const char *from;        /* the net to start from */
    const char *after;       /* the league whose players a new league begins with */
    int hunters;             /* exploiters to begin with, `hunter=PLACE:NET` for each */
    const char *hunter[20];
    const char *prey;        /* a net that all the others play by: how far can it be exploited? */
    const char *tables;      /* the thresholds of the expert, made by tables.py */
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
    KEY("wild", wild) KEY("wild_points", wild_points) KEY("slap", slap) KEY("any_time", any_time)
    KEY("rank_set", rank_set) KEY("suit_set", suit_set) KEY("jokers", jokers) KEY("rising", rising)
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
    KEY("natural3", natural[2]) KEY("natural_faces", natural_faces) KEY("blocks_out", blocks_out)
    KEY("double_double", double_double) KEY("unmatched", unmatched) KEY("drop_at_most", drop_at_most)
    KEY("last_lay", last_lay) KEY("preset", preset)
#undef KEY
    int place, used = 0;
    if (sscanf(key, "turn%d_%n", &place, &used) != 1 || !used || place < 1 || place > NATURALS) return false;
    Natural *n = &r->turn[place - 1];
#define KEY(field) if (!strcmp(key + used, #field)) { n->field = v; return true; }
    KEY(match) KEY(value) KEY(pays) KEY(rank) KEY(open)
#undef KEY
    return false;
}

static bool set_plan(Plan *p, const char *key, double v) {
#define KEY(field) if (!strcmp(key, #field)) { p->field = v; return true; }
    KEY(seats) KEY(any_rules) KEY(minutes) KEY(all_hands) KEY(tell) KEY(hands) KEY(epochs) KEY(batch) KEY(deals)
    KEY(keep_every) KEY(rate) KEY(last_rate) KEY(entropy) KEY(last_entropy) KEY(clip) KEY(lambda)
    KEY(past) KEY(plain) KEY(foe) KEY(tilt) KEY(soften) KEY(inert) KEY(calm) KEY(sharp) KEY(seed)
    KEY(hunted) KEY(habits) KEY(odd) KEY(magnet) KEY(warm) KEY(generations) KEY(main_hands) KEY(exploiter_hands)
    KEY(patience)
#undef KEY
    return false;
}

/* A file with a game in each line, in the words of a command line. */
static void read_games(Plan *p, const char *path) {
    FILE *f = fopen(path, "r");
    char line[4000];
    if (!f) { perror(path); exit(2); }
    while (fgets(line, sizeof line, f)) {
        Game game = {.rules = STANDARD, .seats = 2};
        char *rest = line;
        for (char *word = strtok_r(rest, " \n", &rest); word; word = strtok_r(NULL, " \n", &rest)) {
            char *equals = strchr(word, '=');
            if (equals) *equals = 0;
            double value = equals ? atof(equals + 1) : 0;
            if (equals && !strcmp(word, "seats")) game.seats = value;
            else if (!equals || !set_rule(&game.rules, word, value)) { fprintf(stderr, "%s: %s: no such key\n", path, word); exit(2); }
        }
        derive(&game.rules);
        p->games = realloc(p->games, (p->n_games + 1) * sizeof *p->games);
        p->games[p->n_games++] = game;
    }
    fclose(f);
    if (!p->n_games) { fprintf(stderr, "%s: is empty\n", path); exit(2); }
}

static Plan read_plan(int argc, char **argv) {
    Plan p = {.rules = STANDARD, .seats = 2, .minutes = 5, .tell = 60, .hands = 2000, .epochs = 1,
              .batch = 2048, .deals = 5000, .keep_every = 60, .rate = 1e-3, .last_rate = 1e-4,
              .entropy = .02, .last_entropy = .004, .clip = .2, .lambda = .9, .past = .15,
              .plain = .25, .sharp = .5, .patience = 3, .soften = 1, .inert = .99, .calm = 5e-4, .foe = -1, .seed = 1};
    for (int i = 2; i < argc; i++) {
        char key[50], *equals = strchr(argv[i], '=');
        if (!equals || equals - argv[i] > 40) { fprintf(stderr, "%s: allowed is key=value\n", argv[i]); exit(2); }
        snprintf(key, equals - argv[i] + 1, "%s", argv[i]);
        if (!strcmp(key, "from")) { p.from = equals + 1; continue; }
        if (!strcmp(key, "after")) { p.after = equals + 1; continue; }
        if (!strcmp(key, "tables")) { p.tables = equals + 1; continue; }
        if (!strcmp(key, "games")) { read_games(&p, equals + 1); continue; }
        if (!strcmp(key, "hunter") && p.hunters < 20) { p.hunter[p.hunters++] = equals + 1; continue; }
        if (!strcmp(key, "prey")) { p.prey = equals + 1; continue; }
        double value = atof(equals + 1);
        if (!set_plan(&p, key, value) && !set_rule(&p.rules, key, value)) {
            fprintf(stderr, "%s: no such key\n", key);
            exit(2);
        }
    }
    derive(&p.rules);
    return p;
}

/* The presets as far as the trainer knows their keys; natural counts by seats do not matter much. */
static const char *PRESETS[] = {
    "", "upcard=0", "wait_spread=3 wait_hit=1 wait_own=1", "must_spread=1", "must_spread=2",
    "natural_low=15", "rank_set=7295 natural1=47 natural2=50",
    "natural1=0 natural2=0 natural_faces=1 out_pays=2 catch=8 booed=1 at_once=1",
    "upcard=0 catch=7 hit_voids=1 needs=3 natural1=50 natural2=0 natural_low=13 jokers=2 wild=3 "
    "turn1_match=1 turn1_value=49 turn1_pays=1 turn1_open=1",
    "natural_low=14 wait_hit=1 catch=9", "push_up=1", "jokers=2",
    "rising=1 natural1=0 natural2=0", "hand_size=7 natural1=0 natural2=0",
    "rank_set=7295 natural1=0 natural2=0 hand_size=7", "catch=1",
    "no_hit_books=1 catch=7 natural_low=15",
    "hand_size=0 ace_high=1 wait_hit=1 hits_stack=1 buried=1 catch=3 at_once=1 natural1=0 natural2=0",
    "natural1=0 turn1_match=1 turn1_value=49 turn1_pays=2", "double_double=1", "unmatched=1",
    "hand_size=7 wild=1 wild_points=25 unmatched=1 drop_at_most=5 last_lay=1 natural1=0 natural2=0", "slap=1", "slap=2",
};
enum { N_PRESETS = sizeof PRESETS / sizeof *PRESETS };

/* The presets at which exploiters hunt by turns: those that differ most from each other. */
static const int HUNTED[] = {8, 7, 21, 13, 2, 17, 0, 10, 20, 19, 14, 22};
enum { N_HUNTED = sizeof HUNTED / sizeof *HUNTED };

/* Those that are played more, for they have least in common with the standard game. */
static const int PRACTISED[] = {8, 8, 21, 21, 21, 20, 7, 13, 2, 17, 10, 19, 14, 22};
enum { N_PRACTISED = sizeof PRACTISED / sizeof *PRACTISED };

static void set_rules(Rules *r, const char *words) {
    char text[200], *rest = text;
    snprintf(text, sizeof text, "%s", words);
    for (char *word = strtok_r(rest, " ", &rest); word; word = strtok_r(NULL, " ", &rest)) {
        char *equals = strchr(word, '=');
        *equals = 0;
        if (!set_rule(r, word, atof(equals + 1))) { fprintf(stderr, "%s: no such key\n", word); exit(2); }
    }
}

static void use_preset(Rules *r, int place) {
    *r = STANDARD;
    set_rules(r, PRESETS[place]);
    r->preset = place;
    derive(r);
}

/* The game of that place in the file of games, or else under that preset, between two. */
static void use_table(const Plan *p, int table, Rules *r, int *seats) {
    if (p->n_games) *r = p->games[table].rules, *seats = p->games[table].seats;
    else use_preset(r, table), *seats = 2;
}

/* Where an exploiter hunts that is the `hunts`th: between two, which it learns soonest. */
static int table_to_hunt(const Plan *p, int hunts, Dice *d) {
    if (!p->n_games) return HUNTED[hunts % N_HUNTED];
    for (int tried = 0; ; tried++) {
        int table = below(d, p->n_games);
        if (p->games[table].seats == 2 || tried == 1000) return table;
    }
}

static bool often(Dice *d, double p) { return chance(d) < p; }

/* Some keys anew, as a table might have them. */
static void change_rules(Rules *r, Dice *d) {
    const double p = .12;
    if (often(d, p)) r->upcard = !r->upcard;
    if (often(d, p)) r->wait_spread = below(d, 4);
    if (often(d, p)) r->wait_hit = below(d, 4);
    if (often(d, p)) r->wait_own = below(d, 3);
    if (often(d, p)) r->must_spread = below(d, 3);
    if (often(d, p)) r->catch_ = below(d, CATCHES);
    if (often(d, p)) r->no_first_drop = true;
    if (often(d, p)) r->no_hit_books = true;
    if (often(d, p)) r->one_hit = true;
    if (often(d, p)) r->no_discard_after_hit = true;
    if (often(d, p)) r->use_now = true;
    if (often(d, p)) r->return_taken = true;
    if (often(d, p)) r->at_once = true;
    if (often(d, p)) r->stockout_void = true;
    if (often(d, p)) r->no_spread_out = true;
    if (often(d, p)) r->booed = true;
    if (often(d, p)) r->blocks_out = true;
    if (often(d, p)) r->double_double = true;
    if (often(d, p)) r->unmatched = true;
    if (often(d, p)) r->drop_at_most = 1 + below(d, 15);
    if (often(d, p)) r->last_lay = below(d, 4);
    if (often(d, p)) r->ace_high = true;
    if (often(d, p)) r->wild = below(d, 4), r->wild_points = often(d, .5) ? -1 : (int)below(d, 26);
    if (often(d, p)) r->slap = 1 + below(d, 2);
    if (often(d, p)) r->any_time = true;
    if (often(d, p)) r->jokers = below(d, 5);
    if (often(d, p)) r->tonk_pays = 1 + below(d, 4);
    if (often(d, p)) r->out_pays = 1 + below(d, 3);
    if (often(d, p)) r->needs = below(d, NEEDS);
    if (often(d, p)) r->hit_voids = true;
    if (often(d, p)) r->hand_size = 3 + below(d, 7), r->natural[0] = r->natural[1] = 0;
    if (often(d, p)) r->push_up = true, r->catch_ = C_STANDARD;
    r->natural_low = 0;
    r->preset = -1;
}

/* The rules and the number of seats of the next hand. */
static int choose_table(const Plan *p, Rules *r, Dice *d) {
    if (p->n_games) {
        const Game *game = &p->games[below(d, p->n_games)];
        *r = game->rules;
        return game->seats;
    }
    *r = p->rules;
    if (!p->any_rules) return p->seats;
    int seats = often(d, .6) ? 2 : often(d, .5) ? 3 : often(d, .6) ? 4 : 5 + below(d, 2);
    use_preset(r, often(d, .15) ? 0 : often(d, .5) ? PRACTISED[below(d, N_PRACTISED)] : (int)below(d, N_PRESETS));
    if (often(d, .35)) change_rules(r, d);
    derive(r);
    if (how_many(r->pack) < seats * (dealt(r, seats) + 1) + 1) seats = 2;
    return seats;
}
#endif
