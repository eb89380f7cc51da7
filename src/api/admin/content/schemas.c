/* Types and components as the content manager describes them: what their models say, and what Strapi adds. */
#include "schemas.h"

#include <stdlib.h>

static const struct field_size {
	const char *type;
	int size;
	bool resizable;
} field_sizes[] = {
    {"dynamiczone", 12, false}, {"component", 12, false}, {"json", 12, false},    {"richtext", 12, false},
    {"blocks", 12, false},      {"checkbox", 4, true},    {"boolean", 4, true},   {"date", 4, true},
    {"time", 4, true},          {"biginteger", 4, true},  {"decimal", 4, true},   {"float", 4, true},
    {"integer", 4, true},       {"number", 4, true},      {"datetime", 6, true},  {"email", 6, true},
    {"enumeration", 6, true},   {"media", 6, true},       {"password", 6, true},  {"relation", 6, true},
    {"string", 6, true},        {"text", 6, true},        {"timestamp", 6, true}, {"uid", 6, true},
};

int schemas_field_size(const char *attribute_type, bool *resizable)
{
	for (size_t i = 0; i < COUNT_OF(field_sizes); i++) {
		if (strcmp(field_sizes[i].type, attribute_type) != 0)
			continue;
		*resizable = field_sizes[i].resizable;
		return field_sizes[i].size;
	}
	*resizable = true;
	return 6;
}

/* ---- attributes ---- */

static bool is_text(struct json_object *object, const char *name, const char *text)
{
	return slice_is(json_string(json_member(object, name)), text);
}

static void add_text(struct json_object *object, const char *name, const char *text)
{
	json_object_object_add(object, name, json_object_new_string(text));
}

static struct json_object *copy_members(struct json_object *object)
{
	struct json_object *copy = json_object_new_object();
	json_object_object_foreach(object, key, value)
	{
		json_object_object_add(copy, key, json_object_get(value));
	}
	return copy;
}

/* Relations say twice where they lead to; a custom field has the type under it. */
static struct json_object *describe(const struct content_type *type, const char *name, struct json_object *attribute)
{
	struct json_object *described = copy_members(attribute), *member;
	const struct attribute *known = type ? model_attribute(type, slice_of(name)) : NULL;
	if (is_text(attribute, "type", "customField") && known)
		add_text(described, "type", attribute_type_name(known->type));
	if (!is_text(attribute, "type", "relation"))
		return described;
	if ((member = json_member(attribute, "target")))
		json_object_object_add(described, "targetModel", json_object_get(member));
	if ((member = json_member(attribute, "relation")))
		json_object_object_add(described, "relationType", json_object_get(member));
	return described;
}

static bool is_morph(struct json_object *attribute)
{
	const struct slice relation = json_string(json_member(attribute, "relation"));
	return is_text(attribute, "type", "relation") && slice_starts_with(relation, SLICE("morph"));
}

static void add_creator(struct json_object *attributes, const char *name, bool is_private)
{
	struct json_object *attribute = json_object_new_object();
	add_text(attribute, "type", "relation");
	add_text(attribute, "relation", "oneToOne");
	add_text(attribute, "target", "admin::user");
	json_object_object_add(attribute, "configurable", json_object_new_boolean(false));
	json_object_object_add(attribute, "writable", json_object_new_boolean(false));
	json_object_object_add(attribute, "visible", json_object_new_boolean(false));
	json_object_object_add(attribute, "useJoinTable", json_object_new_boolean(false));
	json_object_object_add(attribute, "private", json_object_new_boolean(is_private));
	add_text(attribute, "targetModel", "admin::user");
	add_text(attribute, "relationType", "oneToOne");
	json_object_object_add(attributes, name, attribute);
}

static void add_time(struct json_object *attributes, const char *name)
{
	struct json_object *attribute = json_object_new_object();
	add_text(attribute, "type", "datetime");
	json_object_object_add(attributes, name, attribute);
}

static struct json_object *describe_attributes(const struct content_type *type, bool component,
                                               struct json_object *model)
{
	struct json_object *described = json_object_new_object(), *id = json_object_new_object(), *own, *shown;
	struct json_object *options = json_member(model, "options");
	add_text(id, "type", "integer");
	json_object_object_add(described, "id", id);
	if ((own = json_member_of_type(model, "attributes", json_type_object))) {
		json_object_object_foreach(own, name, attribute)
		{
			bool hidden =
			    json_find(attribute, "visible", &shown) && shown && !json_object_get_boolean(shown);
			if (!hidden && !is_morph(attribute))
				json_object_object_add(described, name, describe(type, name, attribute));
		}
	}
	if (component)
		return described;
	const bool is_private = !json_object_get_boolean(json_member(options, "populateCreatorFields"));
	add_time(described, "createdAt");
	add_time(described, "updatedAt");
	add_creator(described, "createdBy", is_private);
	add_creator(described, "updatedBy", is_private);
	return described;
}

/* ---- types ---- */

static void pass_on(struct json_object *schema, struct json_object *model, const char *name)
{
	struct json_object *member;
	if (json_find(model, name, &member))
		json_object_object_add(schema, name, json_object_get(member));
}

static bool is_displayed(struct json_object *model)
{
	struct json_object *manager = json_member(json_member(model, "pluginOptions"), "content-manager"), *visible;
	return !json_find(manager, "visible", &visible) ||
	       (json_object_is_type(visible, json_type_boolean) && json_object_get_boolean(visible));
}

/* config.attributes.NAME.hidden */
static const bool *read_hidden(struct arena *arena, const struct content_type *type, struct json_object *model)
{
	struct json_object *config = json_member(json_member(model, "config"), "attributes");
	bool *hidden = NULL;
	if (!type || !json_object_is_type(config, json_type_object))
		return NULL;
	json_object_object_foreach(config, name, options)
	{
		const struct attribute *attribute = model_attribute(type, slice_of(name));
		if (!attribute || attribute == &type->id || !json_object_get_boolean(json_member(options, "hidden")))
			continue;
		if (!hidden)
			hidden = arena_array(arena, type->attribute_count, sizeof *hidden);
		hidden[attribute->index] = true;
	}
	return hidden;
}

static void make_schema(struct arena *arena, struct admin_schema *schema, const struct listed_model *listed,
                        struct json_object *model)
{
	const struct content_type *type = listed->type;
	const char *category = type && type->component ? type->api_name : NULL;
	struct json_object *json = json_object_new_object();
	const bool single = is_text(model, "kind", "singleType");
	*schema = (struct admin_schema){
	    .uid = slice_of(listed->uid), .type = type, .component = category != NULL, .json = json};
	add_text(json, "uid", listed->uid);
	json_object_object_add(json, "isDisplayed", json_object_new_boolean(is_displayed(model)));
	add_text(json, "apiID", listed->name);
	if (category)
		add_text(json, "category", category);
	else
		add_text(json, "kind", single ? "singleType" : "collectionType");
	pass_on(json, model, "info");
	pass_on(json, model, "options");
	pass_on(json, model, "pluginOptions");
	schema->hidden = read_hidden(arena, type, model);
	schema->config = json_keep(arena, json_object_get(json_member_of_type(model, "config", json_type_object)));
	schema->attributes = describe_attributes(type, category != NULL, model);
	json_object_object_add(json, "attributes", schema->attributes);
}

/* ---- all of them ---- */

static struct admin_schema *make_schemas(struct arena *arena, const struct registry *registry, bool components,
                                         size_t *count)
{
	const struct listed_model *list = model_list(arena, registry, components, count);
	struct admin_schema *schemas = arena_array(arena, *count, sizeof *schemas);
	for (size_t i = 0; i < *count; i++) {
		struct json_object *json = model_listed_json(&list[i]);
		make_schema(arena, &schemas[i], &list[i], json);
		json_object_put(json);
	}
	return schemas;
}

static void write_list(struct buffer *text, const struct admin_schema *items, size_t count)
{
	buffer_byte(text, '[');
	for (size_t i = 0; i < count; i++) {
		json_next(text);
		json_write_value(text, items[i].json);
	}
	buffer_byte(text, ']');
}

static struct slice write_init(const struct admin_schemas *schemas)
{
	struct buffer text = {0};
	buffer_text(&text, "{\"data\":{\"fieldSizes\":{");
	for (size_t i = 0; i < COUNT_OF(field_sizes); i++)
		buffer_format(&text, "%s\"%s\":{\"default\":%d,\"isResizable\":%s}", i ? "," : "", field_sizes[i].type,
		              field_sizes[i].size, field_sizes[i].resizable ? "true" : "false");
	buffer_text(&text, "},\"components\":");
	write_list(&text, schemas->components, schemas->component_count);
	buffer_text(&text, ",\"contentTypes\":");
	write_list(&text, schemas->types, schemas->type_count);
	buffer_text(&text, "}}");
	struct slice kept = arena_copy_slice(schemas->arena, buffer_as_slice(&text));
	buffer_free(&text);
	return kept;
}

struct admin_schemas *schemas_create(const struct registry *registry)
{
	struct arena *arena = arena_create();
	struct admin_schemas *schemas = arena_alloc(arena, sizeof *schemas);
	*schemas = (struct admin_schemas){.arena = arena};
	schemas->types = make_schemas(arena, registry, false, &schemas->type_count);
	schemas->components = make_schemas(arena, registry, true, &schemas->component_count);
	schemas->init_text = write_init(schemas);
	map_init(&schemas->by_uid, arena);
	for (size_t i = 0; i < schemas->type_count; i++)
		map_set(&schemas->by_uid, schemas->types[i].uid, (void *)&schemas->types[i]);
	for (size_t i = 0; i < schemas->component_count; i++)
		map_set(&schemas->by_uid, schemas->components[i].uid, (void *)&schemas->components[i]);
	return schemas;
}

void schemas_destroy(struct admin_schemas *schemas)
{
	if (!schemas)
		return;
	for (size_t i = 0; i < schemas->type_count; i++)
		json_object_put(schemas->types[i].json);
	for (size_t i = 0; i < schemas->component_count; i++)
		json_object_put(schemas->components[i].json);
	arena_destroy(schemas->arena);
}

const struct admin_schema *schemas_find(const struct admin_schemas *schemas, struct slice uid)
{
	return map_get(&schemas->by_uid, uid);
}

bool schemas_hide(const struct admin_schemas *schemas, const struct content_type *type,
                  const struct attribute *attribute)
{
	const struct admin_schema *schema = schemas_find(schemas, slice_of(type->uid));
	return schema && schema->hidden && attribute != &type->id && schema->hidden[attribute->index];
}
