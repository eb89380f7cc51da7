/* What the language versions of an entry share: the fields that are not localized. */
#include "content/read/read.h"
#include "content/write/input.h"
#include "locale.h"

#include <json-c/json.h>

static bool is_shared(const struct attribute *attribute)
{
	return !attribute->localized && attribute->writable && attribute->type != ATTRIBUTE_RELATION;
}

/* A copy of a component's query that shows private fields, too. */
static struct query *copy_query(struct write *write, const struct query *query, int depth)
{
	struct query *copy = arena_alloc(write->call->arena, sizeof *copy);
	*copy = *query;
	copy->with_private = true;
	copy->populates = arena_array(write->call->arena, query->populate_count, sizeof *copy->populates);
	for (size_t i = 0; i < query->populate_count; i++) {
		struct populate *populate = &copy->populates[i];
		*populate = query->populates[i];
		if (!attribute_holds_components(populate->attribute) || depth == WRITE_DEEPEST_COMPONENT)
			continue;
		if (populate->query)
			populate->query = copy_query(write, populate->query, depth + 1);
		if (populate->by_type_count)
			populate->by_type =
			    arena_array(write->call->arena, populate->by_type_count, sizeof(*populate->by_type));
		for (size_t j = 0; j < populate->by_type_count; j++)
			if (query->populates[i].by_type[j])
				populate->by_type[j] = copy_query(write, query->populates[i].by_type[j], depth + 1);
	}
	return copy;
}

/* ---- what was read, as it is to be written ---- */

static struct json_object *member(struct json_object *object, const char *name)
{
	struct json_object *value = NULL;
	if (json_object_is_type(object, json_type_object))
		json_find(object, name, &value);
	return value;
}

/* Of an entry that something is related to only which one it is. NULL when that isn't known. */
static struct json_object *reference_to(struct json_object *entry)
{
	struct json_object *id = member(entry, "id"), *type = member(entry, "__type");
	if (!id)
		return NULL;
	struct json_object *reference = json_object_new_object();
	json_object_object_add(reference, "id", json_object_get(id));
	if (type)
		json_object_object_add(reference, "__type", json_object_get(type));
	return reference;
}

static void refer(struct json_object *object, const char *name, struct json_object *value)
{
	struct json_object *references;
	if (!json_object_is_type(value, json_type_array)) {
		references = reference_to(value);
		/* {count: 3} tells nothing of what it counts. */
		if (!references && value) {
			json_object_object_del(object, name);
			return;
		}
	} else {
		references = json_object_new_array();
		for (size_t i = 0; i < json_object_array_length(value); i++)
			json_object_array_add(references, reference_to(json_object_array_get_idx(value, i)));
	}
	json_object_object_add(object, name, references);
}

static void make_new(struct write *write, const struct content_type *type, struct json_object *object, int depth);

static void make_part_new(struct write *write, const struct attribute *attribute, struct json_object *part, int depth)
{
	const struct content_type *type = input_component_type(write->registry, attribute, part);
	if (type && json_object_is_type(part, json_type_object))
		make_new(write, type, part, depth);
}

/* Components lose their ids, so that others are made of them; what they are related to stays. */
static void make_new(struct write *write, const struct content_type *type, struct json_object *object, int depth)
{
	json_object_object_del(object, "id");
	for (size_t i = 0; i < type->attribute_count; i++) {
		const struct attribute *attribute = &type->attributes[i];
		struct json_object *value;
		if (attribute_is_scalar(attribute) || !json_find(object, attribute->name, &value))
			continue;
		if (!attribute_holds_components(attribute)) {
			refer(object, attribute->name, value);
			continue;
		}
		if (depth == WRITE_DEEPEST_COMPONENT)
			continue;
		if (!json_object_is_type(value, json_type_array))
			make_part_new(write, attribute, value, depth + 1);
		for (size_t j = 0; json_object_is_type(value, json_type_array) && j < json_object_array_length(value);
		     j++)
			make_part_new(write, attribute, json_object_array_get_idx(value, j), depth + 1);
	}
}

/* ---- reading it ---- */

/* Of an answer's query what is shared: its fields, and the components and media that it populates. */
static struct query *shared_query(struct write *write, const struct query *answer)
{
	struct arena *arena = write->call->arena;
	struct query *query = query_create(arena, answer->type);
	query->with_private = true;
	if (answer->fields) {
		query->fields = arena_array(arena, answer->field_count, sizeof *query->fields);
		for (size_t i = 0; i < answer->field_count; i++)
			if (is_shared(answer->fields[i]))
				query->fields[query->field_count++] = answer->fields[i];
	}
	struct query *copy = copy_query(write, answer, 0);
	query->populates = arena_array(arena, copy->populate_count, sizeof *query->populates);
	for (size_t i = 0; i < copy->populate_count; i++)
		if (is_shared(copy->populates[i].attribute))
			query->populates[query->populate_count++] = copy->populates[i];
	return query;
}

static struct json_object *pick_shared(const struct content_type *type, struct json_object *entry)
{
	struct json_object *shared = json_object_new_object(), *value;
	for (size_t i = 0; i < type->attribute_count; i++)
		if (is_shared(&type->attributes[i]) && json_find(entry, type->attributes[i].name, &value))
			json_object_object_add(shared, type->attributes[i].name, json_object_get(value));
	return shared;
}

static bool read_shared(struct write *write, const struct query *answer, int64_t entry_id, struct json_object **shared)
{
	const struct content_type *type = answer->type;
	struct content_result *result;
	*shared = NULL;
	/* Strapi takes it from the answer: no hook hears of this read. */
	if (!read_result(write->call, shared_query(write, answer), &entry_id, 1, false, &result, write->error))
		return false;
	struct json_object *entry = content_result_count(result) ? content_entry_json(result, 0) : NULL;
	content_free(result);
	if (!entry)
		return error_not_found(write->error);
	make_new(write, type, entry, 0);
	*shared = pick_shared(type, entry);
	json_object_put(entry);
	return true;
}

bool locale_copy_shared(struct write *write, const struct content_type *type, int64_t entry_id,
                        struct json_object *entry, struct json_object *data)
{
	struct json_object *shared;
	if (entry)
		shared = pick_shared(type, entry);
	else if (!read_shared(write, query_create(write->call->arena, type), entry_id, &shared))
		return false;
	json_object_object_foreach(shared, name, value)
	{
		if (!json_find(data, name, NULL))
			json_object_object_add(data, name, json_object_get(value));
	}
	json_object_put(shared);
	return true;
}

/* Strapi brings the other versions in line only when the answer shows them, and with what the answer shows. */
bool locale_is_shown(const struct query *answer)
{
	for (size_t i = 0; i < answer->populate_count; i++)
		if (answer->type->localizations && answer->populates[i].attribute == answer->type->localizations)
			return true;
	return false;
}

/* Where the type has hooks each version is changed by itself, as by Strapi's entityService.update. What others are told
 * of it comes later (locale_notify_shared). */
static bool change_each(struct write *write, const struct content_type *type, const int64_t *entry_ids, size_t count,
                        struct json_object *shared)
{
	struct content_call call = *write->call;
	bool done = true;
	call.silent = true;
	call.id_is_text = false;
	for (size_t i = 0; i < count && done; i++) {
		struct content_change change = {
		    .type = type, .answer = query_create(call.arena, type), .by_code = true, .alone = true};
		struct content_result *result;
		done = json_object_deep_copy(shared, &change.data, NULL) == 0 &&
		       content_update(&call, &change, entry_ids[i], &result, write->error);
		if (done)
			content_free(result);
		json_object_put(change.data);
	}
	return done;
}

bool locale_update_shared(struct write *write, const struct query *answer, int64_t entry_id)
{
	struct json_object *shared;
	int64_t *entry_ids;
	size_t count;
	if (!locale_is_shown(answer))
		return true;
	if (!locale_read_versions(write, answer->type, entry_id, &entry_ids, &count) ||
	    !read_shared(write, answer, entry_id, &shared))
		return false;
	/* The other versions get components of their own. */
	write->linked = false;
	bool done = !json_object_object_length(shared) ||
	            (content_has_listener(write->call->content, answer->type)
	                 ? change_each(write, answer->type, entry_ids + 1, count - 1, shared)
	                 : write_update(write, answer->type, entry_ids + 1, count - 1, shared));
	json_object_put(shared);
	return done;
}

/* Whether the answer's query shows anything that is shared: then the versions were changed. */
static bool shows_shared(const struct query *answer)
{
	const struct content_type *type = answer->type;
	for (size_t i = 0; i < type->attribute_count && !answer->fields; i++)
		if (attribute_is_scalar(&type->attributes[i]) && is_shared(&type->attributes[i]) &&
		    type->attributes[i].type != ATTRIBUTE_PASSWORD)
			return true;
	for (size_t i = 0; answer->fields && i < answer->field_count; i++)
		if (is_shared(answer->fields[i]))
			return true;
	for (size_t i = 0; i < answer->populate_count; i++)
		if (is_shared(answer->populates[i].attribute))
			return true;
	return false;
}

bool locale_notify_shared(struct write *write, const struct query *answer, int64_t entry_id)
{
	const struct content_call *call = write->call;
	int64_t *entry_ids;
	size_t count;
	if (!content_notifies(call, NOTICE_ENTRY_UPDATE) || !locale_is_shown(answer) || !shows_shared(answer))
		return true;
	if (!locale_read_versions(write, answer->type, entry_id, &entry_ids, &count))
		return false;
	const struct query *own_fields = query_create(call->arena, answer->type);
	for (size_t i = 1; i < count; i++)
		if (!content_notify_of(call, NOTICE_ENTRY_UPDATE, own_fields, entry_ids[i], write->error))
			return false;
	return true;
}
