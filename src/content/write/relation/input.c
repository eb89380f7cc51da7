#include "content/write/entry_map.h"
#include "relation.h"

#include <math.h>

struct input_reader {
	struct arena *arena;
	const struct registry *registry;
	const struct attribute *attribute;
	const char *path;
	struct error *error;
};

struct item_list {
	struct relation_item *items;
	size_t count, capacity;
	struct entry_map seen;
};

enum list_use { LIST_SET, LIST_CONNECT, LIST_DISCONNECT };

bool relation_read_id(struct json_object *value, int64_t *id)
{
	double number;
	if (json_object_is_type(value, json_type_int)) {
		*id = json_object_get_int64(value);
		return true;
	}
	if (json_object_is_type(value, json_type_string)) {
		struct slice text = {json_object_get_string(value), (size_t)json_object_get_string_len(value)};
		if (slice_to_int64(slice_trim(text), id))
			return true;
		text = slice_trim(text);
		for (size_t i = 0; i < text.len; i++)
			if (!strchr("+-.0123456789eE", text.ptr[i]) || !text.ptr[i])
				return false;
		if (!text.len || !query_text_is_number(text, &number))
			return false;
	} else if (json_object_is_type(value, json_type_double)) {
		number = json_object_get_double(value);
	} else {
		return false;
	}
	if (number != floor(number) || fabs(number) >= 9223372036854775807.0)
		return false;
	*id = (int64_t)number;
	return true;
}

static struct json_object *member(struct json_object *object, const char *name)
{
	struct json_object *value = NULL;
	if (json_object_is_type(object, json_type_object))
		json_find(object, name, &value);
	return value;
}

static bool has_member(struct json_object *object, const char *name)
{
	return json_object_is_type(object, json_type_object) && json_find(object, name, NULL);
}

/* The type that a member __type names, or NULL. */
static const struct content_type *read_type(const struct input_reader *reader, struct json_object *item)
{
	struct json_object *name = member(item, "__type");
	if (!json_object_is_type(name, json_type_string))
		return NULL;
	return model_type(reader->registry,
	                  (struct slice){json_object_get_string(name), (size_t)json_object_get_string_len(name)});
}

static bool refuse_id(const struct input_reader *reader, struct json_object *item)
{
	return error_validation(reader->error, "%s: invalid id, expected a string or integer, got %.100s", reader->path,
	                        json_print(reader->arena, item));
}

/* True when the member `name` of a position asks for something. */
static bool is_asked(struct json_object *position, const char *name)
{
	struct json_object *value = member(position, name);
	return value && !(json_object_is_type(value, json_type_boolean) && !json_object_get_boolean(value));
}

static bool read_position(const struct input_reader *reader, struct json_object *position, struct relation_item *item)
{
	static const char *const names[] = {[POSITION_END] = "end",
	                                    [POSITION_START] = "start",
	                                    [POSITION_BEFORE] = "before",
	                                    [POSITION_AFTER] = "after"};
	unsigned asked = 0;
	for (unsigned i = 0; i < sizeof names / sizeof names[0]; i++) {
		if (is_asked(position, names[i])) {
			item->position = (enum relation_position)i;
			asked++;
		}
	}
	if (asked != 1)
		return error_validation(
		    reader->error, "%s: a position is exactly one of before: <id>, after: <id>, start: true, end: true",
		    reader->path);
	if (item->position != POSITION_BEFORE && item->position != POSITION_AFTER)
		return true;
	struct json_object *neighbour = member(position, names[item->position]);
	return relation_read_id(neighbour, &item->neighbour_id) || refuse_id(reader, neighbour);
}

/* Adds the item unless it is there already. */
static bool add(const struct input_reader *reader, struct item_list *list, const struct relation_item *item)
{
	if (!entry_map_add(&list->seen, item->target_id, item->type, list))
		return false;
	list->items = arena_grow(reader->arena, list->items, list->count, &list->capacity, sizeof *list->items);
	list->items[list->count++] = *item;
	return true;
}

static bool read_item(const struct input_reader *reader, enum list_use use, struct json_object *value,
                      struct item_list *list)
{
	struct relation_item item = {0};
	struct json_object *id = json_object_is_type(value, json_type_object) ? member(value, "id") : value;
	if (!relation_read_id(id, &item.target_id)) {
		/* A text that is no number is the id of no entry: there is nothing to disconnect. */
		bool text = json_object_is_type(id, json_type_string);
		return (use == LIST_DISCONNECT && text) || refuse_id(reader, value);
	}
	if (attribute_is_morph_to(reader->attribute)) {
		struct json_object *field = member(member(value, "__pivot"), "field");
		item.type = read_type(reader, value);
		if (json_object_is_type(field, json_type_string))
			item.field = arena_copy_slice(reader->arena, json_string(field));
	}
	struct json_object *position = use == LIST_CONNECT ? member(value, "position") : NULL;
	if (position && !read_position(reader, position, &item))
		return false;
	if (!add(reader, list, &item) && use == LIST_CONNECT)
		return error_validation(reader->error, "%s: the relation with id %lld is connected more than once",
		                        reader->path, (long long)item.target_id);
	return true;
}

/* A list, or one item in place of a list of one. */
static bool read_list(const struct input_reader *reader, enum list_use use, struct json_object *value,
                      struct relation_item **items, size_t *count)
{
	struct item_list list = {0};
	bool one = !json_object_is_type(value, json_type_array);
	size_t length = one ? 1 : json_object_array_length(value);
	entry_map_init(&list.seen, reader->arena);
	for (size_t i = 0; i < length; i++) {
		struct json_object *item = one ? value : json_object_array_get_idx(value, i);
		if (item && !read_item(reader, use, item, &list))
			return false;
	}
	*items = list.items;
	*count = list.count;
	return true;
}

static bool read_changes(const struct input_reader *reader, struct json_object *value, struct relation_input *input)
{
	struct json_object *connect = member(value, "connect"), *disconnect = member(value, "disconnect");
	struct json_object *set = member(value, "set");
	if (reader->attribute->type == ATTRIBUTE_MEDIA && (connect || disconnect))
		return error_validation(reader->error,
		                        "%s: connect and disconnect cannot be used with media; expected ids or set",
		                        reader->path);
	if (set && (connect || disconnect))
		return error_validation(reader->error, "%s: set cannot be combined with connect or disconnect",
		                        reader->path);
	if (set) {
		input->set = true;
		return read_list(reader, LIST_SET, set, &input->items, &input->item_count);
	}
	return read_list(reader, LIST_CONNECT, connect, &input->items, &input->item_count) &&
	       read_list(reader, LIST_DISCONNECT, disconnect, &input->disconnect, &input->disconnect_count);
}

/* morphToOne takes one entry with its type, and nothing else. */
static bool read_morph_to_one(const struct input_reader *reader, struct json_object *value,
                              struct relation_input *input)
{
	if (!has_member(value, "id") || !has_member(value, "__type"))
		return error_validation(
		    reader->error, "%s: expects properties __type and id to make a morph association", reader->path);
	input->set = true;
	input->items = arena_alloc(reader->arena, sizeof *input->items);
	input->items->type = read_type(reader, value);
	input->item_count = 1;
	return relation_read_id(member(value, "id"), &input->items->target_id) || refuse_id(reader, value);
}

struct json_object *relation_of_code(const struct attribute *attribute, struct json_object *value)
{
	if (attribute->type != ATTRIBUTE_MEDIA || !json_object_is_type(value, json_type_object) ||
	    has_member(value, "id"))
		return value;
	/* Strapi refuses a boolean. */
	bool refused = json_object_is_type(member(value, "connect"), json_type_boolean) ||
	               json_object_is_type(member(value, "disconnect"), json_type_boolean);
	return refused ? value : member(value, "set");
}

bool relation_read_input(struct arena *arena, const struct registry *registry, const struct attribute *attribute,
                         struct json_object *value, const char *path, struct relation_input *input, struct error *error)
{
	struct input_reader reader = {arena, registry, attribute, path, error};
	*input = (struct relation_input){0};
	if (!value) {
		input->clear = true;
		return true;
	}
	if (attribute->type == ATTRIBUTE_RELATION && attribute->relation == RELATION_MORPH_TO_ONE)
		return read_morph_to_one(&reader, value, input);
	if (json_object_is_type(value, json_type_object) && !has_member(value, "id"))
		return read_changes(&reader, value, input);
	input->set = true;
	return read_list(&reader, LIST_SET, value, &input->items, &input->item_count);
}
