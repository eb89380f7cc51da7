/* For tests/services_test.mjs: calls services as a project's code does. Arguments: a project's folder and its SQLite
 * file. Reads lines {"service":…,"arguments":[…]}; writes for each a line {"value":…} or {"error":{…}}. Each call that
 * changes something is a transaction. */
#include "host/entities/entities.h"

#include <stdio.h>
#include <stdlib.h>

static struct arena *models;
static const struct registry *registry;
static struct store *store;
static struct content *content;

static void write_error(const struct error *error)
{
	struct buffer text = {0};
	buffer_text(&text, "{\"error\":{\"name\":");
	json_write_string(&text, slice_of(error->name));
	buffer_text(&text, ",\"message\":");
	json_write_string(&text, slice_of(error->message));
	buffer_format(&text, ",\"status\":%d,\"details\":%s}}", error->status, error->details ? error->details : "{}");
	printf("%.*s\n", (int)text.len, text.data);
	buffer_free(&text);
}

static const struct service *find(struct slice name)
{
	for (size_t i = 0; i < entity_service_count; i++)
		if (slice_is(name, entity_services[i].name))
			return &entity_services[i];
	return NULL;
}

static bool call(struct arena *arena, struct json_object *line, struct buffer *value, struct error *error)
{
	const struct service *service = find(json_string(json_member(line, "service")));
	struct store_session *session;
	if (!service)
		return error_set(error, 501, "NotImplementedError", "There is no such service");
	if (service->writes ? !store_begin_write(store, 0, arena, &session, error)
	                    : !store_begin(store, 0, arena, &session, error))
		return false;
	struct service_call service_call = {.service = service,
	                                    .registry = registry,
	                                    .content = {.content = content, .session = session, .arena = arena},
	                                    .arguments = json_member(line, "arguments")};
	bool done = service->run(&service_call, error);
	*value = service_call.value;
	if (!service->writes)
		store_end(session);
	else if (done)
		done = store_commit(session, error);
	else
		store_roll_back(session);
	return done;
}

static void answer(struct slice text)
{
	struct arena *arena = arena_create();
	struct json_object *line;
	struct buffer value = {0};
	struct error error;
	if (!json_parse(arena, text, JSON_DEEPEST_COLUMN, &line, &error)) {
		write_error(&error);
	} else {
		if (call(arena, line, &value, &error))
			printf("{\"value\":%.*s}\n", (int)value.len, value.data);
		else
			write_error(&error);
		json_object_put(line);
	}
	fflush(stdout);
	buffer_free(&value);
	arena_destroy(arena);
}

int main(int count, char **arguments)
{
	struct findings findings;
	struct error error;
	char *line = NULL;
	size_t capacity = 0;
	ssize_t length;
	if (count != 3)
		return 2;
	const struct config config = {
	    .client = DATABASE_SQLITE, .sqlite_path = arguments[2], .statement_timeout = 30000};
	models = arena_create();
	findings_init(&findings, models);
	registry = model_load(models, arguments[1], NULL, &findings);
	if (!registry || !store_open(&config, registry, 1, &store, &error)) {
		fprintf(stderr, "%s\n", registry ? error.message : "the models have mistakes");
		return 1;
	}
	content = content_open(registry, 1);
	while ((length = getline(&line, &capacity, stdin)) > 0)
		answer((struct slice){line, (size_t)length});
	free(line);
	content_close(content);
	store_close(store);
	arena_destroy(models);
	return 0;
}
