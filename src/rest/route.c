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

static bool set_content_route(struct call *call, const struct content_type *type, const char *action,
                              endpoint *found)
{
	call->route.type = type;
	call->route.endpoint = found;
	call->route.action = slice_of(arena_format(call->request->arena, "%s.%s", type->uid, action));
	return true;
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
static bool find_content(struct call *call, const struct slice *parts, size_t count)
{
	struct slice name = lower_case(call->request->arena, parts[0]);
	const struct content_type *type = map_get(&call->rest->registry->by_plural, name);
	if (type && count == 1)
		return set_content_route(call, type, "find", endpoint_list);
	if (type && count == 2) {
		call->route.id = parts[1];
		return set_content_route(call, type, "findOne", endpoint_one);
	}
	type = map_get(&call->rest->registry->by_singular, name);
	return type && count == 1 && set_content_route(call, type, "find", endpoint_single);
}

bool route_find(struct call *call)
{
	struct slice parts[MOST_PARTS];
	size_t count;
	if (!split_path(call->request->path, call->rest->config->prefix, parts, &count) ||
	    (!find_fixed(call, parts, count) && !find_content(call, parts, count)))
		return error_not_found(call->error);
	if (call->request->method != HTTP_GET) {
		call->response->allow = "GET, HEAD, OPTIONS";
		return error_set(call->error, 405, "MethodNotAllowedError", "Method Not Allowed");
	}
	return true;
}
