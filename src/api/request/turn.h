/* Inside the room `api/request`: the turns in which the work of a request is done. */
#ifndef LECTERN_API_REQUEST_TURN_H
#define LECTERN_API_REQUEST_TURN_H

#include "request.h"

/* Calls request->run, in a turn of `limit` milliseconds (0: without end). When it has answered, the request is resumed
 * where it is suspended; when the turn was over before, the request is moved to a background thread. */
void turn_run(struct request *request, int64_t limit);

/* Has a background thread begin the work, or begin it again; the request is suspended. */
void turn_move(struct request *request);

/* The same for a request that is suspended already and has nothing in its answer. `heavy`: not to the threads for
 * second turns. */
void turn_go_on(struct request *request, bool heavy);

/* As well, where nothing more may be done: the request refuses, and cleans up. */
void turn_run_ended(struct request *request);

/* Continues a suspended request with `run`, on a background thread of those for short work; when it takes
 * long it is moved to the other threads, too. When there is no place for it `run` is called here, with a budget that
 * has ended, so that it can refuse and clean up. */
void turn_continue(struct request *request, bool (*run)(struct request *request));

/* Begin a session that reads; the second one sees what was written before, whoever calls. False with 503. */
bool turn_begin_session(struct request *request, struct error *error);
bool turn_begin_primary(struct request *request, struct error *error);
void turn_end_session(struct request *request);

#endif
