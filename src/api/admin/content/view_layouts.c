/* The layouts of a view: the columns of lists, and the rows of forms. */
#include "view_layouts.h"
#include "view_rules.h"

enum { LIST_LENGTH = 4, ROW_SIZE = 12 };

static struct json_object *default_list(const struct admin_schema *schema)
{
	struct json_object *list = json_object_new_array();
	json_object_object_foreach(schema->attributes, name, attribute)
	{
		(void)attribute;
		if (json_object_array_length(list) < LIST_LENGTH && view_is_listable(schema, name))
			json_object_array_add(list, json_object_new_string(name));
	}
	return list;
}

static int row_size(struct json_object *row)
{
	int size = 0;
	for (size_t i = 0; i < json_object_array_length(row); i++)
		size += json_object_get_int(json_member(json_object_array_get_idx(row, i), "size"));
	return size;
}

static const char *type_of(const struct admin_schema *schema, const char *name)
{
	struct json_object *type = json_member(json_member(schema->attributes, name), "type");
	return type ? json_object_get_string(type) : "";
}

/* At the end of the last row, or in a new one when it is full. */
static void append(struct json_object *rows, const struct admin_schema *schema, const char *name)
{
	bool resizable;
	const int size = schemas_field_size(type_of(schema, name), &resizable);
	struct json_object *item = json_object_new_object();
	const size_t count = json_object_array_length(rows);
	struct json_object *row = count ? json_object_array_get_idx(rows, count - 1) : NULL;
	if (!row || row_size(row) + size > ROW_SIZE) {
		row = json_object_new_array();
		json_object_array_add(rows, row);
	}
	json_object_object_add(item, "name", json_object_new_string(name));
	json_object_object_add(item, "size", json_object_new_int(size));
	json_object_array_add(row, item);
}

static struct json_object *default_rows(const struct admin_schema *schema)
{
	struct json_object *rows = json_object_new_array();
	json_object_object_foreach(schema->attributes, name, attribute)
	{
		(void)attribute;
		if (view_is_editable(schema, name))
			append(rows, schema, name);
	}
	return rows;
}

/* That of the model's file, where it has one of the kind. */
static struct json_object *given_layout(const struct admin_schema *schema, const char *kind)
{
	struct json_object *layout = json_member(json_member(schema->config, "layouts"), kind), *copy = NULL;
	if (json_object_is_type(layout, json_type_array))
		json_object_deep_copy(layout, &copy, NULL);
	return copy;
}

struct json_object *view_default_layouts(const struct admin_schema *schema)
{
	struct json_object *layouts = json_object_new_object();
	struct json_object *list = given_layout(schema, "list"), *rows = given_layout(schema, "edit");
	json_object_object_add(layouts, "list", list ? list : default_list(schema));
	json_object_object_add(layouts, "edit", rows ? rows : default_rows(schema));
	return layouts;
}

static bool has_text(struct json_object *list, const char *name)
{
	for (size_t i = 0; i < json_object_array_length(list); i++)
		if (slice_is(json_string(json_object_array_get_idx(list, i)), name))
			return true;
	return false;
}

/* Columns that are left, and while there are few, those that are new in the model. */
static struct json_object *sync_columns(const struct admin_schema *schema, struct json_object *stored,
                                        struct json_object *metadatas)
{
	struct json_object *list = json_object_new_array();
	for (size_t i = 0; stored && i < json_object_array_length(stored); i++) {
		struct json_object *item = json_object_array_get_idx(stored, i);
		if (json_object_is_type(item, json_type_string) &&
		    view_is_listable(schema, json_object_get_string(item)))
			json_object_array_add(list, json_object_get(item));
	}
	json_object_object_foreach(schema->attributes, name, attribute)
	{
		(void)attribute;
		if (json_object_array_length(list) < LIST_LENGTH && !json_find(metadatas, name, NULL) &&
		    view_is_listable(schema, name) && !has_text(list, name))
			json_object_array_add(list, json_object_new_string(name));
	}
	if (json_object_array_length(list))
		return list;
	json_object_put(list);
	return default_list(schema);
}

static bool fits(const struct admin_schema *schema, const char *name, int size)
{
	bool resizable;
	const int usual = schemas_field_size(type_of(schema, name), &resizable);
	return (resizable || size == usual) && size <= ROW_SIZE;
}

/* The row's fields that stay; those whose size is not allowed are to be appended again. NULL: none stays. */
static struct json_object *sync_row(const struct admin_schema *schema, struct json_object *row,
                                    struct json_object *again)
{
	struct json_object *kept = json_object_new_array();
	for (size_t i = 0; json_object_is_type(row, json_type_array) && i < json_object_array_length(row); i++) {
		struct json_object *item = json_object_array_get_idx(row, i);
		struct json_object *name = json_member_of_type(item, "name", json_type_string);
		if (!name || !view_is_editable(schema, json_object_get_string(name)))
			continue;
		if (fits(schema, json_object_get_string(name), json_object_get_int(json_member(item, "size"))))
			json_object_array_add(kept, json_object_get(item));
		else
			json_object_array_add(again, json_object_get(name));
	}
	if (json_object_array_length(kept))
		return kept;
	json_object_put(kept);
	return NULL;
}

static struct json_object *sync_rows(const struct admin_schema *schema, struct json_object *stored,
                                     struct json_object *metadatas)
{
	struct json_object *rows = json_object_new_array(), *again = json_object_new_array();
	for (size_t i = 0; stored && i < json_object_array_length(stored); i++) {
		struct json_object *row = sync_row(schema, json_object_array_get_idx(stored, i), again);
		if (row)
			json_object_array_add(rows, row);
	}
	for (size_t i = 0; i < json_object_array_length(again); i++)
		append(rows, schema, json_object_get_string(json_object_array_get_idx(again, i)));
	json_object_put(again);
	json_object_object_foreach(schema->attributes, name, attribute)
	{
		(void)attribute;
		if (!json_find(metadatas, name, NULL) && view_is_editable(schema, name))
			append(rows, schema, name);
	}
	if (json_object_array_length(rows))
		return rows;
	json_object_put(rows);
	return default_rows(schema);
}

static struct slice first_name(struct json_object *object)
{
	struct json_object_iterator at = json_object_iter_begin(object), end = json_object_iter_end(object);
	return json_object_iter_equal(&at, &end) ? SLICE("") : slice_of(json_object_iter_peek_name(&at));
}

struct json_object *view_sync_layouts(const struct admin_schema *schema, struct json_object *stored,
                                      struct json_object *metadatas)
{
	if (view_is_empty(stored))
		return view_default_layouts(schema);
	struct json_object *layouts = json_object_new_object();
	struct json_object *columns = json_member_of_type(stored, "list", json_type_array);
	struct json_object *rows = json_member_of_type(stored, "edit", json_type_array);
	/* In the order in which they are stored. */
	if (json_object_is_type(stored, json_type_object) && slice_is(first_name(stored), "edit"))
		json_object_object_add(layouts, "edit", NULL);
	json_object_object_add(layouts, "list", sync_columns(schema, columns, metadatas));
	json_object_object_add(layouts, "edit", sync_rows(schema, rows, metadatas));
	return layouts;
}
