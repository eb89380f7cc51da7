/* Whether the entries that a request relates to exist: one statement for each type that is related to. */
#include "check.h"
#include "content/write/relation/relation.h"
#include "scalar.h"

static const char invalid[] = "Invalid relations";
static const char no_component[] = "Cannot build relations store from dynamiczone, component identifier is undefined";

/* The ids that were given for one type. */
struct wanted {
	const struct content_type *type;
	struct map seen; /* each value once: 15 and "15" are two to Strapi */
	int64_t *ids;
	size_t id_count, capacity;
	bool undefined;     /* an object without an id */
	bool strange;       /* an id that is an object or a list */
	bool beyond_strict; /* one that a strict database takes for no integer */
	struct wanted *next;
};

struct collection {
	struct validation *validation;
	struct arena *arena;
	struct wanted *first, **end;
	const char *message;
	bool forms; /* collect only what validate_relations leaves out, and read the forms of all relations */
};

static struct wanted *wanted_of(struct collection *collection, const struct content_type *type)
{
	struct wanted *wanted = collection->first;
	while (wanted && wanted->type != type)
		wanted = wanted->next;
	if (wanted)
		return wanted;
	wanted = arena_alloc(collection->arena, sizeof *wanted);
	wanted->type = type;
	map_init(&wanted->seen, collection->arena);
	*collection->end = wanted;
	collection->end = &wanted->next;
	return wanted;
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

static void want_id(struct collection *collection, struct wanted *wanted, struct json_object *json)
{
	int64_t id = 0;
	enum json_type type = json_object_get_type(json);
	if (type == json_type_object || type == json_type_array) {
		wanted->strange = true;
		return;
	}
	if (map_set(&wanted->seen, key_of(collection->arena, json), wanted))
		return;
	bool whole = type == json_type_boolean ? true : relation_read_id(json, &id);
	if (type == json_type_boolean)
		id = json_object_get_boolean(json);
	bool plain = type == json_type_int || type == json_type_double || type == json_type_null;
	if (type == json_type_string)
		plain = slice_to_int64(slice_trim(scalar_text(json)), &id);
	if (json && (!plain || !whole || id > INT32_MAX || id < INT32_MIN))
		wanted->beyond_strict = true;
	if (!whole)
		return;
	wanted->ids =
	    arena_grow(collection->arena, wanted->ids, wanted->id_count, &wanted->capacity, sizeof *wanted->ids);
	wanted->ids[wanted->id_count++] = id;
}

/* An item of a list: an id, or an object with one. */
static void want_item(struct collection *collection, struct wanted *wanted, struct json_object *item)
{
	struct given id = {true, item};
	if (!item) {
		collection->message = invalid;
		return;
	}
	if (json_object_is_type(item, json_type_object) || json_object_is_type(item, json_type_array))
		id = given_member(item, "id");
	if (id.present)
		want_id(collection, wanted, id.value);
	else
		wanted->undefined = true;
}

static void want_relation(struct collection *collection, const struct attribute *attribute, struct json_object *value)
{
	struct wanted *wanted = wanted_of(collection, attribute->target);
	if (json_object_is_type(value, json_type_object)) {
		struct given connect = given_member(value, "connect"), set = given_member(value, "set");
		value = connect.value ? connect.value : set.value;
		if (value && !json_object_is_type(value, json_type_array))
			collection->message = invalid;
	} else if (!json_object_is_type(value, json_type_array)) {
		want_item(collection, wanted, value);
		return;
	}
	for (size_t i = 0; value && !collection->message && i < json_object_array_length(value); i++)
		want_item(collection, wanted, json_object_array_get_idx(value, i));
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
	struct given id = given_member(value, "id");
	if (id.present && attribute->target)
		want_id(collection, wanted_of(collection, attribute->target), id.value);
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
		struct json_object *name = given_member(item, "__component").value;
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
		struct given given = {false, NULL};
		if (!attribute_is_scalar(attribute))
			given = given_member(data, attribute->name);
		if (!given.value)
			continue;
		if (attribute_holds_components(attribute)) {
			if (!collect_components(collection, attribute, given.value, path, depth))
				return false;
		} else if (collection->forms) {
			if (attribute->writable && !read_form(collection, attribute, given.value, path))
				return false;
		} else if (!attribute_is_morph_to(attribute) && attribute->target) {
			want_relation(collection, attribute, given.value);
		}
	}
	return true;
}

static bool count_existing(struct validation *validation, const struct wanted *wanted, size_t *count)
{
	static const struct attribute *no_fields[1];
	struct query *query = query_create(validation->call->arena, wanted->type);
	struct store_cursor *cursor;
	bool row = true, done = true;
	*count = 0;
	if (!wanted->id_count)
		return true;
	query->fields = no_fields;
	struct store_select select = {.query = query, .parents = wanted->ids, .parent_count = wanted->id_count};
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
	for (const struct wanted *wanted = collection->first; wanted; wanted = wanted->next)
		if (wanted->undefined)
			*message = *message ? *message : invalid;
	for (const struct wanted *wanted = collection->first; wanted && !*message; wanted = wanted->next) {
		size_t count;
		if (wanted->strange || (strict && wanted->beyond_strict)) {
			*message = invalid;
			return true;
		}
		if (!count_existing(validation, wanted, &count))
			return false;
		if (count != wanted->seen.count)
			*message = arena_format(collection->arena,
			                        "%zu relation(s) of type %s associated with this entity do not exist",
			                        wanted->seen.count - count, wanted->type->uid);
	}
	return true;
}

bool validate_relations(struct validation *validation, const struct content_type *type, struct json_object *data,
                        const char **message)
{
	struct collection collection = {.validation = validation, .arena = validation->call->arena};
	collection.end = &collection.first;
	return collect(&collection, type, data, "", 0) && look_up(&collection, message);
}

bool validate_relation_forms(struct validation *validation, const struct content_type *type, struct json_object *data)
{
	struct collection collection = {.validation = validation, .arena = validation->call->arena, .forms = true};
	const char *message;
	collection.end = &collection.first;
	if (!collect(&collection, type, data, "", 0) || !look_up(&collection, &message))
		return false;
	if (!message)
		return true;
	struct refusal refusal = {.path = "", .path_json = "", .message = slice_of(message)};
	struct refusals refusals = {&refusal, &refusal, 1};
	return refusals_report(validation->call->arena, &refusals, validation->error);
}
