#include "link_set.h"
#include "save.h"

const struct content_type *components_type(const struct registry *registry, const struct attribute *attribute,
                                           struct json_object *value)
{
	struct json_object *name;
	if (attribute->target)
		return attribute->target;
	if (!json_object_object_get_ex(value, "__component", &name) || !json_object_is_type(name, json_type_string))
		return NULL;
	const struct content_type *type = model_type(registry, json_text(name));
	return type && type->component ? type : NULL;
}

/* The id that was sent with a component; 0 when there is none, -1 when there is what can't be one. */
static int64_t id_of(struct json_object *value)
{
	struct json_object *id;
	int64_t number;
	if (!json_object_object_get_ex(value, "id", &id) || !id)
		return 0;
	bool whole = (json_object_is_type(id, json_type_int) || json_object_is_type(id, json_type_string)) &&
	             slice_to_int64(json_text(id), &number);
	return whole && number ? number : -1;
}

static void collect_rows(struct link_set *set, struct arena *arena, struct store_link_row *rows, size_t count)
{
	link_set_init(set, arena);
	for (size_t i = 0; i < count; i++)
		link_set_add(set, rows[i].target, rows[i].type, &rows[i]);
}

static struct store_link_row *find_row(const struct link_set *rows, const struct content_type *type, int64_t id)
{
	struct store_link_row *row = link_set_get(rows, id, type);
	return row ? row : link_set_get(rows, id, NULL);
}

static bool not_related(struct save *save, const struct attribute *attribute)
{
	return error_set(save->error, 400, "ApplicationError",
	                 "Some of the provided components in %s are not related to the entity", attribute->name);
}

/* The components sent, as a list of values; a single one is a list of one, null an empty one. */
static size_t value_count(struct json_object *json)
{
	return json_object_is_type(json, json_type_array) ? json_object_array_length(json) : json ? 1 : 0;
}

static struct json_object *value_at(struct json_object *json, size_t index)
{
	return json_object_is_type(json, json_type_array) ? json_object_array_get_idx(json, index) : json;
}

static bool delete_row(struct save *save, const struct attribute *attribute, const struct store_link_row *row)
{
	const struct content_type *type = row->type ? row->type : attribute->target;
	return (!type || save_delete(save, type, row->target)) &&
	       store_delete(save->call->session, attribute->link.table, "id", &row->row, 1, save->error);
}

/* What is stored of one field. */
struct field {
	struct save *save;
	const struct attribute *attribute;
	struct store_link_row *rows; /* what hung on the entry before */
	size_t row_count;
	struct link_set by_id;        /* the same */
	struct store_link_row *added; /* links to new components: stored together, behind them */
	size_t added_count;
};

/* Deletes what hangs on the entry and is not named any more. Those named must hang on it. */
static bool delete_unnamed(const struct field *field, struct json_object *json)
{
	struct save *save = field->save;
	const struct attribute *attribute = field->attribute;
	bool *named = arena_array(save->call->arena, field->row_count, sizeof *named);
	for (size_t i = 0; i < value_count(json); i++) {
		struct json_object *value = value_at(json, i);
		int64_t id = value ? id_of(value) : 0;
		if (!id)
			continue;
		struct store_link_row *row =
		    find_row(&field->by_id, components_type(save->registry, attribute, value), id);
		if (!row)
			return not_related(save, attribute);
		named[row - field->rows] = true;
	}
	for (size_t i = 0; i < field->row_count; i++)
		if (!named[i] && !delete_row(save, attribute, &field->rows[i]))
			return false;
	return true;
}

/* Stores one component at place number `place` (from 1). */
static bool save_value(struct field *field, int64_t owner, struct json_object *value, size_t place)
{
	struct save *save = field->save;
	const struct attribute *attribute = field->attribute;
	const struct content_type *type = components_type(save->registry, attribute, value);
	struct store_link_row link = {
	    .owner = owner, .type = type, .has_order = attribute->multiple, .order = (double)place};
	int64_t id = id_of(value);
	if (!type)
		return error_validation(save->error, "Unknown component in %s", attribute->name);
	struct store_link_row *row = id ? find_row(&field->by_id, type, id) : NULL;
	if (row) {
		bool moved = attribute->multiple && (!row->has_order || row->order != link.order);
		return save_update(save, type, id, value) &&
		       (!moved || store_set_order(save->call->session, attribute, row->row, link.order, save->error));
	}
	if (!save_create(save, type, value, &link.target))
		return false;
	field->added[field->added_count++] = link;
	return true;
}

static bool save_field(struct save *save, const struct content_type *type, const struct attribute *attribute,
                       int64_t id, struct json_object *json, bool creation)
{
	struct store_session *session = save->call->session;
	struct field field = {.save = save, .attribute = attribute};
	size_t count = value_count(json), place = 0;
	if (!creation &&
	    !store_read_links(session, type, attribute, false, &id, 1, &field.rows, &field.row_count, save->error))
		return false;
	collect_rows(&field.by_id, save->call->arena, field.rows, field.row_count);
	if (!creation && !delete_unnamed(&field, json))
		return false;
	field.added = arena_array(save->call->arena, count, sizeof *field.added);
	for (size_t i = 0; i < count; i++) {
		struct json_object *value = value_at(json, i);
		if (value && !save_value(&field, id, value, ++place))
			return false;
	}
	return store_insert_links(session, attribute, field.added, field.added_count, save->error);
}

bool components_save(struct save *save, const struct content_type *type, int64_t id, struct json_object *data,
                     bool creation)
{
	for (size_t i = 0; i < type->attribute_count; i++) {
		const struct attribute *attribute = &type->attributes[i];
		struct json_object *json;
		if (attribute_holds_components(attribute) && json_object_object_get_ex(data, attribute->name, &json) &&
		    !save_field(save, type, attribute, id, json, creation))
			return false;
	}
	return true;
}

bool components_delete(struct save *save, const struct content_type *type, int64_t id)
{
	for (size_t i = 0; i < type->attribute_count; i++) {
		const struct attribute *attribute = &type->attributes[i];
		struct store_link_row *rows;
		size_t count;
		if (!attribute_holds_components(attribute))
			continue;
		if (!store_read_links(save->call->session, type, attribute, false, &id, 1, &rows, &count, save->error))
			return false;
		for (size_t j = 0; j < count; j++)
			if (!delete_row(save, attribute, &rows[j]))
				return false;
	}
	return true;
}
