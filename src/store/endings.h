/* Inside the room `store`: the functions that are called when a session that writes has ended (store_add_ending). */
#ifndef LECTERN_STORE_ENDINGS_H
#define LECTERN_STORE_ENDINGS_H

#include "session.h"

/* A savepoint of the session's: begun, kept or undone, with the endings that belong to it. */
bool endings_savepoint(struct store_session *session, enum savepoint step, struct error *error);

/* Tells the endings of a session that has ended. */
void endings_run(struct store_ending *endings, bool done);

#endif
