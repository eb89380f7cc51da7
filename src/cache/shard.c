#include "shard.h"

#include <stdlib.h>

void shard_init(struct shard *shard, size_t most)
{
	*shard = (struct shard){.most = most};
	pthread_mutex_init(&shard->lock, NULL);
}

void cache_release(struct cached *cached)
{
	if (!cached || atomic_fetch_sub(&cached->uses, 1) != 1)
		return;
	for (size_t i = 0; i < COMPRESSIONS; i++)
		free((void *)(uintptr_t)cached->compressed[i].ptr);
	free(cached);
}

static struct cached **bucket_of(struct shard *shard, uint64_t hash)
{
	/* The lowest bits choose the shard. */
	return &shard->buckets[(hash >> 8) % SHARD_BUCKETS];
}

static void unlink_use(struct shard *shard, struct cached *cached)
{
	*(cached->newer ? &cached->newer->older : &shard->newest) = cached->older;
	*(cached->older ? &cached->older->newer : &shard->oldest) = cached->newer;
}

static void link_newest(struct shard *shard, struct cached *cached)
{
	cached->newer = NULL;
	cached->older = shard->newest;
	*(shard->newest ? &shard->newest->newer : &shard->oldest) = cached;
	shard->newest = cached;
}

/* Takes one out, which may still be in use elsewhere. */
static void take_out(struct shard *shard, struct cached *cached)
{
	struct cached **place = bucket_of(shard, cached->hash);
	while (*place != cached)
		place = &(*place)->same;
	*place = cached->same;
	unlink_use(shard, cached);
	cached->is_in = false;
	shard->counts.answers--;
	shard->counts.bytes -= cached->size;
	cache_release(cached);
}

static struct cached *look(struct shard *shard, uint64_t hash, struct slice key)
{
	struct cached *cached = *bucket_of(shard, hash);
	while (cached && (cached->hash != hash || !slice_equals(cached->key, key)))
		cached = cached->same;
	return cached;
}

struct cached *shard_find(struct shard *shard, uint64_t hash, struct slice key,
                          bool (*is_good)(void *context, const struct cached *cached), void *context)
{
	pthread_mutex_lock(&shard->lock);
	struct cached *cached = look(shard, hash, key);
	if (cached && !is_good(context, cached)) {
		take_out(shard, cached);
		shard->counts.outdated++;
		cached = NULL;
	}
	if (cached) {
		atomic_fetch_add(&cached->uses, 1);
		shard->counts.found++;
		if (cached != shard->newest) {
			unlink_use(shard, cached);
			link_newest(shard, cached);
		}
	} else {
		shard->counts.missed++;
	}
	pthread_mutex_unlock(&shard->lock);
	return cached;
}

static void make_room(struct shard *shard, size_t size)
{
	while (shard->oldest && shard->counts.bytes + size > shard->most) {
		take_out(shard, shard->oldest);
		shard->counts.evicted++;
	}
}

void shard_put(struct shard *shard, struct cached *cached)
{
	if (cached->size > shard->most / 8)
		return;
	pthread_mutex_lock(&shard->lock);
	struct cached *before = look(shard, cached->hash, cached->key);
	if (before)
		take_out(shard, before);
	make_room(shard, cached->size);
	struct cached **bucket = bucket_of(shard, cached->hash);
	atomic_fetch_add(&cached->uses, 1);
	cached->same = *bucket;
	*bucket = cached;
	link_newest(shard, cached);
	cached->is_in = true;
	shard->counts.answers++;
	shard->counts.bytes += cached->size;
	pthread_mutex_unlock(&shard->lock);
}

struct slice shard_compressed(struct shard *shard, const struct cached *cached, enum compression compression)
{
	pthread_mutex_lock(&shard->lock);
	const struct slice bytes = cached->compressed[compression];
	pthread_mutex_unlock(&shard->lock);
	return bytes;
}

struct slice shard_set_compressed(struct shard *shard, struct cached *cached, enum compression compression,
                                  struct slice bytes)
{
	struct slice *set = &cached->compressed[compression];
	pthread_mutex_lock(&shard->lock);
	if (set->ptr) {
		free((void *)(uintptr_t)bytes.ptr);
	} else {
		*set = bytes;
		cached->size += bytes.len;
		if (cached->is_in) {
			shard->counts.bytes += bytes.len;
			make_room(shard, 0);
		}
	}
	bytes = *set;
	pthread_mutex_unlock(&shard->lock);
	return bytes;
}

void shard_free(struct shard *shard)
{
	while (shard->oldest)
		take_out(shard, shard->oldest);
	pthread_mutex_destroy(&shard->lock);
}
