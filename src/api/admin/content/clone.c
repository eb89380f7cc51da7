/* Copies of entries. */
#include "clone_empty.h"
#include "clone_overlay.h"
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

/* As it would be sent for a new entry, and as it was read. */
static bool read_source(struct entry_change *change, int64_t id, struct json_object **copied,
                        struct json_object **source)
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
	*copied = NULL;
	json_object_deep_copy(*source, copied, NULL);
	json_keep(call->http->arena, *copied);
	prepare(change->type, *copied);
	return true;
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
	struct json_object *source, *read, *data = json_keep(call->http->arena, json_object_new_object()), *value;
	struct json_object *body = panel_change_body(change);
	int64_t id;
	if (!rights_id(call, ":sourceId", &id) || !rights_admit(call, &change->content, &reading, id, holds) ||
	    !read_source(change, id, &source, &read))
		return false;
	if (!panel_change_allows(&creating, json_string(json_member(source, "locale"))))
		return error_forbidden(call->error);
	json_object_object_foreach(source, source_name, copied)
	{
		json_object_object_add(data, source_name, json_object_get(copied));
	}
	clone_take_out_nulls(change, &fields, body);
	clone_overlay(change->type, data, body, source, read);
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
