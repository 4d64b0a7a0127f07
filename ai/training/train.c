/* Trains the network by playing against itself, its past, and the plain players.
 *
 *   train OUT.net [key=value ...]      keys: see `struct Plan` below
 *
 * Proximal policy gradient; the critic sees all cards, so that luck is mostly told from skill. */
#include <time.h>
#include "bots.h"
#include "net.h"
#include "plan.h"

#define MOST_STEPS 400000

/* `drop` is what dropping would bring at once; `drops` where it can be done, or -1. */
typedef struct { int n, chosen, drops; float chance, value, target, edge, drop; long at; } Step;

static const Temper *PLAIN[] = {&REGULAR, &EXPERT, &TUNED, &GREEDY8, &STAYER, &RANDOM};
enum { N_PLAIN = sizeof PLAIN / sizeof *PLAIN };
static Net prey;

static Step steps[MOST_STEPS];
static float *pool;
static long pool_used;
static const long POOL = 400l * 1000 * 1000 / 4 * 2;
static int n_steps;
static double spread_now; /* how far off the critic is, in stakes */

typedef struct { const Policy *policy; const Temper *temper; bool learns; } Player;

static int act_by_policy(const Policy *p, const Hand *h, const Action *a, int n, Dice *dice,
                         double sharp, float *state, float *actions, Trace *t) {
    Eye e = look(h, h->turn);
    state_features(&e, state);
    for (int i = 0; i < n; i++) action_features(&e, a[i], actions + i * ACTION_FEATURES);
    policy_forward(p, state, actions, n, t);
    if (sharp > 0) { /* leave out what is rarely done */
        float most = 0, sum = 0, cut[WIDEST];
        for (int i = 0; i < n; i++) if (t->chance[i] > most) most = t->chance[i];
        for (int i = 0; i < n; i++) sum += cut[i] = t->chance[i] < sharp * most ? 0 : t->chance[i];
        double spot = chance(dice) * sum;
        for (int i = 0; i < n; i++) if ((spot -= cut[i]) < 0) return i;
    }
    double spot = chance(dice);
    for (int i = 0; i < n; i++) if ((spot -= t->chance[i]) < 0) return i;
    return n - 1;
}

static int remember(const Net *net, const Hand *h, const Action *a, int n, Dice *dice) {
    static Trace t;
    float first[C1], second[C2];
    float *state = pool + pool_used, *actions = state + CRITIC_FEATURES;
    Eye e = look(h, h->turn);
    int chosen = act_by_policy(&net->policy, h, a, n, dice, 0, state, actions, &t);
    oracle_features(&e, state + STATE_FEATURES);
    Step *s = &steps[n_steps++];
    *s = (Step){.n = n, .chosen = chosen, .chance = t.chance[chosen], .at = pool_used};
    s->drops = find_type(a, n, T_DROP);
    if (s->drops >= 0) {
        Hand end = *h;
        play(&end, a[s->drops]);
        s->drop = reward_of(&end, h->turn);
    }
    s->value = critic_forward(&net->critic, state, first, second);
    pool_used += CRITIC_FEATURES + n * ACTION_FEATURES;
    return chosen;
}

static void play_on(Hand *h, const Net *net, const Player *players, Dice *dice, double sharp,
                    int chains[][400], int *lengths) {
    static Trace t;
    static float state[STATE_FEATURES], actions[WIDEST * ACTION_FEATURES];
    while (h->phase != P_OVER) {
        Action a[MOST_ACTIONS];
        int n = legal(h, a), seat = h->turn, k = 0;
        Action *from = a;
        if (n > WIDEST) from = a + n - WIDEST, n = WIDEST;
        const Player *p = &players[seat];
        if (n > 1) {
            if (p->temper) k = tempered(h, p->temper, from, n, dice);
            else if (p->learns && lengths[seat] < 400) {
                chains[seat][lengths[seat]++] = n_steps;
                k = remember(net, h, from, n, dice);
            } else k = act_by_policy(p->policy, h, from, n, dice, sharp, state, actions, &t);
        }
        play(h, from[k]);
    }
}

/* What each decision was worth beyond what the critic had expected. */
static void credit(const int *chain, int length, double reward, double lambda) {
    double edge = 0, next = reward;
    for (int i = length - 1; i >= 0; i--) {
        Step *s = &steps[chain[i]];
        edge = next - s->value + (i == length - 1 ? 0 : lambda * edge);
        s->edge = edge;
        s->target = edge + s->value;
        next = s->value;
    }
}

/* A plain player, the better ones more often. */
static Temper anybody(Dice *dice) {
    double which = chance(dice);
    if (which < .14) return which < .04 ? RANDOM : which < .09 ? GREEDY8 : STAYER;
    if (which < .34) return which < .20 ? REGULAR : TUNED;
    if (which < .50) return somebody(dice);
    Temper expert = EXPERT;
    if (which < .70) expert.boldness = .85 + .3 * chance(dice);
    return expert;
}

static void play_and_learn(const Plan *plan, const Net *net, const Policy *past, int n_past, Dice *dice) {
    static int chains[MOST_SEATS][400];
    int lengths[MOST_SEATS] = {0};
    Rules rules;
    int seats = choose_table(plan, &rules, dice);
    Temper people[MOST_SEATS];
    Player players[MOST_SEATS];
    double kind = chance(dice);
    int learner = below(dice, seats);
    for (int s = 0; s < seats; s++) {
        players[s] = (Player){.policy = &net->policy, .learns = true};
        if (plan->prey && s != learner) players[s] = (Player){.policy = &prey.policy};
        if (plan->prey || s == learner || kind >= plan->past + plan->plain) continue;
        if (seats > 2 && chance(dice) < .3) continue;
        if (kind < plan->past && n_past) {
            players[s] = (Player){.policy = &past[below(dice, n_past)]};
            continue;
        }
        people[s] = plan->foe >= 0 ? *PLAIN[plan->foe]
                    : chance(dice) < plan->tilt ? EXPERT : anybody(dice);
        players[s] = (Player){.temper = &people[s]};
    }
    Hand h;
    deal(&h, &rules, seats, dice);
    play_on(&h, net, players, dice, 0, chains, lengths);
    for (int s = 0; s < seats; s++)
        if (lengths[s]) credit(chains[s], lengths[s], reward_of(&h, s), plan->lambda);
}

static double learn_from(const Plan *plan, const Step *s, const Net *net, Net *grad, double spread) {
    static Trace t;
    float first[C1], second[C2], slope[WIDEST];
    const float *x = pool + s->at, *actions = x + CRITIC_FEATURES;
    policy_forward(&net->policy, x, actions, s->n, &t);
    double edge = s->edge / spread, drop = (s->drop - s->value) / spread, ratio = t.chance[s->chosen] / s->chance, entropy = 0;
    bool clipped = edge > 0 ? ratio > 1 + plan->clip : ratio < 1 - plan->clip;
    for (int i = 0; i < s->n; i++) entropy -= t.chance[i] * logf(t.chance[i] + 1e-9f);
    float middle = 0;
    for (int i = 0; i < s->n; i++) middle += t.score[i] / s->n;
    for (int i = 0; i < s->n; i++) {
        float p = t.chance[i];
        slope[i] = plan->entropy_now * p * (logf(p + 1e-9f) + entropy) +
                   plan->calm * (t.score[i] - middle);
        if (s->drops >= 0) slope[i] -= t.chance[s->drops] * drop * ((i == s->drops) - p);
        if (!clipped && s->chosen != s->drops) slope[i] -= ratio * edge * ((i == s->chosen) - p);
    }
    policy_backward(&net->policy, x, actions, s->n, &t, slope, &grad->policy);
    float value = critic_forward(&net->critic, x, first, second);
    critic_backward(&net->critic, x, first, second, value - s->target, &grad->critic);
    return entropy;
}

static double learn(const Plan *plan, Net *net, Net *grad, Adam *adam, double rate, Dice *dice) {
    static int order[MOST_STEPS];
    double square = 0, entropy = 0;
    for (int i = 0; i < n_steps; i++) order[i] = i, square += steps[i].edge * steps[i].edge;
    double spread = sqrt(square / n_steps) + 1e-6;
    for (int epoch = 0; epoch < plan->epochs; epoch++) {
        for (int i = n_steps - 1; i > 0; i--) {
            int j = below(dice, i + 1), swap = order[i];
            order[i] = order[j], order[j] = swap;
        }
        for (int start = 0; start < n_steps; start += plan->batch) {
            turn_over(net);
            int end = start + plan->batch < n_steps ? start + plan->batch : n_steps;
            for (int i = start; i < end; i++)
                entropy += learn_from(plan, &steps[order[i]], net, grad, spread);
            adam_step(net, grad, adam, rate, 1.0 / (end - start));
        }
    }
    spread_now = .95 * spread_now + .05 * spread;
    return entropy / n_steps / plan->epochs;
}

/* What the policy wins from `temper`, each deal played in both seatings. */
static double measure(const Plan *plan, const Net *net, const Temper *temper, int deals, double sharp,
                      double *error) {
    Dice dice;
    seed_dice(&dice, 99);
    double sum = 0, squares = 0;
    int none[MOST_SEATS] = {0};
    for (int i = 0; i < deals; i++) {
        Rules rules = plan->rules;
        Hand start;
        deal(&start, &rules, plan->seats, &dice);
        double won = 0;
        for (int seat = 0; seat < plan->seats; seat++) {
            Hand h = start;
            Player players[MOST_SEATS];
            for (int s = 0; s < plan->seats; s++)
                players[s] = s == seat ? (Player){.policy = &net->policy}
                             : temper  ? (Player){.temper = temper} : (Player){.policy = &prey.policy};
            play_on(&h, net, players, &dice, sharp, NULL, none);
            won += reward_of(&h, seat) / plan->seats;
        }
        sum += won, squares += won * won;
    }
    *error = 1.96 * sqrt((squares / deals - sum * sum / deals / deals) / deals);
    return sum / deals;
}

static void report(const Plan *plan, const Net *net, int deals) {
    const char *names[] = {"regular", "expert", "tuned", "greedy8", "stayer", "random", "prey"};
    for (int i = plan->prey ? N_PLAIN : 0; i < N_PLAIN + (plan->prey != NULL); i++) {
        const Temper *temper = i < N_PLAIN ? PLAIN[i] : NULL;
        double error, mean = measure(plan, net, temper, deals, plan->sharp, &error);
        printf(" %s %+.3f~%.3f", names[i], mean, error);
    }
    printf("\n");
    fflush(stdout);
}

/* Against the expert under every preset, for so many seats. */
static void report_presets(Plan plan, const Net *net, int seats) {
    double sum = 0, least = 9, error;
    printf("      %d seats:", seats);
    for (int i = 0; i < N_PRESETS; i++) {
        use_preset(&plan.rules, i);
        plan.seats = seats;
        double mean = measure(&plan, net, &EXPERT, plan.deals / 4, plan.sharp, &error);
        printf(" %+.3f", mean);
        sum += mean / N_PRESETS;
        least = mean < least ? mean : least;
    }
    printf(" (~%.3f) mean %+.3f least %+.3f\n", error, sum, least);
    fflush(stdout);
}

static void save(const char *path, const Net *net) {
    char part[1000];
    snprintf(part, sizeof part, "%s.part", path);
    FILE *f = fopen(part, "wb");
    if (!f || fwrite(net, sizeof *net, 1, f) != 1) { perror(path); exit(1); }
    fclose(f);
    rename(part, path);
}

/* Only the policy where the critic is of another size. */
static void load(const char *path, Net *net) {
    FILE *f = fopen(path, "rb");
    if (!f || fread(&net->policy, sizeof net->policy, 1, f) != 1) { perror(path); exit(1); }
    Critic critic;
    if (fread(&critic, sizeof critic, 1, f) == 1) net->critic = critic;
    fclose(f);
}

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec + t.tv_nsec * 1e-9;
}

int main(int argc, char **argv) {
    static Net net, grad, mean; /* the mean of late is steadier than the latest */
    static Adam adam;
    static Policy past[40];
    int n_past = 0;
    Plan plan = read_plan(argc, argv);
    Dice dice;
    seed_dice(&dice, plan.seed);
    pool = malloc(POOL * sizeof *pool);
    if (plan.tables) read_tables(plan.tables);
    if (plan.prey) load(plan.prey, &prey);
    init_net(&net, &dice);
    if (plan.from) load(plan.from, &net);
    for (int j = 0; j < H2; j++) net.policy.last[j] /= plan.soften;
    if (plan.minutes <= 0) {
        report(&plan, &net, plan.deals);
        if (plan.any_rules)
            for (int seats = 2; seats < 5; seats++) report_presets(plan, &net, seats);
        return 0;
    }
    mean = net;
    double began = now(), told = began;
    long hands = 0;
    for (int round = 0;; round++) {
        double done = (now() - began) / 60 / plan.minutes;
        if (done >= 1) break;
        double rate = plan.rate * (1 - done) + plan.last_rate * done;
        plan.entropy_now = plan.entropy * pow(plan.last_entropy / plan.entropy, done);
        n_steps = 0, pool_used = 0;
        for (int i = 0; i < plan.hands && n_steps < MOST_STEPS - 2000 && pool_used < POOL - 4000000; i++) {
            play_and_learn(&plan, &net, past, n_past, &dice);
            hands++;
        }
        double entropy = learn(&plan, &net, &grad, &adam, rate, &dice);
        for (int i = 0; i < N_WEIGHTS; i++)
            ((float *)&mean)[i] += (1 - plan.inert) * (((float *)&net)[i] - ((float *)&mean)[i]);
        if (round % plan.keep_every == plan.keep_every - 1) {
            int place = n_past < 40 ? n_past++ : (int)below(&dice, 40);
            past[place] = net.policy;
        }
        if (now() - told > plan.tell) {
            printf("%5.1f min %9ld hands, entropy %.3f, critic %.3f:", (now() - began) / 60, hands, entropy, spread_now);
            report(&plan, &mean, plan.deals);
            if (plan.any_rules) report_presets(plan, &mean, 2), report_presets(plan, &mean, 3);
            save(argv[1], &mean);
            told = now();
        }
    }
    printf("end, %ld hands:", hands);
    report(&plan, &mean, plan.deals * 4);
    save(argv[1], &mean);
}
