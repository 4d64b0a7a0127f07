/* Checks of players, whole deals, counts, drop tables and play-outs, like those of `check.c`: invariants on valid hands,
 * and answers to damaged numbers. Arrays always have the stated lengths. */

enum { FEW = 6, MOST_TRIED = 3, NET_MEMORY = 2 << 20, WORK_MEMORY = 1 << 20 };

/* Returns the number, or, if inputs are damaged, sometimes another. */
static int32_t damaged(Work *w, int32_t number) { return w->is_damaging && often(w, 10) ? any_number(w) : number; }

/* If inputs are damaged, sometimes changes one of these numbers. */
static void spoil(Work *w, void *numbers, size_t size) {
    if (w->is_damaging && often(w, 5)) ((int32_t *)numbers)[any(w, (int)size / 4)] = (int32_t)tonk_next(&w->random);
}

static void some_profile(Work *w, TonkProfile *profile) {
    int32_t *numbers = (int32_t *)profile, most = often(w, 50) ? 20000 : TONK_MOST_OF_PROFILE;
    for (size_t i = 0; i < sizeof *profile / sizeof *numbers; i++) numbers[i] = any(w, 2 * most) - most;
    profile->take_heat = any(w, 3) * any(w, 2000), profile->noise = any(w, 5000), profile->memory = any(w, 60);
    profile->temperature = any(w, 2) * any(w, 5000), profile->slack = any(w, 9000);
    profile->overlooks = any(w, 3) * any(w, 501);
    profile->boldness = any(w, 10001), profile->dread = any(w, 10001);
    profile->uses_tables = any(w, 2), profile->watches_others = any(w, 2), profile->sees_discard = any(w, 2);
}

static void some_drops(Work *w, TonkDropTable *table) {
    table->rows = tonk_hand_size(&w->rules, w->hand.seats) + any(w, 2);
    for (int row = 0; row < TONK_DROP_ROWS; row++)
        for (int i = 0; i < TONK_DROP_ROUNDS; i++) table->at[row][i] = often(w, 10) ? TONK_NEVER : any(w, 60000);
}

static void some_numbers(Work *w, int seat) {
    some_profile(w, &w->profiles[seat]);
    some_drops(w, &w->drops[seat]);
    spoil(w, &w->profiles[seat], sizeof *w->profiles);
    spoil(w, &w->drops[seat], sizeof *w->drops);
}

/* Makes a net of random weights, which may include NaN if inputs are damaged. */
static int some_net(Work *w) {
    int32_t sizes[12] = {damaged(w, 1 + any(w, 8)), damaged(w, 1 + any(w, 8)), damaged(w, any(w, 3)), damaged(w, any(w, 3))};
    int64_t inputs = TONK_STATE_FEATURES + TONK_ACTION_FEATURES + 1, first = sizes[0], second = sizes[1], n = inputs * first;
    int heads = 2, n_sizes = damaged(w, 2 + heads);
    if (n_sizes > 12) n_sizes = 12;
    for (int i = 0; i < heads; i++) n += (first % 1000 + 2) * (second % 1000) + (inputs + second) * sizes[2 + i];
    if (n < 0 || 2 * n > WORK_MEMORY) n = 0;
    for (int64_t i = 0; i < n; i++) {
        uint32_t bits = w->is_damaging && often(w, 1) ? (uint32_t)any(w, 65536) : (uint32_t)(7 + any(w, 6)) << 10 | any(w, 1024) | any(w, 2) << 15;
        w->memory[2 * i] = bits & 255, w->memory[2 * i + 1] = bits >> 8;
    }
    PROMISE(tonk_size_of_net() <= NET_MEMORY);
    int error = tonk_net((TonkNet *)w->net, w->memory, 2 * n + (w->is_damaging && often(w, 3)), sizes, n_sizes);
    w->has_net = error == TONK_OK;
    return error;
}

static void some_player(Work *w, int seat) {
    TonkPlayer *p = &w->players[seat];
    some_numbers(w, seat);
    if (!w->has_net) some_net(w);
    *p = (TonkPlayer){.kind = damaged(w, any(w, TONK_BLIND + 1)), .drop_at = any(w, 40), .head = damaged(w, any(w, 2))};
    for (int type = 0; type < TONK_TYPES; type++) p->leaning[type] = damaged(w, any(w, 200) - 100);
    if (!w->is_damaging || often(w, 97)) p->profile = &w->profiles[seat];
    if (often(w, 80)) p->table = &w->drops[seat];
    p->n_habits = often(w, 70) ? 0 : damaged(w, 1 + any(w, 3));
    for (int i = 0; i < TONK_MOST_HABITS; i++) p->habits[i] = (TonkHabit){damaged(w, any(w, TONK_HABITS)), damaged(w, any(w, 40))};
    if (w->has_net && (!w->is_damaging || often(w, 97))) p->net = (const TonkNet *)w->net;
    else if (p->kind == TONK_MASTER && !w->is_damaging) p->kind = TONK_PLAIN;
    if (p->kind == TONK_BLIND || (w->is_damaging && often(w, 5))) p->believed = &w->believed;
    w->seated[seat] = p;
}

/* Makes the rules that blind players believe in, with a full pack. */
static void some_belief(Work *w) {
    int32_t numbers[TONK_KEYS + 1];
    memcpy(numbers, STANDARD, sizeof STANDARD);
    numbers[TONK_KEYS] = 0, numbers[TONK_JOKERS] = w->rules.key[TONK_JOKERS];
    numbers[TONK_HAND_SIZE] = w->rules.key[TONK_HAND_SIZE], numbers[TONK_WILD] = w->rules.key[TONK_WILD] & TONK_WILD_JOKERS;
    PROMISE(tonk_rules(&w->believed, numbers, TONK_KEYS + 1) >= 0);
}

/* The player that decides now must do something legal, and the same when asked again. */
static void check_choice(Work *w, int seat, int n) {
    TonkAction one, other;
    uint64_t seed = tonk_next(&w->random);
    some_belief(w);
    some_player(w, seat);
    PROMISE(tonk_choose(&w->hand, seat, &w->players[seat], seed, &one) == TONK_OK);
    PROMISE(tonk_choose(&w->hand, seat, &w->players[seat], seed, &other) == TONK_OK);
    PROMISE(!memcmp(&one, &other, sizeof one) && is_listed(w, n, &one));
    mix(w, one.cards ^ (uint64_t)one.type << 60 ^ one.card);
}

/* Plays deals and hands between players, with counts. */
static void try_table(Work *w) {
    TonkDealOutcome deals[MOST_TRIED];
    TonkCounts counts = {0};
    uint8_t decks[MOST_TRIED * TONK_MOST_CARDS];
    uint64_t seeds[MOST_TRIED];
    int64_t worths[MOST_TRIED * TONK_MOST_SEATS], done = 0;
    int32_t cancel = w->is_damaging && often(w, 5), seats = damaged(w, w->hand.seats), n = any(w, MOST_TRIED + 1);
    some_belief(w);
    for (int seat = 0; seat < TONK_MOST_SEATS; seat++) some_player(w, seat);
    for (int i = 0; i < n; i++) {
        int size = tonk_pack(&w->rules, decks + i * w->rules.pack_size);
        tonk_shuffle(decks + i * size, size, &w->random);
        seeds[i] = tonk_next(&w->random);
    }
    if (n && w->is_damaging && often(w, 5)) decks[any(w, n * w->rules.pack_size)] = any(w, 256);
    if (seats < 0 || seats > TONK_MOST_SEATS) n = 0; /* otherwise the payments would not fit */
    int64_t one = tonk_play_deals(&w->rules, seats, w->seated, damaged(w, n) > n ? n : damaged(w, n) < 0 ? -1 : n, decks, seeds, deals, &done, &cancel);
    int64_t other = tonk_count_hands(&w->rules, seats, w->seated, n, seeds, damaged(w, 10), &counts, worths, &done, &cancel);
    if (w->is_damaging) { answered(w, one < 0 ? (int)one : 0), answered(w, other < 0 ? (int)other : 0); return; }
    PROMISE(one >= 0 && other >= 0 && (!n || done == n));
    for (int i = 0; i < n; i++) {
        int64_t sum = 0, worth = 0;
        for (int seat = 0; seat < seats; seat++) {
            sum += deals[i].points[seat], worth += worths[i * seats + seat];
            PROMISE(deals[i].caught[seat] <= deals[i].drops[seat] && deals[i].endings[seat] > 0 && deals[i].endings[seat] < TONK_ENDINGS);
            mix(w, deals[i].points[seat]), mix(w, worths[i * seats + seat]);
        }
        PROMISE(sum == 0 && worth == 0);
    }
    PROMISE(counts.of[TONK_TURNS].y == n && counts.of[TONK_DROPS].x <= counts.of[TONK_DROPS].y);
}

static void try_plain_hands(Work *w) {
    const TonkProfile *profiles[TONK_MOST_SEATS];
    const TonkDropTable *tables[TONK_MOST_SEATS];
    int64_t paid[TONK_MOST_SEATS] = {0};
    double squares[TONK_MOST_SEATS] = {0};
    int32_t cancel = 0, seats = damaged(w, w->hand.seats), n = any(w, MOST_TRIED + 1);
    for (int seat = 0; seat < TONK_MOST_SEATS; seat++) {
        some_numbers(w, seat);
        profiles[seat] = &w->profiles[seat], tables[seat] = often(w, 80) ? &w->drops[seat] : NULL;
    }
    int64_t moves = tonk_plain_hands(&w->rules, seats, n, profiles, tables, &w->random, paid, squares, NULL, &cancel);
    if (w->is_damaging) answered(w, moves < 0 ? (int)moves : 0);
    else PROMISE(moves >= 0);
    mix(w, moves);
}

static void try_drops(Work *w) {
    TonkDropTable made, cases;
    some_profile(w, &w->profiles[0]);
    w->profiles[0].uses_tables = 0, w->profiles[0].noise = 0;
    w->profiles[0].drop_start = w->profiles[0].near_start = w->profiles[0].least = TONK_NEVER;
    w->profiles[0].drop_fall = w->profiles[0].near_fall = w->profiles[0].near_step = 0;
    spoil(w, &w->profiles[0], sizeof *w->profiles);
    int64_t size = w->is_damaging && often(w, 30) ? any(w, WORK_MEMORY) : WORK_MEMORY;
    int hands = damaged(w, 1 + any(w, 4));
    if (hands > 4) hands = INT32_MAX; /* more than there is room for */
    int error = tonk_solve_drops(&w->rules, damaged(w, w->hand.seats), hands, tonk_next(&w->random), &w->profiles[0], w->memory, size, &made,
                                 &cases);
    if (w->is_damaging) answered(w, error);
    else PROMISE(error == TONK_OK);
    for (int row = 0; error == TONK_OK && row < made.rows; row++)
        for (int i = 0; i < TONK_DROP_ROUNDS; i++) mix(w, made.at[row][i]), mix(w, cases.at[row][i]);
}

/* Writes the position as the seat sees it, without hidden cards. */
static void see_position(Work *w, int seat) {
    const TonkHand *h = &w->hand;
    TonkState s;
    TonkPosition *p = &w->position;
    tonk_state(h, &s);
    memset(p, 0, sizeof *p);
    p->seats = s.seats, p->dealer = s.dealer, p->turns = s.turns, p->phase = s.phase;
    p->pile_size = s.pile_size, p->stock_size = s.stock_size, p->n_spreads = s.n_spreads, p->idle_turns = s.idle_turns;
    p->is_idle = h->is_idle, p->taken = s.taken, p->must_use = h->must_use, p->has_hit = s.has_hit, p->is_blocked = s.is_blocked;
    p->discarder = s.is_slappable ? s.discarder : -1;
    p->was_hit = h->was_hit, p->hit_own = h->hit_own, p->hit_others = h->hit_others;
    p->hitters = h->hitters, p->other_hitters = h->other_hitters, p->last_spread = h->last_spread;
    p->ending = s.ending, p->ender = s.ender, p->pays = s.pays, p->n_chances = s.n_chances;
    p->natural_pot_winner = s.natural_pot_winner, p->bets.high_pot = p->bets.natural_pot = -1;
    memcpy(p->pile, s.pile, sizeof p->pile), memset(p->stock, TONK_NO_CARD, sizeof p->stock);
    memcpy(p->spreads, s.spreads, sizeof p->spreads), memcpy(p->chances, s.chances, sizeof p->chances);
    for (int i = 0; i < s.seats; i++) {
        p->sizes[i] = s.sizes[i], p->waits[i] = s.waits[i], p->known[i] = s.known[i];
        p->hands[i] = i == seat ? s.hands[i] : s.known[i], p->dealt[i] = i == seat ? s.dealt[i] : 0;
    }
}

/* Writes everything that the seat has seen of the hand. */
static void see(Work *w, int seat, int n, TonkSeen *seen) {
    const TonkHand *h = &w->hand;
    some_numbers(w, 0);
    *seen = (TonkSeen){.rules = &w->rules, .profile = &w->profiles[0], .table = &w->drops[0], .moves = w->moves, .actions = w->compared,
        .bets = {.high_pot = -1, .natural_pot = -1}, .n_moves = w->n_moves, .n_actions = n, .seats = h->seats, .dealer = h->dealer,
        .seat = seat, .is_big_one = h->is_big_one, .upcard = -1, .phase = h->phase, .must_use = h->must_use, .may_claim = h->is_claim,
        .trust = often(w, 30) ? 0 : any(w, 1001), .weighed_from = any(w, w->n_moves + 1), .in_time = any(w, 1001),
        .particles = 1 + any(w, 6), .stirs = any(w, 4), .at_once = 1 + any(w, 6)};
    seen->kept = 1 + any(w, seen->particles);
    if (h->high_suit >= 0) seen->bets.high_pot = h->high_pot, seen->bets.high_suit = h->high_suit, seen->bets.high_joined = h->high_joined;
    if (h->has_natural_bet) seen->bets.natural_pot = h->natural_pot, seen->bets.natural_joined = h->natural_joined;
    if (w->rules.key[TONK_UPCARD]) seen->upcard = w->rules.number[h->deck[tonk_hand_size(&w->rules, h->seats) * h->seats]];
    uint64_t dealt = tonk_numbers(&w->rules, h->dealt[seat]);
    for (int i = 0; dealt; dealt &= dealt - 1) seen->dealt[i++] = __builtin_ctzll(dealt);
    memset(seen->aside, TONK_NO_CARD, sizeof seen->aside);
    memcpy(w->moves, w->played, w->n_moves * sizeof *w->moves);
    for (int i = 0; i < w->n_moves; i++)
        if (w->moves[i].action.type == TONK_DRAW && w->moves[i].seat != seat) w->moves[i].card = -1;
    memset(w->compared, 0, sizeof w->compared);
    memcpy(w->compared, w->legal, n * sizeof *w->compared);
    if (often(w, 20)) see_position(w, seat), seen->position = &w->position, seen->n_moves = 0, seen->bets = w->position.bets;
}

/* Changes some of the numbers in what was seen. */
static void damage_seen(Work *w, TonkSeen *seen) {
    static const size_t numbers[] = {offsetof(TonkSeen, n_moves), offsetof(TonkSeen, dealt)};
    for (int changes = any(w, 4); changes; changes--) {
        size_t at = numbers[0] + any(w, (int)(numbers[1] - numbers[0]) / 4) * 4;
        int32_t number = any_number(w);
        memcpy((char *)seen + at, &number, sizeof number);
    }
    if (often(w, 20)) seen->dealt[any(w, sizeof seen->dealt)] = any(w, 256);
    if (often(w, 20)) seen->aside[any(w, sizeof seen->aside)] = any(w, 70);
    if (often(w, 20)) seen->bets = (TonkBets){any_number(w), any_number(w), any_number(w), any_number(w), any_number(w)};
    if (w->n_moves && often(w, 40)) {
        TonkSeenMove *move = &w->moves[any(w, w->n_moves)];
        if (often(w, 30)) move->seat = any_number(w);
        if (often(w, 30)) move->card = any_number(w);
        if (often(w, 60)) move->action = any_action(w, seen->n_actions > 0 && seen->n_actions < 9 ? seen->n_actions : 0);
    }
    if (often(w, 30)) w->compared[any(w, FEW)] = any_action(w, 0);
    if (seen->position)
        for (int changes = any(w, 4); changes; changes--) {
            if (often(w, 80)) ((int32_t *)&w->position)[any(w, sizeof w->position / 4)] = any_number(w);
            else ((uint8_t *)&w->position)[any(w, sizeof w->position)] = any(w, 256);
        }
}

static void try_play_outs(Work *w, int seat, int n) {
    TonkSeen seen;
    TonkPlayed played[MOST_BATCHES];
    uint64_t seeds[MOST_BATCHES];
    int64_t done = 0, worths[TONK_MOST_SEATS];
    double squares;
    int32_t cancel = 0;
    if (n > FEW && !often(w, 10)) n = FEW;
    if (w->n_moves < 0) return; /* there were more than could be recorded */
    see(w, seat, n, &seen);
    if (often(w, 40)) some_belief(w), some_player(w, seat), seen.player = &w->players[seat];
    if (w->is_damaging) damage_seen(w, &seen);
    for (int i = 0; i < n; i++) w->indices[i] = damaged(w, i);
    for (int i = 0; i < MOST_BATCHES; i++) seeds[i] = tonk_next(&w->random), played[i].sums = w->sums[i], played[i].kinds = w->kinds[i];
    int error = tonk_play_outs(&seen, w->play_outs, seeds, MOST_BATCHES, w->indices, n, played, &cancel, &done);
    int world = tonk_a_world(&seen, w->play_outs, tonk_next(&w->random), &w->twin);
    int worth = tonk_seat_worths(&seen, 1, tonk_next(&w->random), worths, &squares, &cancel);
    if (w->is_damaging) { answered(w, error), answered(w, world), answered(w, worth); return; }
    PROMISE(error == TONK_OK);
    PROMISE(world >= 0);
    PROMISE(worth == TONK_OK && squares >= 0.0);
    if (world) check_cards(w, &w->twin);
    for (int i = 0; i < MOST_BATCHES; i++) {
        PROMISE(played[i].weight >= 0.0 && played[i].weight < 1e9 && played[i].lowest <= played[i].highest);
        for (int at = 0; at < n; at++)
            for (int kind = 0; kind < 4; kind++) PROMISE(w->kinds[i][4 * at + kind] >= 0.0 && w->kinds[i][4 * at + kind] <= played[i].weight * 1.000001);
        mix(w, played[i].highest - played[i].lowest);
    }
}

/* Evaluates a hand whose cards are all known, over orders of its stock. */
static void try_orders(Work *w, int seat, int n) {
    TonkSeen seen;
    int64_t sum;
    see(w, seat, n < FEW ? n : FEW, &seen);
    if (w->is_damaging && often(w, 30)) seen.seat = any_number(w);
    const TonkAction *first = often(w, 50) ? &w->legal[any(w, n)] : NULL;
    int64_t error = tonk_sum_over_orders(&w->hand, &seen, first, damaged(w, seat), any(w, 64), 2, &sum);
    if (w->is_damaging) answered(w, error < 0 ? (int)error : 0);
    else PROMISE(error >= 0);
}

static void check_position(Work *w, int seat) {
    TonkRandom random = w->random;
    see_position(w, seat);
    if (w->is_damaging)
        for (int changes = any(w, 4); changes; changes--) ((int32_t *)&w->position)[any(w, sizeof w->position / 4)] = any_number(w);
    int error = tonk_set_up(&w->twin, &w->rules, &w->position, &random);
    if (w->is_damaging) answered(w, error);
    else PROMISE(error == TONK_OK);
    if (error == TONK_OK) check_cards(w, &w->twin);
}

/* Runs one of these checks, at random, when a seat decides. */
static void try_players(Work *w, int seat, int n) {
    switch (any(w, 10)) {
    case 0: try_table(w); break;
    case 1: try_plain_hands(w); break;
    case 2: try_drops(w); break;
    case 3: case 4: case 5: try_play_outs(w, seat, n); break;
    case 6: try_orders(w, seat, n); break;
    case 7: w->has_net = false, answered(w, some_net(w)); break;
    default: check_position(w, seat);
    }
}

/* Asks a player with damaged input, for any seat. */
static void damage_choice(Work *w, int seat, int n) {
    TonkAction chosen;
    int32_t weights[TONK_MOST_ACTIONS];
    seat = damaged(w, seat);
    some_belief(w);
    some_player(w, seat >= 0 && seat < TONK_MOST_SEATS ? seat : 0);
    const TonkPlayer *p = &w->players[seat >= 0 && seat < TONK_MOST_SEATS ? seat : 0];
    answered(w, tonk_choose(&w->hand, seat, p, tonk_next(&w->random), &chosen));
    if (w->has_net) {
        TonkAction a = any_action(w, n);
        answered(w, tonk_net_scores(&w->hand, seat, (const TonkNet *)w->net, damaged(w, 0), &a, damaged(w, 1) == 1, weights));
    }
    if (p->profile) answered(w, tonk_plain_choose(&w->hand, seat, p->profile, p->table, &w->random, &chosen));
}
