/* Copies of entries. */
#include "clone_empty.h"
#include "content.h"
#include "input.h"
#include "schemas.h"

#include <json-c/json.h>

/* ---- what stands against a copy ---- */

static bool is_exclusive(const struct attribute *attribute)
{
	return attribute->type == ATTRIBUTE_RELATION && !attribute->hidden && attribute->two_way &&
	       (attribute->relation == RELATION_ONE_TO_ONE || attribute->relation == RELATION_ONE_TO_MANY);
}

static void forbid(struct json_object *found, struct json_object *path, const char *why)
{
	struct json_object *one = json_object_new_array();
	json_object_array_add(one, path);
	json_object_array_add(one, json_object_new_string(why));
	json_object_array_add(found, one);
}

static struct json_object *path_with(struct json_object *path, const char *name)
{
	struct json_object *longer = json_object_new_array();
	for (size_t i = 0; i < json_object_array_length(path); i++)
		json_object_array_add(longer, json_object_get(json_object_array_get_idx(path, i)));
	json_object_array_add(longer, json_object_new_string(name));
	return longer;
}

/* Fields that no two entries may have alike, and what belongs to one entry alone. */
static void find_forbidden(const struct content_type *type, struct json_object *path, struct json_object *found)
{
	for (size_t i = 0; i < type->attribute_count; i++) {
		const struct attribute *attribute = &type->attributes[i];
		struct json_object *whole = path_with(path, attribute->name);
		if (attribute->type == ATTRIBUTE_COMPONENT)
			find_forbidden(attribute->target, whole, found);
		for (size_t j = 0; attribute->type == ATTRIBUTE_DYNAMICZONE && j < attribute->component_count; j++) {
			struct json_object *in_zone = path_with(whole, attribute->components[j]->display_name);
			find_forbidden(attribute->components[j], in_zone, found);
			json_object_put(in_zone);
		}
		if (is_exclusive(attribute))
			forbid(found, json_object_get(whole), "relation");
		else if (attribute_is_scalar(attribute) && (attribute->type == ATTRIBUTE_UID || attribute->unique))
			forbid(found, json_object_get(whole), "unique");
		json_object_put(whole);
	}
}

/* ---- the copy ---- */

static struct json_object *ids_of(struct json_object *value)
{
	if (!json_object_is_type(value, json_type_array))
		return json_object_get(json_member(value, "id"));
	struct json_object *ids = json_object_new_array();
	for (size_t i = 0; i < json_object_array_length(value); i++)
		json_object_array_add(ids, json_object_get(json_member(json_object_array_get_idx(value, i), "id")));
	return ids;
}

static void prepare(const struct content_type *type, struct json_object *entry);

static void prepare_components(const struct attribute *attribute, struct json_object *value)
{
	const struct content_type *type = attribute->target;
	for (size_t i = 0; json_object_is_type(value, json_type_array) && i < json_object_array_length(value); i++)
		prepare_components(attribute, json_object_array_get_idx(value, i));
	if (!json_object_is_type(value, json_type_object))
		return;
	const struct slice uid = json_string(json_member(value, "__component"));
	for (size_t i = 0; attribute->type == ATTRIBUTE_DYNAMICZONE && i < attribute->component_count; i++)
		if (slice_is(uid, attribute->components[i]->uid))
			type = attribute->components[i];
	if (type)
		prepare(type, value);
}

/* What was read, as it would be sent for a new entry. What belongs to one entry alone moves to the copy, as in Strapi.
 * Passwords are not copied. */
static void prepare(const struct content_type *type, struct json_object *entry)
{
	json_object_object_del(entry, "id");
	for (size_t i = 0; i < type->attribute_count; i++) {
		const struct attribute *attribute = &type->attributes[i];
		const bool relation = attribute->type == ATTRIBUTE_RELATION;
		struct json_object *value;
		if (!json_find(entry, attribute->name, &value))
			continue;
		if (attribute->type == ATTRIBUTE_PASSWORD ||
		    (relation && (attribute->hidden || attribute_is_morph(attribute))))
			json_object_object_del(entry, attribute->name);
		else if (relation || attribute->type == ATTRIBUTE_MEDIA)
			json_object_object_add(entry, attribute->name, ids_of(value));
		else if (attribute_holds_components(attribute))
			prepare_components(attribute, value);
	}
}

static bool read_source(struct entry_change *change, int64_t id, struct json_object **source)
{
	struct admin_call *call = change->call;
	struct content_result *result;
	struct query *query;
	if (!shape_whole(call, change->type, &query) ||
	    !content_find_one(&change->content, query, id, false, &result, call->error))
		return false;
	*source = content_result_count(result) ? json_keep(call->http->arena, content_entry_json(result, 0)) : NULL;
	content_free(result);
	if (!*source)
		return error_not_found(call->error);
	prepare(change->type, *source);
	return true;
}

/* ---- what is sent for a relation, over what the source has ---- */

static int64_t id_in(struct json_object *item)
{
	struct json_object *id = json_object_is_type(item, json_type_object) ? json_member(item, "id") : item;
	int64_t number = json_object_get_int64(id);
	return json_object_is_type(id, json_type_string) && !slice_to_int64(json_string(id), &number) ? 0 : number;
}

static struct json_object *list_of(struct json_object *value)
{
	struct json_object *list = json_object_new_array();
	if (json_object_is_type(value, json_type_array))
		for (size_t i = 0; i < json_object_array_length(value); i++)
			json_object_array_add(list, json_object_get(json_object_array_get_idx(value, i)));
	else if (value)
		json_object_array_add(list, json_object_get(value));
	return list;
}

static bool is_change(struct json_object *sent)
{
	return json_object_is_type(sent, json_type_object) && !json_member(sent, "set") && !json_member(sent, "id");
}

static bool holds_id(struct json_object *items, int64_t id)
{
	for (size_t i = 0; i < json_object_array_length(items); i++)
		if (id_in(json_object_array_get_idx(items, i)) == id)
			return true;
	return false;
}

/* What the new entry connects: what the source has without what the change disconnects, then what the change connects,
 * with its positions. A relation to one connects what the change connects alone, if anything. */
static struct json_object *merge(const struct attribute *attribute, struct json_object *copied,
                                 struct json_object *sent)
{
	struct json_object *merged = json_object_new_object();
	struct json_object *sent_items = list_of(json_member(sent, "connect"));
	struct json_object *disconnect = list_of(json_member(sent, "disconnect"));
	struct json_object *source_ids = list_of(copied), *connect = json_object_new_array();
	const bool replaced = !attribute->multiple && json_object_array_length(sent_items);
	for (size_t i = 0; !replaced && i < json_object_array_length(source_ids); i++) {
		struct json_object *id = json_object_array_get_idx(source_ids, i);
		if (!holds_id(disconnect, id_in(id)) && !holds_id(sent_items, id_in(id)))
			json_object_array_add(connect, json_object_get(id));
	}
	for (size_t i = 0; i < json_object_array_length(sent_items); i++)
		json_object_array_add(connect, json_object_get(json_object_array_get_idx(sent_items, i)));
	json_object_put(sent_items);
	json_object_put(disconnect);
	json_object_put(source_ids);
	json_object_object_add(merged, "connect", connect);
	return merged;
}

/* Fields of a component that were not sent stay as the source has them, as in Strapi. */
static void fill(const struct attribute *attribute, struct json_object *sent, struct json_object *copied)
{
	if (attribute->type != ATTRIBUTE_COMPONENT || !json_object_is_type(sent, json_type_object) ||
	    !json_object_is_type(copied, json_type_object))
		return;
	for (size_t i = 0; i < attribute->target->attribute_count; i++) {
		const struct attribute *inner = &attribute->target->attributes[i];
		struct json_object *value, *old;
		if (!json_find(copied, inner->name, &old))
			continue;
		if (!json_find(sent, inner->name, &value))
			json_object_object_add(sent, inner->name, json_object_get(old));
		else
			fill(inner, value, old);
	}
}

/* Puts what was sent over what was copied. */
static void overlay(const struct content_type *type, struct json_object *data, struct json_object *body)
{
	json_object_object_foreach(body, name, sent)
	{
		const struct attribute *attribute = model_attribute(type, slice_of(name));
		const bool merges = attribute && attribute->type == ATTRIBUTE_RELATION &&
		                    !attribute_is_morph(attribute) && is_change(sent);
		if (attribute)
			fill(attribute, sent, json_member(data, name));
		json_object_object_add(
		    data, name, merges ? merge(attribute, json_member(data, name), sent) : json_object_get(sent));
	}
}

/* ---- making it ---- */

/* What no form shows is copied none the less, but for what is private: how a user signs in, but no codes. */
static void keep_hidden(struct entry_change *change, const struct ability_fields *fields, struct json_object *source)
{
	const struct admin_schemas *schemas = change->call->shared->schemas;
	for (size_t i = 0; i < change->type->attribute_count; i++) {
		const struct attribute *attribute = &change->type->attributes[i];
		struct json_object *value;
		if (!attribute->is_private && schemas_hide(schemas, change->type, attribute) &&
		    ability_fields_have(fields, slice_of(attribute->name)) &&
		    json_find(source, attribute->name, &value))
			json_object_object_add(change->data, attribute->name, json_object_get(value));
	}
}

/* Who may not set a field does not copy it either. */
static bool make_copy(struct entry_change *change)
{
	struct admin_call *call = change->call;
	const struct ability creating = rights_ability(call, EXPLORER_CREATE, change->type);
	const struct ability reading = rights_ability(call, EXPLORER_READ, change->type);
	const struct ability_fields fields = ability_fields(change->content.arena, &creating, NULL);
	bool *holds = arena_array(change->content.arena, reading.rule_count, sizeof *holds);
	static const char *const kept[] = {"createdAt", "updatedAt", "locale"};
	struct json_object *source, *data = json_keep(call->http->arena, json_object_new_object()), *value;
	struct json_object *body = panel_change_body(change);
	int64_t id;
	if (!rights_id(call, ":sourceId", &id) || !rights_admit(call, &change->content, &reading, id, holds) ||
	    !read_source(change, id, &source))
		return false;
	if (!panel_change_allows(&creating, json_string(json_member(source, "locale"))))
		return error_forbidden(call->error);
	json_object_object_foreach(source, source_name, copied)
	{
		json_object_object_add(data, source_name, json_object_get(copied));
	}
	clone_take_out_nulls(change, &fields, body);
	overlay(change->type, data, body);
	input_cut(call, change->type, &fields, data);
	clone_empty(change, &fields, data, source);
	for (size_t i = 0; i < COUNT_OF(kept); i++)
		if (json_find(source, kept[i], &value))
			json_object_object_add(data, kept[i], json_object_get(value));
	json_object_object_del(data, "localizations");
	/* The copy of what is published is a draft, and checked as what is published. */
	change->whole = change->type->published_at && json_member(source, "publishedAt");
	json_object_object_del(data, "publishedAt");
	if (change->type->published_at && !change->whole)
		json_object_object_add(data, "publishedAt", NULL);
	input_sign(call, change->type, data, true);
	change->data = data;
	keep_hidden(change, &fields, source);
	return panel_change_create(change);
}

bool admin_clone_entry(struct admin_call *call)
{
	return panel_change_make(call, make_copy);
}

bool admin_clone_entry_at_once(struct admin_call *call)
{
	const struct content_type *type = rights_type(call);
	if (!type)
		return false;
	struct json_object *found = json_object_new_array(), *path = json_object_new_array();
	find_forbidden(type, path, found);
	json_object_put(path);
	if (!json_object_array_length(found)) {
		json_object_put(found);
		return admin_clone_entry(call);
	}
	struct json_object *details = json_keep(call->http->arena, json_object_new_object());
	json_object_object_add(details, "prohibitedFields", found);
	error_set(
	    call->error, 400, "BadRequestError",
	    "Entity could not be cloned as it has unique and/or relational fields. Please edit those fields manually "
	    "and save to complete the cloning.");
	call->error->details = json_print(call->http->arena, details);
	return false;
}
