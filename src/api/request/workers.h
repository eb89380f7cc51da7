/* Inside the room `api/request`: the background threads. */
#ifndef LECTERN_API_REQUEST_WORKERS_H
#define LECTERN_API_REQUEST_WORKERS_H

#include "cache/cache.h"
#include "readings.h"
#include "request.h"

#include <stdatomic.h>

struct requests {
	const struct config *config;
	const struct registry *registry;
	struct store *store;
	struct access *access;
	struct content *content;
	struct cache *cache;      /* NULL: no answers are remembered */
	struct arena *arena;      /* of `sharing` */
	struct sharing *sharing;  /* NULL: answers tell caches nothing */
	struct readings readings; /* unused where no answers are remembered */
	size_t first_thread;
	bool keep_permissions;
	bool explains;                               /* in development: X-Lectern-Explain is obeyed */
	bool count_statements;                       /* answers tell how many SQL statements they took; for tests */
	struct background *second_turns;             /* what took longer than a turn on a thread that serves */
	struct background *heavy;                    /* what takes longer still */
	struct background *files;                    /* uploads that are there whole */
	struct background *receiving;                /* the parts of those that are coming */
	struct background *after;                    /* answers to changes: short as a rule */
	struct background *waiting, *outside, *code; /* what waits by its nature: see enum request_wait */
	_Atomic int64_t stopping;                    /* milliseconds of the monotonic clock; 0: not yet */
};

/* Queues the request for one of the threads. False with 503 when too much waits already, or the server stops. */
bool workers_submit_second(struct request *request, struct error *error);
bool workers_submit_heavy(struct request *request, struct error *error);
bool workers_submit_after(struct request *request, struct error *error);
bool workers_submit_waiting(struct request *request, enum request_wait wait, struct error *error);

/* Whether work of the background may be given up: its client has gone, or the server stops. `context` is the request.
 */
bool workers_cancel(void *context);

#endif
