/* When API tokens were last used. It is kept without a write a request, and never in a request's way: at most once a
 * minute and token a job is submitted to the thread of the store that writes. */
#ifndef LECTERN_ACCESS_USAGE_H
#define LECTERN_ACCESS_USAGE_H

#include "store/store.h"

#include <pthread.h>

enum { USAGE_INTERVAL_MS = 60 * 1000 };

struct used_token;

/* What all threads share. */
struct usage {
	const struct registry *registry;
	pthread_mutex_t lock;
	struct used_token *tokens;
	size_t count, capacity;
};

/* What one thread remembers, to ask the others only when it has to. */
struct usage_latest {
	int64_t token, at;
};

void usage_init(struct usage *usage, const struct registry *registry);

/* Jobs may still be on their way: they don't need it. */
void usage_free(struct usage *usage);

/* The token of that id is used at `now`, in milliseconds since 1970. A database that can't be written is left alone. */
void usage_note(struct usage *usage, struct usage_latest *latest, struct store_session *session, int64_t token,
                int64_t now);

#endif
