/* Inside the room `account`: work that is done when the request has been answered. */
#ifndef LECTERN_ACCOUNT_DEFERRED_H
#define LECTERN_ACCOUNT_DEFERRED_H

#include "account_state.h"

/* Runs `run` on a background thread with an arena of its own, after the request has been answered. */
bool account_defer(struct account_call *call, void (*run)(struct account_call *call, const char *text),
                   struct slice text, struct error *error);

#endif
