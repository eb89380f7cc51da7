/* The second half of a validation. Strapi runs its checks concurrently and lists their refusals in the order in
 * which they come in, sorted by field on each level; a check's tick is that time: one for each round of checks that a
 * value waits for, and much later for those that wait for the database. */
#include "check.h"

#include "value.h"

#include <stdlib.h>

/* A member or item with its refusals. */
struct checked_part {
	struct refusals refusals;
	size_t field; /* objects: the first field whose name is in the path */
	uint64_t tick;
	size_t turn;
};

static int compare_parts(const void *a, const void *b)
{
	const struct checked_part *x = a, *y = b;
	if (x->field != y->field)
		return x->field < y->field ? -1 : 1;
	if (x->tick != y->tick)
		return x->tick < y->tick ? -1 : 1;
	return x->turn < y->turn ? -1 : x->turn > y->turn;
}

struct checked_parts {
	struct checked_part *items;
	size_t count, capacity;
};

static void run(struct value_check *check);

static void check_part(struct value_check *check, const struct rules *rules, const struct refusal_place *place,
                       struct input_value value, struct input_value original, struct checked_parts *parts,
                       uint64_t *last)
{
	struct value_check part = {.validation = check->validation,
	                           .arena = check->arena,
	                           .rules = rules,
	                           .place = place,
	                           .value = value,
	                           .original = original,
	                           .in_item = check->in_item || check->rules->kind == RULES_LIST,
	                           .depth = check->depth + 1,
	                           .tick = check->tick};
	run(&part);
	if (part.tick > *last)
		*last = part.tick;
	if (!part.refusals.count)
		return;
	parts->items = arena_grow(check->arena, parts->items, parts->count, &parts->capacity, sizeof *parts->items);
	parts->items[parts->count] =
	    (struct checked_part){.refusals = part.refusals, .tick = part.tick, .turn = parts->count};
	parts->count++;
}

/* Strapi sorts the refusals by the first field whose name is found anywhere in the path. */
static size_t sorting_field(const struct value_check *check, const char *path)
{
	for (size_t i = 0; i < rules_field_count(check->rules); i++) {
		const char *name;
		struct rules rules;
		if (rules_field(check->validation, check->rules, i, NULL, &name, &rules) && strstr(path, name))
			return i;
	}
	return SIZE_MAX;
}

/* An answer that lists more would be many times as long as the request. */
static bool is_enough(const struct value_check *check)
{
	return check->validation->refused >= VALIDATE_MOST_REFUSALS;
}

static void check_members(struct value_check *check, struct checked_parts *parts, uint64_t *last)
{
	struct json_object *object = check->value.value, *original = check->original.value;
	if (!json_object_is_type(original, json_type_object) && !(check->original.present && original))
		original = object;
	for (size_t i = rules_field_count(check->rules); !is_enough(check) && i-- > 0;) {
		struct refusal_place place = {.parent = check->place};
		struct rules rules;
		if (!rules_field(check->validation, check->rules, i, object, &place.name, &rules))
			continue;
		size_t before = parts->count;
		check_part(check, &rules, &place, input_value_member(object, place.name),
		           input_value_member(original, place.name), parts, last);
		if (parts->count > before) {
			struct buffer path = {0}, json = {0};
			refusals_write_place(&path, &json, &place);
			parts->items[before].field = sorting_field(check, buffer_terminate(&path));
			buffer_free(&path);
			buffer_free(&json);
		}
	}
}

static void check_items(struct value_check *check, struct checked_parts *parts, uint64_t *last)
{
	struct json_object *list = check->value.value, *original = check->original.value;
	if (!check->original.present || !original)
		original = list;
	for (size_t i = 0; !is_enough(check) && i < json_object_array_length(list); i++) {
		struct json_object *item = json_object_array_get_idx(list, i);
		struct rules rules = rules_of_item(check->validation, check->rules, item);
		struct refusal_place place = {.parent = check->place, .index = i};
		struct input_value before = {false, NULL};
		if (json_object_is_type(original, json_type_array))
			before = (struct input_value){true, json_object_array_get_idx(original, i)};
		check_part(check, &rules, &place, (struct input_value){true, item}, before, parts, last);
	}
}

/* Refusals of what is in the value come before those of the value itself. */
static void check_parts(struct value_check *check)
{
	const struct rules *rules = check->rules;
	bool object = rules->kind == RULES_OBJECT && json_object_is_type(check->value.value, json_type_object);
	bool list = rules->kind == RULES_LIST && rules->items != ITEMS_ANY &&
	            json_object_is_type(check->value.value, json_type_array);
	struct checked_parts parts = {0};
	uint64_t last = check->tick;
	if (!object && !list)
		return;
	if (check->depth >= VALIDATE_DEEPEST) {
		value_refuse(check, true, SLICE("is nested too deep"));
		return;
	}
	if (object)
		check_members(check, &parts, &last);
	else
		check_items(check, &parts, &last);
	check->tick = last;
	if (!parts.count)
		return;
	struct refusals own = check->refusals;
	check->refusals = (struct refusals){0};
	qsort(parts.items, parts.count, sizeof *parts.items, compare_parts);
	for (size_t i = 0; i < parts.count; i++)
		refusals_append(&check->refusals, &parts.items[i].refusals);
	refusals_append(&check->refusals, &own);
}

static void run(struct value_check *check)
{
	value_check_type(check);
	if (check->refusals.count)
		return;
	value_check(check);
	check_parts(check);
}

bool check_input(struct validation *validation, const struct rules *rules, struct input_value value,
                 struct input_value original, struct refusals *refusals)
{
	struct value_check check = {.validation = validation,
	                            .arena = validation->call->arena,
	                            .rules = rules,
	                            .value = value,
	                            .original = original};
	run(&check);
	*refusals = check.refusals;
	return !validation->failed;
}
