/* The network's inputs for a decision, computed by the kernel. Its source file is included whole, because the plain
 * players and the critic use parts of it. `tests/ai/lab/training_compare.py` compares the inputs of the trainer with
 * those of the master. */
#ifndef NUMBERS_H
#define NUMBERS_H
#include "game.h"
#include "../../kernel/features.c"

enum { STATE_FEATURES = TONK_STATE_FEATURES, ACTION_FEATURES = TONK_ACTION_FEATURES };

static Eye look(const TonkHand *h, int seat) {
    Eye e;
    tonk_in_look(&e, h, seat);
    return e;
}

static void state_features(const Eye *e, float *x) { tonk_in_state_features(e, x); }
static void action_features(const Eye *e, Action a, float *x) { tonk_in_action_features(e, &a, x); }
#endif
