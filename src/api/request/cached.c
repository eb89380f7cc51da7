#include "sharing.h"
#include "workers.h"

enum { SMALLEST_COMPRESSED = 1024 }; /* bytes; less fits into the packet anyway */

struct request_read {
	struct slice key;
	struct store_tables tables;
	struct content_keys *keys; /* NULL: caches are told nothing */
};

/* All that the answer depends on beside the tables that are read. */
static struct slice make_key(const struct request *request, char dialect, struct slice asked)
{
	const struct slice rights = request->caller.rights;
	char *key = arena_alloc(request->arena, rights.len + asked.len + 2);
	key[0] = dialect;
	key[1] = (char)rights.len;
	if (rights.len)
		memcpy(key + 2, rights.ptr, rights.len);
	memcpy(key + 2 + rights.len, asked.ptr, asked.len);
	return (struct slice){key, rights.len + asked.len + 2};
}

/* ---- how an answer is sent ---- */

/* The client's own etag of this answer, in whatever encoding; NULL where it has none. */
static const char *etag_of_client(const struct request *request, struct slice etag)
{
	const struct slice list = http_header(request->http, "If-None-Match");
	/* Without the quote at its end. */
	const char *found = list.len ? memmem(list.ptr, list.len, etag.ptr, etag.len - 1) : NULL;
	if (!found)
		return NULL;
	const size_t left = (size_t)(list.ptr + list.len - found);
	const char *end = memchr(found + 1, '"', left - 1);
	return end ? arena_copy(request->arena, (struct slice){found, (size_t)(end + 1 - found)}) : NULL;
}

/* Adds what caches are told, the etag, and that the answer depends on the encoding asked for, where its `size` makes
 * it. The same bytes in another encoding have another etag (RFC 9110, 8.8.3), and so have those that were compressed
 * with less effort. True when the client has the answer: then it is given. Conditions are those of GET and HEAD
 * (13.2.1). */
static bool set_etag(struct request *request, const char *etag, struct slice note, size_t size,
                     enum compression compression, enum compression_effort effort)
{
	struct http_response *response = request->response;
	const struct slice plain = slice_of(etag);
	const bool by_caller = sharing_add_headers(request->shared->sharing, request, note);
	if (size >= SMALLEST_COMPRESSED)
		http_add_field(response, "Vary", by_caller ? "Accept-Encoding, Authorization" : "Accept-Encoding");
	else if (by_caller)
		http_add_field(response, "Vary", "Authorization");
	if (request->http->method == HTTP_GET) {
		const char *known = etag_of_client(request, plain);
		if (known) {
			http_add_field(response, "ETag", known);
			response->status = 304;
			response->body.len = 0;
			return true;
		}
		etag = compression ? arena_format(request->arena, "%.*s-%s%s\"", (int)plain.len - 1, etag,
		                                  compression_name(compression), effort == COMPRESSION_FAST ? "1" : "")
		                   : arena_copy(request->arena, plain);
		http_add_field(response, "ETag", etag);
	}
	if (compression)
		http_add_field(response, "Content-Encoding", compression_name(compression));
	return false;
}

static void release(void *cached)
{
	cache_release(cached);
}

/* An answer that was remembered. */
static void give(struct request *request, struct cached *cached)
{
	static const enum compression smallest_first[] = {COMPRESSION_BROTLI, COMPRESSION_ZSTD, COMPRESSION_GZIP};
	struct slice bytes = cache_bytes(cached), compressed = {NULL, 0};
	enum compression compression = COMPRESSION_NONE;
	if (bytes.len >= SMALLEST_COMPRESSED)
		compression = http_choose_compression(request->http, smallest_first, COUNT_OF(smallest_first));
	if (compression)
		compressed = cache_compressed(request->shared->cache, cached, compression);
	if (!compressed.len)
		compression = COMPRESSION_NONE;
	if (set_etag(request, cache_etag(cached), cache_note(cached), bytes.len, compression, COMPRESSION_SMALL))
		cache_release(cached);
	else
		http_respond_shared(request->response, compression ? compressed : bytes, release, cached);
}

/* One that was just made: it may never be asked for again. */
static void compress(struct request *request, const char *etag, struct slice note)
{
	static const enum compression fastest_first[] = {COMPRESSION_ZSTD, COMPRESSION_BROTLI, COMPRESSION_GZIP};
	struct buffer *body = &request->response->body, compressed;
	enum compression compression = COMPRESSION_NONE;
	if (body->len >= SMALLEST_COMPRESSED)
		compression = http_choose_compression(request->http, fastest_first, COUNT_OF(fastest_first));
	if (compression && !compress_bytes(compression, COMPRESSION_FAST, buffer_as_slice(body), &compressed))
		compression = COMPRESSION_NONE;
	if (!set_etag(request, etag, note, body->len, compression, COMPRESSION_FAST) && compression) {
		body->len = 0;
		buffer_slice(body, buffer_as_slice(&compressed));
	}
	if (compression)
		buffer_free(&compressed);
}

/* ---- finding and keeping ---- */

/* The answer of the request that this one has waited for, where it is still good. */
static struct cached *take_shared(struct request *request)
{
	struct cached *cached = request->shared_answer;
	request->shared_answer = NULL;
	if (!cached || cache_is_exact(request->session, cached))
		return cached;
	cache_release(cached);
	return NULL;
}

/* Notes what is read from here on. */
static void note_reads(struct request *request)
{
	/* The default language is remembered: reading it may run no statement. */
	store_tables_add(&request->read->tables, SLICE("strapi_core_store_settings"));
	store_tables_add(&request->read->tables, SLICE("i18n_locale"));
	store_note_tables(request->session, &request->read->tables);
	if (request->shared->sharing && request->http->method == HTTP_GET)
		request->read->keys = content_keys_create(request->shared->content, request->arena);
}

bool request_answer_cached(struct request *request, char dialect, struct slice asked)
{
	struct cache *cache = request->shared->cache;
	struct cached *cached;
	/* What came over no connection is answered to code of this process, which wants its own copy. */
	if (request->http->resumed || request->writing || request->explained)
		return false;
	request->read = arena_alloc(request->arena, sizeof *request->read);
	*request->read = (struct request_read){.key = {NULL, 0}};
	if (!cache) {
		note_reads(request);
		return false;
	}
	request->read->key = make_key(request, dialect, asked);
	cached = take_shared(request);
	if (cached || (cached = cache_find(cache, request->session, request->read->key))) {
		give(request, cached);
		return true;
	}
	/* On a background thread a turn without a limit is not given up. */
	if (request->budget.turn_limit && readings_may_wait(&request->shared->readings, request, request->read->key)) {
		budget_end_early(&request->budget);
		return true;
	}
	note_reads(request);
	return false;
}

struct content_keys *cached_keys(const struct request *request)
{
	return request->read ? request->read->keys : NULL;
}

bool cached_wait(struct request *request)
{
	return request->read && request->read->key.len && !request->continued &&
	       readings_join(&request->shared->readings, request, request->read->key);
}

void request_end_read(struct request *request)
{
	const struct http_response *response = request->response;
	const struct request_read *read = request->read;
	char etag[CACHE_ETAG + 1];
	struct cached *cached = NULL;
	if (!read)
		return;
	store_note_tables(request->session, NULL);
	if (request_is_moved(request) || response->status != 200 || response->body.failed)
		return;
	const struct slice bytes = buffer_as_slice(&response->body);
	struct slice note = {NULL, 0};
	/* What changes by itself, such as a signed URL, is nothing to share. */
	if (read->keys && !read->tables.all)
		note = sharing_note(request->shared->sharing, request, read->keys);
	if (read->key.len)
		cached = cache_keep(request->shared->cache, request->session, read->key, &read->tables, bytes, note);
	if (cached)
		readings_set_answer(request, cached);
	else
		cache_write_etag(bytes, etag);
	compress(request, cached ? cache_etag(cached) : etag, note);
	cache_release(cached);
}
