/* What the language versions of an entry share: the fields that are not localized. */
#include "content/write/save.h"

#include <json-c/json.h>

static bool is_shared(const struct attribute *attribute)
{
	return !attribute->localized && attribute->writable && attribute->type != ATTRIBUTE_RELATION;
}

/* A copy of a component's query that shows private fields, too. */
static struct query *copy_query(struct save *save, const struct query *query, int depth)
{
	struct query *copy = arena_alloc(save->call->arena, sizeof *copy);
	*copy = *query;
	copy->with_private = true;
	copy->populates = arena_array(save->call->arena, query->populate_count, sizeof *copy->populates);
	for (size_t i = 0; i < query->populate_count; i++) {
		struct populate *populate = &copy->populates[i];
		*populate = query->populates[i];
		if (!attribute_holds_components(populate->attribute) || depth == DEEPEST_COMPONENT)
			continue;
		if (populate->query)
			populate->query = copy_query(save, populate->query, depth + 1);
		if (populate->by_type_count)
			populate->by_type =
			    arena_array(save->call->arena, populate->by_type_count, sizeof(*populate->by_type));
		for (size_t j = 0; j < populate->by_type_count; j++)
			if (query->populates[i].by_type[j])
				populate->by_type[j] = copy_query(save, query->populates[i].by_type[j], depth + 1);
	}
	return copy;
}

/* ---- what was read, as it is to be written ---- */

static struct json_object *member(struct json_object *object, const char *name)
{
	struct json_object *value = NULL;
	if (json_object_is_type(object, json_type_object))
		json_object_object_get_ex(object, name, &value);
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

static void make_new(struct save *save, const struct content_type *type, struct json_object *object, int depth);

static void make_part_new(struct save *save, const struct attribute *attribute, struct json_object *part, int depth)
{
	const struct content_type *type = components_type(save->registry, attribute, part);
	if (type && json_object_is_type(part, json_type_object))
		make_new(save, type, part, depth);
}

/* Components lose their ids, so that others are made of them; what they are related to stays. */
static void make_new(struct save *save, const struct content_type *type, struct json_object *object, int depth)
{
	json_object_object_del(object, "id");
	for (size_t i = 0; i < type->attribute_count; i++) {
		const struct attribute *attribute = &type->attributes[i];
		struct json_object *value;
		if (attribute_is_scalar(attribute) || !json_object_object_get_ex(object, attribute->name, &value))
			continue;
		if (!attribute_holds_components(attribute)) {
			refer(object, attribute->name, value);
			continue;
		}
		if (depth == DEEPEST_COMPONENT)
			continue;
		if (!json_object_is_type(value, json_type_array))
			make_part_new(save, attribute, value, depth + 1);
		for (size_t j = 0; json_object_is_type(value, json_type_array) && j < json_object_array_length(value);
		     j++)
			make_part_new(save, attribute, json_object_array_get_idx(value, j), depth + 1);
	}
}

/* ---- reading it ---- */

/* Of an answer's query what is shared: its fields, and the components and media that it populates. */
static struct query *shared_query(struct save *save, const struct query *answer)
{
	struct arena *arena = save->call->arena;
	struct query *query = query_create(arena, answer->type);
	query->with_private = true;
	if (answer->fields) {
		query->fields = arena_array(arena, answer->field_count, sizeof *query->fields);
		for (size_t i = 0; i < answer->field_count; i++)
			if (is_shared(answer->fields[i]))
				query->fields[query->field_count++] = answer->fields[i];
	}
	struct query *copy = copy_query(save, answer, 0);
	query->populates = arena_array(arena, copy->populate_count, sizeof *query->populates);
	for (size_t i = 0; i < copy->populate_count; i++)
		if (is_shared(copy->populates[i].attribute))
			query->populates[query->populate_count++] = copy->populates[i];
	return query;
}

static bool read_shared(struct save *save, const struct query *answer, int64_t id, struct json_object **shared)
{
	const struct content_type *type = answer->type;
	struct content_result *result;
	*shared = NULL;
	if (!content_find_one(save->call, shared_query(save, answer), id, false, &result, save->error))
		return false;
	struct json_object *entry = content_result_count(result) ? content_entry_json(result, 0) : NULL;
	content_free(result);
	if (!entry)
		return error_not_found(save->error);
	make_new(save, type, entry, 0);
	*shared = json_object_new_object();
	for (size_t i = 0; i < type->attribute_count; i++) {
		const struct attribute *attribute = &type->attributes[i];
		struct json_object *value;
		if (is_shared(attribute) && json_object_object_get_ex(entry, attribute->name, &value))
			json_object_object_add(*shared, attribute->name, json_object_get(value));
	}
	json_object_put(entry);
	return true;
}

bool shared_copy(struct save *save, const struct content_type *type, int64_t id, struct json_object *data)
{
	struct json_object *shared;
	if (!read_shared(save, query_create(save->call->arena, type), id, &shared))
		return false;
	json_object_object_foreach(shared, name, value)
	{
		if (!json_object_object_get_ex(data, name, NULL))
			json_object_object_add(data, name, json_object_get(value));
	}
	json_object_put(shared);
	return true;
}

/* The reference brings the other versions in line only when the answer shows them, and with what the answer shows. */
static bool shows_locales(const struct query *answer)
{
	for (size_t i = 0; i < answer->populate_count; i++)
		if (answer->type->localizations && answer->populates[i].attribute == answer->type->localizations)
			return true;
	return false;
}

bool shared_spread(struct save *save, const struct query *answer, int64_t id)
{
	struct json_object *shared;
	int64_t *ids;
	size_t count;
	if (!shows_locales(answer))
		return true;
	if (!locales_ids(save, answer->type, id, &ids, &count) || !read_shared(save, answer, id, &shared))
		return false;
	bool done = true;
	for (size_t i = 1; i < count && done && json_object_object_length(shared); i++)
		done = save_update(save, answer->type, ids[i], shared);
	json_object_put(shared);
	return done;
}
