/* Lists of entries, and one of them. */
#include "entries.h"

#include "api/admin/list.h"
#include "content.h"
#include "list_request.h"

/* ---- lists ---- */

static void take_over(struct query *query, const struct query *from)
{
	query->filter = from->filter;
	query->sorts = from->sorts;
	query->sort_count = from->sort_count;
	query->limit = from->limit;
	query->offset = from->offset;
	query->search = from->search;
	query->searched = from->searched;
	query->searched_count = from->searched_count;
	query->publication = from->publication;
}

static bool rules_agree(const struct ability *ability)
{
	for (size_t i = 1; i < ability->rule_count; i++) {
		const struct admin_rule *first = ability->rules[0], *rule = ability->rules[i];
		if (rule->all_fields != first->all_fields || rule->field_count != first->field_count)
			return false;
		for (size_t j = 0; j < rule->field_count; j++)
			if (!slice_equals(rule->fields[j], first->fields[j]))
				return false;
	}
	return true;
}

/* Each entry with the fields of those rules that hold of it. */
static bool write_cut(struct admin_call *call, const struct content_call *content, const struct ability *ability,
                      const struct content_result *result)
{
	bool *holds = arena_array(call->http->arena, ability->rule_count, sizeof *holds), any;
	struct buffer *body = &call->response->body;
	for (size_t i = 0; i < content_result_count(result); i++) {
		if (!rights_check(call, content, ability, content_result_id(result, i), holds, &any))
			return false;
		const struct ability_fields fields = ability_fields(call->http->arena, ability, holds);
		struct json_object *entry = content_entry_json(result, i);
		shape_cut(entry, ability->type, &fields);
		shape_empty_admins(entry, ability->type);
		buffer_text(body, i ? "," : "");
		json_write_value(body, entry);
		json_object_put(entry);
	}
	return true;
}

static void write_all(struct buffer *body, const struct content_type *type, const struct content_result *result)
{
	buffer_byte(body, '[');
	for (size_t i = 0; i < content_result_count(result); i++) {
		struct json_object *entry = content_entry_json(result, i);
		shape_empty_admins(entry, type);
		json_next(body);
		json_write_value(body, entry);
		json_object_put(entry);
	}
	buffer_byte(body, ']');
}

static bool write_results(struct admin_call *call, const struct content_call *content, const struct ability *ability,
                          const struct content_result *result)
{
	struct buffer *body = &call->response->body;
	if ((!rules_agree(ability) || ability->creator >= CREATOR_ID) && !rights_are_wide(call, ability)) {
		buffer_byte(body, '[');
		if (!write_cut(call, content, ability, result))
			return false;
		buffer_byte(body, ']');
		return true;
	}
	if (shape_has_admins(ability->type))
		write_all(body, ability->type, result);
	else
		content_write_list(body, result, CONTENT_FLAT);
	return true;
}

bool admin_list_entries(struct admin_call *call)
{
	const struct content_type *type = rights_type(call);
	const struct content_call content = admin_call_content(call);
	struct buffer *body = &call->response->body;
	struct content_result *result;
	struct query *query;
	struct list_request request;
	int64_t total;
	if (!type)
		return false;
	struct ability ability = rights_ability_of_entry(call, EXPLORER_READ, type, CREATOR_ID);
	const struct ability_fields fields = ability_fields(content.arena, &ability, NULL);
	if (!list_request_read(call, type, &fields, &request) ||
	    !shape_query(call, type, &fields, SHAPE_LIST, request.filters, &query))
		return false;
	take_over(query, request.root.query);
	struct condition *condition = ability_condition(content.arena, &ability);
	if (condition)
		query_add_condition(content.arena, query, condition);
	request.root.query = query;
	if (!content_find(&content, &request.root, false, &result, &total, call->error))
		return false;
	/* As in Strapi: a filter by who made them takes the place of what is read of creators. */
	if (list_request_names_creator(&request))
		ability.creator = CREATOR_ID;
	buffer_text(body, "{\"results\":");
	bool done = write_results(call, &content, &ability, result);
	content_free(result);
	admin_list_write_pagination(body, &request.root, total);
	buffer_byte(body, '}');
	return done;
}

/* ---- one entry ---- */

bool entries_query(struct admin_call *call, const struct content_call *content, const struct content_type *type,
                   int64_t id, enum shape_depth depth, struct query **query)
{
	struct ability ability = rights_ability_of_entry(call, EXPLORER_READ, type, CREATOR_ID);
	bool *holds = arena_array(content->arena, ability.rule_count, sizeof *holds), any;
	struct condition *condition;
	if (depth != SHAPE_ENTRY)
		ability.creator = CREATOR_ID;
	for (size_t i = 0; i < ability.rule_count; i++)
		holds[i] = !ability_rule_is_narrow(content->arena, &ability, ability.rules[i], &condition);
	if (id && !rights_check(call, content, &ability, id, holds, &any))
		return false;
	struct ability_fields fields = ability_fields(content->arena, &ability, holds);
	return shape_query(call, type, &fields, depth, NULL, query);
}

void entries_write(struct admin_call *call, const struct content_type *type, const struct content_result *result,
                   enum shape_depth depth)
{
	struct buffer *body = &call->response->body;
	const bool counts = depth == SHAPE_CHANGED && shape_has_uncounted(type);
	if (!counts && !shape_has_admins(type)) {
		content_write_entry(body, result, 0, CONTENT_FLAT);
		return;
	}
	struct json_object *entry = content_entry_json(result, 0);
	if (counts)
		shape_count(entry, type);
	shape_empty_admins(entry, type);
	json_write_value(body, entry);
	json_object_put(entry);
}

bool entries_answer(struct admin_call *call, const struct content_call *content, const struct content_type *type,
                    int64_t id, enum shape_depth depth)
{
	struct content_result *result;
	struct query *query;
	if (!entries_query(call, content, type, id, depth, &query) ||
	    !content_find_one(content, query, id, false, &result, call->error))
		return false;
	const bool there = content_result_count(result) > 0;
	if (there)
		entries_write(call, type, result, depth);
	content_free(result);
	return there || error_not_found(call->error);
}

static bool admit(struct admin_call *call, const struct content_call *content, const struct content_type *type,
                  int64_t id)
{
	const struct ability ability = rights_ability_of_entry(call, EXPLORER_READ, type, CREATOR_ID);
	bool *holds = arena_array(content->arena, ability.rule_count, sizeof *holds);
	return rights_admit(call, content, &ability, id, holds);
}

bool admin_show_entry(struct admin_call *call)
{
	const struct content_type *type = rights_type(call);
	const struct content_call content = admin_call_content(call);
	int64_t id;
	if (!type || !rights_id(call, ":id", &id))
		return false;
	return admit(call, &content, type, id) && entries_answer(call, &content, type, id, SHAPE_ENTRY);
}

/* ---- single types ---- */

struct slice entries_locale(struct admin_call *call)
{
	struct param *params;
	if (!params_parse(call->http->arena, call->http->query, &params, call->error))
		return SLICE("");
	const struct param *locale = param_get(params, "locale");
	return locale && locale->kind == PARAM_TEXT ? locale->text : SLICE("");
}

bool entries_find_single(struct admin_call *call, const struct content_call *content, const struct content_type *type,
                         const char *action, int64_t *id)
{
	struct query_root root = {.query = query_create(content->arena, type), .locale = LOCALE_DEFAULT};
	const struct slice locale = entries_locale(call);
	struct value *value = arena_alloc(content->arena, sizeof *value);
	*value = value_text(locale);
	if (locale.len && type->localized) {
		root.locale = LOCALE_GIVEN;
		root.locales = value;
		root.locale_count = 1;
	}
	root.query->limit = 1;
	if (action) {
		const struct ability ability = rights_ability(call, action, type);
		root.query->filter = ability_condition(content->arena, &ability);
	}
	return content_find_id(content, &root, id, call->error);
}

bool admin_show_single(struct admin_call *call)
{
	const struct content_type *type = rights_type(call);
	const struct content_call content = admin_call_content(call);
	int64_t id;
	if (!type)
		return false;
	if (!type->single)
		return error_not_found(call->error);
	if (!entries_find_single(call, &content, type, EXPLORER_READ, &id))
		return false;
	if (id)
		return admit(call, &content, type, id) && entries_answer(call, &content, type, id, SHAPE_SINGLE);
	return access_admin_may(&call->admin, SLICE(EXPLORER_CREATE), slice_of(type->uid))
	           ? error_not_found(call->error)
	           : error_forbidden(call->error);
}
