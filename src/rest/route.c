#include "call.h"

enum { MOST_PARTS = 4 };

/* A path of the server's own endpoints; ":id" stands for any one part. */
struct fixed_route {
	const char *parts[MOST_PARTS];
	const char *action;
	endpoint *endpoint;
	const char *type; /* the uid of the entries it is about, or NULL */
};

static const struct fixed_route fixed_routes[] = {
	{{"users"}, "plugin::users-permissions.user.find", endpoint_users, "plugin::users-permissions.user"},
	{{"users", "me"}, "plugin::users-permissions.user.me", endpoint_me, "plugin::users-permissions.user"},
	{{"users", "count"}, "plugin::users-permissions.user.count", endpoint_users_count, "plugin::users-permissions.user"},
	{{"users", ":id"}, "plugin::users-permissions.user.findOne", endpoint_user, "plugin::users-permissions.user"},
	{{"users-permissions", "roles"}, "plugin::users-permissions.role.find", endpoint_roles,
     "plugin::users-permissions.role"},
	{{"users-permissions", "roles", ":id"}, "plugin::users-permissions.role.findOne", endpoint_role,
     "plugin::users-permissions.role"},
	{{"users-permissions", "permissions"}, "plugin::users-permissions.permissions.getPermissions",
     endpoint_permissions, NULL},
	{{"upload", "files"}, "plugin::upload.content-api.find", endpoint_files, "plugin::upload.file"},
	{{"upload", "files", ":id"}, "plugin::upload.content-api.findOne", endpoint_file, "plugin::upload.file"},
	{{"i18n", "locales"}, "plugin::i18n.locales.listLocales", endpoint_locales, "plugin::i18n.locale"},
};

/* Splits the path behind the prefix; a slash at the end does not count. False for too many or empty parts. */
static bool split_path(struct slice path, const char *prefix, struct slice parts[MOST_PARTS], size_t *count)
{
	struct slice start = slice_of(prefix), part;
	if (path.len < start.len || !slice_equals_ignoring_case((struct slice){path.ptr, start.len}, start))
		return false;
	struct slice rest = {path.ptr + start.len, path.len - start.len};
	if (!rest.len || rest.ptr[0] != '/')
		return false;
	rest.ptr++;
	rest.len--;
	if (rest.len && rest.ptr[rest.len - 1] == '/')
		rest.len--;
	*count = 0;
	while (slice_split(&rest, '/', &part)) {
		if (!part.len || *count == MOST_PARTS)
			return false;
		parts[(*count)++] = part;
	}
	return *count > 0;
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

static bool find_fixed(struct call *call, const struct slice *parts, size_t count)
{
	for (size_t i = 0; i < COUNT_OF(fixed_routes); i++) {
		const struct fixed_route *fixed = &fixed_routes[i];
		if (!matches(fixed, parts, count, &call->route.id))
			continue;
		call->route.endpoint = fixed->endpoint;
		call->route.action = slice_of(fixed->action);
		call->route.type = fixed->type ? model_type(call->rest->registry, slice_of(fixed->type)) : NULL;
		return true;
	}
	return false;
}

/* What a path of a content-type names. */
enum shape { SHAPE_NONE, SHAPE_LIST, SHAPE_ENTRY, SHAPE_ENTRY_LOCALES, SHAPE_SINGLE, SHAPE_SINGLE_LOCALES };

struct content_route {
	enum shape shape;
	enum http_method method;
	const char *action;
	endpoint *endpoint;
	bool writes;
};

static const struct content_route content_routes[] = {
	{SHAPE_LIST, HTTP_GET, "find", endpoint_list, false},
	{SHAPE_LIST, HTTP_POST, "create", endpoint_create, true},
	{SHAPE_ENTRY, HTTP_GET, "findOne", endpoint_one, false},
	{SHAPE_ENTRY, HTTP_PUT, "update", endpoint_update, true},
	{SHAPE_ENTRY, HTTP_DELETE, "delete", endpoint_delete, true},
	{SHAPE_ENTRY_LOCALES, HTTP_POST, "createLocalization", endpoint_localize, true},
	{SHAPE_SINGLE, HTTP_GET, "find", endpoint_single, false},
	{SHAPE_SINGLE, HTTP_PUT, "update", endpoint_save_single, true},
	{SHAPE_SINGLE, HTTP_DELETE, "delete", endpoint_delete_single, true},
	{SHAPE_SINGLE_LOCALES, HTTP_POST, "createLocalization", endpoint_localize, true},
};

static const char *const allowed[] = {
	[SHAPE_LIST] = "GET, HEAD, OPTIONS, POST",
	[SHAPE_ENTRY] = "GET, HEAD, OPTIONS, PUT, DELETE",
	[SHAPE_ENTRY_LOCALES] = "OPTIONS, POST",
	[SHAPE_SINGLE] = "GET, HEAD, OPTIONS, PUT, DELETE",
	[SHAPE_SINGLE_LOCALES] = "OPTIONS, POST",
};

static bool not_allowed(struct call *call, const char *methods)
{
	call->response->allow = methods;
	return error_set(call->error, 405, "MethodNotAllowedError", "Method Not Allowed");
}

/* The reference looks for a file at any path, so that only other methods are wrong there. */
static bool unknown_path(struct call *call)
{
	return call->request->method == HTTP_GET ? error_not_found(call->error) : not_allowed(call, "GET, HEAD, OPTIONS");
}

/* The names of types are in lower case; like all of a path but the ids they are found in any. */
static struct slice lower_case(struct arena *arena, struct slice part)
{
	char *copy = arena_copy(arena, part);
	for (size_t i = 0; i < part.len; i++)
		if (copy[i] >= 'A' && copy[i] <= 'Z')
			copy[i] = (char)(copy[i] - 'A' + 'a');
	return (struct slice){copy, part.len};
}

/* Collection types answer under their plural name, single types under their singular one. */
static enum shape find_shape(struct call *call, const struct slice *parts, size_t count)
{
	struct slice name = lower_case(call->request->arena, parts[0]);
	const struct content_type *type = map_get(&call->rest->registry->by_plural, name);
	bool locales = count > 1 && slice_equals_ignoring_case(parts[count - 1], SLICE("localizations"));
	if (type) {
		call->route.type = type;
		if (count > 1)
			call->route.id = parts[1];
		/* Where a type has no languages the reference knows the path, but no method for it. */
		if (count == 3 && locales)
			return type->localized ? SHAPE_ENTRY_LOCALES : SHAPE_NONE;
		return count == 1 ? SHAPE_LIST : count == 2 ? SHAPE_ENTRY : SHAPE_NONE;
	}
	type = map_get(&call->rest->registry->by_singular, name);
	call->route.type = type;
	if (type && count == 2 && locales && type->localized)
		return SHAPE_SINGLE_LOCALES;
	return type && count == 1 ? SHAPE_SINGLE : SHAPE_NONE;
}

static bool set_content_route(struct call *call, enum shape shape)
{
	struct route *route = &call->route;
	for (size_t i = 0; i < COUNT_OF(content_routes); i++) {
		const struct content_route *found = &content_routes[i];
		if (found->shape != shape || found->method != call->request->method)
			continue;
		route->endpoint = found->endpoint;
		route->writes = found->writes;
		if (call->rest->treatments)
			route->treatment = treatment_find(call->rest, route->type, found->action);
		route->action = slice_of(arena_format(call->request->arena, "%s.%s", route->type->uid, found->action));
		return true;
	}
	return not_allowed(call, allowed[shape]);
}

bool route_find(struct call *call)
{
	struct slice parts[MOST_PARTS];
	size_t count;
	if (call->rest->custom && custom_find(call))
		return true;
	if (!split_path(call->request->path, call->rest->config->prefix, parts, &count))
		return unknown_path(call);
	if (find_fixed(call, parts, count))
		return call->request->method == HTTP_GET || not_allowed(call, "GET, HEAD, OPTIONS");
	enum shape shape = find_shape(call, parts, count);
	return shape == SHAPE_NONE ? unknown_path(call) : set_content_route(call, shape);
}
