#include "shard.h"

#include <stdlib.h>

#ifdef __x86_64__
#include <xxh_x86dispatch.h> /* XXH3 by what the processor has */
#else
#include <xxhash.h>
#endif

enum { SHARDS = 16 };

struct cache {
	struct shard shards[SHARDS];
};

struct cache *cache_create(size_t most)
{
	struct cache *cache = memory_resize(NULL, sizeof *cache);
	for (size_t i = 0; i < SHARDS; i++)
		shard_init(&cache->shards[i], most / SHARDS);
	return cache;
}

void cache_destroy(struct cache *cache)
{
	for (size_t i = 0; cache && i < SHARDS; i++)
		shard_free(&cache->shards[i]);
	free(cache);
}

static struct shard *shard_of(struct cache *cache, uint64_t hash)
{
	return &cache->shards[hash % SHARDS];
}

static bool is_unchanged(void *context, const struct cached *cached)
{
	return store_is_unchanged(context, cached->tables, cached->table_count, cached->moment);
}

bool cache_is_exact(struct store_session *session, const struct cached *cached)
{
	return store_knows_changes(session) && is_unchanged(session, cached);
}

struct cached *cache_share(struct cached *cached)
{
	atomic_fetch_add(&cached->uses, 1);
	return cached;
}

struct cached *cache_find(struct cache *cache, struct store_session *session, struct slice key)
{
	const uint64_t hash = slice_hash(key);
	return store_knows_changes(session) ? shard_find(shard_of(cache, hash), hash, key, is_unchanged, session)
	                                    : NULL;
}

/* One piece of memory: the answer, its tables, its key, its bytes, its note. */
static struct cached *create(struct slice key, const uint16_t *tables, size_t table_count, struct slice bytes,
                             struct slice note)
{
	const size_t size = sizeof(struct cached) + table_count * sizeof *tables + key.len + bytes.len + note.len;
	struct cached *cached = malloc(size);
	if (!cached)
		return NULL;
	uint16_t *own_tables = (uint16_t *)(cached + 1);
	char *text = (char *)(own_tables + table_count);
	memcpy(own_tables, tables, table_count * sizeof *tables);
	memcpy(text, key.ptr, key.len);
	memcpy(text + key.len, bytes.ptr, bytes.len);
	if (note.len)
		memcpy(text + key.len + bytes.len, note.ptr, note.len);
	*cached = (struct cached){
	    .uses = 1,
	    .key = {text, key.len},
	    .bytes = {text + key.len, bytes.len},
	    .note = {text + key.len + bytes.len, note.len},
	    .size = size,
	    .tables = own_tables,
	    .table_count = table_count,
	};
	return cached;
}

struct cached *cache_keep(struct cache *cache, struct store_session *session, struct slice key,
                          const struct store_tables *tables, struct slice bytes, struct slice note)
{
	uint16_t numbers[CACHE_MOST_TABLES];
	const size_t count = store_tables_list(tables, numbers, CACHE_MOST_TABLES);
	if (tables->all || count > CACHE_MOST_TABLES || memory_is_short() || !store_knows_changes(session))
		return NULL;
	struct cached *cached = create(key, numbers, count, bytes, note);
	if (!cached)
		return NULL;
	cached->hash = slice_hash(key);
	cached->moment = store_moment(session);
	cache_write_etag(bytes, cached->etag);
	shard_put(shard_of(cache, cached->hash), cached);
	return cached;
}

struct slice cache_bytes(const struct cached *cached)
{
	return cached->bytes;
}

struct slice cache_note(const struct cached *cached)
{
	return cached->note;
}

struct slice cache_compressed(struct cache *cache, struct cached *cached, enum compression compression)
{
	struct shard *shard = shard_of(cache, cached->hash);
	const struct slice known = shard_compressed(shard, cached, compression);
	struct buffer made;
	if (known.ptr || !compress_bytes(compression, COMPRESSION_SMALL, cached->bytes, &made))
		return known;
	char *fit = realloc(made.data, made.len);
	return shard_set_compressed(shard, cached, compression, (struct slice){fit ? fit : made.data, made.len});
}

const char *cache_etag(const struct cached *cached)
{
	return cached->etag;
}

void cache_write_etag(struct slice bytes, char etag[CACHE_ETAG + 1])
{
	static const char digits[] = "0123456789abcdef";
	XXH128_canonical_t hash;
	XXH128_canonicalFromHash(&hash, XXH3_128bits(bytes.ptr, bytes.len));
	etag[0] = etag[CACHE_ETAG - 1] = '"';
	etag[CACHE_ETAG] = '\0';
	for (size_t i = 0; i < sizeof hash.digest; i++) {
		etag[1 + 2 * i] = digits[hash.digest[i] >> 4];
		etag[2 + 2 * i] = digits[hash.digest[i] & 15];
	}
}

void cache_count(struct cache *cache, struct cache_counts *counts)
{
	*counts = (struct cache_counts){0};
	for (size_t i = 0; i < SHARDS; i++) {
		struct shard *shard = &cache->shards[i];
		pthread_mutex_lock(&shard->lock);
		counts->found += shard->counts.found;
		counts->missed += shard->counts.missed;
		counts->outdated += shard->counts.outdated;
		counts->evicted += shard->counts.evicted;
		counts->answers += shard->counts.answers;
		counts->bytes += shard->counts.bytes;
		pthread_mutex_unlock(&shard->lock);
	}
}
