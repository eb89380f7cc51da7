#include "route.h"
#include "accounts.h"
#include "builder.h"
#include "connect.h"
#include "content_routes.h"
#include "custom.h"
#include "delete_file.h"
#include "flat.h"
#include "public.h"
#include "roles.h"
#include "type_routes.h"
#include "upload.h"

enum { MOST_PARTS = 4 };

/* Who runs an endpoint: the thread that serves, or a background thread, where it may take its time (accounts.c), or one
 * that may wait for servers elsewhere, or for files. */
enum where { HERE, BEHIND, OUTSIDE, WITH_FILES };

/* A path of the server's own endpoints; ":id" stands for any one part. */
struct fixed_route {
	enum http_method method;
	const char *parts[MOST_PARTS];
	const char *action;
	endpoint *endpoint;
	const char *type; /* the uid of the entries it is about, or NULL */
	enum where where;
};

#define USER "plugin::users-permissions.user"
#define ROLE "plugin::users-permissions.role"
#define AUTH "plugin::users-permissions.auth"
#define FILES "plugin::upload.content-api"
#define BUILDER "content-type-builder"
#define BUILDER_TYPES "plugin::content-type-builder.content-types"
#define BUILDER_COMPONENTS "plugin::content-type-builder.components"

static const struct fixed_route fixed_routes[] = {
    {HTTP_GET, {"users"}, USER ".find", endpoint_users, USER, HERE},
    {HTTP_GET, {"users", "me"}, USER ".me", endpoint_me, USER, HERE},
    {HTTP_GET, {"users", "count"}, USER ".count", endpoint_users_count, USER, HERE},
    {HTTP_GET, {"users", ":id"}, USER ".findOne", endpoint_user, USER, HERE},
    {HTTP_POST, {"users"}, USER ".create", endpoint_create_user, USER, BEHIND},
    {HTTP_PUT, {"users", ":id"}, USER ".update", endpoint_update_user, USER, BEHIND},
    {HTTP_DELETE, {"users", ":id"}, USER ".destroy", endpoint_delete_user, USER, BEHIND},

    {HTTP_GET, {"users-permissions", "roles"}, ROLE ".find", endpoint_roles, ROLE, HERE},
    {HTTP_GET, {"users-permissions", "roles", ":id"}, ROLE ".findOne", endpoint_role, ROLE, HERE},
    {HTTP_POST, {"users-permissions", "roles"}, ROLE ".createRole", endpoint_create_role, ROLE, BEHIND},
    {HTTP_PUT, {"users-permissions", "roles", ":id"}, ROLE ".updateRole", endpoint_update_role, ROLE, BEHIND},
    {HTTP_DELETE, {"users-permissions", "roles", ":id"}, ROLE ".deleteRole", endpoint_delete_role, ROLE, BEHIND},
    {HTTP_GET,
     {"users-permissions", "permissions"},
     "plugin::users-permissions.permissions.getPermissions",
     endpoint_permissions,
     NULL,
     HERE},

    {HTTP_POST, {"auth", "local"}, AUTH ".callback", endpoint_sign_in, USER, BEHIND},
    {HTTP_POST, {"auth", "local", "register"}, AUTH ".register", endpoint_register, USER, BEHIND},
    {HTTP_GET, {"connect", ":id"}, AUTH ".connect", endpoint_connect, USER, OUTSIDE},
    {HTTP_GET, {"connect", ":id", "callback"}, AUTH ".connect", endpoint_connect_return, USER, OUTSIDE},
    {HTTP_GET, {"auth", ":id", "callback"}, AUTH ".callback", endpoint_provider_sign_in, USER, OUTSIDE},
    {HTTP_POST, {"auth", "forgot-password"}, AUTH ".forgotPassword", endpoint_forgot_password, USER, BEHIND},
    {HTTP_POST, {"auth", "reset-password"}, AUTH ".resetPassword", endpoint_reset_password, USER, BEHIND},
    {HTTP_POST, {"auth", "change-password"}, AUTH ".changePassword", endpoint_change_password, USER, BEHIND},
    {HTTP_GET, {"auth", "email-confirmation"}, AUTH ".emailConfirmation", endpoint_confirm_email, USER, BEHIND},
    {HTTP_POST,
     {"auth", "send-email-confirmation"},
     AUTH ".sendEmailConfirmation",
     endpoint_send_confirmation,
     USER,
     BEHIND},

    {HTTP_POST, {"upload"}, FILES ".upload", endpoint_upload, "plugin::upload.file", WITH_FILES},
    {HTTP_GET, {"upload", "files"}, FILES ".find", endpoint_files, "plugin::upload.file", HERE},
    {HTTP_GET, {"upload", "files", ":id"}, FILES ".findOne", endpoint_file, "plugin::upload.file", HERE},
    {HTTP_DELETE, {"upload", "files", ":id"}, FILES ".destroy", endpoint_delete_file, "plugin::upload.file", BEHIND},

    {HTTP_GET, {"i18n", "locales"}, "plugin::i18n.locales.listLocales", endpoint_locales, "plugin::i18n.locale", HERE},

    {HTTP_POST, {"email"}, "plugin::email.email.send", endpoint_not_served, NULL, HERE},
    {HTTP_GET, {BUILDER, "content-types"}, BUILDER_TYPES ".getContentTypes", endpoint_builder_types, NULL, HERE},
    {HTTP_GET, {BUILDER, "content-types", ":id"}, BUILDER_TYPES ".getContentType", endpoint_builder_type, NULL, HERE},
    {HTTP_GET, {BUILDER, "components"}, BUILDER_COMPONENTS ".getComponents", endpoint_builder_components, NULL, HERE},
    {HTTP_GET,
     {BUILDER, "components", ":id"},
     BUILDER_COMPONENTS ".getComponent",
     endpoint_builder_component,
     NULL,
     HERE},
};

/* The path behind the prefix, its slash included. */
static bool behind_prefix(const struct call *call, struct slice *path)
{
	const struct slice whole = call->http->path, prefix = slice_of(call->rest->config->prefix);
	if (whole.len < prefix.len || !slice_equals_ignoring_case((struct slice){whole.ptr, prefix.len}, prefix))
		return false;
	*path = (struct slice){whole.ptr + prefix.len, whole.len - prefix.len};
	return true;
}

/* The path is split as it was sent, then each part is decoded. */
static bool parts_with_slashes(const struct call *call, struct slice *parts, size_t most, size_t *count)
{
	enum { MOST_OF_PREFIX = 16 };
	struct slice prefix[MOST_OF_PREFIX], *all;
	size_t leading = 0, found;
	if (call->rest->config->prefix[0] &&
	    !http_split_path(slice_of(call->rest->config->prefix), NULL, prefix, MOST_OF_PREFIX, &leading))
		return false;
	all = arena_array(call->http->arena, leading + most, sizeof *all);
	if (!http_split_path(call->http->raw_path, call->http->arena, all, leading + most, &found) || found <= leading)
		return false;
	for (size_t i = 0; i < leading; i++)
		if (!slice_equals_ignoring_case(all[i], prefix[i]))
			return false;
	*count = found - leading;
	memcpy(parts, all + leading, *count * sizeof *parts);
	return true;
}

bool route_parts(const struct call *call, struct slice *parts, size_t most, size_t *count)
{
	struct slice path;
	if (http_has_slash_within(call->http))
		return parts_with_slashes(call, parts, most, count);
	return behind_prefix(call, &path) && http_split_path(path, NULL, parts, most, count);
}

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

static void set_fixed(struct call *call, const struct fixed_route *fixed, struct slice id)
{
	call->route.id = id;
	call->route.endpoint = fixed->endpoint;
	call->route.action = slice_of(fixed->action);
	call->route.type = fixed->type ? model_type(call->rest->registry, slice_of(fixed->type)) : NULL;
	call->route.background = fixed->where != HERE;
	call->route.outside = fixed->where == OUTSIDE;
	call->route.files = fixed->where == WITH_FILES;
}

/* Finds the path, and its methods as a set of bits; the route itself when the method is among them. */
static unsigned find_fixed(struct call *call, const struct slice *parts, size_t count)
{
	unsigned methods = 0;
	for (size_t i = 0; i < COUNT_OF(fixed_routes); i++) {
		const struct fixed_route *fixed = &fixed_routes[i];
		struct slice id = {NULL, 0};
		if (!matches(fixed, parts, count, &id))
			continue;
		methods |= 1u << fixed->method;
		if (fixed->method != call->http->method || call->route.endpoint)
			continue;
		set_fixed(call, fixed, id);
	}
	return methods;
}

bool route_set_plugin_action(struct call *call, struct slice action, struct slice id)
{
	struct slice parts[REST_MOST_PARTS], found = {NULL, 0};
	size_t count;
	const struct fixed_route *other = NULL;
	bool has_parts = route_parts(call, parts, REST_MOST_PARTS, &count);
	for (size_t i = 0; i < COUNT_OF(fixed_routes); i++) {
		const struct fixed_route *fixed = &fixed_routes[i];
		if (!slice_equals(action, slice_of(fixed->action)) || fixed->method != call->http->method)
			continue;
		/* The route that Strapi has for it, or any path that the project has given it. */
		if (has_parts && matches(fixed, parts, count, &found)) {
			set_fixed(call, fixed, found);
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

static bool not_allowed(struct call *call, const char *methods)
{
	call->response->allow = methods;
	return error_set(call->error, 405, "MethodNotAllowedError", "Method Not Allowed");
}

/* Strapi looks for a file at any path, so that only other methods are wrong there. */
static bool unknown_path(struct call *call)
{
	struct slice path;
	if (call->rest->closed_unknown && behind_prefix(call, &path))
		return closed_refuse(call->rest->closed_unknown, call->http, call->error);
	call->route.file = call->http->method == HTTP_GET;
	if (!call->route.file && !public_is_served(call->rest->files))
		return error_not_found(call->error);
	return call->route.file || not_allowed(call, "GET, HEAD, OPTIONS");
}

/* A path that is known, but not for this method: of GET Strapi says that there is nothing. */
static bool refuse_method(struct call *call, unsigned methods)
{
	bool get = methods & 1u << HTTP_GET;
	if (call->http->method == HTTP_GET)
		return error_not_found(call->error);
	return not_allowed(call, arena_format(call->http->arena, "%sOPTIONS%s%s%s%s", get ? "GET, HEAD, " : "",
	                                      methods & 1u << HTTP_POST ? ", POST" : "",
	                                      methods & 1u << HTTP_PUT ? ", PUT" : "",
	                                      methods & 1u << HTTP_PATCH ? ", PATCH" : "",
	                                      methods & 1u << HTTP_DELETE ? ", DELETE" : ""));
}

/* A path of the server's own routes, which has these methods. */
static bool find_closed(struct call *call, unsigned methods)
{
	struct closed *closed =
	    call->route.endpoint ? closed_action_find(call->rest, call->route.action) : call->rest->closed_unknown;
	if (closed)
		return closed_refuse(closed, call->http, call->error);
	return call->route.endpoint || refuse_method(call, methods);
}

/* Where the project lists its routes: they come before the server's own. */
static bool find_listed(struct call *call, const struct slice *parts, size_t count)
{
	unsigned methods;
	if (!content_routes_find(call, parts, count, &methods))
		return false;
	if (call->route.endpoint || call->route.code)
		return true;
	methods |= find_fixed(call, parts, count);
	if (call->route.endpoint || (methods && !call->rest->closed_unknown))
		return find_closed(call, methods);
	return unknown_path(call);
}

/* The whole path, the prefix included. */
static bool whole_parts(const struct call *call, struct slice *parts, size_t most, size_t *count)
{
	const struct http_request *request = call->http;
	return http_has_slash_within(request) ? http_split_path(request->raw_path, request->arena, parts, most, count)
	                                      : http_split_path(request->path, NULL, parts, most, count);
}

/* Where the project's code has told all routes that there are. */
static bool find_described(struct call *call)
{
	struct slice parts[REST_MOST_PARTS];
	size_t count;
	unsigned methods = 0;
	if (!whole_parts(call, parts, REST_MOST_PARTS, &count))
		return unknown_path(call);
	if (!content_routes_find(call, parts, count, &methods))
		return false;
	if (call->route.endpoint)
		return find_closed(call, methods);
	if (call->route.code || call->route.file)
		return true;
	return methods ? refuse_method(call, methods) : unknown_path(call);
}

bool route_find(struct call *call)
{
	struct slice parts[REST_MOST_PARTS];
	size_t count;
	if (!call->inner && rest_asks_for_all(call->rest)) {
		call->route = (struct route){.code = true, .coded = {.all = true}};
		return true;
	}
	if (call->rest->closed)
		return closed_refuse(call->rest->closed, call->http, call->error);
	if (call->rest->closed_path && slice_equals_ignoring_case(call->http->path, slice_of(call->rest->closed_path)))
		return closed_refuse(call->rest->path_closed, call->http, call->error);
	if (call->rest->custom && custom_find(call))
		return true;
	const struct rest_content_route *routes = content_routes_now(call->rest);
	if (routes && routes->described)
		return find_described(call);
	if (!route_parts(call, parts, REST_MOST_PARTS, &count))
		return unknown_path(call);
	if (routes)
		return find_listed(call, parts, count);
	unsigned methods = find_fixed(call, parts, count);
	if (methods)
		return find_closed(call, methods);
	const char *allowed;
	if (!type_routes_find(call, parts, count, &allowed))
		return unknown_path(call);
	return call->route.endpoint || not_allowed(call, allowed);
}

/* ---- all of them ---- */

const char *route_method_name(enum http_method method)
{
	return method == HTTP_GET ? "GET" : method == HTTP_POST ? "POST" : method == HTTP_PUT ? "PUT" : "DELETE";
}

static const char *fixed_path(const struct config *config, const struct fixed_route *route, struct arena *arena)
{
	const char *path = config->prefix;
	for (size_t i = 0; i < MOST_PARTS && route->parts[i]; i++)
		path = arena_format(arena, "%s/%s", path, route->parts[i]);
	return path;
}

void route_tell_fixed(const struct config *config, struct arena *arena,
                      void (*tell)(void *context, const char *method, const char *path, const char *action),
                      void *context)
{
	for (size_t i = 0; i < COUNT_OF(fixed_routes); i++)
		tell(context, route_method_name(fixed_routes[i].method), fixed_path(config, &fixed_routes[i], arena),
		     fixed_routes[i].action);
}
