/* Threads for what is slow by nature, such as hashing passwords: work waits in a queue and is done in order, at a lower
 * priority than that of the threads that serve. */
#ifndef LECTERN_BASE_BACKGROUND_H
#define LECTERN_BASE_BACKGROUND_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct background;

/* Lives until it has been run. */
struct background_work {
	void (*run)(void *context, size_t thread); /* thread: 0 … threads - 1. The work may be freed in it */
	void *context;
	uint64_t client;              /* whose work it is, or 0: work of clients that have none at work goes first */
	struct background_work *next; /* of the queue */
};

struct background_options {
	size_t threads;
	size_t most_waiting;        /* work */
	size_t most_waiting_of_one; /* the same of one client; 0: no limit of its own */
	int niceness;               /* how much lower the threads' priority is: 0 to 19 */
};

/* Starts the threads. NULL when one can't be started. */
struct background *background_start(const struct background_options *options);

/* From any thread. False when too much waits already, or it is being stopped: the work is not run then. */
bool background_submit(struct background *background, struct background_work *work);

/* Does what waits, then ends the threads. NULL is fine. */
void background_stop(struct background *background);

#endif
