#include "input.h"
#include "plain.h"

const struct content_type *input_component_type(const struct registry *registry, const struct attribute *attribute,
                                                struct json_object *value)
{
	struct json_object *name;
	if (attribute->target)
		return attribute->target;
	if (!json_find(value, "__component", &name) || !json_object_is_type(name, json_type_string))
		return NULL;
	const struct content_type *type = model_type(registry, json_string(name));
	return type && type->component ? type : NULL;
}

int64_t input_component_id(struct json_object *value)
{
	struct json_object *id;
	int64_t number;
	if (!json_find(value, "id", &id) || !id)
		return 0;
	const bool integer = json_object_is_type(id, json_type_int);
	const bool whole = integer || slice_to_int64(json_string(id), &number);
	if (integer)
		number = json_object_get_int64(id);
	return whole && number ? number : -1;
}

static bool read_component(struct write *write, struct write_field *field, struct json_object *value)
{
	struct write_component *component = &field->components[field->component_count++];
	component->sent_id = input_component_id(value);
	component->entry.type = input_component_type(write->registry, field->attribute, value);
	return !component->entry.type || input_read(write, value, &component->entry);
}

/* A single component stands for a list of one, null for an empty one, and null in a list for nothing. */
static bool read_components(struct write *write, struct write_field *field)
{
	struct json_object *json = field->json;
	bool list = json_object_is_type(json, json_type_array);
	size_t count = list ? json_object_array_length(json) : 1;
	field->components = arena_array(write->call->arena, count, sizeof *field->components);
	for (size_t i = 0; i < count; i++) {
		struct json_object *value = list ? json_object_array_get_idx(json, i) : json;
		if (value && !read_component(write, field, value))
			return false;
	}
	return true;
}

static struct write_field *add_field(struct arena *arena, struct write_entry *entry, const struct attribute *attribute)
{
	if (!entry->fields)
		entry->fields = arena_array(arena, entry->type->attribute_count, sizeof *entry->fields);
	struct write_field *field = &entry->fields[entry->field_count++];
	field->attribute = attribute;
	return field;
}

bool input_read(struct write *write, struct json_object *data, struct write_entry *entry)
{
	struct arena *arena = write->call->arena;
	entry->data = data;
	for (size_t i = 0; i < entry->type->attribute_count; i++) {
		const struct attribute *attribute = &entry->type->attributes[i];
		struct json_object *json;
		if (attribute_is_scalar(attribute) || !json_find(data, attribute->name, &json))
			continue;
		struct write_field *field = add_field(arena, entry, attribute);
		field->json = write->by_code ? relation_of_code(attribute, json) : json;
		if (write->linked && attribute_holds_components(attribute)) {
			if (!plain_read_links(write, field))
				return false;
			continue;
		}
		if (attribute_holds_components(attribute)
		        ? !read_components(write, field)
		        : !relation_read_input(arena, write->registry, attribute, field->json, attribute->name,
		                               &field->input, write->error))
			return false;
	}
	return true;
}

/* Links that don't go with the entry's row, because nothing in the database says that they belong to it. */
static bool outlives_row(const struct attribute *attribute)
{
	switch (attribute->link.kind) {
	case LINK_COMPONENTS:
	case LINK_MORPH_OWNER:
	case LINK_MORPH_TARGET:
	case LINK_COLUMN_TARGET:
		return true;
	default:
		return false;
	}
}

void input_delete(struct arena *arena, struct write_entry *entry)
{
	entry->kind = WRITE_KIND_DELETE;
	for (size_t i = 0; i < entry->type->attribute_count; i++)
		if (outlives_row(&entry->type->attributes[i]))
			add_field(arena, entry, &entry->type->attributes[i])->input.clear = true;
}

/* Whether the two see the same rows of a link table, from its two sides. */
static bool are_two_sides(const struct attribute *a, const struct attribute *b)
{
	enum link_kind kind = a->link.kind;
	if (kind == LINK_TABLE && b->link.kind == LINK_TABLE)
		return strcmp(a->link.table, b->link.table) == 0;
	return (kind == LINK_MORPH_OWNER || kind == LINK_MORPH_TARGET) && (a->inverse == b || b->inverse == a);
}

struct write_entry *input_split(struct arena *arena, struct write_entry *entry)
{
	struct write_entry *second = NULL;
	for (size_t i = 1; i < entry->field_count; i++) {
		struct write_field *field = &entry->fields[i];
		size_t other = 0;
		while (other < i && !are_two_sides(entry->fields[other].attribute, field->attribute))
			other++;
		if (other == i)
			continue;
		if (!second) {
			second = arena_alloc(arena, sizeof *second);
			*second = (struct write_entry){.kind = WRITE_KIND_LINK, .type = entry->type, .id = entry->id};
		}
		*add_field(arena, second, field->attribute) = *field;
		entry->field_count--;
		memmove(field, field + 1, (entry->field_count - i) * sizeof *field);
		i--;
	}
	return second;
}
