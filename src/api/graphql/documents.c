#include "documents.h"

#include <openssl/sha.h>
#include <pthread.h>
#include <stdlib.h>
#include <time.h>

/* Remembered, and all that are in use besides: changes wait with theirs until it is their turn. */
enum { SLOTS = 1024, MOST_BYTES = 32 * 1024 * 1024, MOST_BYTES_IN_USE = 256 * 1024 * 1024 };
enum { MOST_PERSISTED_BYTES = 8 * 1024 * 1024, DEEPEST = 200 };

struct cached_document {
	struct arena *arena;
	struct graphql_document *document;
	uint64_t hash;
	size_t bytes;
	unsigned users; /* executions, and the slot; under the lock */
};

struct persisted {
	char hash[DOCUMENTS_HASH];
	char *text;
	size_t len;
};

struct documents {
	const struct api_graphql_schema *schema;
	pthread_mutex_t lock;
	struct cached_document *slots[SLOTS]; /* by the hash of the text; a newcomer drives out who is there */
	size_t bytes;                         /* of those in slots */
	size_t bytes_in_use;                  /* of all there are */
	struct persisted persisted[SLOTS];
	size_t persisted_bytes;
};

struct documents *api_graphql_documents_create(const struct api_graphql_schema *schema)
{
	struct documents *documents = calloc(1, sizeof *documents);
	if (!documents || pthread_mutex_init(&documents->lock, NULL) != 0)
		abort();
	documents->schema = schema;
	return documents;
}

static void let_go(struct documents *documents, struct cached_document *cached)
{
	if (!cached || --cached->users)
		return;
	documents->bytes_in_use -= cached->bytes;
	arena_destroy(cached->arena);
}

static void empty_slot(struct documents *documents, size_t slot)
{
	struct cached_document *cached = documents->slots[slot];
	documents->slots[slot] = NULL;
	if (cached)
		documents->bytes -= cached->bytes;
	let_go(documents, cached);
}

static void forget_persisted(struct documents *documents, struct persisted *persisted)
{
	documents->persisted_bytes -= persisted->len;
	free(persisted->text);
	*persisted = (struct persisted){.text = NULL};
}

void api_graphql_documents_destroy(struct documents *documents)
{
	if (!documents)
		return;
	for (size_t i = 0; i < SLOTS; i++) {
		empty_slot(documents, i);
		forget_persisted(documents, &documents->persisted[i]);
	}
	pthread_mutex_destroy(&documents->lock);
	free(documents);
}

static struct cached_document *find(struct documents *documents, struct slice text, uint64_t hash)
{
	pthread_mutex_lock(&documents->lock);
	struct cached_document *cached = documents->slots[hash % SLOTS];
	bool found = cached && cached->hash == hash && slice_equals(cached->document->text, text);
	if (found)
		cached->users++;
	pthread_mutex_unlock(&documents->lock);
	return found ? cached : NULL;
}

/* False when it is too much beside what is in use. */
static bool take_in_use(struct documents *documents, struct cached_document *cached)
{
	pthread_mutex_lock(&documents->lock);
	const bool fits = documents->bytes_in_use + cached->bytes <= MOST_BYTES_IN_USE;
	if (fits)
		documents->bytes_in_use += cached->bytes;
	pthread_mutex_unlock(&documents->lock);
	return fits;
}

/* Puts a document where it is found again. When there are too many bytes, all others are forgotten. */
static void keep(struct documents *documents, struct cached_document *cached)
{
	pthread_mutex_lock(&documents->lock);
	empty_slot(documents, cached->hash % SLOTS);
	if (documents->bytes + cached->bytes > MOST_BYTES)
		for (size_t i = 0; i < SLOTS; i++)
			empty_slot(documents, i);
	documents->slots[cached->hash % SLOTS] = cached;
	documents->bytes += cached->bytes;
	cached->users++;
	pthread_mutex_unlock(&documents->lock);
}

/* What is wrong, in `arena`: it outlives the memory that it was found in. */
static bool refuse(struct arena *arena, const char *code, const struct graphql_error *errors, size_t count,
                   struct document_refusal *refusal)
{
	struct graphql_error *copies = arena_array(arena, count, sizeof *copies);
	for (size_t i = 0; i < count; i++) {
		graphql_offset *locations = arena_array(arena, errors[i].location_count, sizeof *locations);
		for (size_t j = 0; j < errors[i].location_count; j++)
			locations[j] = errors[i].locations[j];
		copies[i] = (struct graphql_error){arena_copy(arena, slice_of(errors[i].message)), locations,
		                                   errors[i].location_count};
	}
	*refusal = (struct document_refusal){.status = 400, .code = code, .errors = copies, .count = count};
	return false;
}

static void refuse_for_now(struct arena *arena, struct document_refusal *refusal)
{
	const struct graphql_error error = {.message = "Too many large requests at a time. Try again later"};
	refuse(arena, "SERVICE_UNAVAILABLE", &error, 1, refusal);
	refusal->status = 503;
}

/* The document is made in `own`, which may live on; what validating it takes, a multiple of that, goes at once: the
 * request may wait for long. What is wrong is in `arena`. */
static bool compile(const struct documents *documents, struct arena *own, struct arena *arena, struct slice text,
                    struct graphql_document **document, struct document_refusal *refusal)
{
	const struct config_graphql *config = &documents->schema->config->graphql;
	const struct graphql_limits limits = {
	    .bytes = (size_t)config->max_document, .tokens = config->max_tokens, .depth = DEEPEST};
	const struct graphql_validation validation = {
	    .schema = documents->schema->graphql,
	    .introspection = config->introspection,
	    .max_depth = config->depth_limit,
	    .max_aliases = config->max_aliases,
	    .max_errors = 500,
	};
	struct graphql_error error;
	const struct graphql_error *errors;
	size_t count;
	*document = graphql_parse(own, arena_copy_slice(own, text), &limits, &error);
	if (!*document)
		return refuse(arena, "GRAPHQL_PARSE_FAILED", &error, 1, refusal);
	struct arena *scratch = arena_create();
	bool valid = graphql_validate(scratch, &validation, *document, &errors, &count) ||
	             refuse(arena, "GRAPHQL_VALIDATION_FAILED", errors, count, refusal);
	arena_destroy(scratch);
	if (valid)
		graphql_collect_ahead(own, documents->schema->graphql, *document);
	return valid;
}

struct cached_document *api_graphql_documents_get(struct documents *documents, struct arena *arena, struct slice text,
                                                  struct document_refusal *refusal)
{
	uint64_t hash = slice_hash(text);
	struct cached_document *cached = find(documents, text, hash);
	if (cached)
		return cached;
	struct arena *own = arena_create();
	cached = arena_alloc(own, sizeof *cached);
	*cached = (struct cached_document){.arena = own, .hash = hash, .users = 1};
	if (!compile(documents, own, arena, text, &cached->document, refusal)) {
		arena_destroy(own);
		return NULL;
	}
	cached->bytes = arena_size(own);
	if (!take_in_use(documents, cached)) {
		refuse_for_now(arena, refusal);
		arena_destroy(own);
		return NULL;
	}
	if (documents->schema->config->graphql.cache)
		keep(documents, cached);
	return cached;
}

const struct graphql_document *api_graphql_documents_document(const struct cached_document *cached)
{
	return cached->document;
}

void api_graphql_documents_release(struct documents *documents, struct cached_document *cached)
{
	pthread_mutex_lock(&documents->lock);
	let_go(documents, cached);
	pthread_mutex_unlock(&documents->lock);
}

void api_graphql_documents_hash(struct slice text, char hash[DOCUMENTS_HASH + 1])
{
	static const char digits[] = "0123456789abcdef";
	unsigned char bytes[SHA256_DIGEST_LENGTH];
	SHA256((const unsigned char *)text.ptr, text.len, bytes);
	for (size_t i = 0; i < sizeof bytes; i++) {
		hash[2 * i] = digits[bytes[i] >> 4];
		hash[2 * i + 1] = digits[bytes[i] & 15];
	}
	hash[DOCUMENTS_HASH] = '\0';
}

void api_graphql_documents_persist(struct documents *documents, struct slice hash, struct slice text)
{
	struct persisted *slot = &documents->persisted[slice_hash(hash) % SLOTS];
	char *copy = text.len && text.len <= MOST_PERSISTED_BYTES ? malloc(text.len) : NULL;
	if (!copy)
		return;
	memcpy(copy, text.ptr, text.len);
	pthread_mutex_lock(&documents->lock);
	forget_persisted(documents, slot);
	if (documents->persisted_bytes + text.len > MOST_PERSISTED_BYTES)
		for (size_t i = 0; i < SLOTS; i++)
			forget_persisted(documents, &documents->persisted[i]);
	memcpy(slot->hash, hash.ptr, DOCUMENTS_HASH);
	slot->text = copy;
	slot->len = text.len;
	documents->persisted_bytes += text.len;
	pthread_mutex_unlock(&documents->lock);
}

bool api_graphql_documents_find_persisted(struct documents *documents, struct arena *arena, struct slice hash,
                                          struct slice *text)
{
	if (hash.len != DOCUMENTS_HASH)
		return false;
	pthread_mutex_lock(&documents->lock);
	const struct persisted *slot = &documents->persisted[slice_hash(hash) % SLOTS];
	bool found = slot->text && memcmp(slot->hash, hash.ptr, DOCUMENTS_HASH) == 0;
	if (found)
		*text = arena_copy_slice(arena, (struct slice){slot->text, slot->len});
	pthread_mutex_unlock(&documents->lock);
	return found;
}
