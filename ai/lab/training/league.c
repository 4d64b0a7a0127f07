/* Trains a league: a main player, which meets itself, its past, plain players and exploiters; and exploiters, each of
 * which learns the best response to the main player as it stands. Exploiters stay among the main player's opponents.
 *
 *   league OUT.net [key=value ...]     keys: `Plan` in plan.h
 *
 * The state is saved in OUT.net.league after each generation, and the same command resumes from there. On one machine,
 * the same words give the same nets, interrupted or not. */
#include "learn.h"

/* The state of a league, as saved. */
typedef struct {
    uint64_t plan; /* a digest of the words of the command */
    int generation;
    Dice dice;
    Learner main, exploiter;
    int age, table; /* generations of the exploiter, and where it hunts: a game, or ANY_TABLE */
    Rivals past, exploiters;
} League;

/* Starts a league for heads: from the mean of the main player, with `sets` sets of units for each head, and without
 * exploiters, which were trained in other games. */
static void begin_heads(League *l, int sets) {
    l->main.net = l->main.mean;
    add_sets(&l->main.net.policy, sets);
    l->main.mean = l->main.net;
    memset(&l->main.adam, 0, sizeof l->main.adam);
    memset(&l->exploiters, 0, sizeof l->exploiters);
}

/* Starts a league: from scratch, from a net for its main player, or with all players of another league. */
static void begin(const Plan *plan, League *l) {
    Dice dice;
    seed_dice(&dice, plan->seed);
    if (plan->after) {
        if (!read_state(plan->after, l, sizeof *l)) refuse(plan->after, "cannot be read");
        memset(&l->exploiter, 0, sizeof l->exploiter);
        l->generation = 0;
        if (plan->own) begin_heads(l, plan->own);
        for (int i = 0; i < l->exploiters.n; i++)
            if (l->exploiters.table[i] >= plan->n_games) refuse(plan->after, "its exploiters hunt in games that are not here");
    } else {
        if (plan->own && !plan->from) refuse("own", "needs a net to begin with, from=NET, or a league to come after, after=FILE");
        start_learner(&l->main, &dice);
        if (plan->from) load(plan->from, &l->main.net);
        l->main.mean = l->main.net;
        if (plan->own) begin_heads(l, plan->own);
    }
    for (int i = 0; i < plan->hunters; i++) {
        static Net net;
        char *colon;
        int table = strtol(plan->hunter[i], &colon, 10);
        if (*colon != ':' || table < 0 || table >= plan->n_games)
            refuse(plan->hunter[i], "no such game; expected hunter=GAME:NET with the place of a game in games=");
        load(colon + 1, &net);
        keep_rival(&l->exploiters, &net.policy, .3, table, 0);
    }
    l->dice = dice;
}

/* Starts an exploiter: from scratch, or from the main player with its scores brought closer together, so that it tries
 * what the main player would not. In a league of many games, each exploiter trains in one of them, where it learns
 * faster. */
static void begin_exploiter(const Plan *plan, League *l) {
    start_learner(&l->exploiter, &l->dice);
    l->age = 0;
    l->table = plan->n_games ? table_to_hunt(plan, &l->dice) : ANY_TABLE;
    if (often(&l->dice, plan->fresh)) return;
    l->exploiter.net = l->main.mean;
    soften(&l->exploiter.net.policy, 3);
    l->exploiter.mean = l->exploiter.net;
}

static void sit_at(Plan *plan, int table) {
    if (table == ANY_TABLE) return;
    plan->rules = plan->games[table].rules, plan->seats = plan->games[table].seats;
    plan->n_games = 0;
}

/* Trains the exploiter; returns what it then wins from the main player a hand. */
static double hunt(Plan plan, League *l) {
    if (l->age >= plan.patience || !l->exploiter.rounds) begin_exploiter(&plan, l);
    sit_at(&plan, l->table);
    Others others = {.prey = &l->main.mean.policy};
    plan.rate = plan.last_rate = 1e-3, plan.entropy = .02, plan.last_entropy = .01, plan.magnet = 0;
    plan.inert = .95, plan.own = 0;
    int rounds = plan.exploiter_hands / plan.hands;
    for (int i = 0; i < rounds; i++) train_round(&plan, &l->exploiter, &others, (double)i / rounds, false, &l->dice);
    l->age++;
    double error;
    return measure(&plan, (Player){.policy = &l->exploiter.mean.policy, .sharp = plan.sharp},
                   (Player){.policy = &l->main.mean.policy, .sharp = plan.sharp}, plan.deals, &error);
}

/* Returns the weight of an exploiter that wins `wins` a hand; one that loses clearly is met rarely. */
static double share_of(double wins) { return wins < -.1 ? .03 : wins + .13; }

/* Measures all exploiters again and updates their weights; returns what the best of them wins. */
static double weigh(const Plan *plan, League *l) {
    double most = -9, error;
    for (int i = 0; i < l->exploiters.n; i++) {
        Plan here = *plan;
        sit_at(&here, l->exploiters.table[i]);
        double wins = measure(&here, (Player){.policy = &l->exploiters.policy[i], .sharp = plan->sharp},
                              (Player){.policy = &l->main.mean.policy, .sharp = plan->sharp}, plan->deals / 4, &error);
        l->exploiters.weight[i] = share_of(wins);
        if (wins > most) most = wins;
    }
    return most;
}

static void improve(Plan *plan, League *l) {
    Others others = {.past = &l->past, .exploiters = &l->exploiters};
    int rounds = plan->main_hands / plan->hands;
    for (int i = 0; i < rounds; i++) {
        double done = (l->generation + (double)i / rounds) / plan->generations;
        train_round(plan, &l->main, &others, done, l->main.rounds < plan->warm, &l->dice);
    }
}

int main(int argc, char **argv) {
    static League l;
    char path[1000];
    Plan plan = read_plan(argc, argv);
    if (plan.own < 0 || plan.own > MOST_SETS) refuse("own", "expected 0 to 3");
    snprintf(path, sizeof path, "%s.league", argv[1]);
    if (plan.tables) read_tables(plan.tables);
    weigh_games(&plan);
    uint64_t digest = digest_of(argc, argv, sizeof l);
    if (!read_state(path, &l, sizeof l)) begin(&plan, &l), l.plan = digest;
    if (l.plan != digest) refuse(path, "a league of another command; expected the command that began it");
    while (l.generation < plan.generations) {
        double wins = hunt(plan, &l);
        keep_rival(&l.exploiters, &l.exploiter.mean.policy, share_of(wins), l.table, least_rival(&l.exploiters));
        printf("generation %d of %d: exploiter of age %d at %d wins %+.3f,", l.generation + 1, plan.generations, l.age, l.table, wins);
        fflush(stdout);
        improve(&plan, &l);
        keep_rival(&l.past, &l.main.mean.policy, 1, ANY_TABLE, below(&l.dice, MOST_RIVALS));
        l.generation++;
        printf(" the best of %d then %+.3f; main:", l.exploiters.n, weigh(&plan, &l));
        save(argv[1], &l.main.mean, sizeof l.main.mean);
        save(path, &l, sizeof l);
        report(&plan, &l.main.mean.policy, NULL, plan.deals);
    }
    return 0;
}
