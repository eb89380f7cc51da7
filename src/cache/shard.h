/* Inside the room `cache`: a part of it with a lock of its own. Which part an answer is in depends on its key. */
#ifndef LECTERN_CACHE_SHARD_H
#define LECTERN_CACHE_SHARD_H

#include "cache.h"

#include <pthread.h>
#include <stdatomic.h>

/* One answer. Nothing but its place in the shard changes. It is freed with its last reference, that of the shard or of
 * a reader. */
struct cached {
	_Atomic unsigned uses; /* one is the shard's */
	uint64_t hash;         /* of the key */
	uint64_t moment;       /* of the session that it was read in */
	struct slice key, bytes, note;
	size_t size; /* all that it takes, in bytes */
	char etag[CACHE_ETAG + 1];
	const uint16_t *tables;
	size_t table_count;
	struct slice compressed[COMPRESSIONS]; /* malloc'd; set once, with the lock of the shard held */
	bool is_in;                            /* the shard has it */
	struct cached *same;                   /* the next one in its bucket */
	struct cached *newer, *older;          /* by their last use */
};

enum { SHARD_BUCKETS = 1024 };

struct shard {
	pthread_mutex_t lock;
	struct cached *buckets[SHARD_BUCKETS];
	struct cached *newest, *oldest;
	size_t most;
	struct cache_counts counts;
};

void shard_init(struct shard *shard, size_t most);
void shard_free(struct shard *shard);

/* The bytes of an answer in that form, which stay as long as it; empty where they were not set. */
struct slice shard_compressed(struct shard *shard, const struct cached *cached, enum compression compression);

/* Sets them, which are malloc'd and the answer's from here on; gives those that another thread has set before. */
struct slice shard_set_compressed(struct shard *shard, struct cached *cached, enum compression compression,
                                  struct slice bytes);

/* The answer under that key, in use, when `is_good` says so; else it is taken out. */
struct cached *shard_find(struct shard *shard, uint64_t hash, struct slice key,
                          bool (*is_good)(void *context, const struct cached *cached), void *context);

/* Puts one in, which the shard uses from here on, in the place of another of its key. One that is larger than an eighth
 * of the shard is not put in. */
void shard_put(struct shard *shard, struct cached *cached);

#endif
