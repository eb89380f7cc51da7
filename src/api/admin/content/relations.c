/* What a relation leads to: candidates for it, and what is there. */
#include "asked.h"
#include "content.h"
#include "rights.h"
#include "views.h"

#include "api/admin/list.h"

enum { LARGEST_PAGE = 100 };

struct relation_call {
	struct admin_call *call;
	struct content_call content;
	const struct content_type *type; /* or component */
	const struct attribute *attribute;
	const struct attribute *main_field; /* of the target; its id when there is none that may be read */
	struct ability target;              /* reading of the target */
};

static bool refuse(struct admin_call *call, const char *message)
{
	return error_set(call->error, 400, "BadRequestError", "%s", message);
}

static bool may_read_field(struct admin_call *call, const struct content_type *type, const char *field)
{
	return access_admin_may_field(&call->admin, SLICE(EXPLORER_READ), slice_of(type->uid), slice_of(field));
}

/* Administrators and their roles are shown to those who may read them in the settings. */
static bool may_read_target(struct admin_call *call, const struct content_type *type, const char *field)
{
	const struct registry *registry = call->all->registry;
	const char *alias = type == registry->admin_user   ? "admin::users.read"
	                    : type == registry->admin_role ? "admin::roles.read"
	                                                   : NULL;
	return may_read_field(call, type, field) ||
	       (alias && access_admin_may(&call->admin, slice_of(alias), SLICE("")));
}

static bool find_main_field(struct relation_call *relation)
{
	struct admin_call *call = relation->call;
	const struct content_type *target = relation->attribute->target;
	const struct admin_schema *schema = schemas_find(call->all->schemas, slice_of(relation->type->uid));
	const struct admin_schema *of_target = schemas_find(call->all->schemas, slice_of(target->uid));
	struct json_object *view;
	relation->main_field = &target->id;
	if (!schema || !of_target)
		return true;
	if (!views_read(call, schema, &view))
		return false;
	const struct attribute *field = model_attribute(target, views_main_field(view, relation->attribute->name));
	json_object_put(view);
	if (target == call->all->registry->role)
		field = may_read_target(call, target, field ? field->name : "name")
		            ? model_attribute(target, SLICE("name"))
		            : NULL;
	const bool secret = field && (field->type == ATTRIBUTE_PASSWORD || !attribute_is_scalar(field));
	if (field && !secret && may_read_target(call, target, field->name))
		relation->main_field = field;
	return true;
}

/* Whose relation it is; 400 and 403 as Strapi has them. */
static bool find_relation(struct admin_call *call, struct relation_call *relation)
{
	const struct slice field = admin_route_part(&call->match, ":targetField");
	*relation = (struct relation_call){.call = call, .content = admin_call_content(call)};
	relation->type = model_type(call->all->registry, admin_route_part(&call->match, ":model"));
	if (!relation->type)
		return refuse(call, "The model doesn't exist");
	relation->attribute = model_attribute(relation->type, field);
	if (!relation->attribute || relation->attribute->type != ATTRIBUTE_RELATION)
		return refuse(call, "This relational field doesn't exist");
	if (!relation->type->component && !may_read_field(call, relation->type, relation->attribute->name))
		return error_forbidden(call->error);
	if (!relation->attribute->target || attribute_is_morph(relation->attribute))
		return refuse(call, "This relational field leads to entries of any type");
	relation->target = rights_ability(call, EXPLORER_READ, relation->attribute->target);
	return find_main_field(relation);
}

/* The entry that has the relation is there, and its field may be read. */
static bool admit_entry(struct relation_call *relation, int64_t id)
{
	struct admin_call *call = relation->call;
	struct ability ability = rights_ability(call, EXPLORER_READ, relation->type);
	const struct slice field = slice_of(relation->attribute->name);
	size_t count = 0;
	if (relation->type->component)
		return rights_find(call, &relation->content, relation->type, id);
	/* Only rules that name the field, or none, count. */
	for (size_t i = 0; i < ability.rule_count; i++) {
		bool names = ability.rules[i]->all_fields;
		for (size_t j = 0; !names && j < ability.rules[i]->field_count; j++)
			names = slice_equals(ability.rules[i]->fields[j], field);
		if (names)
			ability.rules[count++] = ability.rules[i];
	}
	ability.rule_count = count;
	bool *holds = arena_array(call->http->arena, count, sizeof *holds);
	return rights_admit(call, &relation->content, &ability, id, holds);
}

/* The id, the main field and publishedAt. */
static void choose_fields(struct relation_call *relation, struct query *query)
{
	const struct content_type *target = relation->attribute->target;
	query->plain = true;
	query->fields = arena_array(relation->content.arena, 3, sizeof *query->fields);
	query->field_count = 0;
	query->fields[query->field_count++] = &target->id;
	if (relation->main_field != &target->id)
		query->fields[query->field_count++] = relation->main_field;
	if (target->published_at && relation->main_field != target->published_at)
		query->fields[query->field_count++] = target->published_at;
}

static bool check_number(struct admin_call *call, const struct param *params, const char *name, double most)
{
	const struct param *param = param_get(params, name);
	double number;
	if (!param)
		return true;
	if (param->kind != PARAM_TEXT || !query_text_is_number(param->text, &number))
		return error_validation(call->error, "%s must be a `number` type", name);
	if (number < 1)
		return error_validation(call->error, "%s must be greater than or equal to 1", name);
	if (number > most)
		return error_validation(call->error, "%s must be less than or equal to %.0f", name, most);
	return number <= (double)(int64_t)number || error_validation(call->error, "%s must be an integer", name);
}

static bool check_page(struct admin_call *call, const struct param *params)
{
	return check_number(call, params, "page", 1e15) && check_number(call, params, "pageSize", LARGEST_PAGE);
}

/* ---- candidates ---- */

static struct condition *id_in(struct relation_call *relation, enum query_operator comparison, const int64_t *ids,
                               size_t count)
{
	struct arena *arena = relation->content.arena;
	struct condition *condition = arena_alloc(arena, sizeof *condition);
	struct value *values = arena_array(arena, count + 1, sizeof *values);
	for (size_t i = 0; i < count; i++)
		values[i] = value_integer(ids[i]);
	*condition = (struct condition){.kind = CONDITION_COMPARE,
	                                .attribute = &relation->attribute->target->id,
	                                .comparison = comparison,
	                                .values = values,
	                                .value_count = count};
	return condition;
}

static bool contains(const int64_t *ids, size_t count, int64_t id)
{
	for (size_t i = 0; i < count; i++)
		if (ids[i] == id)
			return true;
	return false;
}

/* Leaves out what the entry is related to already, but for `included`. */
static bool omit_related(struct relation_call *relation, struct query *query, int64_t id, const int64_t *included,
                         size_t included_count)
{
	struct arena *arena = relation->content.arena;
	struct query *related = query_create(arena, relation->attribute->target);
	const struct store_select select = {
	    .query = related, .via = relation->attribute, .owner = relation->type, .parents = &id, .parent_count = 1};
	struct store_cursor *cursor;
	int64_t *ids = NULL;
	size_t count = 0, capacity = 0;
	bool row, done;
	related->fields = arena_array(arena, 1, sizeof *related->fields);
	if (relation->attribute->link.kind == LINK_NONE)
		return true;
	if (!store_select(relation->content.session, &select, &cursor, relation->call->error))
		return false;
	while ((done = store_next(cursor, &row, relation->call->error)) && row) {
		if (contains(included, included_count, store_id(cursor)))
			continue;
		ids = arena_grow(arena, ids, count, &capacity, sizeof *ids);
		ids[count++] = store_id(cursor);
	}
	store_close_cursor(cursor);
	if (count)
		query_add_condition(arena, query, id_in(relation, QUERY_NOT_IN, ids, count));
	return done;
}

/* By the main field, in the way that _filter names. */
static bool search(struct relation_call *relation, struct query *query, const struct asked *asked)
{
	static const struct {
		const char *name;
		enum query_operator comparison;
	} ways[] = {{"$contains", QUERY_CONTAINS},
	            {"$containsi", QUERY_CONTAINSI},
	            {"$startsWith", QUERY_STARTS_WITH},
	            {"$startsWithi", QUERY_STARTS_WITHI},
	            {"$endsWith", QUERY_ENDS_WITH},
	            {"$endsWithi", QUERY_ENDS_WITHI},
	            {"$eq", QUERY_EQ},
	            {"$eqi", QUERY_EQI},
	            {"$ne", QUERY_NE}};
	const struct slice text = asked_text(asked, "_q"), way = asked_text(asked, "_filter");
	struct arena *arena = relation->content.arena;
	enum query_operator comparison = QUERY_CONTAINSI;
	struct value value = value_text(text);
	if (!text.len)
		return true;
	for (size_t i = 0; i < COUNT_OF(ways); i++)
		if (slice_is(way, ways[i].name))
			comparison = ways[i].comparison;
	const bool whole = comparison == QUERY_EQ || comparison == QUERY_NE;
	if (whole && !query_cast(arena, relation->main_field, text, &value, relation->call->error))
		return false;
	query_add_condition(arena, query, query_compare(arena, relation->main_field, comparison, value));
	return true;
}

static void sort_by_main_field(struct relation_call *relation, struct query *query)
{
	struct arena *arena = relation->content.arena;
	if (query->sort_count)
		return;
	query->sorts = arena_array(arena, 1, sizeof *query->sorts);
	query->sorts[0].path = arena_array(arena, 1, sizeof *query->sorts[0].path);
	query->sorts[0].path[0] = relation->main_field;
	query->sorts[0].path_length = 1;
	query->sort_count = 1;
}

static bool narrow(struct relation_call *relation, struct query *query, const struct asked *asked)
{
	struct admin_call *call = relation->call;
	struct arena *arena = relation->content.arena;
	const struct slice entity = asked_text(asked, "entityId");
	int64_t *omitted, *included, id;
	size_t omitted_count, included_count;
	if (relation->target.rule_count) {
		struct condition *condition = ability_condition(arena, &relation->target);
		if (condition)
			query_add_condition(arena, query, condition);
	}
	if (!asked_ids(call, asked->params, "idsToOmit", &omitted, &omitted_count) ||
	    !asked_ids(call, asked->params, "idsToInclude", &included, &included_count))
		return false;
	if (omitted_count)
		query_add_condition(arena, query, id_in(relation, QUERY_NOT_IN, omitted, omitted_count));
	if (!search(relation, query, asked))
		return false;
	if (!entity.len)
		return true;
	if (!slice_to_int64(entity, &id))
		return error_not_found(call->error);
	return admit_entry(relation, id) && omit_related(relation, query, id, included, included_count);
}

bool admin_find_related(struct admin_call *call)
{
	struct relation_call relation;
	struct buffer *body = &call->response->body;
	struct content_result *result;
	struct asked asked;
	struct param *params;
	int64_t total;
	if (!params_parse(call->http->arena, call->http->query, &params, call->error) || !check_page(call, params) ||
	    !find_relation(call, &relation))
		return false;
	const struct ability_fields fields = ability_fields(relation.content.arena, &relation.target, NULL);
	if (!asked_read(call, relation.attribute->target, &fields, &asked))
		return false;
	struct query *query = asked.root.query;
	query->search = (struct slice){NULL, 0};
	choose_fields(&relation, query);
	sort_by_main_field(&relation, query);
	if (!narrow(&relation, query, &asked) ||
	    !content_find(&relation.content, &asked.root, false, &result, &total, call->error))
		return false;
	buffer_text(body, "{\"results\":");
	content_write_list(body, result, CONTENT_FLAT);
	content_free(result);
	admin_list_write_pagination(body, &asked.root, total);
	buffer_byte(body, '}');
	return true;
}

/* ---- what is there ---- */

/* Of one page, the last first; without a page all that a relation to one has. */
struct related_page {
	int64_t page, size;
	int64_t *ids;
	size_t count;
	int64_t total;
};

static bool read_page(struct relation_call *relation, int64_t id, struct related_page *page)
{
	struct arena *arena = relation->content.arena;
	const bool many = relation->attribute->multiple;
	struct query *query = query_create(arena, relation->attribute->target);
	const struct store_select select = {.query = query,
	                                    .via = relation->attribute,
	                                    .owner = relation->type,
	                                    .parents = &id,
	                                    .parent_count = 1,
	                                    .descending = many};
	const int64_t first = (page->page - 1) * page->size;
	struct store_cursor *cursor;
	bool row, done;
	query->fields = arena_array(arena, 1, sizeof *query->fields);
	page->ids = arena_array(arena, (size_t)page->size, sizeof *page->ids);
	if (relation->attribute->link.kind == LINK_NONE)
		return true;
	if (!store_select(relation->content.session, &select, &cursor, relation->call->error))
		return false;
	while ((done = store_next(cursor, &row, relation->call->error)) && row) {
		if (page->total >= first && page->count < (size_t)page->size)
			page->ids[page->count++] = store_id(cursor);
		page->total++;
	}
	store_close_cursor(cursor);
	return done;
}

/* Writes those of the page that may be read, then the ids of the others. */
static bool write_page(struct relation_call *relation, const struct related_page *page)
{
	struct admin_call *call = relation->call;
	struct arena *arena = relation->content.arena;
	struct buffer *body = &call->response->body;
	struct query *query = query_create(arena, relation->attribute->target);
	const struct query_root root = {.query = query, .locale = LOCALE_ALL};
	struct content_result *result;
	int64_t total;
	bool *shown = arena_array(arena, page->count + 1, sizeof *shown);
	choose_fields(relation, query);
	query->filter = id_in(relation, QUERY_IN, page->ids, page->count);
	struct condition *condition = relation->target.rule_count ? ability_condition(arena, &relation->target) : NULL;
	if (condition)
		query_add_condition(arena, query, condition);
	query->limit = -1;
	if (page->count && !content_find(&relation->content, &root, false, &result, &total, call->error))
		return false;
	for (size_t i = 0; i < page->count; i++) {
		for (size_t j = 0; !shown[i] && j < content_result_count(result); j++) {
			if (content_result_id(result, j) != page->ids[i])
				continue;
			shown[i] = true;
			json_next(body);
			content_write_entry(body, result, j, CONTENT_FLAT);
		}
	}
	for (size_t i = 0; i < page->count; i++) {
		if (shown[i])
			continue;
		json_next(body);
		buffer_format(body, "{\"id\":%lld}", (long long)page->ids[i]);
	}
	if (page->count)
		content_free(result);
	return true;
}

static bool answer_page(struct relation_call *relation, const struct related_page *page)
{
	struct buffer *body = &relation->call->response->body;
	struct query_root root = {.page = {.page = page->page, .page_size = page->size}};
	if (!relation->attribute->multiple) {
		buffer_text(body, "{\"data\":");
		if (!page->count)
			buffer_text(body, "null");
		if (!write_page(relation, page))
			return false;
		buffer_byte(body, '}');
		return true;
	}
	buffer_text(body, "{\"results\":[");
	if (!write_page(relation, page))
		return false;
	buffer_byte(body, ']');
	admin_list_write_pagination(body, &root, page->total);
	buffer_byte(body, '}');
	return true;
}

static int64_t number_of(const struct param *params, const char *name, int64_t usual)
{
	const struct param *param = param_get(params, name);
	double number;
	return param && query_text_is_number(param->text, &number) ? (int64_t)number : usual;
}

bool admin_list_related(struct admin_call *call)
{
	struct relation_call relation;
	struct related_page page = {0};
	struct param *params;
	int64_t id;
	if (!params_parse(call->http->arena, call->http->query, &params, call->error) || !check_page(call, params) ||
	    !find_relation(call, &relation) || !rights_id(call, ":id", &id) || !admit_entry(&relation, id))
		return false;
	page.page = relation.attribute->multiple ? number_of(params, "page", 1) : 1;
	page.size = relation.attribute->multiple ? number_of(params, "pageSize", 10) : 1;
	return read_page(&relation, id, &page) && answer_page(&relation, &page);
}
