/* Inside the room `webhooks`: the rounds of the thread that sends, one at a time. For that thread. */
#ifndef LECTERN_WEBHOOKS_SENDER_ROUND_H
#define LECTERN_WEBHOOKS_SENDER_ROUND_H

#include "sender_state.h"

/* `now` is of the monotonic clock in all of them. */

/* Whether anything is to be reported, or to be taken. */
bool sender_round_is_due(const struct sender *sender, int64_t now);

/* Submits a round to the thread that writes: it keeps what became of attempts that ended, and takes deliveries as far
 * as there is room for them, unless the server stops. None may be under way. */
void sender_round_begin(struct sender *sender, int64_t now);

/* When the round that is under way has ended: begins attempts of what it took, and clears sender->busy. Else nothing.
 */
void sender_round_end(struct sender *sender, int64_t now);

#endif
