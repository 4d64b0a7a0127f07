/* What a decision looks like to the network, as the kernel reckons it: its file is taken in here whole, since the
 * plain players and the critic ask for parts of it. `compare.py` holds what the trainer tells the network against
 * what the master does. */
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
