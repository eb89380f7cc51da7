/* What the statements of a session that reads are, and how the database runs them. A part of the door store.h. */
#ifndef LECTERN_STORE_EXPLAIN_H
#define LECTERN_STORE_EXPLAIN_H

#include "base/base.h"

struct store_session;

/* The session keeps its statements from here on, for store_write_explained. */
void store_explain(struct store_session *session);

/* Writes [{"sql":"SELECT …","rows":25,"milliseconds":0.125,"plan":["SCAN t0", …]}, …], a line of the database's EXPLAIN
 * each, indented by two blanks a level. The statements are not run again. Their values stay placeholders, but
 * PostgreSQL's plans show them. Of what other statements than lists and populates read, such as links, `rows` and
 * `milliseconds` are null. No cursor of the session may be open. */
bool store_write_explained(struct store_session *session, struct buffer *json, struct error *error);

struct sql;

/* Inside the room: keeps a statement of a session that explains. */
void explain_note(struct store_session *session, struct slice text, const struct sql *sql);

#endif
