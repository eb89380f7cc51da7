/* Publishing an entry, and making a draft of it again. */
#include "publish.h"

#include "content.h"
#include "input.h"

#include <json-c/json.h>

/* ---- whether it may be published ---- */

static void prepare(const struct content_type *type, struct json_object *entry);

static struct json_object *ids_of(struct json_object *value)
{
	if (!json_object_is_type(value, json_type_array))
		return json_object_get(json_member(value, "id"));
	struct json_object *ids = json_object_new_array();
	for (size_t i = 0; i < json_object_array_length(value); i++)
		json_object_array_add(ids, json_object_get(json_member(json_object_array_get_idx(value, i), "id")));
	return ids;
}

static void prepare_components(const struct attribute *attribute, struct json_object *value)
{
	const struct content_type *type = attribute->target;
	for (size_t i = 0; json_object_is_type(value, json_type_array) && i < json_object_array_length(value); i++)
		prepare_components(attribute, json_object_array_get_idx(value, i));
	if (!json_object_is_type(value, json_type_object))
		return;
	const struct slice uid = json_string(json_member(value, "__component"));
	for (size_t i = 0; i < attribute->component_count && attribute->type == ATTRIBUTE_DYNAMICZONE; i++)
		if (slice_is(uid, attribute->components[i]->uid))
			type = attribute->components[i];
	if (type)
		prepare(type, value);
}

/* What was read, as it would be sent. What it is related to is not asked, as in Strapi. */
static void prepare(const struct content_type *type, struct json_object *entry)
{
	for (size_t i = 0; i < type->attribute_count; i++) {
		const struct attribute *attribute = &type->attributes[i];
		struct json_object *value;
		if (!json_find(entry, attribute->name, &value))
			continue;
		if (attribute->type == ATTRIBUTE_RELATION && attribute->required && !attribute->hidden)
			json_object_object_add(entry, attribute->name, json_object_new_array());
		else if (attribute->type == ATTRIBUTE_RELATION)
			json_object_object_del(entry, attribute->name);
		else if (attribute->type == ATTRIBUTE_MEDIA && value)
			json_object_object_add(entry, attribute->name, ids_of(value));
		else if (attribute_holds_components(attribute))
			prepare_components(attribute, value);
	}
}

bool publish_check(struct entry_change *change, int64_t id)
{
	struct admin_call *call = change->call;
	struct content_result *result;
	struct query *query;
	if (!shape_whole(call, change->type, &query) ||
	    !content_find_one(&change->content, query, id, false, &result, call->error))
		return false;
	struct json_object *entry =
	    content_result_count(result) ? json_keep(call->http->arena, content_entry_json(result, 0)) : NULL;
	content_free(result);
	if (!entry)
		return error_not_found(call->error);
	prepare(change->type, entry);
	return content_check(&change->content, change->type, &(struct content_check){.id = id}, entry, call->error);
}

/* ---- doing it ---- */

bool publish_is(struct entry_change *change, int64_t id, bool *published)
{
	struct query *query = query_create(change->content.arena, change->type);
	struct value *null = arena_alloc(change->content.arena, sizeof *null);
	struct condition *condition =
	    query_compare(change->content.arena, change->type->published_at, QUERY_NOT_NULL, *null);
	int64_t count;
	condition->value_count = 0;
	query->filter = query_compare(change->content.arena, &change->type->id, QUERY_EQ, value_integer(id));
	query_add_condition(change->content.arena, query, condition);
	if (!store_count(change->content.session, query, &count, change->call->error))
		return false;
	*published = count > 0;
	return true;
}

struct json_object *publish_now(void)
{
	char text[DATETIME_ISO_SIZE];
	datetime_format_iso(datetime_now(), text);
	return json_object_new_string(text);
}

bool publish_notify(struct entry_change *change, int64_t id, bool published)
{
	const enum content_notice notice = published ? NOTICE_ENTRY_PUBLISH : NOTICE_ENTRY_UNPUBLISH;
	static const struct ability_fields all = {.all = true};
	struct query *query;
	return !content_notifies(&change->content, notice) ||
	       (shape_query(change->call, change->type, &all, SHAPE_SINGLE, NULL, &query) &&
	        content_notify_of(&change->content, notice, query, id, change->call->error));
}

static bool set(struct entry_change *change, int64_t id, bool publish)
{
	struct admin_call *call = change->call;
	const struct ability ability = rights_ability_of_entry(call, EXPLORER_PUBLISH, change->type, CREATOR_UNKNOWN);
	bool *holds = arena_array(change->content.arena, ability.rule_count, sizeof *holds), published;
	if (!change->type->published_at)
		return error_forbidden(call->error);
	if (!rights_admit(call, &change->content, &ability, id, holds) || !publish_is(change, id, &published))
		return false;
	if (published == publish)
		return error_set(call->error, 400, "ApplicationError", publish ? "already.published" : "already.draft");
	if (publish && !publish_check(change, id))
		return false;
	change->data = json_keep(call->http->arena, json_object_new_object());
	input_sign(call, change->type, change->data, false);
	json_object_object_add(change->data, "publishedAt", publish ? publish_now() : NULL);
	return panel_change_update(change, id, true) && publish_notify(change, id, publish);
}

static bool set_one(struct entry_change *change, bool publish)
{
	int64_t id;
	return rights_id(change->call, ":id", &id) && set(change, id, publish);
}

static bool set_single(struct entry_change *change, bool publish)
{
	int64_t id;
	if (!change->type->single)
		return error_not_found(change->call->error);
	return entries_find_single(change->call, &change->content, change->type, EXPLORER_PUBLISH, &id) &&
	       (id ? set(change, id, publish) : error_not_found(change->call->error));
}

static bool publish_one(struct entry_change *change)
{
	return set_one(change, true);
}

static bool unpublish_one(struct entry_change *change)
{
	return set_one(change, false);
}

static bool publish_single(struct entry_change *change)
{
	return set_single(change, true);
}

static bool unpublish_single(struct entry_change *change)
{
	return set_single(change, false);
}

bool admin_publish_entry(struct admin_call *call)
{
	return panel_change_make(call, publish_one);
}

bool admin_unpublish_entry(struct admin_call *call)
{
	return panel_change_make(call, unpublish_one);
}

bool admin_publish_single(struct admin_call *call)
{
	return panel_change_make(call, publish_single);
}

bool admin_unpublish_single(struct admin_call *call)
{
	return panel_change_make(call, unpublish_single);
}
