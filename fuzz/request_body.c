/* A request's JSON body on its whole way: parsed, validated, stored in an SQLite database of the reference project's
 * tables, read back and written as an answer; then all is taken back. The first line says what is done to which type:
 * C (create), U (update) or L (localize), and the type's name in URLs: "Ucategories". */
#include <json-c/json.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "api/rest/body.h"

static const struct registry *registry;
static struct store *store;
static struct content *content;
static char folder[] = "/tmp/lectern-fuzz-XXXXXX";

static void clean_up(void)
{
	static const char *const names[] = {"/data.db", "/data.db-wal", "/data.db-shm", ""};
	char path[sizeof folder + 16];

	content_close(content);
	store_close(store);
	for (size_t i = 0; i < COUNT_OF(names); i++) {
		snprintf(path, sizeof path, "%s%s", folder, names[i]);
		remove(path);
	}
}

static bool may_find(const void *context, const struct content_type *type)
{
	(void)context;
	return !slice_is(slice_of(type->uid), "api::office.office");
}

static bool change(const struct content_call *call, struct content_change *what, unsigned action, int64_t id,
                   struct error *error)
{
	struct content_result *result;
	struct buffer answer = {0};
	bool done = action == 0   ? content_create(call, what, &result, error)
	            : action == 1 ? content_update(call, what, id, &result, error)
	                          : content_localize(call, what, id, &result, error);

	if (!done)
		return false;
	content_write_entry(&answer, result, 0, CONTENT_WRAPPED);
	buffer_free(&answer);
	content_free(result);
	return true;
}

/* Entries to update and to relate to: the smallest that each type takes. */
static bool fill(void)
{
	static const char text[] =
	    "{\"name\":\"n\",\"title\":\"t\",\"label\":\"l\",\"stars\":1,\"requiredText\":\"r\",\"siteName\":\"s\","
	    "\"city\":\"c\"}";
	struct arena *arena = arena_create();
	struct error error;

	for (size_t i = 0; i < registry->type_count; i++) {
		const struct content_type *type = registry->types[i];
		struct store_session *session;
		struct json_object *json = json_parse_stored(slice_of(text));

		if (type->component || strncmp(type->uid, "api::", 5) != 0 ||
		    !store_begin_write(store, 0, arena, &session, &error)) {
			json_object_put(json);
			continue;
		}
		struct content_call call = {.content = content, .session = session, .arena = arena};
		struct content_change what = {
		    .type = type, .data = json, .rights = {may_find, NULL}, .answer = query_create(arena, type)};
		if (!change(&call, &what, 0, 0, &error))
			fprintf(stderr, "%s: %s\n", type->uid, error.message);
		json_object_put(json);
		if (!store_commit(session, &error))
			return false;
	}
	arena_destroy(arena);
	return true;
}

int LLVMFuzzerInitialize(int *count, char ***arguments)
{
	struct findings findings;
	struct error error;
	struct arena *arena = arena_create();

	(void)count;
	(void)arguments;
	if (!mkdtemp(folder))
		exit(1);
	const struct config_overrides overrides = {.database = arena_format(arena, "sqlite:%s/data.db", folder)};
	findings_init(&findings, arena);
	const struct config *config = config_load(arena, "tests/data/project", &overrides, NULL, &findings);
	findings_init(&findings, arena);
	registry = model_load(arena, "tests/data/project", NULL, &findings);
	if (!config || !registry || !store_open(config, registry, 1, &store, &error)) {
		fprintf(stderr, "tests/data/project can't be opened\n");
		exit(1);
	}
	content = content_open(registry, store_thread_count(store));
	atexit(clean_up);
	if (!fill())
		exit(1);
	return 0;
}

static const struct content_type *find_type(struct slice name)
{
	const struct content_type *type = map_get(&registry->by_plural, name);

	return type ? type : map_get(&registry->by_singular, name);
}

static void run(const struct content_type *type, char action, struct slice body, struct arena *arena)
{
	struct error error;
	struct json_object *json, *fields;
	struct store_session *session;

	if (!body_parse(arena, body, &json, &error))
		return;
	if (json_object_is_type(json, json_type_object) && json_object_object_get_ex(json, "data", &fields) &&
	    json_object_is_type(fields, json_type_object) && store_begin_write(store, 0, arena, &session, &error)) {
		struct content_call call = {.content = content, .session = session, .arena = arena};
		struct content_change what = {
		    .type = type, .data = fields, .rights = {may_find, NULL}, .answer = query_create(arena, type)};
		(void)change(&call, &what, action == 'C' ? 0 : action == 'U' ? 1 : 2, 1, &error);
		store_roll_back(session);
	}
	json_object_put(json);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct slice all = {(const char *)data, size};
	size_t line = slice_find(all, '\n');

	if (line < 2 || line == size)
		return 0;
	struct arena *arena = arena_create();
	const struct content_type *type = find_type((struct slice){all.ptr + 1, line - 1});
	/* Only types with languages have the path of localizations. */
	if (type && (type->localized || all.ptr[0] == 'C' || all.ptr[0] == 'U'))
		run(type, all.ptr[0], (struct slice){all.ptr + line + 1, size - line - 1}, arena);
	arena_destroy(arena);
	return 0;
}
