/* Inside the room `webhooks`: the attempts that are under way. For the thread that sends. */
#ifndef LECTERN_WEBHOOKS_ATTEMPTS_H
#define LECTERN_WEBHOOKS_ATTEMPTS_H

#include "sender_state.h"

/* Begins an attempt of a delivery, whose texts are copied. */
void attempt_begin(struct sender *sender, const struct store_delivery *delivery);

/* Goes on with all that are under way, as far as sockets are ready, and notes what became of those that end. */
void attempts_run(struct sender *sender);

/* Ends all that are under way. Their deliveries are due at once, for any process. */
void attempts_give_up(struct sender *sender);

void attempts_free(struct attempt **list);

#endif
