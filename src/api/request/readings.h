/* Inside the room `api/request`: reads that are under way on background threads. Requests that ask the same with the
 * same rights meanwhile wait for the first of them, and get its answer in request->shared_answer. When there is none,
 * because the read failed or was cancelled, or when it is out of date, each reads itself.
 *
 * Only reads that took longer than a turn on a thread that serves are here: to wait for a shorter one would take
 * longer than to read. A request waits once at most, and without a thread.
 *
 * A request is waited for until it calls readings_end, which every way to its end does. All functions may be called
 * from any thread, readings_init and readings_free from one. */
#ifndef LECTERN_API_REQUEST_READINGS_H
#define LECTERN_API_REQUEST_READINGS_H

#include "base/base.h"

#include <pthread.h>

struct cached;
struct shared_read;
struct request;

enum { READINGS_MOST_WAITING = 1024 /* requests for one; others read themselves */ };

struct readings {
	pthread_mutex_t lock;
	struct shared_read *first;
	_Atomic size_t count; /* is 0 nearly always: then nobody takes the lock */
};

void readings_init(struct readings *readings);

/* No read is under way any more. */
void readings_free(struct readings *readings);

/* Whether another request is at work for that key, and this one has not waited before. */
bool readings_may_wait(struct readings *readings, const struct request *request, struct slice key);

/* The request, which is suspended, goes to the background. True: it waits for another one, and belongs to the thread
 * that ends that. False: it is to go on, and others may wait for it, until readings_end. */
bool readings_join(struct readings *readings, struct request *request, struct slice key);

/* The answer of a request that others may wait for: they get it, too, even where it is too large to be remembered. */
void readings_set_answer(struct request *request, struct cached *answer);

/* The request needs no longer be waited for. Those that wait are given to the threads for second turns. */
void readings_end(struct readings *readings, struct request *request);

#endif
