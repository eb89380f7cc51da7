/* Running fields and completing their values (specification 6.4), straight into the answer. */
#include "complete.h"
#include "answer.h"
#include "batch.h"
#include "collect.h"
#include "graphql/schema/check.h"
#include "leaf.h"
#include "resolve.h"

#include <json-c/json.h>

/* A field and where it is run: what completing its value needs, down to the items of its lists. */
struct field_run {
	struct graphql_execution *execution;
	struct graphql_call *call; /* of the field */
	struct graphql_selected *selected;
};

static bool complete(struct field_run *run, const struct graphql_reference *type, struct graphql_result *result,
                     const struct graphql_path *path);
static size_t run_selected(struct graphql_call *call, struct graphql_selected *selected, size_t count,
                           const struct graphql_path *above);

/* Records the error and returns false. */
static bool fail(struct field_run *run, const struct graphql_path *path)
{
	graphql_record_error(run->execution, run->selected, path);
	return false;
}

#define REFUSE(run, path, ...) \
	(error_set(&(run)->execution->error, 500, GRAPHQL_ERROR_NAME, __VA_ARGS__), fail((run), (path)))

static bool is_null(const struct graphql_result *result)
{
	return result->kind == GRAPHQL_RESULT_NULL || (result->kind == GRAPHQL_RESULT_VALUE && !result->value);
}

/* ---- lists ---- */

static bool is_list(const struct graphql_result *result)
{
	return result->kind == GRAPHQL_RESULT_LIST ||
	       (result->kind == GRAPHQL_RESULT_VALUE && json_object_is_type(result->value, json_type_array));
}

static bool get_item(struct field_run *run, const struct graphql_result *list, size_t index,
                     struct graphql_result *item)
{
	if (list->kind == GRAPHQL_RESULT_LIST)
		return list->item(run->call, list->object, index, item);
	item->kind = GRAPHQL_RESULT_VALUE;
	item->value = json_object_array_get_idx(list->value, index);
	return true;
}

static bool complete_list(struct field_run *run, const struct graphql_reference *of,
                          const struct graphql_result *result, const struct graphql_path *above)
{
	struct graphql_execution *execution = run->execution;
	struct buffer *data = &execution->data;
	struct graphql_path path = {.above = above};
	/* A list of leaves as JSON. */
	if (result->kind == GRAPHQL_RESULT_JSON && result->text.len && result->text.ptr[0] == '[') {
		buffer_slice(data, result->text);
		return true;
	}
	if (!is_list(result))
		return REFUSE(run, above, "Expected Iterable, but did not find one for field \"%.*s.%.*s\".",
		              TEXT(run->call->parent_type->name), TEXT(run->call->field->name));
	const size_t count =
	    result->kind == GRAPHQL_RESULT_LIST ? result->count : json_object_array_length(result->value);
	buffer_byte(data, '[');
	for (; path.index < count; path.index++) {
		struct graphql_result item = {.kind = GRAPHQL_RESULT_NULL};
		if (path.index > 0)
			buffer_byte(data, ',');
		const size_t start = data->len;
		if (get_item(run, result, path.index, &item) ? complete(run, of, &item, &path) : fail(run, &path))
			continue;
		if (of->wrap == GRAPHQL_NON_NULL || execution->stopped)
			return false;
		data->len = start;
		buffer_add(data, "null", 4);
	}
	buffer_byte(data, ']');
	return true;
}

/* ---- objects ---- */

/* The name of its type that a JSON object brings. */
static struct slice own_type_name(const struct graphql_result *result)
{
	struct json_object *name = NULL;
	if (result->kind != GRAPHQL_RESULT_VALUE || !json_object_is_type(result->value, json_type_object) ||
	    !json_find(result->value, "__typename", &name) || !json_object_is_type(name, json_type_string))
		return (struct slice){0};
	return (struct slice){json_object_get_string(name), (size_t)json_object_get_string_len(name)};
}

static const struct graphql_type *refuse_type(struct field_run *run, const struct graphql_type *abstract,
                                              const struct graphql_path *path)
{
	REFUSE(run, path,
	       "Abstract type \"%.*s\" must resolve to an Object type at runtime for field \"%.*s.%.*s\". Either the "
	       "\"%.*s\" type should provide a \"resolveType\" function or each possible type should provide an "
	       "\"isTypeOf\" function.",
	       TEXT(abstract->name), TEXT(run->call->parent_type->name), TEXT(run->call->field->name),
	       TEXT(abstract->name));
	return NULL;
}

/* The object type that a result of an abstract type has. */
static const struct graphql_type *resolve_type(struct field_run *run, const struct graphql_type *abstract,
                                               const struct graphql_result *result, const struct graphql_path *path)
{
	const struct graphql_type *type = result->type;
	struct slice name = {0};
	if (!type && abstract->resolve_type)
		type = abstract->resolve_type(run->call, result);
	else if (!type && (name = own_type_name(result)).ptr)
		type = graphql_schema_type(run->execution->request.schema, name);
	if (!type && !name.ptr)
		return refuse_type(run, abstract, path);
	if (!type)
		REFUSE(run, path,
		       "Abstract type \"%.*s\" was resolved to a type \"%.*s\" that does not exist inside the schema.",
		       TEXT(abstract->name), TEXT(name));
	else if (type->kind != GRAPHQL_OBJECT)
		REFUSE(run, path, "Abstract type \"%.*s\" was resolved to a non-object type \"%.*s\".",
		       TEXT(abstract->name), TEXT(type->name));
	else if (!graphql_is_possible(abstract, type))
		REFUSE(run, path, "Runtime Object type \"%.*s\" is not a possible type for \"%.*s\".", TEXT(type->name),
		       TEXT(abstract->name));
	else
		return type;
	return NULL;
}

static bool complete_object(struct field_run *run, const struct graphql_type *type, const struct graphql_result *result,
                            const struct graphql_path *path)
{
	struct graphql_execution *execution = run->execution;
	struct buffer *data = &execution->data;
	if (type->kind != GRAPHQL_OBJECT && !(type = resolve_type(run, type, result, path)))
		return false;
	const struct graphql_selected_set *set = graphql_find_below(execution, run->selected, type);
	if (!set)
		return execution->stopped ? false : fail(run, path);
	struct graphql_call call = {
	    .execution = execution,
	    .context = execution->request.context,
	    .arena = execution->request.arena,
	    .parent_type = type,
	    .parent = result,
	    .parent_count = 1,
	    .error = &execution->error,
	};
	buffer_byte(data, '{');
	for (size_t i = 0, ran; i < set->count; i += ran)
		if (!(ran = run_selected(&call, &set->items[i], set->count - i, path)))
			return false;
	buffer_byte(data, '}');
	return true;
}

/* ---- values ---- */

static bool complete_leaf(struct field_run *run, const struct graphql_type *type, const struct graphql_result *result,
                          const struct graphql_path *path)
{
	const char *reason = NULL;
	if (graphql_write_leaf(run->execution, type, result, &reason))
		return true;
	return REFUSE(run, path, "%s", reason ? reason : "The value is none of its type.");
}

/* False when the value is null and may not be, or failed: it is null then if it may. Goes no deeper than the type. */
static bool complete(struct field_run *run, const struct graphql_reference *type, struct graphql_result *result,
                     const struct graphql_path *path)
{
	const bool non_null = type->wrap == GRAPHQL_NON_NULL;
	if (non_null)
		type = type->of;
	if (is_null(result)) {
		if (non_null)
			return REFUSE(run, path, "Cannot return null for non-nullable field %.*s.%.*s.",
			              TEXT(run->call->parent_type->name), TEXT(run->call->field->name));
		buffer_add(&run->execution->data, "null", 4);
		return true;
	}
	if (type->wrap == GRAPHQL_LIST)
		return complete_list(run, type->of, result, path);
	if (type->type->kind == GRAPHQL_SCALAR || type->type->kind == GRAPHQL_ENUM)
		return complete_leaf(run, type->type, result, path);
	return complete_object(run, type->type, result, path);
}

static bool resolve(struct graphql_call *call, struct graphql_result *result)
{
	if (call->selected->refusal) {
		call->execution->refused = true;
		call->execution->refused_at = call->selected->refused_at;
		return error_set(call->error, 400, GRAPHQL_ERROR_NAME, "%s", call->selected->refusal);
	}
	const bool batch = call->field->resolve_batch && call->parent && call->parent->group;
	if (!(batch ? graphql_resolve_batch(call, result) : graphql_resolve(call, result)))
		return false;
	if (result->kind != GRAPHQL_RESULT_ERROR)
		return true;
	*call->error = *(const struct error *)result->object;
	return false;
}

/* Openings are short and many: a few moves in place of a call each. They begin with a comma, which the first field of
 * an object has no use for. */
static void write_opening(struct buffer *data, struct slice opening)
{
	if (json_is_first(data))
		opening = (struct slice){opening.ptr + 1, opening.len - 1};
	if (data->cap - data->len < opening.len + GRAPHQL_OPENING_UNIT &&
	    !buffer_reserve(data, opening.len + GRAPHQL_OPENING_UNIT))
		return;
	for (size_t at = 0; at < opening.len; at += GRAPHQL_OPENING_UNIT)
		memcpy(data->data + data->len + at, opening.ptr + at, GRAPHQL_OPENING_UNIT);
	data->len += opening.len;
}

/* The field's result, in *result. */
static bool resolve_selected(struct graphql_call *call, struct graphql_selected *selected,
                             struct graphql_result *result)
{
	result->kind = GRAPHQL_RESULT_NULL;
	result->type = NULL;
	result->group = NULL;
	result->index = 0;
	call->selected = selected;
	call->field = selected->field;
	call->arguments = selected->arguments;
	return resolve(call, result);
}

/* Stops an answer that grows too large. */
static void check_size(struct graphql_execution *execution)
{
	if (execution->data.len > execution->request.max_bytes)
		graphql_stop(execution, "The answer is larger than %zu bytes.", execution->request.max_bytes);
}

/* Writes the value, which begins at `start`. `good`: it was resolved. */
static bool write_selected(struct graphql_call *call, struct graphql_selected *selected, struct graphql_result *result,
                           bool good, size_t start, const struct graphql_path *above)
{
	struct graphql_execution *execution = call->execution;
	struct buffer *data = &execution->data;
	if (good && result->kind == GRAPHQL_RESULT_JSON && selected->leaf) {
		buffer_slice(data, result->text);
	} else {
		const struct graphql_path path = {.above = above, .selected = selected};
		struct field_run run = {execution, call, selected};
		good = good ? complete(&run, selected->field->type, result, &path) : fail(&run, &path);
	}
	check_size(execution);
	if (execution->stopped)
		return false;
	if (good)
		return true;
	if (selected->field->type->wrap == GRAPHQL_NON_NULL)
		return false;
	data->len = start;
	buffer_add(data, "null", 4);
	return true;
}

/* Runs the first of `count` fields that are selected, and those behind it which its writer takes along. Returns how
 * many; 0 when the object is null because of one of them. */
static size_t run_selected(struct graphql_call *call, struct graphql_selected *selected, size_t count,
                           const struct graphql_path *above)
{
	struct buffer *data = &call->execution->data;
	struct graphql_result result;
	write_opening(data, selected->opening);
	if (!selected->field)
		return 1;
	const size_t written =
	    selected->write && call->parent ? selected->write(call->parent, selected, count, data) : 0;
	if (written) {
		check_size(call->execution);
		return call->execution->stopped ? 0 : written;
	}
	const size_t start = data->len;
	bool good = resolve_selected(call, selected, &result);
	return write_selected(call, selected, &result, good, start, above);
}

bool graphql_run_selected(struct graphql_call *call, struct graphql_selected *selected,
                          const struct graphql_path *above)
{
	return run_selected(call, selected, 1, above);
}

void graphql_resolve_selected(struct graphql_resolved *resolved, struct graphql_selected *selected)
{
	struct buffer *data = &resolved->call.execution->data;
	write_opening(data, selected->opening);
	resolved->start = data->len;
	resolved->call.selected = selected;
	resolved->good = !selected->field || resolve_selected(&resolved->call, selected, &resolved->result);
}

bool graphql_complete_selected(struct graphql_resolved *resolved, const struct graphql_path *above)
{
	struct graphql_selected *selected = resolved->call.selected;
	return !selected->field ||
	       write_selected(&resolved->call, selected, &resolved->result, resolved->good, resolved->start, above);
}
