#include "field.h"

#include "arrange.h"

#include <json-c/json.h>

struct host_graphql *host_graphql_create(struct arena *arena, struct host *host, struct json_object *description,
                                         struct extensions *extensions)
{
	if (!json_object_is_type(description, json_type_object))
		return NULL;
	struct host_graphql *graphql = arena_alloc(arena, sizeof *graphql);
	*graphql = (struct host_graphql){host, arena, description, extensions, NULL};
	return graphql;
}

/* ---- shadowCRUD: {uid: {"enabled", "queries", "mutations", "actions": […], "fields": {name: {…}}}}; what is false, or
 * among the actions, is turned off ---- */

static bool is_off(struct json_object *switches, const char *name)
{
	struct json_object *value = json_member(switches, name);
	return value && !json_object_get_boolean(value);
}

static void switch_field(struct api_graphql_switches *switches, struct slice uid, const char *name,
                         struct json_object *description)
{
	static const struct {
		const char *name;
		enum api_graphql_field_switch part;
	} parts[] = {{"enabled", API_GRAPHQL_FIELD},
	             {"output", API_GRAPHQL_OUTPUT},
	             {"input", API_GRAPHQL_INPUT},
	             {"filters", API_GRAPHQL_FILTERS}};
	for (size_t i = 0; i < COUNT_OF(parts); i++)
		if (is_off(description, parts[i].name))
			api_graphql_disable_field(switches, uid, slice_of(name), parts[i].part);
}

static void switch_type(struct api_graphql_switches *switches, struct slice uid, struct json_object *description)
{
	static const struct {
		const char *name;
		enum api_graphql_type_switch part;
	} parts[] = {
	    {"enabled", API_GRAPHQL_TYPE}, {"queries", API_GRAPHQL_QUERIES}, {"mutations", API_GRAPHQL_MUTATIONS}};
	for (size_t i = 0; i < COUNT_OF(parts); i++)
		if (is_off(description, parts[i].name))
			api_graphql_disable(switches, uid, parts[i].part);
	struct json_object *actions = json_member_of_type(description, "actions", json_type_array);
	for (size_t i = 0; actions && i < json_count(actions); i++)
		api_graphql_disable_action(switches, uid, json_string(json_item(actions, i)));
	struct json_object *fields = json_member_of_type(description, "fields", json_type_object);
	if (!fields)
		return;
	json_object_object_foreach(fields, name, field)
	{
		switch_field(switches, uid, name, field);
	}
}

void host_graphql_switch(const struct host_graphql *graphql, struct api_graphql_switches *switches)
{
	struct json_object *all = json_member_of_type(graphql->description, "shadow", json_type_object);
	if (!all)
		return;
	json_object_object_foreach(all, uid, description)
	{
		switch_type(switches, slice_of(uid), description);
	}
}

/* ---- types: [{"file", "text", "replaces"}] ---- */

static bool add_definitions(const struct host_graphql *graphql, struct graphql_schema *schema, struct error *error)
{
	struct json_object *all = json_member_of_type(graphql->description, "definitions", json_type_array);
	struct error wrong;
	for (size_t i = 0; all && i < json_count(all); i++) {
		struct json_object *one = json_item(all, i);
		struct slice file = json_string(json_member(one, "file"));
		const char *text = arena_copy(graphql->arena, json_string(json_member(one, "text")));
		if (!extend_add_definitions(schema, text, json_is_truthy(json_member(one, "replaces")), &wrong))
			return error_set(error, 500, "ExtensionError", "%.*s: its type definitions are wrong: %s",
			                 (int)file.len, file.ptr, wrong.message);
	}
	return true;
}

/* Objects of code's own types are values; where they lead to entries of the models, these are read. */
static void connect_types(struct host_graphql *graphql, struct graphql_schema *schema)
{
	struct json_object *own = json_member_of_type(graphql->description, "types", json_type_array);
	struct code_field *context = arena_alloc(graphql->arena, sizeof *context);
	*context = (struct code_field){.graphql = graphql, .name = "", .original = "null"};
	for (size_t i = 0; own && i < json_count(own); i++) {
		struct graphql_type *type = graphql_schema_type(schema, json_string(json_item(own, i)));
		if (type && type->kind != GRAPHQL_OBJECT)
			type->context = graphql;
		for (struct graphql_field *field = type ? type->fields : NULL; field; field = field->next) {
			if (type->kind != GRAPHQL_OBJECT || field->resolve || field->resolve_batch)
				continue;
			field->resolve_batch = field_members;
			field->context = context;
		}
	}
}

/* ---- fields: {"Query.x": {"resolve": true, "member": true, "middlewares": true, "policies": true,
 * "auth": false | {"scope": […]}}}. member: a field without a resolver is the parent's member of that name ---- */

static struct graphql_field *find_field(struct graphql_schema *schema, const char *name)
{
	const char *dot = strchr(name, '.');
	if (!dot)
		return NULL;
	struct graphql_type *type = graphql_schema_type(schema, (struct slice){name, (size_t)(dot - name)});
	for (struct graphql_field *field = type ? type->fields : NULL; field; field = field->next)
		if (slice_is(field->name, dot + 1))
			return field;
	return NULL;
}

static bool is_root(const char *name)
{
	struct slice text = slice_of(name);
	return slice_starts_with(text, SLICE("Query.")) || slice_starts_with(text, SLICE("Mutation."));
}

static const char *describe(const struct host_graphql *graphql, const struct api_graphql_schema *schema,
                            const struct graphql_field *field)
{
	struct buffer text = {0};
	api_graphql_write_resolver(&text, schema, field);
	const char *copy = arena_copy(graphql->arena, buffer_as_slice(&text));
	buffer_free(&text);
	return copy;
}

static bool is_account(const char *original)
{
	return strcmp(original, "{\"kind\":\"account\"}") == 0;
}

/* Plugins have said who may call their fields before code can; what is said first counts. */
static bool is_settled(const char *original)
{
	return strcmp(original, "null") == 0 || is_account(original) || strstr(original, "\"plugin::i18n.") ||
	       strstr(original, "\"plugin::upload.") || strstr(original, "{\"kind\":\"localize\"");
}

/* What it takes to call a field of Query or Mutation; its work is done by code. */
static void set_root(struct host_graphql *graphql, struct api_graphql_schema *schema, const char *name,
                     struct json_object *description, const char *original, bool elsewhere)
{
	const struct api_graphql_root *known = map_get(&schema->roots, slice_of(name));
	struct api_graphql_root root = known ? *known : (struct api_graphql_root){.admission = API_GRAPHQL_CALLERS};
	struct json_object *auth = known && is_settled(original) ? NULL : json_member(description, "auth");
	struct json_object *scope = json_member(auth, "scope");
	if (elsewhere)
		root.work = API_GRAPHQL_ELSEWHERE;
	if (json_object_is_type(auth, json_type_boolean) && !json_object_get_boolean(auth)) {
		root.admission = API_GRAPHQL_ANYBODY;
	} else if (auth && !scope) {
		root.admission = API_GRAPHQL_CALLERS;
	} else if (scope) {
		root.action_count = json_count(scope);
		struct slice *actions = arena_array(graphql->arena, root.action_count + 1, sizeof *actions);
		for (size_t i = 0; i < root.action_count; i++)
			actions[i] = json_string(json_item(scope, i));
		root.actions = actions;
		root.admission = root.action_count ? API_GRAPHQL_SCOPED : API_GRAPHQL_ANYBODY;
	}
	api_graphql_set_root(schema, name, &root);
}

static const struct content_type *listed_by(const struct graphql_field *field, const char *original)
{
	const struct attribute *attribute = field->context;
	if (slice_starts_with(slice_of(original), SLICE("{\"kind\":\"find\"")))
		return field->context;
	return slice_starts_with(slice_of(original), SLICE("{\"kind\":\"related\"")) ? attribute->target : NULL;
}

static bool add_field(struct host_graphql *graphql, struct api_graphql_schema *schema, const char *name,
                      struct json_object *description, struct error *error)
{
	struct graphql_field *field = find_field(schema->graphql, name);
	const bool member = field && !field->resolve && !field->resolve_batch &&
	                    json_object_get_boolean(json_member(description, "member"));
	const bool resolves = member || json_object_get_boolean(json_member(description, "resolve"));
	const bool middlewares = json_object_get_boolean(json_member(description, "middlewares"));
	const bool policies = json_object_get_boolean(json_member(description, "policies"));
	if (!field && resolves)
		return error_set(error, 500, "ExtensionError",
		                 "the GraphQL resolver of %s is for a field that is not in the schema", name);
	if (!field)
		return true;
	const char *original = describe(graphql, schema, field);
	const bool changes = slice_starts_with(slice_of(name), SLICE("Mutation.")) && strcmp(original, "null") != 0 &&
	                     !is_account(original);
	field->retyped = field->retyped && !resolves;
	const bool whole = resolves || middlewares || (policies && changes);
	if (whole && !resolves && strcmp(original, "null") == 0 && (field->resolve || field->resolve_batch))
		return error_set(error, 501, "NotImplementedError",
		                 "GraphQL middlewares around %s, which lectern does not have", name);
	if (whole || policies) {
		struct code_field *context = arena_alloc(graphql->arena, sizeof *context);
		*context = (struct code_field){.graphql = graphql,
		                               .name = arena_copy(graphql->arena, slice_of(name)),
		                               .listed = whole && !resolves ? listed_by(field, original) : NULL,
		                               .original = original};
		field->waits = true;
		if (whole) {
			field->resolve = NULL;
			field->write = NULL;
			field->resolve_batch = field_resolve;
			field->context = context;
		} else {
			graphql_add_step(schema->graphql, &field->middlewares, field_admit, context);
		}
	}
	if (is_root(name))
		set_root(graphql, schema, name, description, original,
		         whole && slice_starts_with(slice_of(name), SLICE("Mutation.")));
	return true;
}

static bool add_fields(struct host_graphql *graphql, struct api_graphql_schema *schema, struct error *error)
{
	struct json_object *all = json_member_of_type(graphql->description, "fields", json_type_object);
	if (!all)
		return true;
	json_object_object_foreach(all, name, description)
	{
		if (!add_field(graphql, schema, name, description, error))
			return false;
	}
	return true;
}

bool host_graphql_extend(void *context, struct api_graphql_schema *schema, struct error *error)
{
	struct host_graphql *graphql = context;
	graphql->schema = schema;
	schema->with_groups = schema->waits = true;
	if ((graphql->extensions && !extend_schema(graphql->extensions, schema, error)) ||
	    !add_definitions(graphql, schema->graphql, error) || !add_fields(graphql, schema, error))
		return false;
	connect_types(graphql, schema->graphql);
	arrange_order(schema->graphql, json_member_of_type(graphql->description, "order", json_type_array));
	return arrange_locales(schema, error);
}
