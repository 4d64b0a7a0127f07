/* Trains a network against itself, its past and plain players, or, with `prey`, as the best response to a fixed net.
 *
 *   train OUT.net [key=value ...]      keys: `Plan` in plan.h
 *
 * The state is saved in OUT.net.training with each report, and the same command resumes from there. On one machine, the
 * same words give the same net, interrupted or not, if they give a number of hands. */
#include <time.h>
#include "learn.h"

/* The state of a training, as saved. */
typedef struct {
    uint64_t plan; /* a digest of the words of the command */
    double seconds, hands, spread;
    Dice dice;
    Learner learner;
    Rivals past;
} Training;

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec + t.tv_nsec * 1e-9;
}

static void begin(const Plan *plan, Training *t) {
    seed_dice(&t->dice, plan->seed);
    start_learner(&t->learner, &t->dice);
    if (plan->from) load(plan->from, &t->learner.net);
    soften(&t->learner.net.policy, plan->soften);
    t->learner.mean = t->learner.net;
}

static void keep(const char *out, const char *path, const Training *t) {
    save(out, &t->learner.mean, sizeof t->learner.mean);
    save(path, t, sizeof *t);
}

int main(int argc, char **argv) {
    static Training t;
    static Net prey;
    char path[1000];
    Plan plan = read_plan(argc, argv);
    snprintf(path, sizeof path, "%.980s.training", argv[1]);
    if (plan.tables) read_tables(plan.tables);
    weigh_games(&plan);
    if (plan.prey) load(plan.prey, &prey);
    Others others = {.prey = plan.prey ? &prey.policy : NULL, .past = &t.past};
    if (plan.minutes <= 0 && plan.all_hands <= 0) {
        begin(&plan, &t);
        report(&plan, &t.learner.net.policy, others.prey, plan.deals);
        return 0;
    }
    uint64_t digest = digest_of(argc, argv, sizeof t);
    if (!read_state(path, &t, sizeof t)) begin(&plan, &t), t.plan = digest;
    if (t.plan != digest) refuse(path, "a training of another command; expected the command that began it");
    spread_now = t.spread;
    double before = t.seconds, began = now(), told = before;
    for (;;) {
        double done = plan.all_hands > 0 ? t.hands / plan.all_hands : t.seconds / 60 / plan.minutes;
        if (done >= 1) break;
        double entropy = train_round(&plan, &t.learner, &others, done, t.learner.rounds < plan.warm, &t.dice);
        t.hands += plan.hands;
        t.seconds = before + now() - began;
        t.spread = spread_now;
        if (t.learner.rounds % plan.keep_every == 0)
            keep_rival(&t.past, &t.learner.net.policy, 1, ANY_TABLE, below(&t.dice, MOST_RIVALS));
        if (t.seconds - told > plan.tell) {
            printf("%5.1f min %9.0f hands, ", t.seconds / 60, t.hands);
            printf("entropy %.3f, critic %.3f:", entropy, spread_now);
            report(&plan, &t.learner.mean.policy, others.prey, plan.deals);
            keep(argv[1], path, &t);
            told = t.seconds;
        }
    }
    printf("end, %.0f hands:", t.hands);
    report(&plan, &t.learner.mean.policy, others.prey, plan.deals * 4);
    keep(argv[1], path, &t);
}
