/* The network, which scores each legal action from features of the state and of the action, with one body for all
 * rules and a head for each family of rules, which may have units of its own in the first layer; and the critic, which
 * estimates the stakes to come from all cards. Gradients are written by hand, steps are Adam's. */
#ifndef NET_H
#define NET_H
#include <math.h>
#include "oracle.h"

enum { H1 = 64, OWN = 32, MOST_SETS = 3, H2 = 32, C1 = 64, C2 = 32, CRITIC_FEATURES = STATE_FEATURES + ORACLE_FEATURES,
       WIDEST = 24 };

/* A set of units of the first layer that belongs to one head. All are 0 until `add_sets`. */
typedef struct { float state[STATE_FEATURES][OWN], action[ACTION_FEATURES][OWN], bias1[OWN], second[OWN][H2]; } Units;

/* The weights of a head, in the order of files. The last two are not shipped. */
typedef struct { float second[H1][H2], bias2[H2], last[H2]; Units own[MOST_SETS]; float bias3, sets; } Head;

typedef struct {
    float state[STATE_FEATURES][H1], action[ACTION_FEATURES][H1], bias1[H1];
    Head head[FAMILIES];
} Policy;

typedef struct {
    float first[CRITIC_FEATURES][C1], bias1[C1], second[C1][C2], bias2[C2], last[C2], bias3;
} Critic;

typedef struct { Policy policy; Critic critic; } Net;
enum { N_WEIGHTS = sizeof(Net) / sizeof(float) };

static double normal(Dice *d) {
    return sqrt(-2 * log(1 - chance(d))) * cos(6.283185307179586 * chance(d));
}

static void randomize(float *w, int inputs, int outputs, double scale, Dice *d) {
    for (int i = 0; i < inputs * outputs; i++) w[i] = normal(d) * scale / sqrt(inputs);
}

static void init_net(Net *n, Dice *d) {
    memset(n, 0, sizeof *n);
    randomize(n->policy.state[0], STATE_FEATURES, H1, 1.5, d);
    randomize(n->policy.action[0], ACTION_FEATURES, H1, 1.5, d);
    randomize(n->policy.head[0].second[0], H1, H2, 1.4, d);
    randomize(n->policy.head[0].last, H2, 1, .1, d);
    for (int f = 1; f < FAMILIES; f++) n->policy.head[f] = n->policy.head[0];
    randomize(n->critic.first[0], CRITIC_FEATURES, C1, 1.5, d);
    randomize(n->critic.second[0], C1, C2, 1.4, d);
    randomize(n->critic.last, C2, 1, .5, d);
}

/* Gives each head at least `sets` sets of units of its own. They are copies of every other unit of the body and take
 * over half of the original's outgoing weight, so that no score changes; from there on, copy and original can learn
 * different things. */
static void add_sets(Policy *p, int sets) {
    for (int f = 0; f < FAMILIES; f++)
        for (Head *head = &p->head[f]; head->sets < sets; head->sets++) {
            int set = head->sets;
            Units *own = &head->own[set];
            for (int at = 0; at < OWN; at++) {
                int unit = at * H1 / OWN + set % 2;
                for (int i = 0; i < STATE_FEATURES; i++) own->state[i][at] = p->state[i][unit];
                for (int i = 0; i < ACTION_FEATURES; i++) own->action[i][at] = p->action[i][unit];
                own->bias1[at] = p->bias1[unit];
                for (int j = 0; j < H2; j++) own->second[at][j] = head->second[unit][j] /= 2;
            }
        }
}

/* Brings all scores closer together. */
static void soften(Policy *p, double by) {
    for (int f = 0; f < FAMILIES; f++)
        for (int j = 0; j < H2; j++) p->head[f].last[j] /= by;
}

/* Floats per vector. A vector wider than the processor's makes training 3 times slower. */
#ifdef __AVX512F__
enum { LANES = 16 };
#else
enum { LANES = 8 };
#endif
typedef float Lanes __attribute__((vector_size(4 * LANES), aligned(4)));

/* The indices of nonzero inputs, listed once: testing each input again is slow, since the branches are hard to
 * predict. */
typedef struct { int n; uint8_t at[CRITIC_FEATURES]; } Live;

static inline __attribute__((always_inline)) Live live_of(const float *x, int inputs) {
    Live live;
    live.n = 0;
    for (int i = 0; i < inputs; i++) live.at[live.n] = i, live.n += x[i] != 0;
    return live;
}

/* Computes sum += x * w, with a row of `outputs` weights for each input. `outputs` is a compile-time constant, so that
 * sums stay in registers. */
static inline __attribute__((always_inline)) void
add_rows(const float *x, const Live *live, const float *w, int outputs, float *sum) {
    Lanes total[8];
    int lanes = outputs / LANES;
    for (int j = 0; j < lanes; j++) total[j] = ((Lanes *)sum)[j];
    for (int k = 0; k < live->n; k++) {
        int i = live->at[k];
        const Lanes *row = (const Lanes *)(w + i * outputs);
        for (int j = 0; j < lanes; j++) total[j] += x[i] * row[j];
    }
    for (int j = 0; j < lanes; j++) ((Lanes *)sum)[j] = total[j];
}

/* Like add_rows, but for all inputs: about half of a layer's units are nonzero. */
static inline __attribute__((always_inline)) void
add_all_rows(const float *x, int inputs, const float *w, int outputs, float *sum) {
    Lanes total[8];
    int lanes = outputs / LANES;
    for (int j = 0; j < lanes; j++) total[j] = ((Lanes *)sum)[j];
    for (int i = 0; i < inputs; i++)
        for (int j = 0; j < lanes; j++) total[j] += x[i] * ((const Lanes *)(w + i * outputs))[j];
    for (int j = 0; j < lanes; j++) ((Lanes *)sum)[j] = total[j];
}

static inline __attribute__((always_inline)) void
add_outer(const float *x, const Live *live, const float *g, int outputs, float *grad) {
    Lanes slope[8];
    int lanes = outputs / LANES;
    for (int j = 0; j < lanes; j++) slope[j] = ((const Lanes *)g)[j];
    for (int k = 0; k < live->n; k++) {
        int i = live->at[k];
        Lanes *row = (Lanes *)(grad + i * outputs);
        for (int j = 0; j < lanes; j++) row[j] += x[i] * slope[j];
    }
}

/* The second layers transposed, for the backward pass; updated at every step by `turn_over`. */
static float policy_turned[FAMILIES][H2][H1], own_turned[FAMILIES][MOST_SETS][H2][OWN], critic_turned[C2][C1];

static void turn_over(const Net *n) {
    for (int f = 0; f < FAMILIES; f++)
        for (int j = 0; j < H2; j++) {
            const Head *head = &n->policy.head[f];
            for (int i = 0; i < H1; i++) policy_turned[f][j][i] = head->second[i][j];
            for (int set = 0; set < MOST_SETS; set++)
                for (int i = 0; i < OWN; i++) own_turned[f][set][j][i] = head->own[set].second[i][j];
        }
    for (int i = 0; i < C1; i++)
        for (int j = 0; j < C2; j++) critic_turned[j][i] = n->critic.second[i][j];
}

static inline void rectify(float *x, int n) { for (int i = 0; i < n; i++) x[i] = x[i] > 0 ? x[i] : 0; }

/* The activations of a forward pass, for the backward pass. */
typedef struct {
    float first[WIDEST][H1], own[WIDEST][MOST_SETS][OWN], second[WIDEST][H2], score[WIDEST], chance[WIDEST];
} Trace;

static void policy_forward(const Policy *p, int family, const float *state, const float *actions, int n, Trace *t) {
    const Head *head = &p->head[family];
    float base[H1], own_base[MOST_SETS][OWN], most = -1e30f, sum = 0;
    Live live = live_of(state, STATE_FEATURES);
    memcpy(base, p->bias1, sizeof base);
    add_rows(state, &live, p->state[0], H1, base);
    for (int set = 0; set < head->sets; set++) {
        memcpy(own_base[set], head->own[set].bias1, sizeof own_base[set]);
        add_rows(state, &live, head->own[set].state[0], OWN, own_base[set]);
    }
    for (int a = 0; a < n; a++) {
        float *first = t->first[a], *second = t->second[a];
        const float *action = actions + a * ACTION_FEATURES;
        live = live_of(action, ACTION_FEATURES);
        memcpy(first, base, sizeof base);
        add_rows(action, &live, p->action[0], H1, first);
        rectify(first, H1);
        memcpy(second, head->bias2, sizeof head->bias2);
        add_all_rows(first, H1, head->second[0], H2, second);
        for (int set = 0; set < head->sets; set++) {
            float *own = t->own[a][set];
            memcpy(own, own_base[set], sizeof own_base[set]);
            add_rows(action, &live, head->own[set].action[0], OWN, own);
            rectify(own, OWN);
            add_all_rows(own, OWN, head->own[set].second[0], H2, second);
        }
        rectify(second, H2);
        float score = head->bias3;
        for (int j = 0; j < H2; j++) score += second[j] * head->last[j];
        t->score[a] = score;
        if (score > most) most = score;
    }
    for (int a = 0; a < n; a++) sum += t->chance[a] = expf(t->score[a] - most);
    for (int a = 0; a < n; a++) t->chance[a] /= sum;
}

/* Adds the gradient to `grad`; that of the body only if `body`. */
static void policy_backward(const Policy *p, int family, const float *state, const float *actions, int n,
                            const Trace *t, const float *slope, bool body, Policy *grad) {
    const Head *head = &p->head[family];
    Head *grad_of_head = &grad->head[family];
    float base[H1] = {0}, own_base[MOST_SETS][OWN] = {0};
    for (int a = 0; a < n; a++) {
        float s = slope[a], g2[H2], g1[H1];
        if (fabsf(s) < 1e-7f) continue;
        const float *first = t->first[a], *second = t->second[a];
        for (int j = 0; j < H2; j++) {
            grad_of_head->last[j] += s * second[j];
            g2[j] = second[j] > 0 ? s * head->last[j] : 0;
            grad_of_head->bias2[j] += g2[j];
        }
        Live live = live_of(first, H1);
        add_outer(first, &live, g2, H2, grad_of_head->second[0]);
        const float *action = actions + a * ACTION_FEATURES;
        Live told = live_of(action, ACTION_FEATURES);
        if (body) {
            memset(g1, 0, sizeof g1);
            add_all_rows(g2, H2, policy_turned[family][0], H1, g1);
            for (int i = 0; i < H1; i++) g1[i] = first[i] > 0 ? g1[i] : 0;
            for (int i = 0; i < H1; i++) base[i] += g1[i];
            add_outer(action, &told, g1, H1, grad->action[0]);
        }
        for (int set = 0; set < head->sets; set++) {
            float own[OWN] = {0};
            const float *was = t->own[a][set];
            Units *grad_of_own = &grad_of_head->own[set];
            live = live_of(was, OWN);
            add_outer(was, &live, g2, H2, grad_of_own->second[0]);
            add_all_rows(g2, H2, own_turned[family][set][0], OWN, own);
            for (int i = 0; i < OWN; i++) own_base[set][i] += own[i] = was[i] > 0 ? own[i] : 0;
            add_outer(action, &told, own, OWN, grad_of_own->action[0]);
        }
    }
    Live live = live_of(state, STATE_FEATURES);
    if (body) {
        for (int i = 0; i < H1; i++) grad->bias1[i] += base[i];
        add_outer(state, &live, base, H1, grad->state[0]);
    }
    for (int set = 0; set < head->sets; set++) {
        Units *grad_of_own = &grad_of_head->own[set];
        for (int i = 0; i < OWN; i++) grad_of_own->bias1[i] += own_base[set][i];
        add_outer(state, &live, own_base[set], OWN, grad_of_own->state[0]);
    }
}

static float critic_forward(const Critic *c, const float *x, float *first, float *second) {
    Live live = live_of(x, CRITIC_FEATURES);
    memcpy(first, c->bias1, sizeof c->bias1);
    add_rows(x, &live, c->first[0], C1, first);
    rectify(first, C1);
    memcpy(second, c->bias2, sizeof c->bias2);
    add_all_rows(first, C1, c->second[0], C2, second);
    rectify(second, C2);
    float value = c->bias3;
    for (int j = 0; j < C2; j++) value += second[j] * c->last[j];
    return value;
}

static void critic_backward(const Critic *c, const float *x, const float *first,
                            const float *second, float s, Critic *grad) {
    float g2[C2], g1[C1];
    grad->bias3 += s;
    for (int j = 0; j < C2; j++) {
        grad->last[j] += s * second[j];
        g2[j] = second[j] > 0 ? s * c->last[j] : 0;
        grad->bias2[j] += g2[j];
    }
    Live live = live_of(first, C1);
    add_outer(first, &live, g2, C2, grad->second[0]);
    memset(g1, 0, sizeof g1);
    add_all_rows(g2, C2, critic_turned[0], C1, g1);
    for (int i = 0; i < C1; i++) g1[i] = first[i] > 0 ? g1[i] : 0;
    for (int i = 0; i < C1; i++) grad->bias1[i] += g1[i];
    live = live_of(x, CRITIC_FEATURES);
    add_outer(x, &live, g1, C1, grad->first[0]);
}

typedef struct { float mean[N_WEIGHTS], square[N_WEIGHTS]; double step; } Adam;

/* Steps by the sum of `n` gradients, which are then 0. */
static void adam_step(Net *net, Net *grads, int n, Adam *a, double rate, double scale) {
    float *w = (float *)net;
    a->step++;
    float fix1 = 1 / (1 - pow(.9, a->step)), fix2 = 1 / (1 - pow(.999, a->step));
    float lr = rate, factor = scale;
    #pragma omp parallel for simd num_threads(n)
    for (int i = 0; i < N_WEIGHTS; i++) {
        float slope = 0;
        for (int k = 0; k < n; k++) slope += ((float *)&grads[k])[i], ((float *)&grads[k])[i] = 0;
        slope *= factor;
        a->mean[i] += .1f * (slope - a->mean[i]);
        a->square[i] += .001f * (slope * slope - a->square[i]);
        w[i] -= lr * a->mean[i] * fix1 / (sqrtf(a->square[i] * fix2) + 1e-7f);
    }
}
#endif
