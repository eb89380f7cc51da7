/* The first half of a validation: the whole value is cast before any of it is checked. */
#include "cast.h"

#include "scalar.h"

static struct input_value missing(const struct rules *rules)
{
	if (rules->default_json)
		return (struct input_value){true, json_parse_stored(slice_of(rules->default_json))};
	if (rules->empty_default)
		return (struct input_value){true, json_object_new_object()};
	return (struct input_value){false, NULL};
}

/* The value itself, without what is in it; a new reference. */
static struct json_object *cast_whole(const struct validation *validation, const struct rules *rules,
                                      struct json_object *value)
{
	enum json_type type = rules->kind == RULES_LIST ? json_type_array : json_type_object;
	if (rules->keeps)
		return json_object_get(value);
	switch (rules->kind) {
	case RULES_STRING:
		return scalar_to_string(value);
	case RULES_NUMBER:
		return scalar_to_number(value, rules->nullable);
	case RULES_BOOLEAN:
		return scalar_to_boolean(value);
	case RULES_OBJECT:
	case RULES_LIST:
		if (json_object_is_type(value, json_type_string))
			return scalar_parse(validation->call->arena, value, type);
		return json_object_is_type(value, type) ? json_object_get(value) : NULL;
	default:
		return json_object_get(value);
	}
}

/* Adds what the rules do not name, which stays as it is. */
static void add_others(struct json_object *next, struct json_object *object, const struct map *named)
{
	json_object_object_foreach(object, key, member)
	{
		if (!map_get(named, slice_of(key)))
			json_object_object_add(next, key, json_object_get(member));
	}
}

/* Takes the reference to `object`. The members' order is Strapi's: last field first, then those that the rules
 * do not name. It is what ends up in the database where objects are kept as JSON. */
static struct json_object *cast_members(const struct validation *validation, const struct rules *rules,
                                        struct json_object *object, unsigned depth)
{
	struct json_object *next = json_object_new_object();
	bool changed = false;
	struct map named;
	map_init(&named, validation->call->arena);
	for (size_t i = rules_field_count(rules); i-- > 0;) {
		const char *name;
		struct rules field;
		if (!rules_field(validation, rules, i, object, &name, &field))
			continue;
		struct input_value input = input_value_member(object, name);
		struct input_value cast = cast_input(validation, &field, input, depth + 1);
		map_set(&named, slice_of(name), &named);
		if (cast.present)
			json_object_object_add(next, name, cast.value);
		changed = changed || cast.present != input.present || cast.value != input.value;
	}
	if (!changed) {
		json_object_put(next);
		return object;
	}
	add_others(next, object, &named);
	json_object_put(object);
	return next;
}

/* Takes the reference to `list`. */
static struct json_object *cast_items(const struct validation *validation, const struct rules *rules,
                                      struct json_object *list, unsigned depth)
{
	size_t count = json_object_array_length(list);
	struct json_object *next = json_object_new_array_ext((int)(count ? count : 1));
	bool changed = false;
	for (size_t i = 0; i < count; i++) {
		struct json_object *item = json_object_array_get_idx(list, i);
		struct rules item_rules = rules_of_item(validation, rules, item);
		struct input_value cast =
		    cast_input(validation, &item_rules, (struct input_value){true, item}, depth + 1);
		changed = changed || cast.value != item;
		json_object_array_add(next, cast.value);
	}
	if (!changed) {
		json_object_put(next);
		return list;
	}
	json_object_put(list);
	return next;
}

struct input_value cast_input(const struct validation *validation, const struct rules *rules, struct input_value input,
                              unsigned depth)
{
	if (!input.present)
		return missing(rules);
	struct json_object *value = cast_whole(validation, rules, input.value);
	if (depth < VALIDATE_DEEPEST && rules->kind == RULES_OBJECT && json_object_is_type(value, json_type_object))
		value = cast_members(validation, rules, value, depth);
	else if (depth < VALIDATE_DEEPEST && rules->kind == RULES_LIST && rules->items != ITEMS_ANY &&
	         json_object_is_type(value, json_type_array))
		value = cast_items(validation, rules, value, depth);
	return (struct input_value){true, value};
}
