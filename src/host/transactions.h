/* Inside the room `host`: transactions that code has open. */
#ifndef LECTERN_HOST_TRANSACTIONS_H
#define LECTERN_HOST_TRANSACTIONS_H

#include "services_state.h"

/* Begins one of its own; `call` is answered with its number. */
void transaction_begin(struct services *services, struct host_call *call);

/* A process has ended: what it has open is undone. */
void transaction_abandon(struct services *services, uint64_t process);

/* Gives a call to the transaction that it belongs to. */
void transaction_take(struct services *services, struct host_call *call);

/* ---- within a session that writes already: a part of it that can be undone, with the number 0 ---- */

/* Whether a call begins or ends a transaction. */
bool transaction_is_step(const struct host_call *call);

/* Answers such a call; *undoable: how many parts are open. */
void transaction_serve(struct services *services, const struct content_call *content, struct host_call *call,
                       unsigned *undoable);

/* Undoes the parts that were not ended. */
void transaction_undo(const struct content_call *content, unsigned undoable);

#endif
