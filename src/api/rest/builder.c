/* The content-type builder: models as it shows them. It writes none, as Strapi's does not in production. */
#include "admin.h"
#include "content/schemas.h"

#include <json-c/json.h>

/* ---- attributes ---- */

static void copy_member(struct json_object *to, struct json_object *from, const char *name)
{
	struct json_object *value;
	if (json_find(from, name, &value))
		json_object_object_add(to, name, json_object_get(value));
}

static bool truth(struct json_object *object, const char *name)
{
	return json_object_get_boolean(json_member(object, name));
}

static struct json_object *show_media(struct json_object *attribute)
{
	struct json_object *shown = json_object_new_object();
	struct json_object *configurable = json_member(attribute, "configurable");
	json_object_object_add(shown, "type", json_object_new_string("media"));
	json_object_object_add(shown, "multiple", json_object_new_boolean(truth(attribute, "multiple")));
	json_object_object_add(shown, "required", json_object_new_boolean(truth(attribute, "required")));
	if (configurable && !json_object_get_boolean(configurable))
		json_object_object_add(shown, "configurable", json_object_new_boolean(false));
	json_object_object_add(shown, "private", json_object_new_boolean(truth(attribute, "private")));
	copy_member(shown, attribute, "allowedTypes");
	copy_member(shown, attribute, "pluginOptions");
	return shown;
}

static struct json_object *show_relation(struct json_object *attribute)
{
	struct json_object *shown = NULL, *other = json_member(attribute, "inversedBy");
	struct json_object *configurable = json_member(attribute, "configurable");
	json_object_deep_copy(attribute, &shown, NULL);
	if (!other)
		other = json_member(attribute, "mappedBy");
	if (configurable && json_object_get_boolean(configurable))
		json_object_object_del(shown, "configurable");
	json_object_object_add(shown, "targetAttribute", json_object_get(other));
	json_object_object_add(shown, "private", json_object_new_boolean(truth(attribute, "private")));
	return shown;
}

static bool is_hidden(const struct content_type *type, const char *name)
{
	const struct attribute *attribute = model_attribute(type, slice_of(name));
	return attribute && attribute->hidden;
}

static struct json_object *show_attributes(const struct content_type *type, struct json_object *model)
{
	struct json_object *shown = json_object_new_object(), *attributes = json_member(model, "attributes");
	if (!attributes)
		return shown;
	json_object_object_foreach(attributes, name, attribute)
	{
		const struct slice kind = json_string(json_member(attribute, "type"));
		if (is_hidden(type, name))
			continue;
		json_object_object_add(shown, name,
		                       slice_is(kind, "media")      ? show_media(attribute)
		                       : slice_is(kind, "relation") ? show_relation(attribute)
		                                                    : json_object_get(attribute));
	}
	return shown;
}

/* ---- types ---- */

static struct json_object *text_or_empty(struct json_object *info, const char *name)
{
	struct json_object *value = json_member(info, name);
	return value ? json_object_get(value) : json_object_new_string("");
}

static bool is_visible(struct json_object *model)
{
	struct json_object *options = json_member(json_member(model, "pluginOptions"), "content-type-builder"),
			   *visible;
	return !json_find(options, "visible", &visible) || json_object_get_boolean(visible);
}

/* Which relations other types may have to it; null: all. */
static struct json_object *restrictions(const struct content_type *type, bool visible)
{
	struct json_object *list = json_object_new_array();
	if (strcmp(type->uid, "admin::user") == 0) {
		json_object_array_add(list, json_object_new_string("oneWay"));
		json_object_array_add(list, json_object_new_string("manyWay"));
		return list;
	}
	if (strncmp(type->uid, "admin::", 7) == 0 || strcmp(type->uid, "plugin::upload.file") == 0 || !visible)
		return list;
	json_object_put(list);
	return NULL;
}

static void show_options(struct json_object *schema, struct json_object *model)
{
	struct json_object *options = json_member_of_type(model, "options", json_type_object);
	json_object_object_add(schema, "draftAndPublish", json_object_new_boolean(false));
	if (!options)
		return;
	json_object_object_foreach(options, name, value) json_object_object_add(schema, name, json_object_get(value));
}

static struct json_object *show_type(const struct content_type *type)
{
	struct json_object *model = model_read_json(type), *info = json_member(model, "info");
	struct json_object *shown = json_object_new_object(), *schema = json_object_new_object();
	const bool visible = is_visible(model);
	json_object_object_add(shown, "uid", json_object_new_string(type->uid));
	if (type->plugin)
		json_object_object_add(shown, "plugin", json_object_new_string(type->api_name));
	json_object_object_add(shown, "apiID", json_object_new_string(type->model_name));
	show_options(schema, model);
	json_object_object_add(schema, "displayName", json_object_new_string(type->display_name));
	json_object_object_add(schema, "singularName", json_object_new_string(type->singular_name));
	json_object_object_add(schema, "pluralName", json_object_new_string(type->plural_name));
	json_object_object_add(schema, "description", text_or_empty(info, "description"));
	copy_member(schema, model, "pluginOptions");
	json_object_object_add(schema, "kind", json_object_new_string(type->single ? "singleType" : "collectionType"));
	json_object_object_add(schema, "collectionName", json_object_new_string(type->table));
	json_object_object_add(schema, "attributes", show_attributes(type, model));
	json_object_object_add(schema, "visible", json_object_new_boolean(visible));
	json_object_object_add(schema, "restrictRelationsTo", restrictions(type, visible));
	json_object_object_add(shown, "schema", schema);
	json_object_put(model);
	return shown;
}

static struct json_object *show_component(const struct content_type *type)
{
	struct json_object *model = model_read_json(type), *info = json_member(model, "info");
	struct json_object *shown = json_object_new_object(), *schema = json_object_new_object();
	json_object_object_add(shown, "uid", json_object_new_string(type->uid));
	json_object_object_add(shown, "category", json_object_new_string(type->api_name));
	json_object_object_add(shown, "apiId", json_object_new_string(type->model_name));
	copy_member(schema, info, "displayName");
	json_object_object_add(schema, "description", text_or_empty(info, "description"));
	copy_member(schema, info, "icon");
	json_object_object_add(schema, "collectionName", json_object_new_string(type->table));
	copy_member(schema, model, "pluginOptions");
	json_object_object_add(schema, "attributes", show_attributes(type, model));
	json_object_object_add(shown, "schema", schema);
	json_object_put(model);
	return shown;
}

/* ---- endpoints ---- */

/* Not in the shape that errors have elsewhere. */
static bool answer_missing(struct admin_call *call, const char *what)
{
	call->response->status = 404;
	buffer_format(&call->response->body, "{\"error\":\"%s\"}", what);
	return true;
}

static struct json_object *show_all(struct admin_call *call, bool components)
{
	const struct admin_schemas *schemas = call->all->schemas;
	const struct admin_schema *list = components ? schemas->components : schemas->types;
	const size_t count = components ? schemas->component_count : schemas->type_count;
	struct json_object *shown = json_object_new_array();
	for (size_t i = 0; i < count; i++)
		if (list[i].type)
			json_object_array_add(shown,
			                      components ? show_component(list[i].type) : show_type(list[i].type));
	return shown;
}

bool admin_builder_types(struct admin_call *call)
{
	return admin_call_answer(call, show_all(call, false));
}

bool admin_builder_components(struct admin_call *call)
{
	return admin_call_answer(call, show_all(call, true));
}

static const struct content_type *named_type(struct admin_call *call, bool component)
{
	const struct content_type *type = model_type(call->all->registry, admin_route_part(&call->match, ":uid"));
	return type && type->component == component ? type : NULL;
}

bool admin_builder_type(struct admin_call *call)
{
	const struct content_type *type = named_type(call, false);
	return type ? admin_call_answer(call, show_type(type)) : answer_missing(call, "contentType.notFound");
}

bool admin_builder_component(struct admin_call *call)
{
	const struct content_type *type = named_type(call, true);
	return type ? admin_call_answer(call, show_component(type)) : answer_missing(call, "component.notFound");
}

bool admin_reserved_names(struct admin_call *call)
{
	buffer_text(&call->response->body,
	            "{\"models\":[\"boolean\",\"date\",\"date-time\",\"time\",\"upload\",\"then\",\"rest\"],"
	            "\"attributes\":[\"id\",\"created_at\",\"updated_at\",\"published_at\",\"created_by_id\","
	            "\"updated_by_id\",\"created_by\",\"updated_by\"]}");
	return true;
}

/* Models are files of the project; the server reads them when it starts. */
bool admin_write_model(struct admin_call *call)
{
	return error_forbidden(call->error);
}
