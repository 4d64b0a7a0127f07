/* Hashes of the actions of the shipped players and of their weights and scores for all legal actions; of computed drop
 * tables; and of the results of the coach's play-outs. They must be equal on every machine and with every compiler.
 *
 * The input is a sequence of blocks: the length in bytes, as 64 bits with the lowest byte first, then the bytes.
 * `tests/kernel/machines.py` writes it: the sizes of the net and its weights; profiles; players, each with the profile
 * of its index; the numbers of tables, of drop tables to compute and of hints, and the index of the profile for drop
 * tables; then for each table the numbers of its rules, its seats and the net's head, and its drop table; the indices
 * of the tables whose drop tables are computed; and for each hint its table, its profile and the player that checks it,
 * what was seen, the actions, the position, and the seed. Structures of the kernel are written as they are in memory,
 * with pointers as 0; their layout is equal on all of these machines. */
#include "hash.h"
#include <string.h>

enum {
    MOST_NUMBERS = TONK_KEYS + 1 + TONK_MOST_NATURALS * TONK_NATURAL_NUMBERS, MOST_PLAYERS = 64, MOST_TABLES = 1024,
    MOST_WEIGHTS = 1 << 20, HANDS_OF_TABLE = 10, BATCHES = 8, BATCHES_CHECKED = 2, CHECKED = 4, DROP_HANDS = 800, ROOM = 1 << 26,
};

typedef struct { const uint8_t *at, *end; bool is_bad; } Input;

/* Copies the next block, of items of `size` bytes; returns their number. */
static int read(Input *in, void *out, size_t size, int room) {
    uint64_t length = 0;
    if (in->end - in->at < 8) return in->is_bad = true, 0;
    for (int i = 0; i < 8; i++) length |= (uint64_t)in->at[i] << 8 * i;
    in->at += 8;
    if (length > (uint64_t)(in->end - in->at) || length % size || length / size > (uint64_t)room) return in->is_bad = true, 0;
    memcpy(out, in->at, (size_t)length);
    in->at += length;
    return (int)(length / size);
}

static void read_all(Input *in, void *out, size_t size, int n) {
    if (read(in, out, size, n) != n) in->is_bad = true;
}

/* The players, and everything they use other than the hand. */

static _Alignas(16) uint8_t net_memory[4 << 20], work[ROOM];
static uint8_t weights[MOST_WEIGHTS];
static TonkProfile profiles[MOST_PLAYERS];
static TonkPlayer players[MOST_PLAYERS];
static int n_players;
typedef struct { int32_t tables, solved, hints, drops; } Numbers;

static int read_players(Input *in) {
    int32_t sizes[16];
    int n_sizes = read(in, sizes, sizeof *sizes, 16), n_weights = read(in, weights, 1, MOST_WEIGHTS);
    n_players = read(in, profiles, sizeof *profiles, MOST_PLAYERS);
    read_all(in, players, sizeof *players, n_players);
    if (in->is_bad || !n_players) return TONK_BAD_INPUT;
    if (tonk_size_of_net() > (int64_t)sizeof net_memory) return TONK_NO_ROOM;
    for (int i = 0; i < n_players; i++) players[i].profile = &profiles[i], players[i].net = (const TonkNet *)net_memory;
    return tonk_net((TonkNet *)net_memory, weights, n_weights, sizes, n_sizes);
}

/* A rule set and a number of seats. */
typedef struct { TonkRules rules; int32_t seats, head; TonkDropTable drops; } Table;

static int read_table(Input *in, Table *table) {
    static int32_t numbers[MOST_NUMBERS];
    int32_t told[2] = {0, 0};
    int n = read(in, numbers, sizeof *numbers, MOST_NUMBERS);
    read_all(in, told, sizeof *told, 2);
    read_all(in, &table->drops, sizeof table->drops, 1);
    table->seats = told[0], table->head = told[1];
    return in->is_bad ? TONK_BAD_INPUT : tonk_rules(&table->rules, numbers, n);
}

/* Hashing: FNV-1a, byte by byte. */

static void add(uint64_t *hash, uint64_t number) {
    for (int i = 0; i < 8; i++) *hash = (*hash ^ (number >> 8 * i & 255)) * 1099511628211ull;
}

static void add_doubles(uint64_t *hash, const double *numbers, int n) {
    for (int i = 0; i < n; i++) {
        uint64_t bits;
        memcpy(&bits, &numbers[i], sizeof bits);
        add(hash, bits);
    }
}

static void add_action(uint64_t *hash, int seat, const TonkAction *a) {
    const uint8_t numbers[] = {a->type, a->card, a->spread, a->place, a->kind, a->suit, a->low, a->high};
    add(hash, seat);
    add(hash, a->cards);
    for (unsigned i = 0; i < sizeof numbers; i++) add(hash, numbers[i]);
}

/* Hands. */

/* Adds the weights of a plain player and the scores of the net for all legal actions of a seat. */
static int add_thoughts(const TonkHand *hand, const TonkPlayer *player, uint64_t *hash) {
    TonkAction actions[TONK_MOST_ACTIONS];
    int32_t numbers[TONK_MOST_ACTIONS];
    int seat = tonk_actor(hand);
    if (seat < 0) return TONK_OK;
    int n = tonk_plain_weights(hand, seat, player->profile, player->table, actions, numbers, TONK_MOST_ACTIONS);
    for (int i = 0; i < n; i++) add_action(hash, seat, &actions[i]), add(hash, numbers[i]);
    if (n < 0 || hand->phase == TONK_CHANCE || hand->phase == TONK_SLAPS) return n;
    int told = 0;
    for (int i = 0; i < n; i++) if (actions[i].type != TONK_SLAP) actions[told++] = actions[i];
    n = tonk_net_scores(hand, seat, player->net, player->head, actions, told, numbers);
    for (int i = 0; i < n; i++) add(hash, numbers[i]);
    return n;
}

static int play(TonkHand *hand, const Table *table, TonkRandom *random, uint64_t *hash) {
    TonkPlayer own[TONK_MOST_SEATS];
    const TonkPlayer *seated[TONK_MOST_SEATS];
    TonkCourse course = {.random = {tonk_next(random)}};
    TonkAction done;
    for (int seat = 0; seat < table->seats; seat++) {
        own[seat] = players[tonk_below(random, n_players)];
        own[seat].table = &table->drops, own[seat].head = table->head, seated[seat] = &own[seat];
    }
    for (int seat; (seat = tonk_step(hand, seated, &course, &done)) != TONK_IS_OVER;) {
        if (seat < 0) return seat;
        add_action(hash, seat, &done);
        int error = hand->phase == TONK_OVER ? TONK_OK : add_thoughts(hand, &own[tonk_below(random, table->seats)], hash);
        if (error < 0) return error;
    }
    return TONK_OK;
}

static int add_result(const TonkHand *hand, uint64_t *hash) {
    TonkResult result;
    int error = tonk_settle(hand, &result);
    add(hash, result.ending);
    add(hash, result.winners);
    for (int seat = 0; seat < hand->seats; seat++) {
        add(hash, result.counts[seat]);
        add(hash, result.payments[seat]);
        add(hash, result.side_payments[seat]);
    }
    return error;
}

static int add_hands(Table *table, int64_t number, int64_t hands, uint64_t *hash) {
    static TonkHand hand;
    uint8_t deck[TONK_MOST_CARDS];
    TonkRandom random = {number};
    int error = TONK_OK, n = tonk_pack(&table->rules, deck);
    for (int64_t i = 0; i < hands && error >= 0; i++) {
        tonk_shuffle(deck, n, &random);
        error = tonk_deal(&hand, &table->rules, table->seats, tonk_below(&random, table->seats), deck, n);
        if (error >= 0) error = play(&hand, table, &random, hash);
        if (error >= 0) error = add_result(&hand, hash);
    }
    return error;
}

/* Drop tables, as a player computes them when it sits down. */
static int add_drops(const Table *table, const TonkProfile *profile, uint64_t *hash) {
    TonkDropTable made, cases;
    int error = tonk_solve_drops(&table->rules, table->seats, DROP_HANDS, 1, profile, work, ROOM, &made, &cases);
    for (int row = 0; error >= 0 && row < made.rows; row++)
        for (int i = 0; i < TONK_DROP_ROUNDS; i++) add(hash, made.at[row][i]);
    return error;
}

/* Hints: the first batches of worlds, with all actions tried in each, and their means and errors. A stronger player
 * plays out a few worlds again. */

static int add_batches(const TonkSeen *seen, uint64_t seed, int batches, uint64_t *hash) {
    static double sums[BATCHES][TONK_MOST_ACTIONS], kinds[BATCHES][4 * TONK_MOST_ACTIONS];
    static int32_t indices[TONK_MOST_ACTIONS];
    double shares[BATCHES], of[BATCHES], found[2];
    TonkPlayed played[BATCHES];
    TonkRandom random = {seed};
    uint64_t seeds[BATCHES];
    if (tonk_size_of_play_outs() > ROOM) return TONK_NO_ROOM;
    memset(work, 0, tonk_size_of_play_outs()); /* it holds drop tables too */
    for (int i = 0; i < seen->n_actions; i++) indices[i] = i;
    for (int i = 0; i < batches; i++) seeds[i] = tonk_next(&random), played[i].sums = sums[i], played[i].kinds = kinds[i];
    int error = tonk_play_outs(seen, work, seeds, batches, indices, seen->n_actions, played, NULL, NULL);
    if (error < 0) return error;
    for (int i = 0; i < batches; i++) {
        add(hash, played[i].lowest), add(hash, played[i].highest), add(hash, played[i].worlds), add(hash, played[i].moves);
        add_doubles(hash, &played[i].weight, 1);
        add_doubles(hash, sums[i], seen->n_actions);
        add_doubles(hash, kinds[i], 4 * seen->n_actions);
        shares[i] = played[i].weight;
    }
    for (int at = 0; at < seen->n_actions; at++) {
        for (int i = 0; i < batches; i++) of[i] = sums[i][at];
        tonk_weighted_mean(of, shares, batches, 0.25, &found[0], &found[1]);
        if (found[0] == found[0]) add_doubles(hash, found, 2); /* without a world it is NaN, whose bits are not specified */
    }
    return TONK_OK;
}

static int add_hint(Input *in, const Input *tables, int n_tables, uint64_t *hash) {
    static Table table;
    static TonkSeenMove moves[TONK_MOST_MOVES];
    static TonkAction actions[TONK_MOST_ACTIONS];
    static TonkPosition position;
    TonkSeen seen;
    int32_t told[3] = {-1, -1, -1};
    uint64_t seed = 0;
    read_all(in, told, sizeof *told, 3);
    int n_moves = read(in, moves, sizeof *moves, TONK_MOST_MOVES), n_actions = read(in, actions, sizeof *actions, TONK_MOST_ACTIONS);
    bool is_set_up = read(in, &position, sizeof position, 1);
    read_all(in, &seen, sizeof seen, 1);
    read_all(in, &seed, sizeof seed, 1);
    if (in->is_bad || told[0] < 0 || told[0] >= n_tables || told[1] < 0 || told[1] >= n_players) return TONK_BAD_INPUT;
    if (told[2] < 0 || told[2] >= n_players) return TONK_BAD_INPUT;
    if (seen.n_moves != n_moves || seen.n_actions != n_actions) return TONK_BAD_INPUT;
    Input at = tables[told[0]];
    int error = read_table(&at, &table);
    seen.rules = &table.rules, seen.profile = &profiles[told[1]], seen.table = &table.drops, seen.player = NULL;
    seen.moves = moves, seen.actions = actions, seen.position = is_set_up ? &position : NULL;
    if (error >= 0) error = add_batches(&seen, seed, BATCHES, hash);
    TonkPlayer stronger = players[told[2]];
    stronger.table = &table.drops, stronger.head = table.head;
    seen.player = &stronger, seen.kept = CHECKED, seen.at_once = 1;
    return error < 0 ? error : add_batches(&seen, seed, BATCHES_CHECKED, hash);
}

int tonk_hash(const uint8_t *input, int64_t n, int64_t hands, uint64_t *hashes) {
    static Input tables[MOST_TABLES];
    static Table table;
    Input in = {input, input + n, false};
    Numbers numbers = {0};
    int error = read_players(&in);
    if (error < 0) return error;
    read_all(&in, &numbers, sizeof numbers, 1);
    if (in.is_bad || numbers.tables < 1 || numbers.tables > MOST_TABLES || numbers.drops < 0 || numbers.drops >= n_players) return TONK_BAD_INPUT;
    for (int i = 0; i < TONK_HASHES; i++) hashes[i] = 14695981039346656037ull;
    for (int i = 0; i < numbers.tables; i++) {
        tables[i] = in;
        if ((error = read_table(&in, &table)) < 0) return error;
    }
    for (int64_t i = 0; i < hands; i += HANDS_OF_TABLE) {
        Input at = tables[i / HANDS_OF_TABLE % numbers.tables];
        error = read_table(&at, &table);
        if (error >= 0) error = add_hands(&table, i, hands - i < HANDS_OF_TABLE ? hands - i : HANDS_OF_TABLE, &hashes[TONK_HASH_HANDS]);
        if (error < 0) return error;
    }
    for (int i = 0; i < numbers.solved; i++) {
        int32_t which = -1;
        read_all(&in, &which, sizeof which, 1);
        if (in.is_bad || which < 0 || which >= numbers.tables) return TONK_BAD_INPUT;
        Input at = tables[which];
        error = read_table(&at, &table);
        if (error >= 0) error = add_drops(&table, &profiles[numbers.drops], &hashes[TONK_HASH_DROPS]);
        if (error < 0) return error;
    }
    for (int i = 0; i < numbers.hints; i++)
        if ((error = add_hint(&in, tables, numbers.tables, &hashes[TONK_HASH_HINTS])) < 0) return error;
    return in.at == in.end ? TONK_OK : TONK_BAD_INPUT;
}
