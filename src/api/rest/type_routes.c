#include "type_routes.h"
#include "change.h"
#include "collection.h"
#include "custom.h"
#include "route.h"

/* What a path of a content-type names. */
enum path_shape { SHAPE_NONE, SHAPE_LIST, SHAPE_ENTRY, SHAPE_ENTRY_LOCALES, SHAPE_SINGLE, SHAPE_SINGLE_LOCALES };

struct type_route {
	enum path_shape shape;
	enum http_method method;
	const char *action;
	endpoint *endpoint;
	bool writes;
};

static const struct type_route type_routes[] = {
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

static const char *const allowed_methods[] = {
    [SHAPE_LIST] = "GET, HEAD, OPTIONS, POST", [SHAPE_ENTRY] = "GET, HEAD, OPTIONS, PUT, DELETE",
    [SHAPE_ENTRY_LOCALES] = "OPTIONS, POST",   [SHAPE_SINGLE] = "GET, HEAD, OPTIONS, PUT, DELETE",
    [SHAPE_SINGLE_LOCALES] = "OPTIONS, POST",
};

/* The names of types are in lower case; like all of a path but the ids they are found in any. */
static struct slice lower_case(struct arena *arena, struct slice part)
{
	char *copy = arena_copy(arena, part);
	for (size_t i = 0; i < part.len; i++)
		if (copy[i] >= 'A' && copy[i] <= 'Z')
			copy[i] = (char)(copy[i] - 'A' + 'a');
	return (struct slice){copy, part.len};
}

/* Strapi's plugin i18n makes these paths, of the names in kebab case. */
static enum path_shape find_locales(struct rest_call *call, struct slice name, const struct slice *parts, size_t count)
{
	const struct content_type *type = map_get(&call->rest->registry->by_kebab, name);
	if (!type || !type->localized || count != (type->single ? 2 : 3))
		return SHAPE_NONE;
	call->route.type = type;
	if (!type->single)
		call->route.id = parts[1];
	return type->single ? SHAPE_SINGLE_LOCALES : SHAPE_ENTRY_LOCALES;
}

/* Collection types answer under their plural name, single types under their singular one. */
static enum path_shape find_shape(struct rest_call *call, const struct slice *parts, size_t count)
{
	struct slice name = lower_case(call->http->arena, parts[0]);
	const struct content_type *type;
	if (count > 1 && slice_equals_ignoring_case(parts[count - 1], SLICE("localizations"))) {
		const enum path_shape shape = find_locales(call, name, parts, count);
		if (shape != SHAPE_NONE)
			return shape;
	}
	type = map_get(&call->rest->registry->by_plural, name);
	if (type) {
		call->route.type = type;
		if (count > 1)
			call->route.id = parts[1];
		return count == 1 ? SHAPE_LIST : count == 2 ? SHAPE_ENTRY : SHAPE_NONE;
	}
	type = map_get(&call->rest->registry->by_singular, name);
	call->route.type = type;
	return type && count == 1 ? SHAPE_SINGLE : SHAPE_NONE;
}

bool type_routes_set_action(struct rest_call *call, const char *action)
{
	struct route *route = &call->route;
	for (size_t i = 0; i < COUNT_OF(type_routes); i++) {
		const struct type_route *found = &type_routes[i];
		const bool single = found->shape == SHAPE_SINGLE || found->shape == SHAPE_SINGLE_LOCALES;
		if (single != route->type->single || strcmp(found->action, action) != 0)
			continue;
		route->endpoint = found->endpoint;
		route->writes = found->writes;
		if (call->rest->route_options)
			route->options = route_options_find(call->rest, route->type, action);
		route->action = slice_of(arena_format(call->http->arena, "%s.%s", route->type->uid, action));
		return true;
	}
	return false;
}

bool type_routes_find(struct rest_call *call, const struct slice *parts, size_t count, const char **allowed)
{
	enum path_shape shape = find_shape(call, parts, count);
	bool locales = shape == SHAPE_ENTRY_LOCALES || shape == SHAPE_SINGLE_LOCALES;
	/* What is only ever posted to is not there for GET. */
	if (shape == SHAPE_NONE || (locales && call->http->method == HTTP_GET))
		return false;
	*allowed = allowed_methods[shape];
	for (size_t i = 0; i < COUNT_OF(type_routes); i++)
		if (type_routes[i].shape == shape && type_routes[i].method == call->http->method)
			type_routes_set_action(call, type_routes[i].action);
	return true;
}

/* ---- all of them ---- */

/* The path of a shape that the type has, or NULL. */
static const char *shape_path(const struct config *config, const struct content_type *type, enum path_shape shape,
                              struct arena *arena)
{
	bool locales = shape == SHAPE_ENTRY_LOCALES || shape == SHAPE_SINGLE_LOCALES;
	bool single = shape == SHAPE_SINGLE || shape == SHAPE_SINGLE_LOCALES;
	if (single != type->single || (locales && !type->localized))
		return NULL;
	const char *name = content_type_url_name(type);
	return arena_format(arena, "%s/%s%s%s", config->prefix, locales ? model_kebab_case(arena, name) : name,
	                    shape == SHAPE_ENTRY || shape == SHAPE_ENTRY_LOCALES ? "/:id" : "",
	                    locales ? "/localizations" : "");
}

void type_routes_list(const struct config *config, const struct content_type *type, struct arena *arena,
                      void (*list)(void *context, const char *method, const char *path, const char *action),
                      void *context)
{
	for (size_t i = 0; i < COUNT_OF(type_routes) && !type->component && !type->plugin; i++) {
		const struct type_route *route = &type_routes[i];
		const char *path = shape_path(config, type, route->shape, arena);
		if (path)
			list(context, route_method_name(route->method), path,
			     arena_format(arena, "%s.%s", type->uid, route->action));
	}
}
