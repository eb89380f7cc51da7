/* Views of types and components: reading and changing them. */
#include "views.h"

#include "content.h"
#include "view_check.h"
#include "view_defaults.h"
#include "view_layouts.h"

static const char *key_of(struct arena *arena, const struct admin_schema *schema)
{
	return arena_format(arena, "plugin_content_manager_configuration_%s::%.*s",
	                    schema->component ? "components" : "content_types", (int)schema->uid.len, schema->uid.ptr);
}

static bool read_stored(struct admin_call *call, struct store_session *session, const struct admin_schema *schema,
                        struct json_object **stored)
{
	struct slice text;
	if (!store_setting(session, key_of(call->http->arena, schema), &text, call->error))
		return false;
	*stored = json_keep(call->http->arena, text.len ? json_parse_stored(text) : NULL);
	return true;
}

static bool is_part(const char *name)
{
	return strcmp(name, "settings") == 0 || strcmp(name, "metadatas") == 0 || strcmp(name, "layouts") == 0;
}

static struct json_object *arrange(const struct admin_schemas *schemas, const struct admin_schema *schema,
                                   struct json_object *stored)
{
	struct json_object *view = json_object_new_object();
	struct json_object *metadatas = json_member(stored, "metadatas");
	json_object_object_add(view, "uid", json_object_new_string_len(schema->uid.ptr, (int)schema->uid.len));
	if (schema->component)
		json_object_object_add(view, "category", json_object_get(json_member(schema->json, "category")));
	json_object_object_add(view, "settings", view_sync_settings(schemas, schema, json_member(stored, "settings")));
	json_object_object_add(view, "metadatas", view_sync_metadatas(schemas, schema, metadatas));
	json_object_object_add(view, "layouts", view_sync_layouts(schema, json_member(stored, "layouts"), metadatas));
	if (json_object_is_type(stored, json_type_object)) {
		json_object_object_foreach(stored, name, value)
		{
			if (!is_part(name) && strcmp(name, "uid") != 0)
				json_object_object_add(view, name, json_object_get(value));
		}
	}
	if (schema->component)
		json_object_object_add(view, "isComponent", json_object_new_boolean(true));
	return view;
}

static bool read_view(struct admin_call *call, struct store_session *session, const struct admin_schema *schema,
                      struct json_object **view)
{
	struct json_object *stored;
	*view = NULL;
	if (!read_stored(call, session, schema, &stored))
		return false;
	*view = arrange(call->shared->schemas, schema, stored);
	return true;
}

bool views_read(struct admin_call *call, const struct admin_schema *schema, struct json_object **view)
{
	return read_view(call, call->request->session, schema, view);
}

struct slice views_main_field(struct json_object *view, const char *relation)
{
	struct json_object *metadata = json_member(json_member(view, "metadatas"), relation);
	const struct slice name = json_string(json_member(json_member(metadata, "edit"), "mainField"));
	return name.len ? name : SLICE("id");
}

/* ---- answers ---- */

static bool add_component(struct admin_call *call, struct slice uid, struct json_object *found);

/* Adds the views of all components below the type, each once. */
static bool add_components(struct admin_call *call, const struct admin_schema *schema, struct json_object *found)
{
	json_object_object_foreach(schema->attributes, name, attribute)
	{
		(void)name;
		struct json_object *one = json_member_of_type(attribute, "component", json_type_string);
		struct json_object *more = json_member_of_type(attribute, "components", json_type_array);
		if (one && !add_component(call, json_string(one), found))
			return false;
		for (size_t i = 0; more && i < json_object_array_length(more); i++)
			if (!add_component(call, json_string(json_object_array_get_idx(more, i)), found))
				return false;
	}
	return true;
}

static bool add_component(struct admin_call *call, struct slice uid, struct json_object *found)
{
	const struct admin_schema *schema = schemas_find(call->shared->schemas, uid);
	struct json_object *view;
	const char *name = arena_copy(call->http->arena, uid);
	if (!schema || json_find(found, name, NULL))
		return true;
	if (!read_view(call, call->request->session, schema, &view))
		return false;
	json_object_object_add(found, name, view);
	return add_components(call, schema, found);
}

/* Lists name relations as forms do. */
static void name_in_lists(struct json_object *view)
{
	json_object_object_foreach(json_member(view, "metadatas"), name, both)
	{
		struct json_object *main = json_member(json_member(both, "edit"), "mainField");
		(void)name;
		if (main)
			json_object_object_add(json_member(both, "list"), "mainField", json_object_get(main));
	}
}

static bool answer_view(struct admin_call *call, const struct admin_schema *schema, struct json_object *view)
{
	struct json_object *data = json_keep(call->http->arena, json_object_new_object());
	struct json_object *components = json_object_new_object();
	if (!schema->component)
		name_in_lists(view);
	json_object_object_add(data, schema->component ? "component" : "contentType", view);
	json_object_object_add(data, "components", components);
	return add_components(call, schema, components) && admin_call_answer(call, json_object_get(data));
}

static const struct admin_schema *find_schema(struct admin_call *call, bool component)
{
	const struct admin_schema *schema = schemas_find(call->shared->schemas, admin_route_part(&call->match, ":uid"));
	return schema && schema->component == component ? schema : NULL;
}

static bool refuse_missing(struct admin_call *call, bool component)
{
	return error_set(call->error, 404, "NotFoundError", "%s",
	                 component ? "component.notFound" : "contentType.notFound");
}

static bool show(struct admin_call *call, bool component)
{
	const struct admin_schema *schema = find_schema(call, component);
	struct json_object *view;
	if (!schema)
		return refuse_missing(call, component);
	return read_view(call, call->request->session, schema, &view) && answer_view(call, schema, view);
}

bool admin_type_view(struct admin_call *call)
{
	return show(call, false);
}

bool admin_component_view(struct admin_call *call)
{
	return show(call, true);
}

bool admin_views_settings(struct admin_call *call)
{
	const struct admin_schemas *schemas = call->shared->schemas;
	struct buffer *body = &call->response->body;
	buffer_text(body, "{\"data\":[");
	for (size_t i = 0; i < schemas->type_count; i++) {
		const struct admin_schema *schema = &schemas->types[i];
		struct json_object *stored, *settings;
		if (!read_stored(call, call->request->session, schema, &stored))
			return false;
		settings = view_sync_settings(schemas, schema, json_member(stored, "settings"));
		buffer_text(body, i ? ",{\"uid\":" : "{\"uid\":");
		json_write_string(body, schema->uid);
		buffer_text(body, ",\"settings\":");
		json_write_value(body, settings);
		buffer_byte(body, '}');
		json_object_put(settings);
	}
	buffer_text(body, "]}");
	return true;
}

/* ---- changing ---- */

struct view_change {
	struct admin_call *call;
	const struct admin_schema *schema;
	struct json_object *stored; /* as it is then; lives in the request's arena */
};

/* What is sent takes the place of what is stored, part by part. */
static bool store_view(void *context, struct store_session *session, struct error *error)
{
	struct view_change *change = context;
	struct admin_call *call = change->call;
	const struct admin_schema *schema = change->schema;
	struct arena *arena = call->http->arena;
	static const char *const parts[] = {"settings", "metadatas", "layouts", "options"};
	call->error = error;
	if (!read_stored(call, session, schema, &change->stored))
		return false;
	if (!json_object_is_type(change->stored, json_type_object))
		change->stored = json_keep(arena, json_object_new_object());
	for (size_t i = 0; i < COUNT_OF(parts); i++) {
		struct json_object *part = json_member(call->body, parts[i]);
		if (part)
			json_object_object_add(change->stored, parts[i], json_object_get(part));
	}
	json_object_object_add(change->stored, "uid",
	                       json_object_new_string_len(schema->uid.ptr, (int)schema->uid.len));
	if (schema->component)
		json_object_object_add(change->stored, "isComponent", json_object_new_boolean(true));
	return store_set_setting(session, key_of(arena, schema), "object", slice_of(json_print(arena, change->stored)),
	                         error);
}

/* 400 with all that is wrong with the body. */
static bool check_body(struct admin_call *call, const struct admin_schema *schema)
{
	struct json_object *mistakes = json_keep(call->http->arena, json_object_new_array());
	struct json_object *details;
	if (!call->body)
		call->body = json_keep(call->http->arena, json_object_new_object());
	view_check(call->shared->schemas, schema, call->body, mistakes);
	if (!json_object_array_length(mistakes))
		return true;
	details = json_keep(call->http->arena, json_object_new_object());
	json_object_object_add(details, "name", json_object_new_string("validationError"));
	json_object_object_add(details, "errors", json_object_get(mistakes));
	error_set(call->error, 400, "BadRequestError", "Bad Request");
	call->error->details = json_print(call->http->arena, details);
	return false;
}

static bool change_view(struct admin_call *call, bool component)
{
	const struct admin_schema *schema = find_schema(call, component);
	struct view_change change = {.call = call, .schema = schema};
	if (!schema)
		return refuse_missing(call, component);
	const char *action = component ? "plugin::content-manager.components.configure-layout"
	                     : schema->type && schema->type->single
	                         ? "plugin::content-manager.single-types.configure-view"
	                         : "plugin::content-manager.collection-types.configure-view";
	if (!access_admin_may(&call->admin, slice_of(action), SLICE("")))
		return error_forbidden(call->error);
	struct error *error = call->error;
	const struct store_job job = {
	    .run = store_view, .context = &change, .arena = call->http->arena, .budget = &call->request->budget};
	bool done = check_body(call, schema) && store_change(call->shared->store, &job, error);
	call->error = error;
	if (!done || !request_go_on(call->request, true, error))
		return false;
	struct json_object *view;
	done = read_view(call, call->request->session, schema, &view) &&
	       (component ? admin_call_answer(call, view) : answer_view(call, schema, view));
	request_pause(call->request);
	return done;
}

bool admin_change_type_view(struct admin_call *call)
{
	return change_view(call, false);
}

bool admin_change_component_view(struct admin_call *call)
{
	return change_view(call, true);
}
