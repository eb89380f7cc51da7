/* Values that others give for the types that the models give: entries as objects, and the responses around them as
 * Strapi's toEntityResponse makes them. Their fields are what stands in the objects; what they are related to is read
 * by their ids, for all at once. */
#include "code_entries.h"
#include "entries.h"
#include "plan.h"
#include "resolve.h"
#include "response.h"

#include <json-c/json.h>

/* Entries that code gave together, and the value of each. */
struct code_entries {
	const struct content_entries *entries;
	struct json_object **values; /* by item */
	struct code_entries *next;
};

/* What is known of a type; the models' own are noted before others change their fields. */
struct known_shape {
	enum object_shape shape;
	const struct content_type *of;
};

static struct known_shape look(const struct api_graphql_schema *schema, const struct graphql_type *type)
{
	for (size_t i = 0; i < schema->registry->type_count; i++)
		if (schema->types[i] == type)
			return (struct known_shape){SHAPE_ATTRIBUTES, schema->registry->types[i]};
	for (const struct graphql_field *field = type->fields; field; field = field->next) {
		if (field->resolve == api_graphql_resolve_entity_id)
			return (struct known_shape){SHAPE_ENTITY, field->context};
		if (field->resolve == api_graphql_resolve_data)
			return (struct known_shape){
			    field->type->wrap == GRAPHQL_NON_NULL ? SHAPE_COLLECTION : SHAPE_RESPONSE, field->context};
		if (field->resolve == api_graphql_resolve_pagination)
			return (struct known_shape){SHAPE_META, NULL};
		if (field->resolve == api_graphql_resolve_page)
			return (struct known_shape){SHAPE_PAGE, NULL};
	}
	return (struct known_shape){SHAPE_OTHER, NULL};
}

void api_graphql_code_entries_note_types(struct api_graphql_schema *schema)
{
	map_init(&schema->shapes, schema->arena);
	for (const struct graphql_type *type = schema->graphql->types; type; type = type->next) {
		const struct known_shape known =
		    type->kind == GRAPHQL_OBJECT ? look(schema, type) : (struct known_shape){SHAPE_OTHER, NULL};
		if (known.shape == SHAPE_OTHER)
			continue;
		struct known_shape *kept = arena_alloc(schema->arena, sizeof *kept);
		*kept = known;
		map_set(&schema->shapes, type->name, kept);
	}
}

enum object_shape api_graphql_code_entries_shape(const struct api_graphql_schema *schema,
                                                 const struct graphql_type *type, const struct content_type **of)
{
	const struct known_shape *known = map_get(&schema->shapes, type->name);
	*of = known ? known->of : NULL;
	return known ? known->shape : SHAPE_OTHER;
}

const struct content_type *api_graphql_type_of(const struct api_graphql_schema *schema, const struct graphql_type *type)
{
	const struct content_type *of;
	api_graphql_code_entries_shape(schema, type, &of);
	return of;
}

bool api_graphql_code_entries_fit(const struct api_graphql_schema *schema, const struct graphql_type *type)
{
	return api_graphql_type_of(schema, type) != NULL;
}

/* ---- values, and the entries in them ---- */

/* The entries of one value: a list, one object, or none. */
static struct json_object *entries_of(struct json_object *value, enum object_shape shape)
{
	if (shape == SHAPE_RESPONSE)
		return json_member(value, "value");
	return shape == SHAPE_COLLECTION ? json_member(value, "nodes") : value;
}

struct code_reading {
	struct graphql_call *call;
	struct api_graphql_context *context;
	struct json_object *list;      /* all entries of all values */
	struct content_entry *entries; /* beside it */
};

static bool is_object(struct json_object *json)
{
	return json_object_is_type(json, json_type_object);
}

static void collect(struct code_reading *code_reading, struct json_object *values)
{
	const bool many = json_object_is_type(values, json_type_array);
	for (size_t i = 0; values && i < (many ? json_object_array_length(values) : 1); i++) {
		struct json_object *item = many ? json_object_array_get_idx(values, i) : values;
		if (is_object(item))
			json_object_array_add(code_reading->list, json_object_get(item));
	}
}

static void remember(struct code_reading *code_reading, const struct content_result *result)
{
	struct api_graphql_context *context = code_reading->context;
	const size_t count = content_result_count(result);
	code_reading->entries = arena_array(context->arena, count, sizeof *code_reading->entries);
	if (!count)
		return;
	struct code_entries *code_entries = arena_alloc(context->arena, sizeof *code_entries);
	code_entries->entries = content_result_entry(result, 0).entries;
	code_entries->values =
	    arena_array(context->arena, content_entries_count(code_entries->entries), sizeof *code_entries->values);
	for (size_t i = 0; i < count; i++) {
		code_reading->entries[i] = content_result_entry(result, i);
		code_entries->values[code_reading->entries[i].item] = json_object_array_get_idx(code_reading->list, i);
	}
	code_entries->next = context->code_entries;
	context->code_entries = code_entries;
}

static bool read_all(struct code_reading *code_reading, const struct graphql_type *shown,
                     const struct content_type *type)
{
	struct graphql_call *call = code_reading->call;
	struct api_graphql_context *context = code_reading->context;
	struct content_result *result;
	struct query *query;
	api_graphql_keep_json(context, code_reading->list);
	if (!context->request->session)
		return error_internal(call->error, "entries were given where none can be read");
	const struct content_call content = request_content(context->request);
	if (!api_graphql_plan_shown(context, call->selected, shown, type, &query, call->error) ||
	    !content_result_of_json(&content, query, code_reading->list, &result, call->error))
		return false;
	api_graphql_keep_result(context, result);
	remember(code_reading, result);
	return true;
}

/* ---- results ---- */

static void set_entry(struct graphql_call *call, const struct content_entry *entry, struct graphql_result *result)
{
	api_graphql_set_entry(context_of(call), entry, result);
	result->type = context_of(call)->schema->types[content_entry_type(*entry)->index];
}

static bool list_item(struct graphql_call *call, const void *object, size_t index, struct graphql_result *result)
{
	const struct content_entry *const *items = object;
	if (items[index])
		set_entry(call, items[index], result);
	return true;
}

/* Takes the next entry that was read where the value is one. */
static const struct content_entry *take(struct code_reading *code_reading, struct json_object *values)
{
	return is_object(values) ? code_reading->entries++ : NULL;
}

static void give_list(struct code_reading *code_reading, struct json_object *values, struct graphql_result *result)
{
	const size_t count = json_object_array_length(values);
	const struct content_entry **items = arena_array(code_reading->context->arena, count + 1, sizeof(*items));
	for (size_t i = 0; i < count; i++)
		items[i] = take(code_reading, json_object_array_get_idx(values, i));
	result->kind = GRAPHQL_RESULT_LIST;
	result->object = items;
	result->count = count;
	result->item = list_item;
}

static void give_response(struct code_reading *code_reading, struct json_object *value, bool list,
                          struct graphql_result *result)
{
	struct json_object *values = entries_of(value, list ? SHAPE_COLLECTION : SHAPE_RESPONSE);
	struct response *response = arena_alloc(code_reading->context->arena, sizeof *response);
	*response = (struct response){.list = list, .code = value, .entries = code_reading->entries};
	const bool many = json_object_is_type(values, json_type_array);
	for (size_t i = 0; values && i < (many ? json_object_array_length(values) : 1); i++)
		if (take(code_reading, many ? json_object_array_get_idx(values, i) : values))
			response->count++;
	result->kind = GRAPHQL_RESULT_OBJECT;
	result->object = response;
}

static void give(struct code_reading *code_reading, struct json_object *value, enum object_shape shape,
                 struct graphql_result *result)
{
	*result = (struct graphql_result){.kind = GRAPHQL_RESULT_NULL};
	if (!value)
		return;
	if (shape == SHAPE_RESPONSE || shape == SHAPE_COLLECTION) {
		give_response(code_reading, value, shape == SHAPE_COLLECTION, result);
	} else if (json_object_is_type(value, json_type_array)) {
		give_list(code_reading, value, result);
	} else {
		const struct content_entry *entry = take(code_reading, value);
		if (entry)
			set_entry(code_reading->call, entry, result);
	}
}

bool api_graphql_code_entries(struct graphql_call *call, const struct graphql_type *type,
                              struct json_object *const *values, size_t count, struct graphql_result *results)
{
	const struct content_type *of = NULL;
	const enum object_shape shape = api_graphql_code_entries_shape(context_of(call)->schema, type, &of);
	struct code_reading code_reading = {.call = call, .context = context_of(call), .list = json_object_new_array()};
	for (size_t i = 0; i < count; i++)
		collect(&code_reading, entries_of(values[i], shape));
	if (!read_all(&code_reading, type, of))
		return false;
	for (size_t i = 0; i < count; i++)
		give(&code_reading, values[i], shape, &results[i]);
	return true;
}

struct json_object *api_graphql_code_value(const struct graphql_call *call, const struct graphql_result *result)
{
	struct content_entry entry;
	if (result->kind == GRAPHQL_RESULT_VALUE)
		return result->value;
	if (!api_graphql_entry(result, &entry))
		return NULL;
	for (const struct code_entries *code_entries = context_of(call)->code_entries; code_entries;
	     code_entries = code_entries->next)
		if (code_entries->entries == entry.entries)
			return code_entries->values[entry.item];
	return NULL;
}
