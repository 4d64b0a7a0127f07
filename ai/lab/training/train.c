/* Trains a network against itself, its past and plain players, or, with `prey`, as the best response to a fixed net.
 *
 *   train OUT.net [key=value ...]      keys: `Plan` in plan.h */
#include <time.h>
#include "learn.h"

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec + t.tv_nsec * 1e-9;
}

int main(int argc, char **argv) {
    static Learner learner;
    static Rivals past;
    static Net prey;
    Plan plan = read_plan(argc, argv);
    Dice dice;
    seed_dice(&dice, plan.seed);
    if (plan.tables) read_tables(plan.tables);
    weigh_games(&plan);
    if (plan.prey) load(plan.prey, &prey);
    Others others = {.prey = plan.prey ? &prey.policy : NULL, .past = &past};
    start_learner(&learner, &dice);
    if (plan.from) load(plan.from, &learner.net);
    soften(&learner.net.policy, plan.soften);
    learner.mean = learner.net;
    if (plan.minutes <= 0 && plan.all_hands <= 0) {
        report(&plan, &learner.net.policy, others.prey, plan.deals);
        return 0;
    }
    double began = now(), told = began, hands = 0;
    for (;;) {
        double done = plan.all_hands > 0 ? hands / plan.all_hands : (now() - began) / 60 / plan.minutes;
        if (done >= 1) break;
        double entropy = train_round(&plan, &learner, &others, done, learner.rounds < plan.warm, &dice);
        hands += plan.hands;
        if (learner.rounds % plan.keep_every == 0) keep_rival(&past, &learner.net.policy, 1, ANY_TABLE, below(&dice, MOST_RIVALS));
        if (now() - told > plan.tell) {
            printf("%5.1f min %9.0f hands, ", (now() - began) / 60, hands);
            printf("entropy %.3f, critic %.3f:", entropy, spread_now);
            report(&plan, &learner.mean.policy, others.prey, plan.deals);
            save(argv[1], &learner.mean, sizeof learner.mean);
            told = now();
        }
    }
    printf("end, %.0f hands:", hands);
    report(&plan, &learner.mean.policy, others.prey, plan.deals * 4);
    save(argv[1], &learner.mean, sizeof learner.mean);
}
