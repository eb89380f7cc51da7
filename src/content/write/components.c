#include "components.h"

#include "content/read/lifecycle.h"
#include "content/service.h"
#include "input.h"
#include "lifecycle.h"
#include "load.h"
#include "passwords.h"

/* ---- which are written by themselves ---- */

bool components_are_apart(const struct write *write, const struct content_type *type, enum content_lifecycle before)
{
	const struct content_call *call = write->call;
	return type->component_table && service_listener(call->content)->listen &&
	       (lifecycle_has_listener(call, type, before) ||
	        lifecycle_has_listener(call, type, LIFECYCLE_BEFORE_FIND_ONE) ||
	        content_listens_to_components(call->content));
}

/* ---- one component, with its events ---- */

static struct json_object *params_of(struct arena *arena, struct json_object *id, struct json_object *data)
{
	struct json_object *params = json_keep(arena, json_object_new_object());
	if (id) {
		struct json_object *where = json_object_new_object();
		json_object_object_add(where, "id", json_object_get(id));
		json_object_object_add(params, "where", where);
	}
	if (data)
		json_object_object_add(params, "data", json_object_get(data));
	return params;
}

/* Stores the data that hooks have left of a component. */
static bool store_data(struct write *write, const struct content_type *type, bool creation, struct json_object *params,
                       int64_t *id)
{
	const struct content_call *call = write->call;
	struct json_object *data;
	if (!query_untag_data(call->arena, type, json_member(params, "data"), false, &data, write->error))
		return false;
	if (!json_object_is_type(data, json_type_object))
		return error_set(write->error, 500, "Error", "%s a data object",
		                 creation ? "Create expects" : "Update requires");
	return creation ? content_insert(call, type, data, id, write->error)
	                : content_change_entry(call, type, data, *id, write->error);
}

static bool read_back(struct write *write, const struct lifecycle *lifecycle, const struct content_type *type,
                      int64_t id, bool as_text, struct json_object **result)
{
	const struct content_call *call = write->call;
	*result = NULL;
	if (!lifecycle->call && !lifecycle_has_listener(call, type, LIFECYCLE_BEFORE_FIND_ONE))
		return true;
	if (!lifecycle_read(call, query_create(call->arena, type), id, as_text, result, write->error))
		return false;
	json_object_get(*result);
	return true;
}

static bool finish(struct write *write, struct lifecycle *lifecycle, const struct content_type *type, int64_t id)
{
	struct json_object *result;
	bool done =
	    read_back(write, lifecycle, type, id, false, &result) && lifecycle_after(lifecycle, &result, write->error);
	json_object_put(result);
	return done;
}

static bool store_component(struct write *write, const struct content_type *type, struct json_object *sent_id,
                            struct json_object *data, int64_t *id)
{
	const struct content_call *call = write->call;
	const enum content_lifecycle before = sent_id ? LIFECYCLE_BEFORE_UPDATE : LIFECYCLE_BEFORE_CREATE;
	struct json_object *params = params_of(call->arena, sent_id, data);
	struct lifecycle lifecycle;
	lifecycle_add_times(write, data, !sent_id);
	if (!passwords_replace(write, type, data) ||
	    !lifecycle_begin(&lifecycle, call, type, before, params, NULL, write->error))
		return false;
	bool done = store_data(write, type, !sent_id, params, id) && finish(write, &lifecycle, type, *id);
	lifecycle_end(&lifecycle);
	return done;
}

static bool delete_all(struct write *write, const struct component_list *list, unsigned depth);

/* `id`: as the hook sees it. */
static bool delete_component(struct write *write, const struct component_name *component, struct json_object *id,
                             unsigned depth)
{
	const struct content_call *call = write->call;
	const struct content_type *type = component->type;
	struct component_list inner;
	struct lifecycle lifecycle;
	struct json_object *params = params_of(call->arena, id, NULL), *result = NULL;
	const bool as_text = json_object_is_type(id, json_type_string);
	if (!load_each_field(write, type, component->id, as_text) ||
	    !components_find(write, type, component->id, &inner) || !delete_all(write, &inner, depth + 1) ||
	    !lifecycle_begin(&lifecycle, call, type, LIFECYCLE_BEFORE_DELETE, params, NULL, write->error))
		return false;
	bool done = read_back(write, &lifecycle, type, component->id, as_text, &result) &&
	            content_remove(call, type, component->id, write->error) &&
	            lifecycle_after(&lifecycle, &result, write->error);
	json_object_put(result);
	lifecycle_end(&lifecycle);
	return done;
}

static bool delete_all(struct write *write, const struct component_list *list, unsigned depth)
{
	for (size_t i = 0; i < list->count && depth <= WRITE_DEEPEST_COMPONENT; i++) {
		struct json_object *id = json_keep(write->call->arena, json_object_new_int64(list->items[i].id));
		if (!delete_component(write, &list->items[i], id, depth))
			return false;
	}
	return true;
}

bool components_delete(struct write *write, const struct component_list *list)
{
	return delete_all(write, list, 0);
}

/* ---- those that are stored ---- */

static bool read_links(struct write *write, const struct content_type *type, const struct attribute *attribute,
                       int64_t entry_id, struct component_list *list)
{
	struct store_link_row *rows;
	size_t count;
	*list = (struct component_list){0};
	if (!entry_id)
		return true;
	if (!store_read_links(write->call->session, type, attribute, false, &entry_id, 1, &rows, &count, write->error))
		return false;
	list->items = arena_array(write->call->arena, count, sizeof *list->items);
	for (size_t i = 0; i < count; i++) {
		const struct content_type *component = rows[i].type ? rows[i].type : attribute->target;
		if (component)
			list->items[list->count++] = (struct component_name){component, rows[i].target_id};
	}
	return true;
}

bool components_find(struct write *write, const struct content_type *type, int64_t entry_id,
                     struct component_list *list)
{
	struct component_list part;
	*list = (struct component_list){0};
	for (size_t i = 0; i < type->attribute_count; i++) {
		if (!attribute_holds_components(&type->attributes[i]))
			continue;
		if (!read_links(write, type, &type->attributes[i], entry_id, &part))
			return false;
		struct component_name *all =
		    arena_array(write->call->arena, list->count + part.count, sizeof *list->items);
		if (list->count)
			memcpy(all, list->items, list->count * sizeof *all);
		if (part.count)
			memcpy(all + list->count, part.items, part.count * sizeof *all);
		list->items = all;
		list->count += part.count;
	}
	return true;
}

static struct component_name *find_name(const struct component_list *list, const struct content_type *type, int64_t id)
{
	for (size_t i = 0; i < list->count; i++)
		if (list->items[i].type == type && list->items[i].id == id)
			return &list->items[i];
	return NULL;
}

/* ---- those that are sent ---- */

/* A field of components, of an entry that is stored or (entry_id 0) new. */
struct component_field {
	const struct attribute *attribute;
	int64_t entry_id;
	struct json_object *items; /* what is sent: one or a list, or null */
	size_t count;
	struct component_list stored;
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
		if (id && !delete_component(write, name, json_keep(arena, id), 0))
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

static bool write_fields(struct write *write, const struct content_type *type, int64_t entry_id,
                         struct json_object *data, unsigned depth);

static bool write_item(struct write *write, const struct component_field *field, struct json_object *item,
                       unsigned depth, struct json_object **made)
{
	const struct content_type *type = input_component_type(write->registry, field->attribute, item);
	int64_t id = id_of(field, item);
	if (!type || depth > WRITE_DEEPEST_COMPONENT)
		return error_validation(write->error, "Unknown component in %s", field->attribute->name);
	struct json_object *data = json_keep(write->call->arena, json_object_new_object());
	json_object_object_foreach(item, key, value)
	{
		if (id || strcmp(key, "id") != 0)
			json_object_object_add(data, key, json_object_get(value));
	}
	if (!write_fields(write, type, id, data, depth + 1) ||
	    !store_component(write, type, id ? json_member(item, "id") : NULL, data, &id))
		return false;
	*made = reference(field->attribute, type, id);
	return true;
}

static bool write_items(struct write *write, const struct component_field *field, unsigned depth,
                        struct json_object **made)
{
	const bool list = field->attribute->multiple;
	*made = list ? json_object_new_array() : NULL;
	for (size_t i = 0; i < field->count; i++) {
		struct json_object *item = item_of(field, i), *named = NULL;
		if (!item)
			continue;
		if (!write_item(write, field, item, depth, &named)) {
			json_object_put(*made);
			return false;
		}
		if (list) {
			json_object_array_add(*made, named);
		} else {
			json_object_put(*made);
			*made = named;
		}
	}
	return true;
}

/* Writes what the fields of `data` have, and puts the references there. */
static bool write_fields(struct write *write, const struct content_type *type, int64_t entry_id,
                         struct json_object *data, unsigned depth)
{
	for (size_t i = 0; i < type->attribute_count; i++) {
		struct component_field field = {.attribute = &type->attributes[i], .entry_id = entry_id};
		struct json_object *made;
		if (!attribute_holds_components(field.attribute) ||
		    !json_find(data, field.attribute->name, &field.items))
			continue;
		field.count = json_object_is_type(field.items, json_type_array) ? json_object_array_length(field.items)
		                                                                : field.items != NULL;
		if ((entry_id && !load_components(write, type, entry_id, false, field.attribute)) ||
		    !read_links(write, type, field.attribute, entry_id, &field.stored) ||
		    !delete_others(write, &field) || !write_items(write, &field, depth, &made))
			return false;
		/* Of null for a new entry nothing is left, in Strapi as here. */
		if (!entry_id && !made)
			json_object_object_del(data, field.attribute->name);
		else
			json_object_object_add(data, field.attribute->name, made);
	}
	return true;
}

bool components_write(struct write *write, const struct content_type *type, int64_t entry_id, struct json_object **data)
{
	struct json_object *copy = json_keep(write->call->arena, json_object_new_object());
	json_object_object_foreach(*data, key, value)
	{
		json_object_object_add(copy, key, json_object_get(value));
	}
	write->linked = true;
	*data = copy;
	return write_fields(write, type, entry_id, copy, 0);
}
