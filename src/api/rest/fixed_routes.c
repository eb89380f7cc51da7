#include "fixed_routes.h"
#include "accounts.h"
#include "builder.h"
#include "connect.h"
#include "delete_file.h"
#include "flat.h"
#include "roles.h"
#include "route.h"
#include "upload.h"

enum { MOST_PARTS = 4 };

/* The kind of thread that runs an endpoint: a serving one, a background one for what is slow (accounts.c), one that may
 * wait for servers elsewhere, or one that may wait for files. */
enum endpoint_thread { SERVING, BACKGROUND, OUTSIDE, WITH_FILES };

/* A path of the server's own endpoints; ":id" stands for any one part. */
struct fixed_route {
	enum http_method method;
	const char *parts[MOST_PARTS];
	const char *action;
	endpoint *endpoint;
	const char *type; /* the uid of the entries it is about, or NULL */
	enum endpoint_thread thread;
};

#define USER "plugin::users-permissions.user"
#define ROLE "plugin::users-permissions.role"
#define AUTH "plugin::users-permissions.auth"
#define FILES "plugin::upload.content-api"
#define BUILDER "content-type-builder"
#define BUILDER_TYPES "plugin::content-type-builder.content-types"
#define BUILDER_COMPONENTS "plugin::content-type-builder.components"

static const struct fixed_route fixed_routes[] = {
    {HTTP_GET, {"users"}, USER ".find", endpoint_users, USER, SERVING},
    {HTTP_GET, {"users", "me"}, USER ".me", endpoint_me, USER, SERVING},
    {HTTP_GET, {"users", "count"}, USER ".count", endpoint_users_count, USER, SERVING},
    {HTTP_GET, {"users", ":id"}, USER ".findOne", endpoint_user, USER, SERVING},
    {HTTP_POST, {"users"}, USER ".create", endpoint_create_user, USER, BACKGROUND},
    {HTTP_PUT, {"users", ":id"}, USER ".update", endpoint_update_user, USER, BACKGROUND},
    {HTTP_DELETE, {"users", ":id"}, USER ".destroy", endpoint_delete_user, USER, BACKGROUND},

    {HTTP_GET, {"users-permissions", "roles"}, ROLE ".find", endpoint_roles, ROLE, SERVING},
    {HTTP_GET, {"users-permissions", "roles", ":id"}, ROLE ".findOne", endpoint_role, ROLE, SERVING},
    {HTTP_POST, {"users-permissions", "roles"}, ROLE ".createRole", endpoint_create_role, ROLE, BACKGROUND},
    {HTTP_PUT, {"users-permissions", "roles", ":id"}, ROLE ".updateRole", endpoint_update_role, ROLE, BACKGROUND},
    {HTTP_DELETE, {"users-permissions", "roles", ":id"}, ROLE ".deleteRole", endpoint_delete_role, ROLE, BACKGROUND},
    {HTTP_GET,
     {"users-permissions", "permissions"},
     "plugin::users-permissions.permissions.getPermissions",
     endpoint_permissions,
     NULL,
     SERVING},

    {HTTP_POST, {"auth", "local"}, AUTH ".callback", endpoint_sign_in, USER, BACKGROUND},
    {HTTP_POST, {"auth", "local", "register"}, AUTH ".register", endpoint_register, USER, BACKGROUND},
    {HTTP_GET, {"connect", ":id"}, AUTH ".connect", endpoint_connect, USER, OUTSIDE},
    {HTTP_GET, {"connect", ":id", "callback"}, AUTH ".connect", endpoint_connect_return, USER, OUTSIDE},
    {HTTP_GET, {"auth", ":id", "callback"}, AUTH ".callback", endpoint_provider_sign_in, USER, OUTSIDE},
    {HTTP_POST, {"auth", "forgot-password"}, AUTH ".forgotPassword", endpoint_forgot_password, USER, BACKGROUND},
    {HTTP_POST, {"auth", "reset-password"}, AUTH ".resetPassword", endpoint_reset_password, USER, BACKGROUND},
    {HTTP_POST, {"auth", "change-password"}, AUTH ".changePassword", endpoint_change_password, USER, BACKGROUND},
    {HTTP_GET, {"auth", "email-confirmation"}, AUTH ".emailConfirmation", endpoint_confirm_email, USER, BACKGROUND},
    {HTTP_POST,
     {"auth", "send-email-confirmation"},
     AUTH ".sendEmailConfirmation",
     endpoint_send_confirmation,
     USER,
     BACKGROUND},

    {HTTP_POST, {"upload"}, FILES ".upload", endpoint_upload, "plugin::upload.file", WITH_FILES},
    {HTTP_GET, {"upload", "files"}, FILES ".find", endpoint_files, "plugin::upload.file", SERVING},
    {HTTP_GET, {"upload", "files", ":id"}, FILES ".findOne", endpoint_file, "plugin::upload.file", SERVING},
    {HTTP_DELETE,
     {"upload", "files", ":id"},
     FILES ".destroy",
     endpoint_delete_file,
     "plugin::upload.file",
     BACKGROUND},

    {HTTP_GET,
     {"i18n", "locales"},
     "plugin::i18n.locales.listLocales",
     endpoint_locales,
     "plugin::i18n.locale",
     SERVING},

    {HTTP_POST, {"email"}, "plugin::email.email.send", endpoint_send_email, NULL, BACKGROUND},
    {HTTP_GET, {BUILDER, "content-types"}, BUILDER_TYPES ".getContentTypes", endpoint_builder_types, NULL, SERVING},
    {HTTP_GET,
     {BUILDER, "content-types", ":id"},
     BUILDER_TYPES ".getContentType",
     endpoint_builder_type,
     NULL,
     SERVING},
    {HTTP_GET,
     {BUILDER, "components"},
     BUILDER_COMPONENTS ".getComponents",
     endpoint_builder_components,
     NULL,
     SERVING},
    {HTTP_GET,
     {BUILDER, "components", ":id"},
     BUILDER_COMPONENTS ".getComponent",
     endpoint_builder_component,
     NULL,
     SERVING},
};

static bool matches(const struct fixed_route *route, const struct slice *parts, size_t count, struct slice *id)
{
	for (size_t i = 0; i < MOST_PARTS; i++) {
		if (!route->parts[i])
			return i == count;
		if (i == count)
			return false;
		if (strcmp(route->parts[i], ":id") == 0)
			*id = parts[i];
		else if (!slice_equals_ignoring_case(parts[i], slice_of(route->parts[i])))
			return false;
	}
	return count == MOST_PARTS;
}

static void set_fixed(struct rest_call *call, const struct fixed_route *fixed, struct slice id)
{
	call->route.id = id;
	call->route.endpoint = fixed->endpoint;
	call->route.action = slice_of(fixed->action);
	call->route.type = fixed->type ? model_type(call->rest->registry, slice_of(fixed->type)) : NULL;
	call->route.background = fixed->thread != SERVING;
	call->route.outside = fixed->thread == OUTSIDE;
	call->route.files = fixed->thread == WITH_FILES;
}

/* Without the plugin there is no such route. */
static bool is_of_languages(const struct fixed_route *fixed)
{
	return fixed->endpoint == endpoint_locales;
}

unsigned fixed_routes_find(struct rest_call *call, const struct slice *parts, size_t count)
{
	unsigned methods = 0;
	for (size_t i = 0; i < COUNT_OF(fixed_routes); i++) {
		const struct fixed_route *fixed = &fixed_routes[i];
		struct slice id = {NULL, 0};
		if (!matches(fixed, parts, count, &id) ||
		    (call->rest->registry->no_languages && is_of_languages(fixed)))
			continue;
		methods |= 1u << fixed->method;
		if (fixed->method != call->http->method || call->route.endpoint)
			continue;
		set_fixed(call, fixed, id);
	}
	return methods;
}

bool fixed_routes_set_action(struct rest_call *call, struct slice action, struct slice id)
{
	struct slice parts[REST_MOST_PARTS], found = {NULL, 0};
	size_t count;
	const struct fixed_route *other = NULL;
	bool has_parts = route_parts(call, parts, REST_MOST_PARTS, &count);
	/* Code may name another entry than the path does; who leads to a provider looks at the path alone. */
	const bool by_path = slice_equals(action, slice_of(AUTH ".connect"));
	for (size_t i = 0; i < COUNT_OF(fixed_routes); i++) {
		const struct fixed_route *fixed = &fixed_routes[i];
		if (!slice_equals(action, slice_of(fixed->action)) || fixed->method != call->http->method)
			continue;
		/* The route that Strapi has for it, or any path that the project has given it. */
		if (has_parts && matches(fixed, parts, count, &found)) {
			set_fixed(call, fixed, by_path ? found : id);
			return true;
		}
		other = other ? other : fixed;
	}
	for (size_t i = 0; i < COUNT_OF(fixed_routes) && !other; i++)
		if (slice_equals(action, slice_of(fixed_routes[i].action)))
			other = &fixed_routes[i];
	if (other)
		set_fixed(call, other, id);
	return other || error_set(call->error, 501, "NotImplementedError", "lectern does not have the action %.*s",
	                          slice_shown_length(action, 100), action.ptr);
}

static const char *fixed_path(const struct config *config, const struct fixed_route *route, struct arena *arena)
{
	const char *path = config->prefix;
	for (size_t i = 0; i < MOST_PARTS && route->parts[i]; i++)
		path = arena_format(arena, "%s/%s", path, route->parts[i]);
	return path;
}

void fixed_routes_list(const struct config *config, struct arena *arena,
                       void (*list)(void *context, const char *method, const char *path, const char *action),
                       void *context)
{
	for (size_t i = 0; i < COUNT_OF(fixed_routes); i++)
		if (!config->no_languages || !is_of_languages(&fixed_routes[i]))
			list(context, route_method_name(fixed_routes[i].method),
			     fixed_path(config, &fixed_routes[i], arena), fixed_routes[i].action);
}
