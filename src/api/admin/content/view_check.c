/* What is sent as a view, checked as Strapi checks it and in its words. */
#include "view_check.h"
#include "view_rules.h"

#include "content/content.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>

struct check {
	const struct admin_schemas *schemas;
	const struct admin_schema *schema;
	struct json_object *mistakes;
};

static void add(const struct check *check, const char *format, ...) __attribute__((format(printf, 2, 3)));

static void add(const struct check *check, const char *format, ...)
{
	struct arena *arena = arena_create();
	va_list args;
	va_start(args, format);
	json_object_array_add(check->mistakes, json_object_new_string(arena_format_list(arena, format, args)));
	va_end(args);
	arena_destroy(arena);
}

static void wrong_type(const struct check *check, const char *path, const char *type, struct json_object *value)
{
	struct buffer shown = {0};
	content_print_value(&shown, value);
	add(check, "%s must be a `%s` type, but the final value was: `%.*s`.", path, type, (int)shown.len, shown.data);
	buffer_free(&shown);
}

/* Keys that are none of `names`, a list that ends with NULL. Told after what is wrong in those that are. */
static void check_keys(const struct check *check, const char *path, struct json_object *object,
                       const char *const *names)
{
	struct buffer unknown = {0};
	json_object_object_foreach(object, key, value)
	{
		bool known = false;
		(void)value;
		for (size_t i = 0; names[i] && !known; i++)
			known = strcmp(names[i], key) == 0;
		if (!known) {
			buffer_text(&unknown, unknown.len ? ", " : "");
			buffer_text(&unknown, key);
		}
	}
	if (unknown.len)
		add(check, "%s field has unspecified keys: %.*s", path, (int)unknown.len, unknown.data);
	buffer_free(&unknown);
}

static bool check_flag(const struct check *check, const char *path, struct json_object *object, const char *name,
                       bool required)
{
	struct json_object *value;
	char whole[600];
	snprintf(whole, sizeof whole, "%s.%s", path, name);
	if (!json_find(object, name, &value)) {
		if (required)
			add(check, "%s is a required field", whole);
		return false;
	}
	if (!json_object_is_type(value, json_type_boolean))
		wrong_type(check, whole, "boolean", value);
	return true;
}

/* NULL when it is missing or no text. */
static const char *check_text(const struct check *check, const char *path, struct json_object *object, const char *name)
{
	struct json_object *value;
	char whole[600];
	snprintf(whole, sizeof whole, "%s.%s", path, name);
	if (!json_find(object, name, &value))
		return NULL;
	if (!json_object_is_type(value, json_type_string)) {
		wrong_type(check, whole, "string", value);
		return NULL;
	}
	return json_object_get_string(value);
}

/* "a, b, c": what of the schema passes. */
static void write_allowed(struct buffer *text, const struct admin_schema *schema,
                          bool (*passes)(const struct admin_schema *schema, const char *name))
{
	json_object_object_foreach(schema->attributes, name, attribute)
	{
		(void)attribute;
		if (!passes(schema, name))
			continue;
		buffer_text(text, text->len ? ", " : "");
		buffer_text(text, name);
	}
}

static void refuse_choice(const struct check *check, const char *path, const struct admin_schema *schema,
                          bool (*passes)(const struct admin_schema *schema, const char *name), bool with_id)
{
	struct buffer text = {0};
	write_allowed(&text, schema, passes);
	if (with_id && !passes(schema, "id"))
		buffer_text(&text, text.len ? ", id" : "id");
	add(check, "%s must be one of the following values: %.*s", path, (int)text.len, text.data);
	buffer_free(&text);
}

/* ---- settings ---- */

static void check_page_size(const struct check *check, struct json_object *settings)
{
	struct json_object *size;
	if (!json_find(settings, "pageSize", &size)) {
		add(check, "settings.pageSize is a required field");
		return;
	}
	if (!json_object_is_type(size, json_type_int) && !json_object_is_type(size, json_type_double)) {
		wrong_type(check, "settings.pageSize", "number", size);
		return;
	}
	const double number = json_object_get_double(size);
	if (floor(number) < number || floor(number) > number)
		add(check, "settings.pageSize must be an integer");
	if (number < 10)
		add(check, "settings.pageSize must be greater than or equal to 10");
	if (number > 100)
		add(check, "settings.pageSize must be less than or equal to 100");
}

static void check_settings(const struct check *check, struct json_object *settings)
{
	static const char *const names[] = {"bulkable",  "filterable",    "pageSize",         "searchable",
	                                    "mainField", "defaultSortBy", "defaultSortOrder", NULL};
	check_flag(check, "settings", settings, "bulkable", true);
	check_flag(check, "settings", settings, "filterable", true);
	check_page_size(check, settings);
	check_flag(check, "settings", settings, "searchable", true);
	const char *main = check_text(check, "settings", settings, "mainField");
	if (json_find(settings, "mainField", NULL) && (!main || !view_is_listable(check->schema, main)))
		refuse_choice(check, "settings.mainField", check->schema, view_is_listable, true);
	const char *sort = check_text(check, "settings", settings, "defaultSortBy");
	if (sort && !view_is_default_sort(check->schemas, check->schema, slice_of(sort)))
		add(check, "settings.defaultSortBy is not a valid sort attribute");
	const char *order = check_text(check, "settings", settings, "defaultSortOrder");
	if (json_find(settings, "defaultSortOrder", NULL) &&
	    (!order || (strcmp(order, "ASC") != 0 && strcmp(order, "DESC") != 0)))
		add(check, "settings.defaultSortOrder must be one of the following values: ASC, DESC");
	check_keys(check, "settings", settings, names);
}

/* ---- what is said of each attribute ---- */

static void check_main_field(const struct check *check, const char *path, const char *name, struct json_object *edit)
{
	char whole[600];
	const char *main = check_text(check, path, edit, "mainField");
	struct json_object *attribute = json_member(check->schema->attributes, name);
	const struct admin_schema *target =
	    schemas_find(check->schemas, json_string(json_member(attribute, "targetModel")));
	if (!main || !*main || !target || target->component || view_is_listable(target, main))
		return;
	snprintf(whole, sizeof whole, "%s.mainField", path);
	refuse_choice(check, whole, target, view_is_listable, true);
}

static bool check_object(const struct check *check, const char *path, struct json_object *parent, const char *name,
                         struct json_object **object)
{
	char whole[600];
	snprintf(whole, sizeof whole, "%s.%s", path, name);
	if (!json_find(parent, name, object)) {
		add(check, "%s is a required field", whole);
		return false;
	}
	if (json_object_is_type(*object, json_type_object))
		return true;
	wrong_type(check, whole, "object", *object);
	return false;
}

static void check_metadata(const struct check *check, const char *name, struct json_object *both)
{
	static const char *const parts[] = {"edit", "list", NULL};
	static const char *const edits[] = {"label",   "description", "placeholder", "editable",
	                                    "visible", "mainField",   NULL};
	static const char *const lists[] = {"label", "searchable", "sortable", NULL};
	struct json_object *edit, *list;
	char path[300], whole[400];
	snprintf(path, sizeof path, "metadatas.%s", name);
	if (check_object(check, path, both, "edit", &edit)) {
		snprintf(whole, sizeof whole, "%s.edit", path);
		check_text(check, whole, edit, "label");
		check_text(check, whole, edit, "description");
		check_text(check, whole, edit, "placeholder");
		check_flag(check, whole, edit, "editable", false);
		check_flag(check, whole, edit, "visible", false);
		check_main_field(check, whole, name, edit);
		check_keys(check, whole, edit, edits);
	}
	if (check_object(check, path, both, "list", &list)) {
		snprintf(whole, sizeof whole, "%s.list", path);
		check_text(check, whole, list, "label");
		check_flag(check, whole, list, "searchable", false);
		check_flag(check, whole, list, "sortable", false);
		check_keys(check, whole, list, lists);
	}
	check_keys(check, path, both, parts);
}

static void check_metadatas(const struct check *check, struct json_object *metadatas)
{
	json_object_object_foreach(check->schema->attributes, name, attribute)
	{
		struct json_object *both;
		(void)attribute;
		if (!json_find(metadatas, name, &both))
			continue;
		if (json_object_is_type(both, json_type_object)) {
			check_metadata(check, name, both);
			continue;
		}
		char path[300];
		snprintf(path, sizeof path, "metadatas.%s", name);
		wrong_type(check, path, "object", both);
	}
}

/* ---- layouts ---- */

static void check_cell(const struct check *check, const char *path, struct json_object *cell)
{
	static const char *const names[] = {"name", "size", NULL};
	char whole[200];
	if (!json_object_is_type(cell, json_type_object)) {
		wrong_type(check, path, "object", cell);
		return;
	}
	const char *name = check_text(check, path, cell, "name");
	snprintf(whole, sizeof whole, "%s.name", path);
	if (!json_find(cell, "name", NULL))
		add(check, "%s is a required field", whole);
	else if (!name || !view_is_editable(check->schema, name))
		refuse_choice(check, whole, check->schema, view_is_editable, false);
	struct json_object *size;
	snprintf(whole, sizeof whole, "%s.size", path);
	if (!json_find(cell, "size", &size))
		add(check, "%s is a required field", whole);
	else if (!json_object_is_type(size, json_type_int) && !json_object_is_type(size, json_type_double))
		wrong_type(check, whole, "number", size);
	else if (!json_object_is_type(size, json_type_int))
		add(check, "%s must be an integer", whole);
	else if (json_object_get_int64(size) <= 0)
		add(check, "%s must be a positive number", whole);
	check_keys(check, path, cell, names);
}

static void check_rows(const struct check *check, struct json_object *rows)
{
	char path[100];
	for (size_t i = 0; i < json_object_array_length(rows); i++) {
		struct json_object *row = json_object_array_get_idx(rows, i);
		if (!json_object_is_type(row, json_type_array)) {
			snprintf(path, sizeof path, "layouts.edit[%zu]", i);
			wrong_type(check, path, "array", row);
			continue;
		}
		for (size_t j = 0; j < json_object_array_length(row); j++) {
			snprintf(path, sizeof path, "layouts.edit[%zu][%zu]", i, j);
			check_cell(check, path, json_object_array_get_idx(row, j));
		}
	}
}

static void check_columns(const struct check *check, struct json_object *columns)
{
	char path[100];
	for (size_t i = 0; i < json_object_array_length(columns); i++) {
		struct json_object *column = json_object_array_get_idx(columns, i);
		snprintf(path, sizeof path, "layouts.list[%zu]", i);
		const bool text = json_object_is_type(column, json_type_string);
		if (!text)
			wrong_type(check, path, "string", column);
		if (!text || !view_is_listable(check->schema, json_object_get_string(column)))
			refuse_choice(check, path, check->schema, view_is_listable, false);
	}
}

static void check_layouts(const struct check *check, struct json_object *layouts)
{
	static const char *const names[] = {"edit", "list"};
	static void (*const parts[])(const struct check *check, struct json_object *part) = {check_rows, check_columns};
	for (size_t i = 0; i < COUNT_OF(parts); i++) {
		struct json_object *part;
		char path[32];
		snprintf(path, sizeof path, "layouts.%s", names[i]);
		if (!json_find(layouts, names[i], &part))
			add(check, "%s is required and must be an array", path);
		else if (!json_object_is_type(part, json_type_array))
			wrong_type(check, path, "array", part);
		else
			parts[i](check, part);
	}
}

void view_check(const struct admin_schemas *schemas, const struct admin_schema *schema, struct json_object *input,
                struct json_object *mistakes)
{
	static const char *const names[] = {"settings", "metadatas", "layouts", "options", NULL};
	static void (*const parts[])(const struct check *check,
	                             struct json_object *part) = {check_settings, check_metadatas, check_layouts};
	const struct check check = {schemas, schema, mistakes};
	for (size_t i = 0; i < COUNT_OF(parts); i++) {
		struct json_object *part = json_member(input, names[i]);
		if (!part)
			continue;
		if (json_object_is_type(part, json_type_object))
			parts[i](&check, part);
		else
			wrong_type(&check, names[i], "object", part);
	}
	check_keys(&check, "this", input, names);
}
