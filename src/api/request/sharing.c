#include "sharing.h"
#include "workers.h"

/* Whoever stands in front of the server may keep a head of 4 KiB at most, as nginx does. */
enum { MOST_KEYS = 2048 /* bytes */ };

struct sharing {
	const struct config_sharing *config;
	const struct config_shared_type **types; /* by index; NULL: its answers tell nothing */
};

static const struct config_shared_type *find(const struct config_sharing *config, const char *uid)
{
	for (size_t i = 0; i < config->type_count; i++)
		if (strcmp(config->types[i].uid, uid) == 0)
			return &config->types[i];
	return NULL;
}

struct sharing *sharing_create(struct arena *arena, const struct config_sharing *config,
                               const struct registry *registry)
{
	const struct config_shared_type *usual = find(config, "*");
	if (!config->type_count)
		return NULL;
	struct sharing *sharing = arena_alloc(arena, sizeof *sharing);
	sharing->config = config;
	sharing->types = arena_array(arena, registry->type_count, sizeof *sharing->types);
	for (size_t i = 0; i < registry->type_count; i++) {
		const struct config_shared_type *named = find(config, registry->types[i]->uid);
		sharing->types[i] = named ? named : usual;
	}
	return sharing;
}

/* ---- Cache-Control ---- */

static int64_t smaller(int64_t one, int64_t other)
{
	return one < other ? one : other;
}

/* What holds for all types that were asked for. False: one of them says nothing. */
static bool find_ages(const struct sharing *sharing, const struct content_keys *keys, struct config_shared_type *ages)
{
	size_t count;
	const struct content_type *const *roots = content_keys_roots(keys, &count);
	for (size_t i = 0; i < count; i++) {
		const struct config_shared_type *type = sharing->types[roots[i]->index];
		if (!type)
			return false;
		if (i == 0)
			*ages = *type;
		/* What one does not say holds for none: -1 is the smallest. But a shared cache then takes max-age. */
		const int64_t shared = type->shared_max_age < 0 ? type->max_age : type->shared_max_age;
		if (ages->shared_max_age >= 0 || type->shared_max_age >= 0)
			ages->shared_max_age =
			    smaller(ages->shared_max_age < 0 ? ages->max_age : ages->shared_max_age, shared);
		ages->max_age = smaller(ages->max_age, type->max_age);
		ages->stale_while_revalidate = smaller(ages->stale_while_revalidate, type->stale_while_revalidate);
		ages->stale_if_error = smaller(ages->stale_if_error, type->stale_if_error);
	}
	return count > 0;
}

static void write_age(struct buffer *buffer, const char *directive, int64_t seconds)
{
	if (seconds >= 0)
		buffer_format(buffer, ", %s=%lld", directive, (long long)seconds);
}

static void write_control(struct buffer *buffer, const struct config_shared_type *ages)
{
	buffer_text(buffer, "public");
	write_age(buffer, "max-age", ages->max_age);
	write_age(buffer, "s-maxage", ages->shared_max_age);
	write_age(buffer, "stale-while-revalidate", ages->stale_while_revalidate);
	write_age(buffer, "stale-if-error", ages->stale_if_error);
}

/* ---- the note: Cache-Control, a line break, the keys ---- */

/* Fastly and Varnish separate keys with blanks, Cloudflare's and Akamai's tags are separated with commas. */
static char separator(const char *header)
{
	const size_t length = strlen(header);
	return length >= 3 && strcasecmp(header + length - 3, "tag") == 0 ? ',' : ' ';
}

struct slice sharing_note(const struct sharing *sharing, const struct request *request, const struct content_keys *keys)
{
	struct config_shared_type ages;
	struct buffer note = {0};
	size_t count;
	if (!find_ages(sharing, keys, &ages))
		return (struct slice){NULL, 0};
	const struct slice *list = content_keys_list(keys, MOST_KEYS, &count);
	write_control(&note, &ages);
	buffer_byte(&note, '\n');
	const size_t start = note.len;
	for (size_t i = 0; i < count && *sharing->config->key_header; i++) {
		if (i)
			buffer_byte(&note, separator(sharing->config->key_header));
		buffer_slice(&note, list[i]);
	}
	struct slice text = {NULL, 0};
	/* Without all of its keys it could not be dropped. */
	if (!note.failed && note.len - start <= MOST_KEYS)
		text = arena_copy_slice(request->arena, buffer_as_slice(&note));
	buffer_free(&note);
	return text;
}

bool sharing_add_headers(const struct sharing *sharing, struct request *request, struct slice note)
{
	struct http_response *response = request->response;
	const char *end = note.len ? memchr(note.ptr, '\n', note.len) : NULL;
	if (!sharing || !end || request->http->method != HTTP_GET)
		return false;
	if (request->http->authorization.len) {
		http_add_field(response, "Cache-Control", "private, no-cache");
		return true;
	}
	const struct slice control = {note.ptr, (size_t)(end - note.ptr)};
	const struct slice keys = {end + 1, note.len - control.len - 1};
	http_add_field(response, "Cache-Control", arena_copy(request->arena, control));
	if (keys.len)
		http_add_field(response, sharing->config->key_header, arena_copy(request->arena, keys));
	return true;
}
