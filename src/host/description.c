/* The description of the project's code: its routes, in the order in which they are looked through, the actions that
 * permissions can be granted for, its plugins. */
#include "description.h"
#include "route_list.h"

static const char *copy(struct survey *survey, struct json_object *text)
{
	const struct slice value = json_string(text);
	return value.ptr ? arena_copy(survey->arena, value) : "";
}

/* ---- routes ---- */

/* Slashes that begin no part count in a pattern, and are not among its parts. */
static bool has_odd_slash(const char *path)
{
	const size_t length = strlen(path);
	return strstr(path, "//") || (length && path[length - 1] == '/');
}

static bool is_unsure(const struct rest_content_route *route, const char *path)
{
	if (has_odd_slash(path))
		return true;
	for (size_t i = 0; i < route->part_count; i++)
		if (slice_is(route->parts[i], "*"))
			return true;
	return route->any_end;
}

static void read_scopes(struct survey *survey, struct rest_content_route *route, struct json_object *auth)
{
	const size_t count = json_count(auth);
	struct slice *scopes = arena_array(survey->arena, count, sizeof *scopes);
	for (size_t i = 0; i < count; i++)
		scopes[i] = slice_of(copy(survey, json_item(auth, i)));
	route->scopes = scopes;
	route->scope_count = count;
}

/* "none", a list of permissions, or what the code finds out itself. */
static void read_auth(struct survey *survey, struct rest_content_route *route, struct json_object *auth)
{
	if (slice_is(json_string(auth), "none"))
		route->without_caller = true;
	else if (json_object_is_type(auth, json_type_array) && json_count(auth))
		read_scopes(survey, route, auth);
	else
		route->unasked = true;
}

static void read_native(struct survey *survey, struct rest_content_route *route, struct json_object *native)
{
	const struct slice uid = json_string(json_member(native, "type"));
	const char *action = copy(survey, json_member(native, "action"));
	route->type = uid.ptr ? model_type(survey->registry, uid) : NULL;
	if (route->type)
		route->action = action;
	else
		route->plugin_action = action;
}

static void read_route(struct survey *survey, struct json_object *described, size_t number)
{
	const char *method = copy(survey, json_member(described, "method"));
	const char *path = copy(survey, json_member(described, "path"));
	struct json_object *native = json_member(described, "native");
	struct rest_content_route *route = route_list_add(survey, method, NULL, slice_of(path));
	route->described = true;
	route->number = number;
	route->unsure = is_unsure(route, path);
	route->over_panel = json_object_get_boolean(json_member(described, "overPanel"));
	route->taken_away = json_object_get_boolean(json_member(described, "takenAway"));
	route->panels_own = route->taken_away || json_object_get_boolean(json_member(described, "panelsOwn"));
	if (route->panels_own)
		return;
	read_auth(survey, route, json_member(described, "auth"));
	if (native && !route->unasked) {
		read_native(survey, route, native);
		return;
	}
	route->unasked = route->unasked || route->unsure;
	route->handler = copy(survey, json_member(described, "handler"));
	route->closed = survey_closed(survey, path, "the project's code answers it");
}

struct rest_content_route *description_routes(struct survey *survey, struct json_object *routes)
{
	survey->routes = NULL;
	survey->last_route = &survey->routes;
	for (size_t i = 0; routes && i < json_count(routes); i++)
		read_route(survey, json_item(routes, i), i);
	route_list_close_hooked(survey);
	return survey->routes;
}

/* ---- the rest ---- */

static const char **read_names(struct survey *survey, struct json_object *list, size_t *count)
{
	*count = list ? json_count(list) : 0;
	const char **names = arena_array(survey->arena, *count, sizeof(char *));
	for (size_t i = 0; i < *count; i++)
		names[i] = copy(survey, json_item(list, i));
	return names;
}

static void read_controlled(struct survey *survey, struct json_object *list)
{
	size_t count;
	const char **names = read_names(survey, list, &count);
	map_init(&survey->controlled, survey->arena);
	for (size_t i = 0; i < count; i++)
		map_set(&survey->controlled, slice_of(names[i]), survey);
}

void description_take(struct survey *survey, struct json_object *described)
{
	survey->has_code = survey->has_routes = true;
	survey->bootstraps = json_object_get_boolean(json_member(described, "bootstraps"));
	survey->asks_for_all = json_object_get_boolean(json_member(described, "all"));
	survey->graphql_described = json_member(described, "graphql");
	survey->actions = read_names(survey, json_member(described, "actions"), &survey->action_count);
	survey->plugins = read_names(survey, json_member(described, "plugins"), &survey->plugin_count);
	survey->wants_request = json_object_get_boolean(json_member(described, "wantsRequest"));
	survey->private_files = json_object_get_boolean(json_member(described, "privateFiles"));
	survey->events = read_names(survey, json_member(described, "events"), &survey->event_count);
	read_controlled(survey, json_member(described, "controlled"));
	description_routes(survey, json_member(described, "routes"));
	survey->uploads_refused = copy(survey, json_member(json_member(described, "closed"), "uploads"));
	const char *graphql = copy(survey, json_member(json_member(described, "closed"), "graphql"));
	if (graphql && *graphql) {
		survey->graphql = survey_closed(survey, "src", "%s", graphql);
		survey_report(survey, FINDING_CLOSES, "src", NULL, "%s: the GraphQL endpoint is closed", graphql);
	}
}

struct json_object *host_graphql_described(const struct survey *survey)
{
	return survey ? survey->graphql_described : NULL;
}

bool host_graphql_is_late(const struct survey *survey)
{
	return json_object_get_boolean(json_member(host_graphql_described(survey), "late"));
}
