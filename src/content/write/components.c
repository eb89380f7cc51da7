#include "components.h"

#include "content/service.h"
#include "input.h"
#include "load.h"
#include "turns.h"

#include <stdlib.h>

bool components_are_apart(const struct write *write, const struct content_type *type, enum content_lifecycle before)
{
	const struct content_call *call = write->call;
	return type->component_table && service_listener(call->content)->listen &&
	       (lifecycle_has_listener(call, type, before) ||
	        lifecycle_has_listener(call, type, LIFECYCLE_BEFORE_FIND_ONE) ||
	        content_listens_to_components(call->content));
}

static struct component_name *find_name(const struct component_list *list, const struct content_type *type, int64_t id)
{
	for (size_t i = 0; i < list->count; i++)
		if (list->items[i].type == type && list->items[i].id == id)
			return &list->items[i];
	return NULL;
}

/* A field of components, of an entry that is stored or (entry_id 0) new. */
struct component_field {
	const struct attribute *attribute;
	int64_t entry_id;
	struct json_object *items; /* what is sent: one or a list, or null */
	size_t count;
	struct component_list stored;
	struct component_part *parts; /* the items that are no null, in order */
	size_t part_count;
};

/* A component that is sent. */
struct component_part {
	const struct content_type *type;
	struct json_object *item;
	struct json_object *data;       /* what of the item is stored */
	int64_t id;                     /* 0: it is new */
	struct component_field *fields; /* those of `data` */
	size_t field_count;
	struct json_object *named; /* how its owner names it, when it is stored */
};

struct part_turn {
	struct turn turn;
	const struct component_field *field;
	struct component_part *part;
};

/* All components in a field, at whatever depth. */
struct part_turns {
	struct part_turn *items;
	size_t count, capacity;
};

static struct json_object *item_of(const struct component_field *field, size_t index)
{
	return json_object_is_type(field->items, json_type_array) ? json_object_array_get_idx(field->items, index)
	                                                          : field->items;
}

/* The id that counts: a new entry's components are all new. */
static int64_t id_of(const struct component_field *field, struct json_object *item)
{
	return field->entry_id ? input_component_id(item) : 0;
}

/* Deletes what is stored and not sent; what is sent with an id must be stored. */
static bool delete_others(struct write *write, const struct component_field *field)
{
	struct arena *arena = write->call->arena;
	bool *kept = arena_array(arena, field->stored.count, sizeof *kept);
	for (size_t i = 0; i < field->count; i++) {
		struct json_object *item = item_of(field, i);
		const int64_t id = item ? id_of(field, item) : 0;
		const struct content_type *type = input_component_type(write->registry, field->attribute, item);
		const struct component_name *name = id ? find_name(&field->stored, type, id) : NULL;
		if (id && !name)
			return error_set(write->error, 400, "ApplicationError",
			                 "Some of the provided components in %s are not related to the entity",
			                 field->attribute->name);
		if (name)
			kept[name - field->stored.items] = true;
	}
	for (size_t i = 0; i < field->stored.count; i++) {
		const struct component_name *name = &field->stored.items[i];
		struct json_object *id =
		    kept[i] ? NULL : json_object_new_string(arena_format(arena, "%lld", (long long)name->id));
		if (id && !component_delete(write, name, json_keep(arena, id)))
			return false;
	}
	return true;
}

/* How the entry names it. */
static struct json_object *reference(const struct attribute *attribute, const struct content_type *type, int64_t id)
{
	struct json_object *item = json_object_new_object(), *pivot = json_object_new_object();
	json_object_object_add(item, "id", json_object_new_int64(id));
	if (!attribute->target)
		json_object_object_add(item, "__component", json_object_new_string(type->uid));
	json_object_object_add(pivot, "field", json_object_new_string(attribute->name));
	if (attribute->target)
		json_object_object_add(pivot, "component_type", json_object_new_string(type->uid));
	json_object_object_add(item, "__pivot", pivot);
	return item;
}

/* Deletes what is not sent any more of a field, and takes the components that are. *turn goes behind them. */
static bool take_field(struct write *write, struct part_turns *turns, const struct content_type *type,
                       struct component_field *field, unsigned depth, struct turn *turn);

/* The fields of components that `data` has. */
static struct component_field *fields_of(struct arena *arena, const struct content_type *type, int64_t entry_id,
                                         struct json_object *data, size_t *count)
{
	struct component_field *fields = arena_array(arena, type->attribute_count, sizeof *fields);
	*count = 0;
	for (size_t i = 0; i < type->attribute_count; i++) {
		struct component_field *field = &fields[*count];
		*field = (struct component_field){.attribute = &type->attributes[i], .entry_id = entry_id};
		if (!attribute_holds_components(field->attribute) ||
		    !json_find(data, field->attribute->name, &field->items))
			continue;
		field->count = json_object_is_type(field->items, json_type_array)
		                   ? json_object_array_length(field->items)
		                   : field->items != NULL;
		(*count)++;
	}
	return fields;
}

static bool take_part(struct write *write, struct part_turns *turns, const struct component_field *field,
                      struct component_part *part, unsigned depth, struct turn *turn)
{
	struct arena *arena = write->call->arena;
	part->type = input_component_type(write->registry, field->attribute, part->item);
	part->id = id_of(field, part->item);
	if (!part->type || depth > WRITE_DEEPEST_COMPONENT)
		return error_validation(write->error, "Unknown component in %s", field->attribute->name);
	part->data = json_keep(arena, json_object_new_object());
	json_object_object_foreach(part->item, key, value)
	{
		if (part->id || strcmp(key, "id") != 0)
			json_object_object_add(part->data, key, json_object_get(value));
	}
	part->fields = fields_of(arena, part->type, part->id, part->data, &part->field_count);
	for (size_t i = 0; i < part->field_count; i++)
		if (!take_field(write, turns, part->type, &part->fields[i], depth + 1, turn))
			return false;
	turns->items = arena_grow(arena, turns->items, turns->count, &turns->capacity, sizeof *turns->items);
	turn->place = turns->count;
	turns->items[turns->count++] = (struct part_turn){*turn, field, part};
	turn_pass(turn, part->id != 0);
	return true;
}

static bool take_field(struct write *write, struct part_turns *turns, const struct content_type *type,
                       struct component_field *field, unsigned depth, struct turn *turn)
{
	struct turn last;
	if ((field->entry_id && !load_components(write, type, field->entry_id, false, field->attribute)) ||
	    !component_find(write, type, field->attribute, field->entry_id, &field->stored) ||
	    !delete_others(write, field))
		return false;
	field->parts = arena_array(write->call->arena, field->count, sizeof *field->parts);
	if (field->items)
		turn_enter_field(turn, json_object_is_type(field->items, json_type_array), field->entry_id != 0);
	last = *turn;
	for (size_t i = 0; i < field->count; i++) {
		struct component_part *part = &field->parts[field->part_count];
		struct turn own = *turn;
		*part = (struct component_part){.item = item_of(field, i)};
		if (!part->item)
			continue;
		if (!take_part(write, turns, field, part, depth, &own))
			return false;
		field->part_count++;
		last = turn_later(last, own);
	}
	*turn = last;
	return true;
}

/* Puts the components of a field, which are stored, where they were sent. */
static void name_parts(const struct component_field *field, struct json_object *data)
{
	struct json_object *named = field->attribute->multiple ? json_object_new_array() : NULL;
	for (size_t i = 0; i < field->part_count; i++) {
		if (field->attribute->multiple) {
			json_object_array_add(named, json_object_get(field->parts[i].named));
		} else {
			json_object_put(named);
			named = json_object_get(field->parts[i].named);
		}
	}
	/* Of null for a new entry nothing is left, in Strapi as here. */
	if (!field->entry_id && !named)
		json_object_object_del(data, field->attribute->name);
	else
		json_object_object_add(data, field->attribute->name, named);
}

static bool store_part(struct write *write, const struct component_field *field, struct component_part *part)
{
	for (size_t i = 0; i < part->field_count; i++)
		name_parts(&part->fields[i], part->data);
	if (!component_store(write, part->type, part->id ? json_member(part->item, "id") : NULL, part->data, &part->id))
		return false;
	part->named = json_keep(write->call->arena, reference(field->attribute, part->type, part->id));
	return true;
}

bool components_write(struct write *write, const struct content_type *type, int64_t entry_id, struct json_object **data)
{
	struct arena *arena = write->call->arena;
	struct json_object *copy = json_keep(arena, json_object_new_object());
	size_t count;
	json_object_object_foreach(*data, key, value)
	{
		json_object_object_add(copy, key, json_object_get(value));
	}
	write->linked = true;
	*data = copy;
	struct component_field *fields = fields_of(arena, type, entry_id, copy, &count);
	for (size_t i = 0; i < count; i++) {
		struct part_turns turns = {0};
		struct turn start = {0};
		if (!take_field(write, &turns, type, &fields[i], 0, &start))
			return false;
		if (turns.count)
			qsort(turns.items, turns.count, sizeof *turns.items, turn_compare);
		for (size_t j = 0; j < turns.count; j++)
			if (!store_part(write, turns.items[j].field, turns.items[j].part))
				return false;
		name_parts(&fields[i], copy);
	}
	return true;
}
