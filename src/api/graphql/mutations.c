/* The fields of Mutation that change entries. Each runs in a transaction of its own. */
#include "mutations.h"
#include "arguments.h"
#include "errors.h"
#include "response.h"

#include <json-c/json.h>

static const struct content_type *type_of(const struct graphql_call *call)
{
	return call->field->context;
}

/* The argument `data`, as REST would take it. */
static struct json_object *read_data(struct graphql_call *call)
{
	const struct graphql_value *value = graphql_argument(call, "data");
	struct json_object *data = value ? graphql_value_to_json(value) : NULL;
	if (!data)
		data = json_object_new_object();
	api_graphql_keep_json(context_of(call), data);
	return data;
}

bool api_graphql_mutation_data(const struct graphql_selected *selected, const struct content_type **type,
                               struct json_object **data, bool *creation)
{
	const struct graphql_field *field = selected->field;
	const struct graphql_value *value;
	*creation = field && (field->resolve == api_graphql_resolve_create ||
	                      field->resolve == api_graphql_resolve_create_localization ||
	                      field->resolve == api_graphql_resolve_update_single);
	if ((!*creation && (!field || field->resolve != api_graphql_resolve_update)) || selected->refusal)
		return false;
	value = api_graphql_arguments_get(field, selected->arguments, "data");
	*type = field->context;
	*data = value ? graphql_value_to_json(value) : NULL;
	return *data != NULL;
}

/* Nobody else looks at what the field resolves to: beside what admits the caller no middleware stands around it. */
static bool is_own_change(const struct graphql_call *call)
{
	return call->field->middlewares && !call->field->middlewares->next;
}

static bool deletes(const struct graphql_call *call)
{
	graphql_resolver *resolve = call->field->resolve;
	return resolve == api_graphql_resolve_delete || resolve == api_graphql_resolve_delete_single;
}

/* Nothing else of the request looks at the change, or writes, before it is committed. */
static bool is_alone(const struct graphql_call *call)
{
	return !context_of(call)->foreign && is_own_change(call);
}

static bool prepare(struct graphql_call *call, struct content_change *change)
{
	struct api_graphql_context *context = context_of(call);
	struct query *answer;
	bool planned = deletes(call)
	                   ? api_graphql_plan_deletion(context, call->selected, type_of(call), &answer, call->error)
	                   : api_graphql_plan_selection(context, call->selected, type_of(call), PUBLICATION_ANY,
	                                                &answer, NULL, call->error);
	if (!planned)
		return refuse_field(call);
	*change = (struct content_change){
	    .type = type_of(call),
	    .data = read_data(call),
	    .rights = api_graphql_rights(context),
	    .answer = answer,
	    .passwords = context->passwords,
	    .answer_later = context->answers_later && is_alone(call),
	};
	return true;
}

static bool respond(struct graphql_call *call, struct content_result *read, struct graphql_result *result)
{
	api_graphql_keep_result(context_of(call), read);
	if (content_is_partial(read))
		context_of(call)->request->partial = read;
	api_graphql_response_of_result(context_of(call), read, false, result, NULL);
	return true;
}

/* Where REST says 404, Strapi's GraphQL answers that there is no data. */
static bool respond_nothing(struct graphql_call *call, struct graphql_result *result)
{
	if (call->error->status != 404)
		return refuse_field(call);
	api_graphql_response_of_result(context_of(call), NULL, false, result, NULL);
	return true;
}

static struct content_call content_of(struct graphql_call *call)
{
	struct content_call content = api_graphql_response_content(call, type_of(call));
	content.yields = is_alone(call);
	content.yields_early = content.yields && !type_of(call)->single;
	return content;
}

/* Unlike REST, a new entry is a draft unless it says when it was published. */
static bool create_entry(struct graphql_call *call, struct content_change *change, struct graphql_result *result)
{
	const struct content_call content = content_of(call);
	struct content_result *read;
	change->drafts = true;
	if (!content_create(&content, change, &read, call->error))
		return refuse_field(call);
	return respond(call, read, result);
}

static bool update_entry(struct graphql_call *call, struct content_change *change, int64_t id,
                         struct graphql_result *result)
{
	const struct content_call content = content_of(call);
	struct content_result *read;
	change->alone = true;
	if (!content_update(&content, change, id, &read, call->error))
		return respond_nothing(call, result);
	return respond(call, read, result);
}

static bool remove_entry(struct graphql_call *call, const struct query *answer, int64_t id,
                         struct graphql_result *result)
{
	const struct content_call content = content_of(call);
	struct content_result *read;
	if (!content_delete(&content, answer, id, &read, call->error))
		return respond_nothing(call, result);
	return respond(call, read, result);
}

static void set_locale(struct graphql_call *call, struct json_object *data)
{
	const struct graphql_value *locale = graphql_argument(call, "locale");
	if (locale && locale->kind == GRAPHQL_VALUE_STRING)
		json_object_object_add(data, "locale",
		                       json_object_new_string_len(locale->text.ptr, (int)locale->text.len));
}

bool api_graphql_resolve_create(struct graphql_call *call, struct graphql_result *result)
{
	struct content_change change;
	if (!prepare(call, &change))
		return false;
	set_locale(call, change.data);
	return create_entry(call, &change, result);
}

bool api_graphql_resolve_update(struct graphql_call *call, struct graphql_result *result)
{
	struct content_change change;
	int64_t id;
	if (!prepare(call, &change))
		return false;
	if (!api_graphql_response_read_id(graphql_argument(call, "id"), &id)) {
		api_graphql_response_of_result(context_of(call), NULL, false, result, NULL);
		return true;
	}
	return update_entry(call, &change, id, result);
}

bool api_graphql_resolve_delete(struct graphql_call *call, struct graphql_result *result)
{
	struct content_change change;
	int64_t id;
	if (!prepare(call, &change))
		return false;
	if (!api_graphql_response_read_id(graphql_argument(call, "id"), &id)) {
		api_graphql_response_of_result(context_of(call), NULL, false, result, NULL);
		return true;
	}
	return remove_entry(call, change.answer, id, result);
}

/* A single type's entry in the locale asked for; 0 when there is none. */
static bool find_single(struct graphql_call *call, bool all_locales, int64_t *id)
{
	struct api_graphql_context *context = context_of(call);
	const struct content_call content = request_content(context->request);
	struct query *query = query_create(call->arena, type_of(call));
	struct query_root root = {.query = query};
	if (!api_graphql_arguments_read(context, call->field, call->arguments, &root, call->error))
		return refuse_field(call);
	if (!all_locales && !content_check_one_locale(type_of(call), root.locale, call->error))
		return refuse_field(call);
	query->limit = 1;
	query->offset = 0;
	/* Before it makes another version, Strapi reads the entry once more: no hook hears of this read. */
	query->plain = all_locales;
	if (all_locales)
		root.locale = LOCALE_ALL;
	return content_find_id(&content, &root, id, call->error) || refuse_field(call);
}

bool api_graphql_resolve_update_single(struct graphql_call *call, struct graphql_result *result)
{
	struct content_change change;
	int64_t id;
	if (!prepare(call, &change) || !find_single(call, false, &id))
		return false;
	if (!id)
		set_locale(call, change.data);
	if (id ? update_entry(call, &change, id, result) : create_entry(call, &change, result))
		return true;
	/* Strapi tells the error where the data would stand. */
	struct error *refusal = arena_alloc(call->arena, sizeof *refusal);
	struct response *response;
	*refusal = *call->error;
	api_graphql_response_of_result(context_of(call), NULL, false, result, &response);
	response->refusal = refusal;
	return true;
}

bool api_graphql_resolve_delete_single(struct graphql_call *call, struct graphql_result *result)
{
	struct content_change change;
	int64_t id;
	if (!prepare(call, &change) || !find_single(call, false, &id))
		return false;
	if (!id) {
		error_entity_not_found(call->error);
		return refuse_field(call);
	}
	return remove_entry(call, change.answer, id, result);
}

bool api_graphql_resolve_create_localization(struct graphql_call *call, struct graphql_result *result)
{
	struct api_graphql_context *context = context_of(call);
	const struct content_call content = request_content(context->request);
	struct content_change change;
	struct content_result *made;
	int64_t id = 0;
	if (!prepare(call, &change) || (type_of(call)->single && !find_single(call, true, &id)))
		return false;
	if (!type_of(call)->single && !graphql_argument(call, "id"))
		return api_graphql_refuse_no_id(context->schema->config, call->error);
	if (!type_of(call)->single && !api_graphql_response_read_id(graphql_argument(call, "id"), &id))
		id = 0;
	set_locale(call, change.data);
	if (!id) {
		error_entity_not_found(call->error);
		return refuse_field(call);
	}
	if (!content_localize(&content, &change, id, &made, call->error)) {
		if (call->error->status == 404)
			error_entity_not_found(call->error);
		return refuse_field(call);
	}
	id = content_result_id(made, 0);
	content_free(made);
	store_begin_part(context->request->session, CONTENT_ANSWER_TIME);
	bool done = api_graphql_response_of_id(call, type_of(call), id, result) || refuse_field(call);
	store_end_part(context->request->session);
	return done;
}
