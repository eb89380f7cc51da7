/* How many drafts an entry is related to: they are asked about before it is published. */
#include "content.h"
#include "entries.h"
#include "list_request.h"

#include <json-c/json.h>

static struct json_object *with(const char *name, struct json_object *value)
{
	struct json_object *object = json_object_new_object();
	json_object_object_add(object, name, value);
	return object;
}

static struct json_object *populate_drafts(const struct content_type *type);

static struct json_object *populate_zone(const struct attribute *attribute)
{
	struct json_object *on = json_object_new_object();
	for (size_t i = 0; i < attribute->component_count; i++)
		json_object_object_add(on, attribute->components[i]->uid,
		                       with("populate", populate_drafts(attribute->components[i])));
	return with("on", on);
}

static bool leads_to_drafts(const struct attribute *attribute)
{
	return attribute->type == ATTRIBUTE_RELATION && !attribute->hidden && attribute->target &&
	       attribute->target->published_at && !attribute_is_morph(attribute);
}

static struct json_object *populate_drafts(const struct content_type *type)
{
	struct json_object *populate = json_object_new_object();
	for (size_t i = 0; i < type->attribute_count; i++) {
		const struct attribute *attribute = &type->attributes[i];
		if (attribute->type == ATTRIBUTE_COMPONENT)
			json_object_object_add(populate, attribute->name,
			                       with("populate", populate_drafts(attribute->target)));
		if (attribute->type == ATTRIBUTE_DYNAMICZONE)
			json_object_object_add(populate, attribute->name, populate_zone(attribute));
		if (!leads_to_drafts(attribute))
			continue;
		struct json_object *options = with("count", json_object_new_boolean(true));
		json_object_object_add(options, "where",
		                       with("publishedAt", with("$null", json_object_new_boolean(true))));
		json_object_object_add(populate, attribute->name, options);
	}
	return populate;
}

/* All counts that stand in what was read. */
static int64_t sum(struct json_object *json)
{
	int64_t total = 0;
	for (size_t i = 0; json_object_is_type(json, json_type_array) && i < json_object_array_length(json); i++)
		total += sum(json_object_array_get_idx(json, i));
	if (!json_object_is_type(json, json_type_object))
		return total;
	json_object_object_foreach(json, name, value)
	{
		struct json_object *count = json_member_of_type(value, "count", json_type_int);
		(void)name;
		total += count && json_object_object_length(value) == 1 ? json_object_get_int64(count) : sum(value);
	}
	return total;
}

/* `locale`: only of entries in it; NULL: whatever it is. */
static bool count(struct admin_call *call, const struct content_call *content, const struct content_type *type,
                  const int64_t *ids, size_t id_count, const char *locale)
{
	struct json_object *params = json_keep(content->arena, json_object_new_object());
	struct json_object *select = json_object_new_array(), *list = json_object_new_array();
	struct query_root root = {.locale = LOCALE_ALL};
	struct content_result *result;
	struct query *query;
	int64_t total, drafts = 0;
	json_object_array_add(select, json_object_new_string("id"));
	for (size_t i = 0; i < id_count; i++)
		json_object_array_add(list, json_object_new_int64(ids[i]));
	json_object_object_add(params, "select", select);
	struct json_object *where = with("id", with("$in", list));
	if (locale && type->locale)
		json_object_object_add(where, "locale", json_object_new_string(locale));
	json_object_object_add(params, "where", where);
	json_object_object_add(params, "populate", populate_drafts(type));
	if (!query_read_engine(content->arena, call->shared->registry, type, params, &query, call->error))
		return false;
	root.query = query;
	if (!content_find(content, &root, false, &result, &total, call->error))
		return false;
	for (size_t i = 0; i < content_result_count(result); i++) {
		struct json_object *entry = content_entry_json(result, i);
		drafts += sum(entry);
		json_object_put(entry);
	}
	content_free(result);
	buffer_format(&call->response->body, "{\"data\":%lld}", (long long)drafts);
	return true;
}

static bool count_of(struct admin_call *call, const struct content_call *content, const struct content_type *type,
                     int64_t id)
{
	const struct ability ability = rights_ability_of_entry(call, EXPLORER_READ, type, CREATOR_UNKNOWN);
	bool *holds = arena_array(content->arena, ability.rule_count, sizeof *holds);
	return rights_admit(call, content, &ability, id, holds) && count(call, content, type, &id, 1, NULL);
}

bool admin_count_drafts(struct admin_call *call)
{
	const struct content_type *type = rights_type(call);
	const struct content_call content = admin_call_content(call);
	int64_t id;
	return type && rights_id(call, ":id", &id) && count_of(call, &content, type, id);
}

bool admin_count_drafts_of_single(struct admin_call *call)
{
	const struct content_type *type = rights_type(call);
	const struct content_call content = admin_call_content(call);
	int64_t id;
	if (!type)
		return false;
	if (!type->single)
		return error_not_found(call->error);
	return entries_find_single(call, &content, type, NULL, &id) &&
	       (id ? count_of(call, &content, type, id) : error_not_found(call->error));
}

/* Of those that may be read and are in the language that is named: English where none is, as in Strapi. */
bool admin_count_drafts_of_many(struct admin_call *call)
{
	const struct content_type *type = rights_type(call);
	const struct content_call content = admin_call_content(call);
	struct param *params;
	size_t id_count, kept = 0;
	int64_t *ids;
	if (!type || !params_parse(call->http->arena, call->http->query, &params, call->error) ||
	    !list_request_ids(call, params, "ids", &ids, &id_count))
		return false;
	const struct ability ability = rights_ability(call, EXPLORER_READ, type);
	bool *holds = arena_array(content.arena, ability.rule_count, sizeof *holds), any;
	for (size_t i = 0; i < id_count; i++) {
		if (!rights_check(call, &content, &ability, ids[i], holds, &any))
			return false;
		if (any)
			ids[kept++] = ids[i];
	}
	const struct param *locale = param_get(params, "locale");
	const struct slice code = locale && locale->kind == PARAM_TEXT ? locale->text : SLICE("en");
	return count(call, &content, type, ids, kept, arena_copy(content.arena, code));
}
