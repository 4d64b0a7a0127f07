/* Training by proximal policy optimization: hands played by several players, and the steps learnt from them. The
 * critic sees all cards, which separates most of the luck from skill. */
#ifndef LEARN_H
#define LEARN_H
#include "bots.h"
#include "net.h"
#include "plan.h"

/* A decision to learn from; `drop` is what dropping would bring at once, `drops` the index of that action, or -1;
 * `inputs` those of the critic and then of each action. */
typedef struct { int n, chosen, drops, family; float chance, value, target, edge, drop; const float *inputs; } Step;

/* What one thread remembers of a round: its steps and their inputs. */
enum { MOST_STEPS = 400000, MOST_INPUTS = 200000000 };
typedef struct { Step *steps; float *inputs; int n; long used; } Memory;

static Memory memories[MOST_THREADS];
static Step **order; /* all steps, in the order in which they are learnt */
static double spread_now; /* how far off the critic is, in stakes: a running mean of the RMS advantage */

static void *reserve(size_t size) {
    void *made = malloc(size);
    if (!made) { fprintf(stderr, "out of memory\n"); exit(1); }
    return made;
}

static void reserve_memories(int threads) {
    for (Memory *m = memories; m < memories + threads; m++)
        m->steps = reserve(MOST_STEPS * sizeof *m->steps), m->inputs = reserve(MOST_INPUTS * sizeof *m->inputs);
    order = reserve((size_t)threads * MOST_STEPS * sizeof *order);
}

/* A player at the table: a plain player, or a net that leaves out actions less likely than `sharp` times the
 * likeliest. Decisions of a player that `learns` are remembered. */
typedef struct { const Policy *policy; const Temper *temper; bool learns; double sharp; Habit habit; } Player;

/* Nets to play against, with probabilities proportional to their weights; each in one game, given as its number in the
 * file of games, or at any table. */
#ifndef MOST_RIVALS
#define MOST_RIVALS 40
#endif
enum { ANY_TABLE = -1 };
typedef struct {
    int n, table[MOST_RIVALS];
    double weight[MOST_RIVALS];
    Policy policy[MOST_RIVALS];
} Rivals;

/* Adds a net; if there is no room, it replaces the one at `place`. */
static void keep_rival(Rivals *rivals, const Policy *policy, double weight, int table, int place) {
    if (rivals->n < MOST_RIVALS) place = rivals->n++;
    rivals->policy[place] = *policy;
    rivals->weight[place] = weight;
    rivals->table[place] = table;
}

/* Returns the place of the net with the least weight. */
static int least_rival(const Rivals *rivals) {
    int place = 0;
    for (int i = 1; i < rivals->n; i++) if (rivals->weight[i] < rivals->weight[place]) place = i;
    return place;
}

/* Draws a net by weight; returns its place. */
static int one_of(const Rivals *rivals, Dice *dice) {
    double sum = 0;
    for (int i = 0; i < rivals->n; i++) sum += rivals->weight[i];
    double spot = chance(dice) * sum;
    for (int i = 0; i < rivals->n; i++) if ((spot -= rivals->weight[i]) < 0) return i;
    return rivals->n - 1;
}

/* The opponents of a net in training. If `prey` is set, it is the only one, and the net learns the best response. */
typedef struct { const Policy *prey; const Rivals *past, *exploiters; } Others;

static int act_by_policy(const Policy *p, const Hand *h, const Action *a, int n, Dice *dice,
                         double sharp, float *state, float *actions, Trace *t) {
    Eye e = look(h, actor(h));
    state_features(&e, state);
    for (int i = 0; i < n; i++) action_features(&e, a[i], actions + i * ACTION_FEATURES);
    policy_forward(p, rules_of(h)->family, state, actions, n, t);
    if (sharp > 0) { /* leave out unlikely actions */
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

static int remember(Memory *m, const Net *net, const Hand *h, const Action *a, int n, Dice *dice) {
    Trace t;
    float first[C1], second[C2];
    float *state = m->inputs + m->used, *actions = state + CRITIC_FEATURES;
    Eye e = look(h, actor(h));
    int chosen = act_by_policy(&net->policy, h, a, n, dice, 0, state, actions, &t);
    oracle_features(&e, state + STATE_FEATURES);
    Step *s = &m->steps[m->n++];
    *s = (Step){.n = n, .chosen = chosen, .family = rules_of(h)->family, .chance = t.chance[chosen], .inputs = state};
    s->drops = find_type(a, n, TONK_DROP);
    if (s->drops >= 0) {
        Hand end;
        copy_hand(&end, h);
        play(&end, a[s->drops]);
        play_last_lays(&end);
        s->drop = reward_of(&end, actor(h));
    }
    s->value = critic_forward(&net->critic, state, first, second);
    m->used += CRITIC_FEATURES + n * ACTION_FEATURES;
    return chosen;
}

/* Plays a hand to its end; `m` gets the steps of seats that learn, `chains` their indices for each seat. */
static void play_on(Hand *h, const Net *net, const Player *players, Dice *dice, Memory *m,
                    int chains[][400], int *lengths) {
    Trace t;
    float state[STATE_FEATURES], actions[WIDEST * ACTION_FEATURES];
    while (h->phase != TONK_OVER) {
        Action a[MOST_ACTIONS];
        int n = legal(h, a), seat = actor(h), k = 0;
        Action *from = a, ruled;
        if (goes_by_rule(h, a, &ruled)) {
            play(h, ruled);
            continue;
        }
        if (n > WIDEST) from = a + n - WIDEST, n = WIDEST;
        const Player *p = &players[seat];
        if (!p->temper && holds_now(h, &p->habit, from, n))
            while (from->type == TONK_SPREAD || from->type == TONK_HIT) from++, n--;
        if (n > 1) {
            if (!p->temper && takes_now(h, &p->habit, from, n)) k = find_type(from, n, TONK_TAKE);
            else if (p->temper) k = tempered(h, p->temper, from, n, dice);
            else if (p->learns && lengths[seat] < 400) {
                chains[seat][lengths[seat]++] = m->n;
                k = remember(m, net, h, from, n, dice);
            } else k = act_by_policy(p->policy, h, from, n, dice, p->sharp, state, actions, &t);
        }
        play(h, from[k]);
    }
}

/* Computes the advantage and the critic's target of each step in a chain, by generalized advantage estimation. */
static void credit(Step *steps, const int *chain, int length, double reward, double lambda) {
    double edge = 0, next = reward;
    for (int i = length - 1; i >= 0; i--) {
        Step *s = &steps[chain[i]];
        edge = next - s->value + (i == length - 1 ? 0 : lambda * edge);
        s->edge = edge;
        s->target = edge + s->value;
        next = s->value;
    }
}

/* Returns a random habit for a net, to reach positions that self-play would not. */
static Habit some_habit(Dice *dice) {
    Habit h = {0};
    if (chance(dice) < .7) h.takes_first = 1 + below(dice, 6);
    if (!h.takes_first || chance(dice) < .6) h.holds = 1 + below(dice, 3);
    return h;
}

/* Seats the players of a hand; `hunter`, if not NULL, mostly gets all seats but one. */
static void seat_others(const Plan *plan, const Net *net, const Others *others, const Policy *hunter, int seats,
                        Player *players, Temper *people, Dice *dice) {
    bool has_past = others->past && others->past->n, is_hunted = others->exploiters && others->exploiters->n;
    double past = has_past ? plan->past : 0, hunted = is_hunted ? plan->hunted : 0;
    double kind = hunter ? past : chance(dice) * (1 - hunted);
    if (!hunter && kind >= past) kind += hunted;
    int learner = below(dice, seats);
    int odd = chance(dice) < plan->odd ? (int)below(dice, seats) : -1;
    for (int s = 0; s < seats; s++) {
        players[s] = (Player){.policy = &net->policy, .learns = true};
        if (s == odd && kind >= past + hunted + plan->plain && !others->prey) players[s].habit = some_habit(dice);
        if (others->prey && s != learner) players[s] = (Player){.policy = others->prey, .sharp = plan->sharp};
        if (others->prey || s == learner || kind >= past + hunted + plan->plain) continue;
        if (seats > 2 && chance(dice) < .3) continue;
        if (kind < past) players[s] = (Player){.policy = &others->past->policy[one_of(others->past, dice)]};
        else if (kind < past + hunted) players[s] = (Player){.policy = hunter};
        else {
            people[s] = plan->foe >= 0 ? *PLAIN[plan->foe]
                        : chance(dice) < plan->habits ? of_habit(dice)
                        : plan->greedy > 0 && often(dice, plan->greedy) ? GREEDY8
                        : plan->tuned > 0 && often(dice, plan->tuned) ? TUNED
                        : chance(dice) < plan->tilt ? EXPERT : anybody(dice);
            players[s] = (Player){.temper = &people[s]};
        }
    }
}

static void play_and_remember(Memory *m, const Plan *plan, const Net *net, const Others *others, Dice *dice) {
    int chains[MOST_SEATS][400], lengths[MOST_SEATS] = {0};
    const Rules *rules;
    int seats = choose_table(plan, &rules, dice);
    const Policy *hunter = NULL;
    if (others->exploiters && others->exploiters->n && often(dice, plan->hunted)) {
        int place = one_of(others->exploiters, dice);
        hunter = &others->exploiters->policy[place];
        if (others->exploiters->table[place] != ANY_TABLE) use_table(plan, others->exploiters->table[place], &rules, &seats);
    }
    Temper people[MOST_SEATS];
    Player players[MOST_SEATS] = {0};
    seat_others(plan, net, others, hunter, seats, players, people, dice);
    Hand h;
    deal(&h, rules, seats, dice);
    play_on(&h, net, players, dice, m, chains, lengths);
    for (int s = 0; s < seats; s++)
        if (lengths[s]) credit(m->steps, chains[s], lengths[s], reward_of(&h, s), plan->lambda);
}

/* Adds the gradient of the loss at one step to `grad`; returns the entropy. Scores are drawn to those of `magnet`, a
 * slowly moving net, which keeps two learning players from chasing each other in circles. */
static double learn_from(const Plan *plan, const Step *s, const Net *net, const Policy *magnet, Net *grad,
                         double spread) {
    Trace t, slow;
    float first[C1], second[C2], slope[WIDEST];
    const float *x = s->inputs, *actions = x + CRITIC_FEATURES;
    policy_forward(&net->policy, s->family, x, actions, s->n, &t);
    double edge = s->edge / spread, drop = (s->drop - s->value) / spread;
    double ratio = t.chance[s->chosen] / s->chance, entropy = 0;
    bool clipped = edge > 0 ? ratio > 1 + plan->clip : ratio < 1 - plan->clip;
    for (int i = 0; i < s->n; i++) entropy -= t.chance[i] * logf(t.chance[i] + 1e-9f);
    double apart = 0;
    if (plan->magnet > 0) {
        policy_forward(magnet, s->family, x, actions, s->n, &slow);
        for (int i = 0; i < s->n; i++)
            apart += t.chance[i] * (slow.chance[i] = logf((t.chance[i] + 1e-9f) / (slow.chance[i] + 1e-9f)));
    }
    float middle = 0;
    for (int i = 0; i < s->n; i++) middle += t.score[i] / s->n;
    for (int i = 0; i < s->n; i++) {
        float p = t.chance[i];
        slope[i] = plan->entropy_now * p * (logf(p + 1e-9f) + entropy) +
                   plan->calm * (t.score[i] - middle);
        if (plan->magnet > 0) slope[i] += plan->magnet * p * (slow.chance[i] - apart);
        if (s->drops >= 0) slope[i] -= t.chance[s->drops] * drop * ((i == s->drops) - p);
        if (!clipped && s->chosen != s->drops) slope[i] -= ratio * edge * ((i == s->chosen) - p);
    }
    policy_backward(&net->policy, s->family, x, actions, s->n, &t, slope, !plan->own, &grad->policy);
    float value = critic_forward(&net->critic, x, first, second);
    critic_backward(&net->critic, x, first, second, value - s->target, &grad->critic);
    return entropy;
}

/* Lists all remembered steps; returns their number. */
static int list_steps(int threads) {
    int n = 0;
    for (int thread = 0; thread < threads; thread++)
        for (int i = 0; i < memories[thread].n; i++) order[n++] = &memories[thread].steps[i];
    return n;
}

static void shuffle_steps(int n, Dice *dice) {
    for (int i = n - 1; i > 0; i--) {
        int j = below(dice, i + 1);
        Step *swap = order[i];
        order[i] = order[j], order[j] = swap;
    }
}

/* Learns from all remembered steps; returns the mean entropy. If `warms`, only the critic learns. Each thread sums the
 * gradients of its part of a batch. */
static double learn(const Plan *plan, Net *net, const Policy *magnet, Adam *adam, double rate, bool warms,
                    Dice *dice) {
    static Net grads[MOST_THREADS];
    int threads = plan->threads, n = list_steps(threads);
    double square = 0, entropy = 0;
    for (int i = 0; i < n; i++) square += order[i]->edge * order[i]->edge;
    double spread = sqrt(square / n) + 1e-6;
    for (int epoch = 0; epoch < plan->epochs; epoch++) {
        shuffle_steps(n, dice);
        for (int start = 0; start < n; start += plan->batch) {
            turn_over(net);
            int size = start + plan->batch < n ? plan->batch : n - start;
            double sums[MOST_THREADS] = {0};
            #pragma omp parallel for num_threads(threads)
            for (int thread = 0; thread < threads; thread++) {
                Net *grad = &grads[thread];
                for (int i = start + size * thread / threads; i < start + size * (thread + 1) / threads; i++)
                    sums[thread] += learn_from(plan, order[i], net, magnet, grad, spread);
                if (warms) memset(&grad->policy, 0, sizeof grad->policy);
            }
            for (int thread = 0; thread < threads; thread++) entropy += sums[thread];
            adam_step(net, grads, threads, adam, rate, 1.0 / size);
        }
    }
    spread_now = .95 * spread_now + .05 * spread;
    return entropy / n / plan->epochs;
}

/* A net in training, and the running mean of its weights, which is steadier. */
typedef struct { Net net, mean; Adam adam; int rounds; } Learner;

static void start_learner(Learner *l, Dice *dice) {
    memset(l, 0, sizeof *l);
    init_net(&l->net, dice);
    l->mean = l->net;
}

/* Plays a round of hands; each thread plays its part of them, as far as it can remember them. A hand has dice of its
 * own, so that the same hands are played by any number of threads. */
static void play_round(const Plan *plan, const Net *net, const Others *others, Dice *dice) {
    int threads = plan->threads;
    uint64_t seed = next_of(dice);
    if (!order) reserve_memories(threads);
    #pragma omp parallel for num_threads(threads)
    for (int thread = 0; thread < threads; thread++) {
        Memory *m = &memories[thread];
        m->n = m->used = 0;
        int end = (long)plan->hands * (thread + 1) / threads;
        for (int i = (long)plan->hands * thread / threads; i < end; i++) {
            if (m->n > MOST_STEPS - 2400 || m->used > MOST_INPUTS - 4000000) break;
            Dice own = {next_of(&(Dice){seed + i})};
            play_and_remember(m, plan, net, others, &own);
        }
    }
}

/* Plays and learns one round; `done` is the fraction of the training that is over. */
static double train_round(Plan *plan, Learner *l, const Others *others, double done, bool warms, Dice *dice) {
    double rate = plan->rate * (1 - done) + plan->last_rate * done;
    plan->entropy_now = plan->entropy * pow(plan->last_entropy / plan->entropy, done);
    play_round(plan, &l->net, others, dice);
    double entropy = learn(plan, &l->net, &l->mean.policy, &l->adam, rate, warms, dice);
    double keep = 1 - 1.0 / ++l->rounds, inert = keep < plan->inert ? keep : plan->inert;
    for (int i = 0; i < N_WEIGHTS; i++)
        ((float *)&l->mean)[i] += (1 - inert) * (((float *)&l->net)[i] - ((float *)&l->mean)[i]);
    return entropy;
}

/* Estimates the typical win or loss in each game, so that all games have the same weight in training: otherwise a game
 * for ten times the stakes would dominate it. */
static void weigh_games(Plan *plan) {
    enum { DEALS = 30 };
    Dice dice;
    seed_dice(&dice, 7);
    for (int g = 0; g < plan->n_games; g++) {
        Game *game = &plan->games[g];
        Player players[MOST_SEATS];
        int none[MOST_SEATS] = {0};
        double squares = 0;
        for (int s = 0; s < game->seats; s++) players[s] = (Player){.temper = &EXPERT};
        for (int i = 0; i < DEALS; i++) {
            Hand h;
            deal(&h, &game->rules, game->seats, &dice);
            play_on(&h, NULL, players, &dice, NULL, NULL, none);
            for (int s = 0; s < game->seats; s++) squares += pow(reward_of(&h, s), 2);
        }
        game->rules.swing = fmax(sqrt(squares / DEALS / game->seats), .2);
    }
}

/* Returns what `one` wins in one deal with `other` in all other seats, a hand for each seating. */
static double measured_deal(const Plan *plan, Player one, Player other, Dice dice) {
    int none[MOST_SEATS] = {0};
    const Rules *rules;
    int seats = choose_table(plan, &rules, &dice);
    Hand start;
    deal(&start, rules, seats, &dice);
    double won = 0;
    for (int seat = 0; seat < seats; seat++) {
        Hand h;
        copy_hand(&h, &start);
        Player players[MOST_SEATS];
        for (int s = 0; s < seats; s++) players[s] = s == seat ? one : other;
        play_on(&h, NULL, players, &dice, NULL, NULL, none);
        won += reward_of(&h, seat) / seats;
    }
    return won;
}

/* Returns what `one` wins a hand with `other` in all other seats, each deal played in every seating. */
static double measure(const Plan *plan, Player one, Player other, int deals, double *error) {
    Dice dice;
    seed_dice(&dice, 99);
    double sum = 0, squares = 0, *won = reserve(deals * sizeof *won);
    #pragma omp parallel for num_threads(plan->threads) schedule(dynamic, 16)
    for (int i = 0; i < deals; i++) {
        Dice own = {next_of(&(Dice){dice.state + i})};
        won[i] = measured_deal(plan, one, other, own);
    }
    for (int i = 0; i < deals; i++) sum += won[i], squares += won[i] * won[i];
    free(won);
    *error = 1.96 * sqrt((squares / deals - sum * sum / deals / deals) / deals);
    return sum / deals;
}

/* Prints what a policy wins from each plain player, or only from `prey`. */
static void report(const Plan *plan, const Policy *policy, const Policy *prey, int deals) {
    static const char *names[] = {"regular", "expert", "tuned", "greedy8", "stayer", "random"};
    Player one = {.policy = policy, .sharp = plan->sharp};
    double error;
    for (int i = 0; i < N_PLAIN && !prey; i++) {
        double mean = measure(plan, one, (Player){.temper = PLAIN[i]}, deals, &error);
        printf(" %s %+.3f~%.3f", names[i], mean, error);
    }
    if (prey) {
        double mean = measure(plan, one, (Player){.policy = prey, .sharp = plan->sharp}, deals, &error);
        printf(" prey %+.3f~%.3f", mean, error);
    }
    printf("\n");
    fflush(stdout);
}

static void save(const char *path, const void *data, size_t size) {
    char part[1000];
    snprintf(part, sizeof part, "%.990s.part", path);
    FILE *f = fopen(part, "wb");
    if (!f || fwrite(data, size, 1, f) != 1 || fclose(f)) { perror(path); exit(1); }
    rename(part, path);
}

static void refuse(const char *path, const char *why) { fprintf(stderr, "%s: %s\n", path, why); exit(2); }

/* Returns a digest of the words of a command and of the size of the state that it saves. */
static uint64_t digest_of(int argc, char **argv, size_t size) {
    uint64_t digest = size;
    for (int i = 2; i < argc; i++)
        for (const char *c = argv[i]; *c; c++) digest = (digest ^ (unsigned char)*c) * 0x100000001b3ull;
    return digest;
}

/* Reads a state as saved; returns whether there is one. Refuses a file of another size. */
static bool read_state(const char *path, void *state, size_t size) {
    FILE *f = fopen(path, "rb");
    if (!f) return false;
    bool is_whole = fread(state, size, 1, f) == 1 && fgetc(f) == EOF;
    fclose(f);
    if (!is_whole) refuse(path, "no state of this trainer");
    return true;
}

/* Loads a net; if its critic has another size, only the policy. */
static void load(const char *path, Net *net) {
    FILE *f = fopen(path, "rb");
    if (!f || fread(&net->policy, sizeof net->policy, 1, f) != 1) { perror(path); exit(1); }
    Critic critic;
    if (fread(&critic, sizeof critic, 1, f) == 1) net->critic = critic;
    fclose(f);
}
#endif
