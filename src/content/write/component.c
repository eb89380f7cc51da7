#include "component.h"

#include "content/read/lifecycle.h"
#include "input.h"
#include "lifecycle.h"
#include "load.h"
#include "passwords.h"

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
	if (creation ? content_insert(call, type, data, id, write->error)
	             : content_change_entry(call, type, data, *id, write->error))
		return true;
	query_tell_validation(write->error);
	return false;
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

bool component_store(struct write *write, const struct content_type *type, struct json_object *sent_id,
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
static bool delete_one(struct write *write, const struct component_name *component, struct json_object *id,
                       unsigned depth)
{
	const struct content_call *call = write->call;
	const struct content_type *type = component->type;
	struct component_list inner;
	struct lifecycle lifecycle;
	struct json_object *params = params_of(call->arena, id, NULL), *result = NULL;
	const bool as_text = json_object_is_type(id, json_type_string);
	if (!load_each_field(write, type, component->id, as_text) ||
	    !component_find_all(write, type, component->id, &inner) || !delete_all(write, &inner, depth + 1) ||
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
		if (!delete_one(write, &list->items[i], id, depth))
			return false;
	}
	return true;
}

bool component_delete(struct write *write, const struct component_name *component, struct json_object *id)
{
	return delete_one(write, component, id, 0);
}

bool component_delete_all(struct write *write, const struct component_list *list)
{
	return delete_all(write, list, 0);
}

/* ---- those that are stored ---- */

bool component_find(struct write *write, const struct content_type *type, const struct attribute *attribute,
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

bool component_find_all(struct write *write, const struct content_type *type, int64_t entry_id,
                        struct component_list *list)
{
	struct component_list part;
	*list = (struct component_list){0};
	for (size_t i = 0; i < type->attribute_count; i++) {
		if (!attribute_holds_components(&type->attributes[i]))
			continue;
		if (!component_find(write, type, &type->attributes[i], entry_id, &part))
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
