/* What the panel asks about the server. */
#include "admin.h"

#include <json-c/json.h>
#include <unistd.h>

/* The logos that the project has in place of Strapi's: an object, to be released; NULL when there are none. */
static bool read_logos(struct admin_call *call, struct json_object **logos)
{
	struct slice json;
	if (!store_setting(call->request->session, "core_admin_project-settings", &json, call->error))
		return false;
	*logos = json.len ? json_parse_stored(json) : NULL;
	return true;
}

static void add_url(struct json_object *data, const char *name, struct json_object *logos)
{
	json_object_object_add(data, name, json_object_get(json_member(json_member(logos, name), "url")));
}

bool admin_init(struct admin_call *call)
{
	const struct content_call content = admin_call_content(call);
	struct json_object *logos, *data;
	const char *uuid = call->all->config->admin.uuid;
	bool has;
	if (!account_has_admin(&content, call->all->registry, &has, call->error) || !read_logos(call, &logos))
		return false;
	data = json_object_new_object();
	json_object_object_add(data, "uuid", uuid ? json_object_new_string(uuid) : json_object_new_boolean(false));
	json_object_object_add(data, "hasAdmin", json_object_new_boolean(has));
	add_url(data, "menuLogo", logos);
	add_url(data, "authLogo", logos);
	json_object_put(logos);
	return admin_call_answer(call, data);
}

bool admin_project_type(struct admin_call *call)
{
	buffer_text(&call->response->body, "{\"data\":{\"isEE\":false,\"features\":[],\"flags\":{}}}");
	return true;
}

bool admin_information(struct admin_call *call)
{
	const struct config *config = call->all->config;
	const struct config_admin *admin = &config->admin;
	struct json_object *data = json_object_new_object();
	const char *lock = arena_format(call->http->arena, "%s/yarn.lock", config->directory);
	json_object_object_add(data, "currentEnvironment", json_object_new_string(config->environment));
	/* Models are not changed while the server runs. */
	json_object_object_add(data, "autoReload", json_object_new_boolean(false));
	json_object_object_add(data, "strapiVersion", json_object_new_string(admin->strapi_version));
	json_object_object_add(data, "dependencies",
	                       admin->dependencies ? json_object_get(admin->dependencies) : json_object_new_object());
	json_object_object_add(data, "projectId",
	                       admin->uuid ? json_object_new_string(admin->uuid) : json_object_new_boolean(false));
	json_object_object_add(data, "nodeVersion", NULL);
	json_object_object_add(data, "communityEdition", json_object_new_boolean(true));
	json_object_object_add(data, "useYarn", json_object_new_boolean(access(lock, F_OK) == 0));
	return admin_call_answer(call, data);
}

/* Nothing is told to anybody. */
bool admin_telemetry(struct admin_call *call)
{
	call->response->status = 204;
	return true;
}

bool admin_project_settings(struct admin_call *call)
{
	static const char *const names[] = {"menuLogo", "authLogo"};
	static const char *const members[] = {"name", "url", "width", "height", "ext", "size"};
	struct json_object *logos, *data = json_object_new_object();
	if (!read_logos(call, &logos)) {
		json_object_put(data);
		return false;
	}
	for (size_t i = 0; i < COUNT_OF(names); i++) {
		struct json_object *logo = json_member(logos, names[i]), *shown = NULL, *value;
		if (logo)
			shown = json_object_new_object();
		for (size_t j = 0; logo && j < COUNT_OF(members); j++)
			if (json_find(logo, members[j], &value))
				json_object_object_add(shown, members[j], json_object_get(value));
		json_object_object_add(data, names[i], shown);
	}
	json_write_value(&call->response->body, data);
	json_object_put(data);
	json_object_put(logos);
	return true;
}
