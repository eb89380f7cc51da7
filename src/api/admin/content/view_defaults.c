/* The view of a model as Strapi makes it, and as it brings one up to date. */
#include "view_defaults.h"
#include "view_rules.h"

static struct json_object *text(const char *value)
{
	return json_object_new_string(value);
}

static struct json_object *flag(bool value)
{
	return json_object_new_boolean(value);
}

/* Members that the model gives a view in its file, in the place of those that are made. */
static void take(struct json_object *into, struct json_object *given, const char *const *names)
{
	for (; *names; names++) {
		struct json_object *value, *copy = NULL;
		if (!json_find(given, *names, &value))
			continue;
		json_object_deep_copy(value, &copy, NULL);
		json_object_object_add(into, *names, copy);
	}
}

/* ---- settings ---- */

/* The first text of the model, or "id". */
static const char *main_field(const struct admin_schema *schema)
{
	json_object_object_foreach(schema->attributes, name, attribute)
	{
		if (strcmp(name, "id") != 0 && slice_is(json_string(json_member(attribute, "type")), "string"))
			return name;
	}
	return "id";
}

struct json_object *view_default_settings(const struct admin_schemas *schemas, const struct admin_schema *schema)
{
	static const char *const given[] = {"searchable", "filterable",    "bulkable",         "pageSize",
	                                    "mainField",  "defaultSortBy", "defaultSortOrder", NULL};
	struct json_object *settings = json_object_new_object();
	(void)schemas;
	json_object_object_add(settings, "bulkable", flag(true));
	json_object_object_add(settings, "filterable", flag(true));
	json_object_object_add(settings, "searchable", flag(true));
	json_object_object_add(settings, "pageSize", json_object_new_int(10));
	json_object_object_add(settings, "mainField", text(main_field(schema)));
	json_object_object_add(settings, "defaultSortBy", text(main_field(schema)));
	json_object_object_add(settings, "defaultSortOrder", text("ASC"));
	take(settings, json_member(schema->config, "settings"), given);
	return settings;
}

/* Strapi takes any column of a list that is sent, and resets it when it starts unless lists are sorted by it. */
static bool stays_main(const struct admin_schema *schema, const char *name)
{
	return view_is_sortable(schema, name) || view_is_listable(schema, name);
}

struct json_object *view_sync_settings(const struct admin_schemas *schemas, const struct admin_schema *schema,
                                       struct json_object *stored)
{
	if (view_is_empty(stored))
		return view_default_settings(schemas, schema);
	struct json_object *settings = json_object_new_object();
	json_object_object_foreach(stored, name, value)
	{
		json_object_object_add(settings, name, json_object_get(value));
	}
	struct json_object *main = json_member_of_type(stored, "mainField", json_type_string);
	struct json_object *sort = json_member_of_type(stored, "defaultSortBy", json_type_string);
	if (!main || !stays_main(schema, json_object_get_string(main)))
		json_object_object_add(settings, "mainField", text(main_field(schema)));
	if (!sort || !view_is_default_sort(schemas, schema, json_string(sort)))
		json_object_object_add(settings, "defaultSortBy", text(main_field(schema)));
	return settings;
}

/* ---- what is said of each attribute ---- */

static const struct admin_schema *target_of(const struct admin_schemas *schemas, struct json_object *attribute)
{
	const struct admin_schema *target = schemas_find(schemas, json_string(json_member(attribute, "targetModel")));
	return target && !target->component ? target : NULL;
}

static bool is_relation(struct json_object *attribute)
{
	return slice_is(json_string(json_member(attribute, "type")), "relation");
}

static struct json_object *default_metadata(const struct admin_schemas *schemas, const struct admin_schema *schema,
                                            const char *name, struct json_object *attribute)
{
	struct json_object *both = json_object_new_object(), *edit = json_object_new_object();
	struct json_object *list = json_object_new_object();
	static const char *const in_forms[] = {"label",    "description", "placeholder", "visible",
	                                       "editable", "mainField",   NULL};
	static const char *const in_lists[] = {"label", "searchable", "sortable", NULL};
	struct json_object *given = json_member(json_member(schema->config, "metadatas"), name);
	const bool id = strcmp(name, "id") == 0;
	json_object_object_add(both, "edit", edit);
	json_object_object_add(both, "list", list);
	if (!id) {
		json_object_object_add(edit, "label", text(name));
		json_object_object_add(edit, "description", text(""));
		json_object_object_add(edit, "placeholder", text(""));
		json_object_object_add(edit, "visible", flag(view_is_editable(schema, name)));
		json_object_object_add(edit, "editable", flag(true));
		const struct admin_schema *target = is_relation(attribute) ? target_of(schemas, attribute) : NULL;
		if (target)
			json_object_object_add(edit, "mainField", text(main_field(target)));
	}
	json_object_object_add(list, "label", text(name));
	json_object_object_add(list, "searchable", flag(id || view_is_sortable(schema, name)));
	json_object_object_add(list, "sortable", flag(id || view_is_sortable(schema, name)));
	if (!id) {
		take(edit, json_member(given, "edit"), in_forms);
		take(list, json_member(given, "list"), in_lists);
	}
	return both;
}

struct json_object *view_default_metadatas(const struct admin_schemas *schemas, const struct admin_schema *schema)
{
	struct json_object *metadatas = json_object_new_object();
	json_object_object_foreach(schema->attributes, name, attribute)
	{
		json_object_object_add(metadatas, name, default_metadata(schemas, schema, name, attribute));
	}
	return metadatas;
}

/* What is stored takes the place of the defaults. */
static void merge(struct json_object *into, struct json_object *stored)
{
	if (!json_object_is_type(stored, json_type_object))
		return;
	json_object_object_foreach(stored, name, value)
	{
		if (value)
			json_object_object_add(into, name, json_object_get(value));
	}
}

static void sync_main_field(const struct admin_schemas *schemas, struct json_object *attribute,
                            struct json_object *edit)
{
	struct json_object *main;
	if (!json_find(edit, "mainField", &main))
		return;
	if (!is_relation(attribute)) {
		json_object_object_del(edit, "mainField");
		return;
	}
	const struct admin_schema *target = target_of(schemas, attribute);
	if (slice_is(json_string(main), "id") || !target)
		return;
	const char *name = json_object_is_type(main, json_type_string) ? json_object_get_string(main) : "";
	if (!view_is_sortable(target, name) && !view_is_listable(target, name))
		json_object_object_add(edit, "mainField", text(main_field(target)));
}

static void sync_list(const struct admin_schema *schema, const char *name, struct json_object *list)
{
	static const char *const members[] = {"sortable", "searchable"};
	for (size_t i = 0; i < COUNT_OF(members); i++)
		if (json_object_get_boolean(json_member(list, members[i])) && !view_is_sortable(schema, name))
			json_object_object_add(list, members[i], flag(false));
}

struct json_object *view_sync_metadatas(const struct admin_schemas *schemas, const struct admin_schema *schema,
                                        struct json_object *stored)
{
	struct json_object *metadatas = view_default_metadatas(schemas, schema);
	if (view_is_empty(stored))
		return metadatas;
	json_object_object_foreach(schema->attributes, name, attribute)
	{
		struct json_object *both = json_member(metadatas, name), *kept = json_member(stored, name);
		struct json_object *edit = json_member(both, "edit"), *list = json_member(both, "list");
		merge(edit, json_member(kept, "edit"));
		merge(list, json_member(kept, "list"));
		sync_list(schema, name, list);
		sync_main_field(schemas, attribute, edit);
	}
	return metadatas;
}
