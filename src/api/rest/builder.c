/* Models as Strapi's content-type builder shows them. */
#include "builder.h"

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
	const struct attribute *attribute = type ? model_attribute(type, slice_of(name)) : NULL;
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
static struct json_object *restrictions(const char *uid, bool visible)
{
	struct json_object *list = json_object_new_array();
	if (strcmp(uid, "admin::user") == 0) {
		json_object_array_add(list, json_object_new_string("oneWay"));
		json_object_array_add(list, json_object_new_string("manyWay"));
		return list;
	}
	if (strncmp(uid, "admin::", 7) == 0 || strcmp(uid, "plugin::upload.file") == 0 || !visible)
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

static bool is_single(struct json_object *model)
{
	return slice_is(json_string(json_member(model, "kind")), "singleType");
}

static void show_table(struct json_object *schema, const struct listed_model *listed, struct json_object *model)
{
	if (listed->type)
		json_object_object_add(schema, "collectionName", json_object_new_string(listed->type->table));
	else
		copy_member(schema, model, "collectionName");
}

static struct json_object *show_type(const struct listed_model *listed, struct json_object *model)
{
	struct json_object *info = json_member(model, "info");
	struct json_object *shown = json_object_new_object(), *schema = json_object_new_object();
	const bool visible = is_visible(model);
	json_object_object_add(shown, "uid", json_object_new_string(listed->uid));
	if (listed->plugin)
		json_object_object_add(shown, "plugin", json_object_new_string(listed->plugin));
	json_object_object_add(shown, "apiID", json_object_new_string(listed->name));
	show_options(schema, model);
	copy_member(schema, info, "displayName");
	copy_member(schema, info, "singularName");
	copy_member(schema, info, "pluralName");
	json_object_object_add(schema, "description", text_or_empty(info, "description"));
	copy_member(schema, model, "pluginOptions");
	json_object_object_add(schema, "kind",
	                       json_object_new_string(is_single(model) ? "singleType" : "collectionType"));
	show_table(schema, listed, model);
	json_object_object_add(schema, "attributes", show_attributes(listed->type, model));
	json_object_object_add(schema, "visible", json_object_new_boolean(visible));
	json_object_object_add(schema, "restrictRelationsTo", restrictions(listed->uid, visible));
	json_object_object_add(shown, "schema", schema);
	return shown;
}

static struct json_object *show_component(const struct listed_model *listed, struct json_object *model)
{
	struct json_object *info = json_member(model, "info");
	struct json_object *shown = json_object_new_object(), *schema = json_object_new_object();
	json_object_object_add(shown, "uid", json_object_new_string(listed->uid));
	json_object_object_add(shown, "category", json_object_new_string(listed->type->api_name));
	json_object_object_add(shown, "apiId", json_object_new_string(listed->name));
	copy_member(schema, info, "displayName");
	json_object_object_add(schema, "description", text_or_empty(info, "description"));
	copy_member(schema, info, "icon");
	copy_member(schema, model, "connection");
	show_table(schema, listed, model);
	copy_member(schema, model, "pluginOptions");
	json_object_object_add(schema, "attributes", show_attributes(listed->type, model));
	json_object_object_add(shown, "schema", schema);
	return shown;
}

/* ---- all, and one ---- */

struct json_object *rest_builder_list(struct arena *arena, const struct registry *registry, bool components,
                                      struct slice kind)
{
	struct json_object *list = json_object_new_array();
	size_t count;
	const struct listed_model *models = model_list(arena, registry, components, &count);
	for (size_t i = 0; i < count; i++) {
		struct json_object *model = model_listed_json(&models[i]);
		if (components)
			json_object_array_add(list, show_component(&models[i], model));
		else if (!kind.len || slice_is(kind, is_single(model) ? "singleType" : "collectionType"))
			json_object_array_add(list, show_type(&models[i], model));
		json_object_put(model);
	}
	return list;
}

struct json_object *rest_builder_find(struct arena *arena, const struct registry *registry, bool components,
                                      struct slice uid)
{
	size_t count;
	const struct listed_model *models = model_list(arena, registry, components, &count);
	for (size_t i = 0; i < count; i++) {
		if (!slice_is(uid, models[i].uid))
			continue;
		struct json_object *model = model_listed_json(&models[i]);
		struct json_object *shown =
		    components ? show_component(&models[i], model) : show_type(&models[i], model);
		json_object_put(model);
		return shown;
	}
	return NULL;
}

bool rest_builder_kind(const struct http_request *http, struct slice *kind, struct error *error)
{
	struct param *params;
	*kind = (struct slice){0};
	if (!params_parse(http->arena, http->query, &params, error))
		return false;
	const struct param *param = param_get(params, "kind");
	if (!param)
		return true;
	*kind = param->text;
	if (param->kind == PARAM_TEXT &&
	    (!kind->len || slice_is(*kind, "singleType") || slice_is(*kind, "collectionType")))
		return true;
	return error_validation(error, "kind must be one of the following values: singleType, collectionType");
}

void rest_builder_refuse_missing(struct http_response *response, bool components)
{
	response->status = 404;
	buffer_format(&response->body, "{\"error\":\"%s\"}",
	              components ? "component.notFound" : "contentType.notFound");
}

/* ---- endpoints ---- */

static bool answer(struct rest_call *call, struct json_object *shown)
{
	struct buffer *body = &call->response->body;
	buffer_text(body, "{\"data\":");
	json_write_value(body, shown);
	buffer_byte(body, '}');
	json_object_put(shown);
	return true;
}

static bool answer_one(struct rest_call *call, bool components)
{
	struct json_object *shown =
	    rest_builder_find(call->http->arena, call->rest->registry, components, call->route.id);
	if (shown)
		return answer(call, shown);
	rest_builder_refuse_missing(call->response, components);
	return true;
}

bool endpoint_builder_types(struct rest_call *call)
{
	struct slice kind;
	return rest_builder_kind(call->http, &kind, call->error) &&
	       answer(call, rest_builder_list(call->http->arena, call->rest->registry, false, kind));
}

bool endpoint_builder_type(struct rest_call *call)
{
	return answer_one(call, false);
}

bool endpoint_builder_components(struct rest_call *call)
{
	return answer(call, rest_builder_list(call->http->arena, call->rest->registry, true, (struct slice){0}));
}

bool endpoint_builder_component(struct rest_call *call)
{
	return answer_one(call, true);
}
