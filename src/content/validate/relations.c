/* Whether the entries that a request relates to exist: one statement for each type that is related to. */
#include "relations.h"

#include "content/write/relation/relation.h"
#include "refusals.h"
#include "scalar.h"

static const char invalid[] = "Invalid relations";
static const char no_component[] = "Cannot build relations store from dynamiczone, component identifier is undefined";

/* The ids that are sent for one type. */
struct related {
	const struct content_type *type;
	struct map seen; /* each value once: 15 and "15" are two to Strapi */
	int64_t *ids;
	size_t id_count, capacity;
	bool lacks_id;      /* an object without an id */
	bool structured;    /* an id that is an object or a list */
	bool beyond_strict; /* one that a strict database takes for no integer */
	struct related *next;
};

struct collection {
	struct validation *validation;
	struct arena *arena;
	struct related *first, **end;
	const char *message;
	bool forms; /* collect only what relations_check leaves out, and read the forms of all relations */
};

static struct related *related_of(struct collection *collection, const struct content_type *type)
{
	struct related *related = collection->first;
	while (related && related->type != type)
		related = related->next;
	if (related)
		return related;
	related = arena_alloc(collection->arena, sizeof *related);
	related->type = type;
	map_init(&related->seen, collection->arena);
	*collection->end = related;
	collection->end = &related->next;
	return related;
}

/* What stands for the value among those that were seen. */
static struct slice key_of(struct arena *arena, struct json_object *id)
{
	struct buffer key = {0};
	buffer_byte(&key, json_object_is_type(id, json_type_string) ? '"' : ' ');
	scalar_write_text(&key, id);
	struct slice copy = arena_copy_slice(arena, buffer_as_slice(&key));
	buffer_free(&key);
	return copy;
}

static void add_id(struct collection *collection, struct related *related, struct json_object *json)
{
	int64_t id = 0;
	enum json_type type = json_object_get_type(json);
	if (type == json_type_object || type == json_type_array) {
		related->structured = true;
		return;
	}
	if (map_set(&related->seen, key_of(collection->arena, json), related))
		return;
	bool whole = type == json_type_boolean ? true : relation_read_id(json, &id);
	if (type == json_type_boolean)
		id = json_object_get_boolean(json);
	bool plain = type == json_type_int || type == json_type_double || type == json_type_null;
	if (type == json_type_string)
		plain = slice_to_int64(slice_trim(scalar_text(json)), &id);
	if (json && (!plain || !whole || id > INT32_MAX || id < INT32_MIN))
		related->beyond_strict = true;
	if (!whole)
		return;
	related->ids =
	    arena_grow(collection->arena, related->ids, related->id_count, &related->capacity, sizeof *related->ids);
	related->ids[related->id_count++] = id;
}

/* An item of a list: an id, or an object with one. */
static void add_item(struct collection *collection, struct related *related, struct json_object *item)
{
	struct input_value id = {true, item};
	if (!item) {
		collection->message = invalid;
		return;
	}
	if (json_object_is_type(item, json_type_object) || json_object_is_type(item, json_type_array))
		id = input_value_member(item, "id");
	if (id.present)
		add_id(collection, related, id.value);
	else
		related->lacks_id = true;
}

static void add_relation(struct collection *collection, const struct attribute *attribute, struct json_object *value)
{
	struct related *related = related_of(collection, attribute->target);
	if (json_object_is_type(value, json_type_object)) {
		struct input_value connect = input_value_member(value, "connect"),
				   set = input_value_member(value, "set");
		value = connect.value ? connect.value : set.value;
		if (value && !json_object_is_type(value, json_type_array))
			collection->message = invalid;
	} else if (!json_object_is_type(value, json_type_array)) {
		add_item(collection, related, value);
		return;
	}
	for (size_t i = 0; value && !collection->message && i < json_object_array_length(value); i++)
		add_item(collection, related, json_object_array_get_idx(value, i));
}

/* The form {"id":…} is not looked up by Strapi, which then fails to store the link. */
static bool read_form(struct collection *collection, const struct attribute *attribute, struct json_object *value,
                      const char *path)
{
	struct relation_input input;
	struct validation *validation = collection->validation;
	const char *full = arena_format(collection->arena, *path ? "%s.%s" : "%s%s", path, attribute->name);
	if (!relation_read_input(collection->arena, validation->registry, attribute, value, full, &input,
	                         validation->error))
		return false;
	struct input_value id = input_value_member(value, "id");
	if (id.present && attribute->target)
		add_id(collection, related_of(collection, attribute->target), id.value);
	return true;
}

static bool collect(struct collection *collection, const struct content_type *type, struct json_object *data,
                    const char *path, unsigned depth);

static bool is_falsy(struct json_object *value)
{
	return !value || (json_object_is_type(value, json_type_string) && !json_object_get_string_len(value)) ||
	       (json_object_is_type(value, json_type_boolean) && !json_object_get_boolean(value)) ||
	       (json_object_is_type(value, json_type_int) && !json_object_get_int64(value));
}

static bool collect_component(struct collection *collection, const struct attribute *attribute,
                              struct json_object *item, const char *path, unsigned depth)
{
	const struct content_type *type = attribute->target;
	if (attribute->type == ATTRIBUTE_DYNAMICZONE) {
		struct json_object *name = input_value_member(item, "__component").value;
		if (!item || is_falsy(name)) {
			collection->message = item ? no_component : invalid;
			return true;
		}
		type = json_object_is_type(name, json_type_string)
		           ? model_type(collection->validation->registry, scalar_text(name))
		           : NULL;
		if (!type) {
			collection->message = invalid;
			return true;
		}
	}
	return collect(collection, type, item, path, depth + 1);
}

static bool collect_components(struct collection *collection, const struct attribute *attribute,
                               struct json_object *value, const char *path, unsigned depth)
{
	const char *full = arena_format(collection->arena, *path ? "%s.%s" : "%s%s", path, attribute->name);
	if (!json_object_is_type(value, json_type_array))
		return collect_component(collection, attribute, value, full, depth);
	for (size_t i = 0; !collection->message && i < json_object_array_length(value); i++)
		if (!collect_component(collection, attribute, json_object_array_get_idx(value, i),
		                       arena_format(collection->arena, "%s[%zu]", full, i), depth))
			return false;
	return true;
}

static bool collect(struct collection *collection, const struct content_type *type, struct json_object *data,
                    const char *path, unsigned depth)
{
	if (!json_object_is_type(data, json_type_object) || depth > VALIDATE_DEEPEST)
		return true;
	for (size_t i = 0; i < type->attribute_count && !collection->message; i++) {
		const struct attribute *attribute = &type->attributes[i];
		struct input_value sent = {false, NULL};
		if (!attribute_is_scalar(attribute))
			sent = input_value_member(data, attribute->name);
		if (!sent.value)
			continue;
		if (attribute_holds_components(attribute)) {
			if (!collect_components(collection, attribute, sent.value, path, depth))
				return false;
		} else if (collection->forms) {
			if (attribute->writable && !read_form(collection, attribute, sent.value, path))
				return false;
		} else if (!attribute_is_morph_to(attribute) && attribute->target) {
			add_relation(collection, attribute, sent.value);
		}
	}
	return true;
}

static bool count_existing(struct validation *validation, const struct related *related, size_t *count)
{
	static const struct attribute *no_fields[1];
	struct query *query = query_create(validation->call->arena, related->type);
	struct store_cursor *cursor;
	bool row = true, done = true;
	*count = 0;
	if (!related->id_count)
		return true;
	query->fields = no_fields;
	struct store_select select = {.query = query, .parents = related->ids, .parent_count = related->id_count};
	if (!store_select(validation->call->session, &select, &cursor, validation->error))
		return false;
	while (row && (done = store_next(cursor, &row, validation->error)))
		*count += row;
	store_close_cursor(cursor);
	return done;
}

/* Sets *message to what is wrong with the ids that were collected, or NULL. */
static bool look_up(struct collection *collection, const char **message)
{
	struct validation *validation = collection->validation;
	bool strict = store_has_strict_ids(validation->call->session);
	*message = collection->message;
	for (const struct related *related = collection->first; related; related = related->next)
		if (related->lacks_id)
			*message = *message ? *message : invalid;
	for (const struct related *related = collection->first; related && !*message; related = related->next) {
		size_t count;
		if (related->structured || (strict && related->beyond_strict)) {
			*message = invalid;
			return true;
		}
		if (!count_existing(validation, related, &count))
			return false;
		if (count != related->seen.count)
			*message = arena_format(collection->arena,
			                        "%zu relation(s) of type %s associated with this entity do not exist",
			                        related->seen.count - count, related->type->uid);
	}
	return true;
}

bool relations_check(struct validation *validation, const struct content_type *type, struct json_object *data,
                     const char **message)
{
	struct collection collection = {.validation = validation, .arena = validation->call->arena};
	collection.end = &collection.first;
	return collect(&collection, type, data, "", 0) && look_up(&collection, message);
}

bool relations_check_forms(struct validation *validation, const struct content_type *type, struct json_object *data)
{
	struct collection collection = {.validation = validation, .arena = validation->call->arena, .forms = true};
	const char *message;
	collection.end = &collection.first;
	if (!collect(&collection, type, data, "", 0) || !look_up(&collection, &message))
		return false;
	if (!message)
		return true;
	struct refusals refusals = {0};
	refusals_add(collection.arena, &refusals, NULL, false, slice_of(message));
	return refusals_report(collection.arena, &refusals, validation->error);
}
