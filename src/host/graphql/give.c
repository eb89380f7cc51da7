/* Values of code as results: lists item by item, objects of the models' types as entries, others as they are. */
#include "give.h"

#include <json-c/json.h>

void field_give_error(struct graphql_call *call, struct json_object *json, struct graphql_result *result)
{
	struct error *error = arena_alloc(call->arena, sizeof *error);
	api_graphql_take_error(call->arena, json, error);
	*result = (struct graphql_result){.kind = GRAPHQL_RESULT_ERROR, .object = error};
}

static struct json_object *marked(struct json_object *value, const char *mark)
{
	return json_object_is_type(value, json_type_object) ? json_member(value, mark) : NULL;
}

/* ---- lists: all items of all lists are made at once ---- */

static bool take_item(struct graphql_call *call, const void *object, size_t index, struct graphql_result *result)
{
	const struct graphql_result *items = object;
	*result = items[index];
	if (result->kind != GRAPHQL_RESULT_ERROR)
		return true;
	*call->error = *(const struct error *)result->object;
	return false;
}

static size_t length_of(struct json_object *value)
{
	return json_object_is_type(value, json_type_array) ? json_count(value) : 0;
}

static bool give_lists(struct graphql_call *call, const struct graphql_reference *of, struct json_object *const *values,
                       size_t count, struct graphql_result *results)
{
	size_t total = 0, at = 0;
	for (size_t i = 0; i < count; i++)
		total += length_of(values[i]);
	struct json_object **items = arena_array(call->arena, total + 1, sizeof(*items));
	struct graphql_result *made = arena_array(call->arena, total + 1, sizeof *made);
	for (size_t i = 0; i < count; i++)
		for (size_t j = 0; j < length_of(values[i]); j++)
			items[at++] = json_item(values[i], j);
	if (!field_give(call, of, items, total, made))
		return false;
	at = 0;
	for (size_t i = 0; i < count; i++) {
		if (!json_object_is_type(values[i], json_type_array)) {
			/* The engine says what is wrong with it. */
			results[i].kind = values[i] ? GRAPHQL_RESULT_VALUE : GRAPHQL_RESULT_NULL;
			results[i].value = values[i];
			continue;
		}
		results[i].kind = GRAPHQL_RESULT_LIST;
		results[i].object = &made[at];
		results[i].count = length_of(values[i]);
		results[i].item = take_item;
		at += results[i].count;
	}
	return true;
}

/* ---- objects of code's own types: those that came together are a group ---- */

static void group_object(const struct graphql_group *group, size_t index, struct graphql_result *result)
{
	const struct graphql_result *const *all = group->context;
	*result = *all[index];
}

static void give_values(struct graphql_call *call, struct json_object *const *values, size_t count,
                        struct graphql_result *results)
{
	struct graphql_group *group = arena_alloc(call->arena, sizeof *group);
	struct graphql_result **all = arena_array(call->arena, count + 1, sizeof(*all));
	*group = (struct graphql_group){.object = group_object, .context = all};
	for (size_t i = 0; i < count; i++) {
		results[i].kind = values[i] ? GRAPHQL_RESULT_VALUE : GRAPHQL_RESULT_NULL;
		results[i].value = values[i];
		if (!json_object_is_type(values[i], json_type_object))
			continue;
		results[i].group = group;
		results[i].index = group->count;
		all[group->count++] = &results[i];
	}
}

/* ---- abstract types: each object says which it is ---- */

static bool give_abstract(struct graphql_call *call, const struct graphql_type *abstract,
                          struct json_object *const *values, size_t count, struct graphql_result *results)
{
	const struct code_field *field = call->field->context;
	const struct api_graphql_schema *schema = field->graphql->schema;
	give_values(call, values, count, results);
	for (const struct graphql_type *type = schema->graphql->types; type; type = type->next) {
		if (!graphql_is_possible(abstract, type) || !api_graphql_code_entries_fit(schema, type))
			continue;
		struct json_object **chosen = arena_array(call->arena, count + 1, sizeof(*chosen));
		struct graphql_result *made = arena_array(call->arena, count + 1, sizeof *made);
		size_t *places = arena_array(call->arena, count + 1, sizeof *places), found = 0;
		for (size_t i = 0; i < count; i++) {
			struct slice name = json_string(json_member(values[i], "__typename"));
			if (!name.len || !slice_equals(name, type->name))
				continue;
			places[found] = i;
			chosen[found++] = values[i];
		}
		if (found && !api_graphql_code_entries(call, type, chosen, found, made))
			return false;
		for (size_t i = 0; i < found; i++) {
			results[places[i]] = made[i];
			results[places[i]].type = type;
		}
	}
	return true;
}

/* A leaf that looks like a mark stands in "@leaf". */
static void give_leaves(struct json_object *const *values, size_t count, struct graphql_result *results)
{
	for (size_t i = 0; i < count; i++) {
		struct json_object *leaf = marked(values[i], "@leaf");
		results[i].value = leaf ? leaf : values[i];
		results[i].kind = values[i] ? GRAPHQL_RESULT_VALUE : GRAPHQL_RESULT_NULL;
	}
}

static bool give(struct graphql_call *call, const struct graphql_reference *type, struct json_object *const *values,
                 size_t count, struct graphql_result *results)
{
	const struct code_field *field = call->field->context;
	if (type->wrap == GRAPHQL_NON_NULL)
		type = type->of;
	if (type->wrap == GRAPHQL_LIST)
		return give_lists(call, type->of, values, count, results);
	const struct graphql_type *named = type->type;
	if (!graphql_is_composite(named)) {
		give_leaves(values, count, results);
		return true;
	}
	if (named->kind != GRAPHQL_OBJECT)
		return give_abstract(call, named, values, count, results);
	if (api_graphql_code_entries_fit(field->graphql->schema, named))
		return api_graphql_code_entries(call, named, values, count, results);
	give_values(call, values, count, results);
	return true;
}

bool field_give(struct graphql_call *call, const struct graphql_reference *type, struct json_object *const *values,
                size_t count, struct graphql_result *results)
{
	struct json_object **good = arena_array(call->arena, count + 1, sizeof(*good));
	for (size_t i = 0; i < count; i++) {
		good[i] = marked(values[i], "@error") ? NULL : values[i];
		results[i] = (struct graphql_result){.kind = GRAPHQL_RESULT_NULL};
	}
	if (!give(call, type, good, count, results))
		return false;
	for (size_t i = 0; i < count; i++)
		if (values[i] && !good[i])
			field_give_error(call, marked(values[i], "@error"), &results[i]);
	return true;
}
