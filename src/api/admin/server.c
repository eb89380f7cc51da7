/* What the panel asks about the server. */
#include "admin.h"
#include "logos.h"

#include <json-c/json.h>
#include <unistd.h>

/* The address of a logo, null where there is none. One that nothing was sent for when the other one was set is not
 * there, as in Strapi: it is stored as {}. */
static void add_url(struct json_object *data, const char *name, struct json_object *logo)
{
	struct json_object *url = json_member(logo, "url");
	if (url || !logo)
		json_object_object_add(data, name, json_object_get(url));
}

static void release(struct json_object *logos[MEDIA_LOGOS])
{
	for (size_t i = 0; i < MEDIA_LOGOS; i++)
		json_object_put(logos[i]);
}

bool admin_init(struct admin_call *call)
{
	const struct content_call content = admin_call_content(call);
	struct json_object *logos[MEDIA_LOGOS], *data;
	const char *uuid = call->shared->config->admin.uuid;
	bool has;
	if (!account_has_admin(&content, call->shared->registry, &has, call->error) ||
	    !media_read_logos(call->request->session, logos, call->error))
		return false;
	data = json_object_new_object();
	json_object_object_add(data, "uuid", uuid ? json_object_new_string(uuid) : json_object_new_boolean(false));
	json_object_object_add(data, "hasAdmin", json_object_new_boolean(has));
	add_url(data, "menuLogo", logos[0]);
	add_url(data, "authLogo", logos[1]);
	release(logos);
	return admin_call_answer(call, data);
}

bool admin_project_type(struct admin_call *call)
{
	buffer_text(&call->response->body, "{\"data\":{\"isEE\":false,\"features\":[],\"flags\":{}}}");
	return true;
}

bool admin_information(struct admin_call *call)
{
	const struct config *config = call->shared->config;
	const struct config_admin *admin = &config->admin;
	struct json_object *data = json_object_new_object();
	const char *lock = arena_format(call->http->arena, "%s/yarn.lock", config->directory);
	json_object_object_add(data, "currentEnvironment", json_object_new_string(config->environment));
	json_object_object_add(data, "autoReload", json_object_new_boolean(call->shared->development != NULL));
	json_object_object_add(data, "strapiVersion", json_object_new_string(admin->strapi_version));
	json_object_object_add(data, "dependencies",
	                       admin->dependencies ? json_object_get(admin->dependencies) : json_object_new_object());
	json_object_object_add(data, "projectId",
	                       admin->uuid ? json_object_new_string(admin->uuid) : json_object_new_boolean(false));
	/* The panel shows it as a text: what runs in place of Node. */
	json_object_object_add(data, "nodeVersion", json_object_new_string("lectern " LECTERN_VERSION));
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
	struct json_object *logos[MEDIA_LOGOS];
	if (!media_read_logos(call->request->session, logos, call->error))
		return false;
	logos_write(&call->response->body, logos);
	release(logos);
	return true;
}

/* What Strapi's own plugins say of themselves. */
static const struct {
	const char *name, *display_name, *description;
	bool packaged; /* as @strapi/plugin-NAME, so that a project may be without it */
} known_plugins[] = {
    {"content-manager", "Content Manager", "Quick way to see, edit and delete the data in your database.", false},
    {"content-type-builder", "Content Type Builder",
     "Modelize the data structure of your API. Create new fields and relations in just a minute. The files are "
     "automatically created and updated in your project.",
     false},
    {"email", "Email", "Configure your application to send emails.", false},
    {"upload", "Media Library", "Media file management.", false},
    {"content-releases", "Releases", "Organize and release content", false},
    {"graphql", "GraphQL", "Adds GraphQL endpoint with default API methods.", true},
    {"users-permissions", "Roles & Permissions",
     "Protect your API with a full authentication process based on JWT. This plugin comes also with an ACL strategy "
     "that allows you to manage the permissions between the groups of users.",
     true},
    {"i18n", "Internationalization",
     "This plugin enables to create, to read and to update content in different languages, both from the Admin Panel "
     "and from the API.",
     true},
};

static bool is_enabled(const struct admin_call *call, size_t plugin)
{
	const struct config *config = call->shared->config;
	const char *name = known_plugins[plugin].name;
	const char *package = arena_format(call->http->arena, "@strapi/plugin-%s", name);
	if (strcmp(name, "graphql") == 0)
		return config->graphql.enabled;
	/* Every Strapi has content-releases; it is a feature that has to be paid for. */
	return strcmp(name, "i18n") != 0 || !config->admin.dependencies ||
	       json_find(config->admin.dependencies, package, NULL);
}

bool admin_plugins(struct admin_call *call)
{
	struct buffer *body = &call->response->body;
	buffer_text(body, "{\"plugins\":[");
	for (size_t i = 0; i < COUNT_OF(known_plugins); i++) {
		if (!is_enabled(call, i))
			continue;
		json_next(body);
		buffer_text(body, "{\"name\":");
		json_write_string(body, slice_of(known_plugins[i].name));
		buffer_text(body, ",\"displayName\":");
		json_write_string(body, slice_of(known_plugins[i].display_name));
		buffer_text(body, ",\"description\":");
		json_write_string(body, slice_of(known_plugins[i].description));
		if (known_plugins[i].packaged)
			buffer_format(body, ",\"packageName\":\"@strapi/plugin-%s\"", known_plugins[i].name);
		buffer_byte(body, '}');
	}
	buffer_text(body, "]}");
	return true;
}
