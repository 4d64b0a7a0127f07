/* The network, which scores each legal action from features of the state and of the action, by two layers of
 * rectified units. The first layer consists of a body shared by all rules and units of each family's own; all other
 * layers belong to the family. Floats are summed in the order of the file, so that scores are identical on every
 * machine. */
#include "internal.h"

enum {
    INPUTS = TONK_STATE_FEATURES + TONK_ACTION_FEATURES + 1, /* the last is the bias */
    MOST_UNITS = 160, MOST_SECOND = 32, MOST_HEADS = 8,
    LANES = 4, BLOCK = 8, /* floats per vector, each of which is summed separately; vectors summed at a time */
};
typedef float Lanes __attribute__((vector_size(4 * LANES), aligned(4), may_alias));
typedef int32_t Bits __attribute__((vector_size(4 * LANES)));

typedef struct {
    int32_t units;
    float first[INPUTS][MOST_UNITS], second[MOST_UNITS][MOST_SECOND], bias[MOST_SECOND], last[MOST_SECOND];
} Head;
struct TonkNet { int32_t heads; Head head[MOST_HEADS]; };

int64_t tonk_size_of_net(void) { return sizeof(TonkNet); }

/* Reading. */

typedef struct { const uint8_t *at, *end; bool is_bad; } File;

/* Reads a half-precision float of the file, exactly. */
static float next_number(File *file) {
    if (file->end - file->at < 2) return file->is_bad = true, 0;
    uint32_t half = file->at[0] | (uint32_t)file->at[1] << 8, exponent = half >> 10 & 31, fraction = half & 1023;
    file->at += 2;
    if (exponent == 31) file->is_bad = true;
    float number = (exponent ? fraction + 1024 : fraction) / 16777216.0f; /* 2 ** 24 */
    for (uint32_t doubled = 1; doubled < exponent; doubled++) number *= 2;
    return half >> 15 ? -number : number;
}

static void read_rows(File *file, float *into, int rows, int width, int stride) {
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < width; j++) into[i * stride + j] = next_number(file);
}

int tonk_net(TonkNet *out, const uint8_t *weights, int64_t n, const int32_t *sizes, int n_sizes) {
    int heads = n_sizes - 2;
    if (heads < 1 || heads > MOST_HEADS || n < 0) return TONK_BAD_INPUT;
    int body = sizes[0], second = sizes[1];
    if (body < 1 || body > MOST_UNITS || second < 1 || second > MOST_SECOND) return TONK_BAD_INPUT;
    memset(out, 0, sizeof *out);
    out->heads = heads;
    File file = {weights, weights + n, false};
    read_rows(&file, out->head[0].first[0], INPUTS, body, MOST_UNITS);
    for (int i = 0; i < heads; i++) {
        Head *head = &out->head[i];
        int own = sizes[2 + i];
        if (own < 0 || own > MOST_UNITS - body) return TONK_BAD_INPUT;
        head->units = body + own;
        if (i) for (int row = 0; row < INPUTS; row++) memcpy(head->first[row], out->head[0].first[row], body * sizeof(float));
        read_rows(&file, head->second[0], body, second, MOST_SECOND);
        read_rows(&file, head->bias, 1, second, MOST_SECOND);
        read_rows(&file, head->last, 1, second, MOST_SECOND);
        read_rows(&file, head->first[0] + body, INPUTS, own, MOST_UNITS);
        read_rows(&file, head->second[body], own, second, MOST_SECOND);
    }
    return file.is_bad || file.at != file.end ? TONK_BAD_INPUT : TONK_OK;
}

/* Scoring. */

/* Computes into = sum + x[0] * row 0 + x[1] * row 1 and so on, in this order, leaving out elements of `x` that are 0. The
 * sums of a few vectors at a time stay in registers. Rows and sums are padded with zeros. */
static inline void add_rows(const float *x, int n, const float *rows, int stride, const float *sum, float *into, int width) {
    int at[INPUTS], found = 0;
    for (int i = 0; i < n; i++) at[found] = i, found += x[i] != 0;
    for (int j = 0; j < width; j += BLOCK * LANES) {
        Lanes sums[BLOCK];
        memcpy(sums, sum + j, sizeof sums);
        for (int i = 0; i < found; i++) {
            const Lanes *row = (const Lanes *)(rows + at[i] * stride + j);
            #pragma GCC unroll 8
            for (int k = 0; k < BLOCK; k++) sums[k] += x[at[i]] * row[k];
        }
        memcpy(into + j, sums, sizeof sums);
    }
}

static inline void rectify(float *x, int n) {
    for (int j = 0; j < n; j += LANES) {
        Lanes *each = (Lanes *)(x + j);
        *each = (Lanes)((Bits)*each & (*each > 0));
    }
}

static int32_t score_of(const Head *head, const float *first) {
    float second[MOST_SECOND], score = 0;
    add_rows(first, head->units, head->second[0], MOST_SECOND, head->bias, second, MOST_SECOND);
    rectify(second, MOST_SECOND);
    for (int j = 0; j < MOST_SECOND; j++) score += second[j] * head->last[j];
    score *= TONK_SCORE;
    return score > -TONK_MOST_SCORE && score < TONK_MOST_SCORE ? (int32_t)score : score > 0 ? TONK_MOST_SCORE : -TONK_MOST_SCORE;
}

/* Computes the state's part of the first layer, before rectification; `score` adds that of an action. */
static void begin(const Head *head, const float *state, float *base) {
    add_rows(state, TONK_STATE_FEATURES, head->first[0], MOST_UNITS, head->first[INPUTS - 1], base, head->units);
}
static int32_t score(const Head *head, const float *base, const float *action) {
    float first[MOST_UNITS];
    add_rows(action, TONK_ACTION_FEATURES, head->first[TONK_STATE_FEATURES], MOST_UNITS, base, first, head->units);
    rectify(first, head->units);
    return score_of(head, first);
}

int tonk_net_scores(const TonkHand *h, int seat, const TonkNet *net, int head, const TonkAction *actions, int n, int32_t *scores) {
    if (head < 0 || head >= net->heads || n < 0) return TONK_BAD_INPUT;
    if (seat < 0 || seat >= h->seats) return TONK_NO_SUCH_SEAT;
    if (!tonk_in_can_be_told(h, seat, actions, n)) return TONK_BAD_INPUT;
    float state[TONK_STATE_FEATURES], action[TONK_ACTION_FEATURES], base[MOST_UNITS];
    Eye eye;
    tonk_in_look(&eye, h, seat);
    tonk_in_state_features(&eye, state);
    begin(&net->head[head], state, base);
    for (int i = 0; i < n; i++) {
        tonk_in_action_features(&eye, &actions[i], action);
        scores[i] = score(&net->head[head], base, action);
    }
    return n;
}

int tonk_net_scores_of(const TonkNet *net, int head, const float *state, const float *actions, int n, int32_t *scores) {
    if (head < 0 || head >= net->heads || n < 0) return TONK_BAD_INPUT;
    float base[MOST_UNITS];
    begin(&net->head[head], state, base);
    for (int i = 0; i < n; i++) scores[i] = score(&net->head[head], base, actions + i * TONK_ACTION_FEATURES);
    return n;
}
