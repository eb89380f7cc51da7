#include "field.h"
#include "ask.h"
#include "give.h"

#include <json-c/json.h>

/* ---- parents ---- */

/* Objects that code gave come back as it gave them; entries of the server's own as code reads them. */
struct parents {
	struct graphql_call *call;
	const struct graphql_result *results;
	size_t count;
	struct json_object **values;
};

/* Entries of one type, from `first` on, by one statement. */
static bool read_entries(struct parents *parents, size_t first, const struct content_type *type)
{
	struct graphql_call *call = parents->call;
	struct content_entry entry;
	struct json_object *list;
	int64_t *ids = arena_array(call->arena, parents->count, sizeof *ids);
	size_t count = 0;
	for (size_t i = first; i < parents->count; i++)
		if (!parents->values[i] && api_graphql_entry(&parents->results[i], &entry) &&
		    content_entry_type(entry) == type)
			ids[count++] = content_entry_id(entry);
	const struct content_call content = request_content(api_graphql_call_request(call));
	if (!content_read_plain(&content, type, ids, count, &list, call->error))
		return false;
	api_graphql_keep(call, list);
	struct map by_id;
	map_init(&by_id, call->arena);
	for (size_t i = 0; i < json_count(list); i++) {
		struct json_object *one = json_item(list, i);
		map_set(&by_id, json_text(call->arena, json_member(one, "id")), one);
	}
	for (size_t i = first; i < parents->count; i++)
		if (!parents->values[i] && api_graphql_entry(&parents->results[i], &entry) &&
		    content_entry_type(entry) == type)
			parents->values[i] = map_get(
			    &by_id, slice_of(arena_format(call->arena, "%lld", (long long)content_entry_id(entry))));
	return true;
}

static bool read_parents(struct parents *parents)
{
	struct content_entry entry;
	parents->values = arena_array(parents->call->arena, parents->count + 1, sizeof(*parents->values));
	for (size_t i = 0; i < parents->count; i++) {
		parents->values[i] = api_graphql_code_value(parents->call, &parents->results[i]);
		if (!parents->values[i] &&
		    !api_graphql_response_json(parents->call, &parents->results[i], &parents->values[i]))
			return false;
	}
	for (size_t i = 0; i < parents->count; i++)
		if (!parents->values[i] && api_graphql_entry(&parents->results[i], &entry) &&
		    !read_entries(parents, i, content_entry_type(entry)))
			return false;
	return true;
}

static void write_arguments(struct buffer *body, const struct graphql_call *call)
{
	const struct graphql_value *value = call->arguments;
	struct json_object *variables;
	const struct graphql_operation *operation;
	api_graphql_call_document(call, &variables, &operation);
	buffer_text(body, "{\"variables\":");
	json_write_value(body, variables);
	buffer_text(body, ",\"args\":{");
	for (const struct graphql_input *input = call->field->arguments; input; input = input->next, value++) {
		if (value->kind == GRAPHQL_VALUE_ABSENT)
			continue;
		struct json_object *json = graphql_value_to_json(value);
		json_write_name(body, input->name);
		json_write_value(body, json);
		json_object_put(json);
	}
	buffer_byte(body, '}');
}

static bool write_parents(struct buffer *body, struct graphql_call *call, const struct graphql_result *results,
                          size_t count)
{
	struct parents parents = {call, results, count, NULL};
	buffer_text(body, ",\"parents\":[");
	if (!call->parent) {
		buffer_text(body, "null]}");
		return true;
	}
	if (!read_parents(&parents))
		return false;
	for (size_t i = 0; i < count; i++) {
		if (i)
			buffer_byte(body, ',');
		if (parents.values[i])
			json_write_value(body, parents.values[i]);
		else
			buffer_text(body, "{}");
	}
	buffer_text(body, "]}");
	return true;
}

/* ---- answers ---- */

static bool take_answers(struct graphql_call *call, struct json_object *answers, size_t count,
                         struct graphql_result *results)
{
	struct json_object **values = arena_array(call->arena, count + 1, sizeof(*values));
	for (size_t i = 0; i < count; i++)
		values[i] = json_member(json_item(answers, i), "value");
	if (!field_give(call, call->field->type, values, count, results))
		return false;
	for (size_t i = 0; i < count; i++) {
		struct json_object *wrong = json_member(json_item(answers, i), "error");
		if (wrong)
			field_give_error(call, wrong, &results[i]);
	}
	return true;
}

bool field_resolve(struct graphql_call *call, const struct graphql_result *parents, size_t count,
                   struct graphql_result *results)
{
	const struct code_field *field = call->field->context;
	struct buffer body = {0};
	struct json_object *answers = NULL;
	if (field->listed && !api_graphql_check_arguments(call, field->listed))
		return false;
	write_arguments(&body, call);
	bool good = write_parents(&body, call, parents, count) &&
	            field_ask(field, call, (struct slice){0}, buffer_as_slice(&body), &answers);
	buffer_free(&body);
	if (!good)
		return false;
	if (!json_object_is_type(answers, json_type_array) || json_count(answers) != count)
		return error_internal(call->error, "the process gave no values for %s", field->name);
	return take_answers(call, answers, count, results);
}

/* ---- policies before what the server resolves itself ---- */

static bool set_arguments(struct graphql_call *call, struct json_object *values)
{
	size_t count = call->field->argument_count, at = 0;
	struct graphql_value *arguments = arena_array(call->arena, count + 1, sizeof *arguments);
	const char *message;
	for (const struct graphql_input *input = call->field->arguments; input; input = input->next, at++) {
		struct json_object *value;
		arguments[at] = (struct graphql_value){.kind = GRAPHQL_VALUE_ABSENT};
		if (json_find(values, arena_copy(call->arena, input->name), &value) &&
		    !graphql_coerce_json(call->arena, input->name, value, input->type, &arguments[at], &message))
			return error_validation(call->error, "%s", message);
	}
	call->arguments = arguments;
	return true;
}

bool field_admit(void *context, struct graphql_call *call, struct graphql_result *results)
{
	const struct code_field *field = context;
	struct buffer body = {0};
	struct json_object *answer = NULL, *wrong;
	write_arguments(&body, call);
	bool good = write_parents(&body, call, call->parent, call->parent ? call->parent_count : 1) &&
	            field_ask(field, call, SLICE(",\"policies\":true"), buffer_as_slice(&body), &answer);
	buffer_free(&body);
	if (!good)
		return false;
	if ((wrong = json_member(answer, "error")))
		return api_graphql_take_error(call->arena, wrong, call->error);
	struct json_object *arguments = json_member(answer, "args");
	if (!json_object_is_type(answer, json_type_object) || (arguments && !set_arguments(call, arguments)))
		return call->error->status ? false
		                           : error_internal(call->error, "policies of %s gave no answer", field->name);
	return graphql_next(call, results);
}

/* ---- members ---- */

bool field_members(struct graphql_call *call, const struct graphql_result *parents, size_t count,
                   struct graphql_result *results)
{
	struct json_object **values = arena_array(call->arena, count + 1, sizeof(*values));
	const char *name = arena_copy(call->arena, call->field->name);
	for (size_t i = 0; parents && i < count; i++)
		if (parents[i].kind == GRAPHQL_RESULT_VALUE)
			values[i] = json_member(parents[i].value, name);
	return field_give(call, call->field->type, values, count, results);
}
