#include "route_list.h"

#include "units.h"

const char *route_list_method(const char *action)
{
	static const char *const methods[][2] = {{"find", "GET"},      {"findOne", "GET"},
	                                         {"create", "POST"},   {"update", "PUT"},
	                                         {"delete", "DELETE"}, {"createLocalization", "POST"}};
	for (size_t i = 0; i < COUNT_OF(methods); i++)
		if (strcmp(methods[i][0], action) == 0)
			return methods[i][1];
	return "";
}

/* ---- paths ---- */

static bool is_plain(struct slice part)
{
	for (size_t i = 0; i < part.len; i++)
		if (part.ptr[i] <= ' ' || strchr("()*?+{}:\\^$|[]", part.ptr[i]))
			return false;
	return true;
}

/* ":id(\\d+)": one part, of which only some are meant. */
static bool is_one_part(struct slice part)
{
	const size_t open = slice_find(part, '(');
	if (part.ptr[0] != ':' || open == part.len || part.ptr[part.len - 1] != ')')
		return false;
	for (size_t i = open + 1; i + 1 < part.len; i++) {
		const char byte = part.ptr[i];
		const bool letter =
		    (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') || (byte >= '0' && byte <= '9');
		if (!letter && !strchr("\\+|-_,{}[]", byte))
			return false;
		if (byte == '\\' && part.ptr[i + 1] != 'd' && part.ptr[i + 1] != 'w')
			return false;
	}
	return true;
}

/* Reads a path up to what may stand for any number of parts. */
static void read_path(struct survey *survey, struct slice path, struct rest_content_route *route)
{
	struct slice *parts = arena_array(survey->arena, REST_MOST_PARTS, sizeof *parts), part;
	path = slice_trim(path);
	route->parts = parts;
	while (slice_split(&path, '/', &part) && !route->any_end) {
		if (!part.len)
			continue;
		const struct slice name = {part.ptr + 1, part.len - 1};
		if (route->part_count == REST_MOST_PARTS)
			route->any_end = true;
		else if (is_plain(part) || (part.ptr[0] == ':' && name.len && is_plain(name)))
			parts[route->part_count++] = part;
		else if (is_one_part(part))
			parts[route->part_count++] = SLICE("*");
		else
			route->any_end = true;
	}
}

/* ---- adding ---- */

struct rest_content_route *route_list_add(struct survey *survey, const char *method, const char *prefix,
                                          struct slice path)
{
	struct rest_content_route *route = arena_alloc(survey->arena, sizeof *route);
	route->method = method;
	read_path(survey,
	          slice_of(arena_format(survey->arena, "%s/%.*s", prefix ? prefix : "", (int)path.len, path.ptr)),
	          route);
	*survey->last_route = route;
	survey->last_route = &route->next;
	return route;
}

static const char *default_path(struct survey *survey, const struct content_type *type, const char *action)
{
	const bool entry =
	    strcmp(action, "findOne") == 0 || strcmp(action, "update") == 0 || strcmp(action, "delete") == 0;
	const bool locales = strcmp(action, "createLocalization") == 0;
	const char *name = content_type_url_name(type);
	return arena_format(survey->arena, "/%s%s%s", locales ? model_kebab_case(survey->arena, name) : name,
	                    (entry || locales) && !type->single ? "/:id" : "", locales ? "/localizations" : "");
}

struct rest_content_route *route_list_add_default(struct survey *survey, const struct content_type *type,
                                                  const char *action, const char *prefix)
{
	struct rest_content_route *route =
	    route_list_add(survey, route_list_method(action), prefix, slice_of(default_path(survey, type, action)));
	route->type = type;
	route->action = action;
	return route;
}

static const char *const many_actions[] = {"find", "findOne", "create", "update", "delete"};
static const char *const single_actions[] = {"find", "update", "delete"};

const char *const *route_list_actions(const struct content_type *type, size_t *count)
{
	*count = type->single ? COUNT_OF(single_actions) : COUNT_OF(many_actions);
	return type->single ? single_actions : many_actions;
}

/* Where no type has a routes file, types have their routes by themselves, as in projects that Strapi never saw. */
void route_list_add_all(struct survey *survey)
{
	size_t count;
	for (size_t i = 0; i < survey->registry->type_count; i++) {
		const struct content_type *type = survey->registry->types[i];
		if (type->component || type->plugin)
			continue;
		const struct unit *controller = unit_find(survey->controllers, slice_of(type->uid));
		const char *const *actions = route_list_actions(type, &count);
		for (size_t j = 0; j < count; j++) {
			struct rest_content_route *route = route_list_add_default(survey, type, actions[j], NULL);
			if (controller)
				route->closed = unit_action_closed(survey, controller, type, actions[j]);
		}
		if (type->localized)
			route_list_add_default(survey, type, "createLocalization", NULL);
	}
}

/* What Strapi's own actions do is changed by hooks, too. */
void route_list_close_hooked(struct survey *survey)
{
	for (struct rest_content_route *route = survey->routes; route; route = route->next) {
		if (route->closed || !route->action)
			continue;
		const struct type_closing *hooks = &survey->types[route->type->index];
		route->closed = strncmp(route->action, "find", 4) == 0 ? hooks->reads : hooks->changes;
		/* The action is Strapi's own, and its hooks do not run. */
		if (route->closed)
			route->handler = NULL;
	}
}
