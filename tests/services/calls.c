/* For tests/services_test.mjs: calls services as a project's code does. Arguments: a project's folder, its SQLite file,
 * and types whose lifecycles are heard. Reads lines {"service":…,"arguments":[…]}; writes for each a line {"value":…}
 * or
 * {"error":{…}}, and before it one for each event, {"event":…}. Each call that changes something is a transaction.
 *
 * The listener refuses data whose name is "refuse"; of those named "late" it refuses what is done. It changes the name
 * "change" to "changed", leaves a state before, and gives what is found a member "seen". */
#include "host/entities/entities.h"

#include <stdio.h>
#include <stdlib.h>

static struct arena *models;
static const struct registry *registry;
static struct store *store;
static struct content *content;

static void write_event(const struct content_lifecycle_event *event)
{
	struct buffer text = {0};
	buffer_text(&text, "{\"event\":{\"action\":\"");
	buffer_text(&text, content_lifecycle_name(event->moment));
	buffer_text(&text, "\",\"uid\":");
	json_write_string(&text, slice_of(event->type->uid));
	buffer_text(&text, ",\"params\":");
	json_write_value(&text, event->params);
	buffer_text(&text, ",\"result\":");
	json_write_value(&text, event->result);
	buffer_text(&text, ",\"state\":");
	json_write_value(&text, event->state);
	buffer_text(&text, "}}");
	printf("%.*s\n", (int)text.len, text.data);
	buffer_free(&text);
}

static void mark_seen(struct json_object *entry)
{
	if (json_object_is_type(entry, json_type_object))
		json_object_object_add(entry, "seen", json_object_new_boolean(true));
}

static bool listen(void *context, struct content_lifecycle_event *event, struct error *error)
{
	const bool after = event->moment % 2;
	struct json_object *data = json_member(event->params, "data");
	struct slice name = json_string(json_object_is_type(data, json_type_object) ? json_member(data, "name") : NULL);
	(void)context;
	write_event(event);
	if (slice_is(name, after ? "late" : "refuse"))
		return error_set(error, 400, "ApplicationError", "refused %s", after ? "late" : "early");
	if (slice_is(name, "change"))
		json_object_object_add(data, "name", json_object_new_string("changed"));
	if (!after) {
		event->state = json_object_new_string(content_lifecycle_name(event->moment));
	} else if (event->moment == LIFECYCLE_AFTER_FIND_ONE) {
		mark_seen(event->result);
	} else if (event->moment == LIFECYCLE_AFTER_FIND_MANY) {
		for (size_t i = 0; i < json_object_array_length(event->result); i++)
			mark_seen(json_object_array_get_idx(event->result, i));
	}
	return true;
}

static void hear(const char *uid)
{
	const struct content_type *type = model_type(registry, slice_of(uid));
	content_set_listener(content, listen, NULL);
	if (type)
		content_listen(content, type, (UINT32_C(1) << LIFECYCLES) - 1);
}

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

/* As GraphQL reads: each entry with its fields, and those of what its first populate leads to. */
static void write_selected(struct arena *arena, struct buffer *value, const struct content_result *result)
{
	for (size_t i = 0; i < content_result_count(result); i++) {
		struct content_entry entry = content_result_entry(result, i);
		size_t count = content_entry_count_related(entry, 0);
		struct content_entry *related = arena_array(arena, count, sizeof *related);
		content_entry_related(entry, 0, related);
		buffer_byte(value, i ? ',' : '[');
		content_entry_write(value, entry);
		for (size_t j = 0; j < count; j++) {
			buffer_byte(value, ',');
			content_entry_write(value, related[j]);
		}
	}
	buffer_byte(value, ']');
}

static void make_selective(struct query *query)
{
	query->selective = true;
	for (size_t i = 0; i < query->populate_count; i++)
		make_selective(query->populates[i].query);
}

/* ---- as REST reads and changes; "findSelected" as GraphQL reads: {"rest":"find","arguments":[uid, query string]},
 * "findOne" and "update" with an id and, as "create", with data in front of it ---- */

static bool may_find(const void *context, const struct content_type *type)
{
	(void)context;
	(void)type;
	return true;
}

static bool run_rest(const struct content_call *call, struct slice action, struct json_object *arguments,
                     struct buffer *value, struct error *error)
{
	const struct content_type *type = model_type(registry, json_string(json_object_array_get_idx(arguments, 0)));
	const bool list = slice_is(action, "find") || slice_is(action, "findSelected"),
		   by_id = !list && !slice_is(action, "create");
	const struct query_request request = {.registry = registry,
	                                      .type = type,
	                                      .rights = {may_find, NULL},
	                                      .default_limit = 25,
	                                      .with_count = true,
	                                      .max_populate_depth = 20,
	                                      .by_id = !list};
	const size_t last = json_object_array_length(arguments) - 1;
	const int64_t id = by_id ? json_object_get_int64(json_object_array_get_idx(arguments, 1)) : 0;
	struct content_change change = {.type = type, .rights = {may_find, NULL}};
	struct content_result *result;
	struct query_root root;
	struct param *params;
	int64_t total = -1;
	if (!params_parse(call->arena, json_string(json_object_array_get_idx(arguments, last)), &params, error) ||
	    !query_parse(call->arena, &request, params, &root, error))
		return false;
	change.answer = root.query;
	change.data = json_object_array_get_idx(arguments, last - 1);
	if (slice_is(action, "findSelected"))
		make_selective(root.query);
	bool done = list                          ? content_find(call, &root, true, &result, &total, error)
	            : slice_is(action, "findOne") ? content_find_one(call, root.query, id, true, &result, error)
	            : slice_is(action, "create")  ? content_create(call, &change, &result, error)
	            : slice_is(action, "update")  ? content_update(call, &change, id, &result, error)
	                                          : content_delete(call, root.query, id, &result, error);
	if (!done)
		return false;
	buffer_format(value, "{\"total\":%lld,\"data\":", (long long)total);
	if (root.query->selective)
		write_selected(call->arena, value, result);
	else
		content_write_list(value, result, CONTENT_WRAPPED);
	buffer_byte(value, '}');
	content_free(result);
	return true;
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
	struct slice rest = json_string(json_member(line, "rest"));
	const bool writes = service ? service->writes : rest.len && !slice_starts_with(rest, SLICE("find"));
	struct store_session *session;
	struct error ignored;
	bool stays = false, done;
	if (!service && !rest.len)
		return error_set(error, 501, "NotImplementedError", "There is no such service");
	if (writes ? !store_begin_write(store, 0, arena, &session, error)
	           : !store_begin(store, 0, arena, &session, error))
		return false;
	struct service_call service_call = {
	    .service = service,
	    .registry = registry,
	    .content = {.content = content, .session = session, .arena = arena, .stays = &stays},
	    .arguments = json_member(line, "arguments")};
	if (service) {
		done = service->run(&service_call, error);
		*value = service_call.value;
	} else {
		done = run_rest(&service_call.content, rest, service_call.arguments, value, error);
	}
	if (!writes)
		store_end(session);
	else if (done)
		done = store_commit(session, error);
	else if (stays)
		store_commit(session, &ignored);
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
	if (count < 3)
		return 2;
	const bool on_postgres = strncmp(arguments[2], "postgres://", 11) == 0;
	const struct config config = {
	    .client = on_postgres ? DATABASE_POSTGRES : DATABASE_SQLITE,
	    .sqlite_path = on_postgres ? NULL : arguments[2],
	    .postgres_url = on_postgres ? arguments[2] : NULL,
	    .postgres_schema = "public",
	    .pool_min = 2,
	    .pool_max = 10,
	    .prepared_statements = true,
	    .statement_timeout = 30000,
	};
	models = arena_create();
	findings_init(&findings, models);
	registry = model_load(models, arguments[1], NULL, &findings);
	if (!registry || !store_open(&config, registry, 1, &store, &error)) {
		fprintf(stderr, "%s\n", registry ? error.message : "the models have mistakes");
		return 1;
	}
	content = content_open(registry, 1);
	for (int i = 3; i < count; i++)
		hear(arguments[i]);
	while ((length = getline(&line, &capacity, stdin)) > 0)
		answer((struct slice){line, (size_t)length});
	free(line);
	content_close(content);
	store_close(store);
	arena_destroy(models);
	return 0;
}
