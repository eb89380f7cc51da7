/* The fields of what was read. */
#include "resolve.h"
#include "entries.h"
#include "plan.h"
#include "response_json.h"

#include <json-c/json.h>

bool api_graphql_resolve_member(const struct graphql_call *call, struct graphql_result *result)
{
	const char *name = arena_copy(call->arena, call->field->name);
	struct json_object *member = NULL;
	json_find(call->parent->value, name, &member);
	*result = (struct graphql_result){.kind = member ? GRAPHQL_RESULT_VALUE : GRAPHQL_RESULT_NULL, .value = member};
	return true;
}

static void set_object(struct graphql_result *result, const void *object)
{
	result->kind = GRAPHQL_RESULT_OBJECT;
	result->object = object;
}

/* That of what code gave is whatever it is. */
static bool set_id(const struct graphql_call *call, struct graphql_result *result)
{
	const struct content_entry *entry = call->parent->object;
	if (content_entry_is_json(*entry)) {
		struct json_object *given = json_member(api_graphql_code_value(call, call->parent), "id");
		result->kind = given ? GRAPHQL_RESULT_VALUE : GRAPHQL_RESULT_NULL;
		result->value = given;
		return true;
	}
	result->kind = GRAPHQL_RESULT_INTEGER;
	result->integer = content_entry_id(*entry);
	return true;
}

bool api_graphql_resolve_component_id(struct graphql_call *call, struct graphql_result *result)
{
	return resolves_json(call) ? api_graphql_resolve_member(call, result) : set_id(call, result);
}

bool api_graphql_resolve_entity_id(struct graphql_call *call, struct graphql_result *result)
{
	return resolves_json(call) ? api_graphql_resolve_member(call, result) : set_id(call, result);
}

size_t api_graphql_write_id(const struct graphql_result *parent, const struct graphql_selected *selected, size_t count,
                            struct buffer *data)
{
	(void)selected;
	(void)count;
	if (parent->kind != GRAPHQL_RESULT_OBJECT ||
	    content_entry_is_json(*(const struct content_entry *)parent->object))
		return 0;
	buffer_byte(data, '"');
	buffer_int(data, content_entry_id(*(const struct content_entry *)parent->object));
	buffer_byte(data, '"');
	return 1;
}

bool api_graphql_resolve_attributes(struct graphql_call *call, struct graphql_result *result)
{
	if (resolves_json(call))
		return api_graphql_resolve_member(call, result);
	set_object(result, call->parent->object);
	result->group = call->parent->group;
	result->index = call->parent->index;
	return true;
}

/* ---- what hangs on an entry ---- */

static const struct content_entry *read_related(const struct graphql_call *call, const struct api_graphql_plan *plan,
                                                size_t *count)
{
	struct content_entry entry = *(const struct content_entry *)call->parent->object;
	*count = content_entry_count_related(entry, plan->place);
	struct content_entry *entries = arena_array(call->arena, *count, sizeof *entries);
	content_entry_related(entry, plan->place, entries);
	return entries;
}

static void set_entry(const struct graphql_call *call, const struct content_entry *entry, struct graphql_result *result)
{
	api_graphql_set_entry(context_of(call), entry, result);
	result->type = context_of(call)->schema->types[content_entry_type(*entry)->index];
}

static bool entry_item(struct graphql_call *call, const void *object, size_t index, struct graphql_result *result)
{
	const struct content_entry *entries = object;
	set_entry(call, &entries[index], result);
	return true;
}

static void set_entries(struct graphql_result *result, const struct content_entry *entries, size_t count)
{
	result->kind = GRAPHQL_RESULT_LIST;
	result->object = entries;
	result->count = count;
	result->item = entry_item;
}

static bool refuse(struct graphql_call *call, const struct api_graphql_plan *plan)
{
	*call->error = *plan->refusal;
	return false;
}

bool api_graphql_resolve_related(struct graphql_call *call, struct graphql_result *result)
{
	const struct attribute *attribute = call->field->context;
	const struct api_graphql_plan *plan = call->selected->plan;
	const struct content_entry *entries = NULL;
	size_t count = 0;
	if (resolves_json(call))
		return api_graphql_resolve_member(call, result);
	if (plan->refusal)
		return refuse(call, plan);
	if (plan->gone && attribute->type == ATTRIBUTE_COMPONENT)
		return true;
	if (!plan->forbidden && !plan->gone)
		entries = read_related(call, plan, &count);
	if (attribute->type == ATTRIBUTE_COMPONENT) {
		if (attribute->multiple)
			set_entries(result, entries, count);
		else if (count)
			set_entry(call, &entries[0], result);
		return true;
	}
	struct response *response = arena_alloc(call->arena, sizeof *response);
	*response = (struct response){.entries = entries, .count = count, .list = attribute->multiple};
	set_object(result, response);
	return true;
}

bool api_graphql_resolve_items(struct graphql_call *call, struct graphql_result *result)
{
	const struct attribute *attribute = call->field->context;
	const struct api_graphql_plan *plan = call->selected->plan;
	size_t count;
	if (resolves_json(call))
		return api_graphql_resolve_member(call, result);
	if (plan->gone)
		return true;
	const struct content_entry *entries = read_related(call, plan, &count);
	/* A polymorphic relation takes no pagination. The components of a dynamic zone are a value of the entry: all
	 * stand. */
	const size_t most = (size_t)context_of(call)->schema->config->graphql.amount_limit;
	if (attribute->type == ATTRIBUTE_RELATION && count > most)
		count = most;
	if (attribute->multiple)
		set_entries(result, entries, count);
	else if (count)
		set_entry(call, &entries[0], result);
	return true;
}

const struct graphql_type *api_graphql_resolve_entry_type(struct graphql_call *call,
                                                          const struct graphql_result *result)
{
	if (result->kind != GRAPHQL_RESULT_OBJECT)
		return NULL;
	const struct content_entry *entry = result->object;
	return context_of(call)->schema->types[content_entry_type(*entry)->index];
}

/* ---- responses ---- */

static bool entity_item(struct graphql_call *call, const void *object, size_t index, struct graphql_result *result)
{
	const struct content_entry *entries = object;
	api_graphql_set_entry(context_of(call), &entries[index], result);
	return true;
}

bool api_graphql_resolve_data(struct graphql_call *call, struct graphql_result *result)
{
	const struct response *response = call->parent->object;
	if (resolves_json(call))
		return api_graphql_resolve_member(call, result);
	if (response->refusal) {
		*call->error = *response->refusal;
		return false;
	}
	if (response->list) {
		result->kind = GRAPHQL_RESULT_LIST;
		result->object = response->entries;
		result->count = response->count;
		result->item = entity_item;
	} else if (response->count) {
		api_graphql_set_entry(context_of(call), &response->entries[0], result);
	}
	return true;
}

/* The info of what code gave; NULL: it has none. */
static struct json_object *code_info(const struct graphql_call *call)
{
	const struct response *response = call->parent->object;
	return json_member(response->code, "info");
}

bool api_graphql_resolve_meta(struct graphql_call *call, struct graphql_result *result)
{
	const struct response *response = call->parent->object;
	if (resolves_json(call))
		return api_graphql_resolve_member(call, result);
	return (response->code && !code_info(call)) || api_graphql_resolve_attributes(call, result);
}

bool api_graphql_resolve_pagination(struct graphql_call *call, struct graphql_result *result)
{
	const struct response *response = call->parent->object;
	struct json_object *wrong;
	if (resolves_json(call))
		return api_graphql_resolve_member(call, result);
	if (response->code && (wrong = json_member(json_member(code_info(call), "pagination"), "@error")))
		return api_graphql_take_error(call->arena, wrong, call->error);
	return api_graphql_resolve_attributes(call, result);
}

/* Who gave the entries has counted them. */
static bool resolve_code_page(struct graphql_call *call, struct graphql_result *result)
{
	struct json_object *number =
	    json_member(json_member(code_info(call), "pagination"), arena_copy(call->arena, call->field->name));
	if (json_object_is_type(number, json_type_object))
		return api_graphql_take_error(call->arena, json_member(number, "@error"), call->error);
	result->kind = GRAPHQL_RESULT_VALUE;
	result->value = number;
	return true;
}

bool api_graphql_resolve_page(struct graphql_call *call, struct graphql_result *result)
{
	const struct response *response = call->parent->object;
	if (resolves_json(call))
		return api_graphql_resolve_member(call, result);
	if (response->code)
		return resolve_code_page(call, result);
	const struct response_page page = api_graphql_response_page(context_of(call), response);
	result->kind = GRAPHQL_RESULT_INTEGER;
	if (slice_is(call->field->name, "total"))
		result->integer = page.total;
	else if (slice_is(call->field->name, "page"))
		result->integer = page.page;
	else if (slice_is(call->field->name, "pageSize"))
		result->integer = page.page_size;
	else
		result->integer = page.page_count;
	return true;
}

/* ---- who may call ---- */

bool api_graphql_resolve_subscription(void *unused, struct graphql_call *call, struct graphql_result *result)
{
	const struct api_graphql_context *context = context_of(call);
	(void)unused;
	if (!is_known_caller(&context->request->caller))
		return error_set(call->error, 403, "ForbiddenError", "Forbidden access");
	if (context->operation->kind != GRAPHQL_SUBSCRIPTION)
		return graphql_next(call, result);
	result->kind = GRAPHQL_RESULT_NULL;
	return true;
}

bool api_graphql_resolve_admitted(void *unused, struct graphql_call *call, struct graphql_result *result)
{
	const struct api_graphql_context *context = context_of(call);
	const struct graphql_selected_set *roots = graphql_root_fields(context->execution);
	(void)unused;
	if (!context->admitted[call->selected - roots->items])
		return error_set(call->error, 403, "ForbiddenError", "Forbidden access");
	const int64_t most = context->schema->config->graphql.max_time;
	if (budget_used(&context->request->budget) > most * 1000000)
		return error_validation(call->error,
		                        "The request asks for too much: its fields have taken more than %lld ms",
		                        (long long)most);
	return graphql_next(call, result);
}
