#include "plain.h"

#include "components.h"
#include "content/hooks.h"
#include "content/service.h"
#include "fields.h"
#include "input.h"

/* ---- components as links ---- */

static bool refuse_id(struct write *write, struct json_object *json)
{
	return error_set(write->error, 500, "Error", "Invalid id, expected a string or integer, got %.100s",
	                 json_object_is_type(json, json_type_object) ? "[object Object]"
	                                                             : json_print(write->call->arena, json));
}

/* The component that an item names: in a dynamic zone by itself, else by the pivot, or that of the attribute. */
static const struct content_type *item_type(const struct write *write, const struct attribute *attribute,
                                            struct json_object *item)
{
	struct json_object *name = json_member(item, "__component");
	if (!name)
		name = json_member(json_member(item, "__pivot"), "component_type");
	const struct content_type *named = name ? model_type(write->registry, json_string(name)) : NULL;
	return attribute->target ? attribute->target : named;
}

bool plain_read_links(struct write *write, struct write_field *field)
{
	struct arena *arena = write->call->arena;
	struct json_object *set = json_member(field->json, "set"), *json = set ? set : field->json;
	bool list = json_object_is_type(json, json_type_array);
	size_t count = list ? json_object_array_length(json) : 1;
	struct relation_input *input = &field->input;
	*input = (struct relation_input){0};
	if (json_object_is_type(json, json_type_object) && !json_find(json, "id", NULL))
		return true; /* Strapi changes nothing */
	*input = (struct relation_input){.set = true, .clear = !json};
	input->items = arena_array(arena, count, sizeof *input->items);
	for (size_t i = 0; i < count; i++) {
		struct json_object *item = list ? json_object_array_get_idx(json, i) : json;
		struct json_object *id = json_object_is_type(item, json_type_object) ? json_member(item, "id") : item;
		struct relation_item *read = &input->items[input->item_count];
		if (!item)
			continue;
		if (!relation_read_id(id, &read->target_id))
			return refuse_id(write, item);
		read->type = item_type(write, field->attribute, item);
		if (!read->type)
			return error_set(write->error, 500, "Error", "a component of %s has no type",
			                 field->attribute->name);
		input->item_count++;
	}
	return true;
}

static const struct store_link_row *find_row(const struct write_field *field, const struct relation_item *item)
{
	for (size_t i = 0; i < field->row_count; i++)
		if (field->rows[i].target_id == item->target_id && field->rows[i].type == item->type)
			return &field->rows[i];
	return NULL;
}

void plain_decide_links(const struct write_entry *entry, const struct write_field *field, struct write_changes *changes)
{
	const struct attribute *attribute = field->attribute;
	const struct relation_input *input = &field->input;
	/* Of a single component the last counts. */
	size_t first = attribute->multiple || input->item_count < 2 ? 0 : input->item_count - 1;
	struct store_link_row *links = arena_array(changes->arena, input->item_count, sizeof *links);
	int64_t *deleted = arena_array(changes->arena, field->row_count, sizeof *deleted);
	bool *kept = arena_array(changes->arena, field->row_count, sizeof *kept);
	size_t link_count = 0, deleted_count = 0;
	if (!input->set && !input->clear)
		return;
	for (size_t i = first; i < input->item_count; i++) {
		const struct store_link_row *row = find_row(field, &input->items[i]);
		double order = (double)(i - first) + 1;
		if (row)
			kept[row - field->rows] = true;
		if (row && attribute->multiple && (!row->has_order || row->order != order))
			changes_set_order(changes, attribute, row->row, order);
		if (!row)
			links[link_count++] = (struct store_link_row){.target_id = input->items[i].target_id,
			                                              .type = input->items[i].type,
			                                              .has_order = attribute->multiple,
			                                              .order = order};
	}
	for (size_t i = 0; i < field->row_count; i++)
		if (!kept[i])
			deleted[deleted_count++] = field->rows[i].row;
	changes_delete(changes, attribute->link.table, deleted, deleted_count);
	changes_insert_links(changes, attribute, entry, links, NULL, link_count);
}

/* ---- entries ---- */

static struct write start_write(const struct content_call *call, struct error *error)
{
	return (struct write){.call = call,
	                      .registry = service_registry(call->content),
	                      .now = datetime_now(),
	                      .by_code = true,
	                      .plain = true,
	                      .linked = true,
	                      .error = error};
}

/* The plugin i18n gives the default locale to new entries that say none. */
static bool set_locale(struct write *write, const struct content_type *type, struct json_object *data, bool one)
{
	struct json_object *sent = json_object_is_type(data, json_type_object) ? json_member(data, "locale") : NULL;
	struct slice locale;
	if (!type->localized || !json_object_is_type(data, json_type_object) ||
	    (sent && (one || json_string(sent).len)))
		return true;
	if (!content_default_locale(write->call, &locale, write->error))
		return false;
	json_object_object_add(data, "locale", json_object_new_string_len(locale.ptr, (int)locale.len));
	return true;
}

bool content_insert(const struct content_call *call, const struct content_type *type, struct json_object *data,
                    int64_t *id, struct error *error)
{
	struct write write = start_write(call, error);
	return set_locale(&write, type, data, true) && write_create(&write, type, data, id);
}

/* Tells those who must hear of every change. `data` NULL: the entry is gone. */
static bool tell_plain(const struct content_call *call, const struct content_type *type, const int64_t *ids,
                       size_t count, struct json_object *data, struct error *error)
{
	if (!hooks_look_at(call, CONTENT_AFTER_PLAIN, type))
		return true;
	for (size_t i = 0; i < count; i++)
		if (!hooks_run(call, CONTENT_AFTER_PLAIN, type, ids[i], data, NULL, error))
			return false;
	return true;
}

bool content_change_entry(const struct content_call *call, const struct content_type *type, struct json_object *data,
                          int64_t id, struct error *error)
{
	struct write write = start_write(call, error);
	write.renames = true;
	return write_update(&write, type, &id, 1, data) && tell_plain(call, type, &id, 1, data, error);
}

/* Leaves in an entry that is deleted its fields of components, or all others. */
static void keep_fields(struct write_entry *entry, bool components)
{
	size_t count = 0;
	for (size_t i = 0; i < entry->field_count; i++)
		if (attribute_holds_components(entry->fields[i].attribute) == components)
			entry->fields[count++] = entry->fields[i];
	entry->field_count = count;
}

bool content_relate(const struct content_call *call, const struct content_type *type, struct json_object *data,
                    int64_t id, struct error *error)
{
	struct write write = start_write(call, error);
	struct write_entry entry = {.kind = WRITE_KIND_LINK, .type = type, .id = id}, *item = &entry;
	const struct write_entries entries = {.items = &item, .count = 1};
	return input_read(&write, data, &entry) && write_run(&write, &entries);
}

bool content_remove(const struct content_call *call, const struct content_type *type, int64_t id, struct error *error)
{
	struct write write = start_write(call, error);
	struct write_entry entry = {.type = type, .id = id}, *item = &entry;
	const struct write_entries entries = {.items = &item, .count = 1};
	input_delete(call->arena, &entry);
	keep_fields(&entry, false);
	return write_run(&write, &entries) && tell_plain(call, type, &id, 1, NULL, error);
}

/* ---- rows alone ---- */

static bool is_in_row(const struct attribute *attribute)
{
	return !attribute || attribute_is_scalar(attribute) || attribute->link.kind == LINK_JOIN_COLUMN ||
	       attribute->link.kind == LINK_COLUMN_OWNER;
}

/* What of the entry lies in its own row. Strapi looks at nothing else, whatever its form. */
static bool read_row(struct write *write, struct json_object *data, struct write_entry *entry)
{
	struct json_object *own = json_keep(write->call->arena, json_object_new_object());
	if (!json_object_is_type(data, json_type_object))
		return error_set(write->error, 500, "Error", "Cannot read properties of undefined");
	json_object_object_foreach(data, key, value)
	{
		if (is_in_row(model_attribute(entry->type, slice_of(key))))
			json_object_object_add(own, key, json_object_get(value));
	}
	return input_read(write, own, entry);
}

bool content_insert_rows(const struct content_call *call, const struct content_type *type, struct json_object *list,
                         int64_t **ids, struct error *error)
{
	struct write write = start_write(call, error);
	size_t count = json_object_array_length(list);
	struct write_entry *items = arena_array(call->arena, count, sizeof *items);
	struct write_entries entries = {0};
	for (size_t i = 0; i < count; i++) {
		items[i] = (struct write_entry){.kind = WRITE_KIND_CREATE, .type = type, .keeps_id = true};
		struct json_object *data = json_object_array_get_idx(list, i);
		if (!set_locale(&write, type, data, false) || !read_row(&write, data, &items[i]))
			return false;
		write_entries_add(call->arena, &entries, &items[i]);
	}
	if (!write_run(&write, &entries))
		return false;
	*ids = arena_array(call->arena, count, sizeof **ids);
	for (size_t i = 0; i < count; i++)
		(*ids)[i] = items[i].id;
	return true;
}

bool content_change_rows(const struct content_call *call, const struct content_type *type, struct json_object *data,
                         const int64_t *ids, size_t count, struct error *error)
{
	struct write write = start_write(call, error);
	struct write_entry entry = {.kind = WRITE_KIND_UPDATE, .type = type};
	const struct store_where where = {.ids = ids, .id_count = count};
	struct store_field *fields;
	size_t field_count;
	write.many = true;
	if (!read_row(&write, data, &entry) || !fields_decide(&write, &entry, &fields, &field_count))
		return false;
	if (!field_count)
		return error_set(error, 500, "Error", "Update requires data");
	return !count || (store_update(call->session, type->table, &where, fields, field_count, error) &&
	                  tell_plain(call, type, ids, count, data, error));
}

bool content_remove_rows(const struct content_call *call, const struct content_type *type, const int64_t *ids,
                         size_t count, struct error *error)
{
	return store_delete(call->session, type->table, "id", ids, count, error) &&
	       tell_plain(call, type, ids, count, NULL, error);
}

bool content_remove_components(const struct content_call *call, const struct content_type *type, const int64_t *ids,
                               size_t count, struct error *error)
{
	struct write write = start_write(call, error);
	struct write_entry *items = arena_array(call->arena, count, sizeof *items);
	struct write_entries entries = {0};
	struct component_list list;
	if (components_are_apart(&write, type, LIFECYCLE_BEFORE_DELETE)) {
		for (size_t i = 0; i < count; i++)
			if (!component_find_all(&write, type, ids[i], &list) || !component_delete_all(&write, &list))
				return false;
		return true;
	}
	write.plain = write.linked = false;
	for (size_t i = 0; i < count; i++) {
		items[i] = (struct write_entry){.type = type, .id = ids[i]};
		input_delete(call->arena, &items[i]);
		keep_fields(&items[i], true);
		/* The entries themselves stay. */
		items[i].kind = WRITE_KIND_LINK;
		write_entries_add(call->arena, &entries, &items[i]);
	}
	return write_run(&write, &entries);
}
