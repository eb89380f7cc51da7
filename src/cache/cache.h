/* The door of the room `cache`: finished answers, kept in memory and used again while they are exact.
 *
 * An answer is found under a key: the request, and the rights of its caller. In the database it depends on the tables
 * that it was read from: it is used only while none of them has changed (see store/tables.h), and so is never older
 * than the last change that was answered.
 *
 * All functions may be called from any thread. */
#ifndef LECTERN_CACHE_CACHE_H
#define LECTERN_CACHE_CACHE_H

#include "store/store.h"

struct cache;
struct cached;

enum {
	CACHE_ETAG = 34,        /* its length, with the quotes */
	CACHE_MOST_TABLES = 256 /* of an answer; one of more tables is not kept */
};

/* `most`: bytes of all answers with their keys. When they are more, those that were not used for the longest time go.
 */
struct cache *cache_create(size_t most);

/* Frees it. No answer is in use any more, and no thread uses it. `cache` may be NULL. */
void cache_destroy(struct cache *cache);

/* The answer under the key, to be released; NULL when there is none, or when it may be no longer what the session would
 * read. */
struct cached *cache_find(struct cache *cache, struct store_session *session, struct slice key);

/* Keeps an answer that the session read from *tables, with a note about it, which may be empty. The result is to be
 * released; one that is too large for the cache is in nobody else's use. NULL when it was read from too many tables, or
 * there is no memory. */
struct cached *cache_keep(struct cache *cache, struct store_session *session, struct slice key,
                          const struct store_tables *tables, struct slice bytes, struct slice note);

/* Whether an answer is what the session would read. For one that is passed on: cache_find looks itself. */
bool cache_is_exact(struct store_session *session, const struct cached *cached);

/* One more use of it, to be released as well. */
struct cached *cache_share(struct cached *cached);
void cache_release(struct cached *cached);

/* Good until it is released. */
struct slice cache_bytes(const struct cached *cached);
struct slice cache_note(const struct cached *cached);
/* The same compressed, as small as it pays for bytes that are sent often: made once. Empty where that does not pay. */
struct slice cache_compressed(struct cache *cache, struct cached *cached, enum compression compression);
const char *cache_etag(const struct cached *cached);

/* The strong etag of some bytes, with its quotes and a NUL: equal for equal bytes, in every process. */
void cache_write_etag(struct slice bytes, char etag[CACHE_ETAG + 1]);

/* Numbers for monitoring. */
struct cache_counts {
	uint64_t found, missed, outdated, evicted;
	uint64_t answers, bytes; /* at present */
};
void cache_count(struct cache *cache, struct cache_counts *counts);

#endif
