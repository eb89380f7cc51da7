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

static void make_schema(struct arena *arena, struct admin_schema *schema, const char *uid, const char *name,
                        const char *category, const struct content_type *type, struct json_object *model)
{
	struct json_object *json = json_object_new_object();
	const bool single = is_text(model, "kind", "singleType");
	*schema =
	    (struct admin_schema){.uid = slice_of(uid), .type = type, .component = category != NULL, .json = json};
	add_text(json, "uid", uid);
	json_object_object_add(json, "isDisplayed", json_object_new_boolean(is_displayed(model)));
	add_text(json, "apiID", name);
	if (category)
		add_text(json, "category", category);
	else
		add_text(json, "kind", single ? "singleType" : "collectionType");
	pass_on(json, model, "info");
	pass_on(json, model, "options");
	pass_on(json, model, "pluginOptions");
	schema->hidden = read_hidden(arena, type, model);
	schema->attributes = describe_attributes(type, category != NULL, model);
	json_object_object_add(json, "attributes", schema->attributes);
}

#define JSON(...) #__VA_ARGS__

/* Types that every project of Strapi's has, and that only another edition of it keeps entries in. */
static const struct {
	const char *uid, *name, *json;
} strangers[] = {
    {"plugin::content-releases.release", "release", JSON({
	     "info" : {"singularName" : "release", "pluralName" : "releases", "displayName" : "Release"},
	     "options" : {"draftAndPublish" : false},
	     "pluginOptions" : {"content-manager" : {"visible" : false}, "content-type-builder" : {"visible" : false}},
	     "attributes" : {
		     "name" : {"type" : "string", "required" : true},
		     "releasedAt" : {"type" : "datetime"},
		     "scheduledAt" : {"type" : "datetime"},
		     "timezone" : {"type" : "string"},
		     "status" : {
			     "type" : "enumeration",
			     "enum" : [ "ready", "blocked", "failed", "done", "empty" ],
			     "required" : true
		     },
		     "actions" : {
			     "type" : "relation",
			     "relation" : "oneToMany",
			     "target" : "plugin::content-releases.release-action",
			     "mappedBy" : "release"
		     }
	     }
     })},
    {"plugin::content-releases.release-action", "release-action", JSON({
	     "info" : {
		     "singularName" : "release-action",
		     "pluralName" : "release-actions",
		     "displayName" : "Release Action"
	     },
	     "options" : {"draftAndPublish" : false},
	     "pluginOptions" : {"content-manager" : {"visible" : false}, "content-type-builder" : {"visible" : false}},
	     "attributes" : {
		     "type" : {"type" : "enumeration", "enum" : [ "publish", "unpublish" ], "required" : true},
		     "contentType" : {"type" : "string", "required" : true},
		     "locale" : {"type" : "string"},
		     "release" : {
			     "type" : "relation",
			     "relation" : "manyToOne",
			     "target" : "plugin::content-releases.release",
			     "inversedBy" : "actions"
		     },
		     "isEntryValid" : {"type" : "boolean"}
	     }
     })},
};

/* ---- all of them ---- */

struct builder {
	struct arena *arena;
	const struct registry *registry;
	struct admin_schema *types, *components;
	size_t type_count, component_count;
};

static void add(struct builder *builder, const struct content_type *type)
{
	struct json_object *model = model_read_json(type);
	if (type->component)
		make_schema(builder->arena, &builder->components[builder->component_count++], type->uid,
		            type->model_name, type->api_name, type, model);
	else
		make_schema(builder->arena, &builder->types[builder->type_count++], type->uid, type->model_name, NULL,
		            type, model);
	json_object_put(model);
}

static void add_strangers(struct builder *builder)
{
	for (size_t i = 0; i < COUNT_OF(strangers); i++) {
		struct json_object *model = json_parse_stored(slice_of(strangers[i].json));
		make_schema(builder->arena, &builder->types[builder->type_count++], strangers[i].uid, strangers[i].name,
		            NULL, NULL, model);
		json_object_put(model);
	}
}

/* The administration's types come first, then those of Strapi's plugins, of others, and of the project. */
static void add_types(struct builder *builder)
{
	static const char *const first[] = {"admin::",       "plugin::upload.", NULL, "plugin::users-permissions.",
	                                    "plugin::i18n.", "plugin::",        ""};
	const struct registry *registry = builder->registry;
	bool *done = arena_array(builder->arena, registry->type_count, sizeof *done);
	for (size_t i = 0; i < COUNT_OF(first); i++) {
		if (!first[i])
			add_strangers(builder);
		for (size_t j = 0; first[i] && j < registry->type_count; j++) {
			const struct content_type *type = registry->types[j];
			if (done[j] || type->component || !slice_starts_with(slice_of(type->uid), slice_of(first[i])))
				continue;
			done[j] = true;
			add(builder, type);
		}
	}
	for (size_t j = registry->type_count; j > 0; j--)
		if (registry->types[j - 1]->component)
			add(builder, registry->types[j - 1]);
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

static struct slice write_init(struct arena *arena, const struct builder *builder)
{
	struct buffer text = {0};
	buffer_text(&text, "{\"data\":{\"fieldSizes\":{");
	for (size_t i = 0; i < COUNT_OF(field_sizes); i++)
		buffer_format(&text, "%s\"%s\":{\"default\":%d,\"isResizable\":%s}", i ? "," : "", field_sizes[i].type,
		              field_sizes[i].size, field_sizes[i].resizable ? "true" : "false");
	buffer_text(&text, "},\"components\":");
	write_list(&text, builder->components, builder->component_count);
	buffer_text(&text, ",\"contentTypes\":");
	write_list(&text, builder->types, builder->type_count);
	buffer_text(&text, "}}");
	struct slice kept = arena_copy_slice(arena, buffer_as_slice(&text));
	buffer_free(&text);
	return kept;
}

struct admin_schemas *schemas_create(const struct registry *registry)
{
	struct arena *arena = arena_create();
	struct admin_schemas *schemas = arena_alloc(arena, sizeof *schemas);
	const size_t most = registry->type_count + COUNT_OF(strangers);
	struct builder builder = {.arena = arena, .registry = registry};
	builder.types = arena_array(arena, most, sizeof *builder.types);
	builder.components = arena_array(arena, most, sizeof *builder.components);
	add_types(&builder);
	*schemas = (struct admin_schemas){
	    .arena = arena,
	    .types = builder.types,
	    .components = builder.components,
	    .type_count = builder.type_count,
	    .component_count = builder.component_count,
	    .init_text = write_init(arena, &builder),
	};
	map_init(&schemas->by_uid, arena);
	for (size_t i = 0; i < builder.type_count; i++)
		map_set(&schemas->by_uid, builder.types[i].uid, &builder.types[i]);
	for (size_t i = 0; i < builder.component_count; i++)
		map_set(&schemas->by_uid, builder.components[i].uid, &builder.components[i]);
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
