#include "actions.h"

#include "access/access.h"
#include "known_plugins.h"
#include "route_list.h"
#include "units.h"

void survey_note_handler(struct survey *survey, const char *api, struct slice handler)
{
	handler = slice_trim(handler);
	const bool whole = slice_starts_with(handler, SLICE("api::")) || slice_starts_with(handler, SLICE("plugin::"));
	const char *action = whole ? arena_copy(survey->arena, handler)
	                           : arena_format(survey->arena, "api::%s.%.*s", api, (int)handler.len, handler.ptr);
	if (map_set(&survey->routed, slice_of(action), survey))
		return;
	survey->handlers = arena_grow(survey->arena, survey->handlers, survey->handler_count, &survey->handler_capacity,
	                              sizeof *survey->handlers);
	survey->handlers[survey->handler_count++] = slice_of(action);
}

void survey_note_action(struct survey *survey, const struct content_type *type, const char *action)
{
	const char *text = arena_format(survey->arena, "%s.%s", type->uid, action);
	survey_note_handler(survey, type->api_name, slice_of(text));
}

/* ---- in Strapi's order ---- */

static void list(struct survey *survey, struct slice action)
{
	if (map_set(&survey->listed, action, survey))
		return;
	survey->actions = arena_grow(survey->arena, survey->actions, survey->action_count, &survey->action_capacity,
	                             sizeof *survey->actions);
	survey->actions[survey->action_count++] = action.ptr;
}

static void list_routed(struct survey *survey, const char *uid, struct slice name)
{
	const char *action = arena_format(survey->arena, "%s.%.*s", uid, (int)name.len, name.ptr);
	if (map_get(&survey->routed, slice_of(action)))
		list(survey, slice_of(action));
}

/* What a controller has by itself, then what it has of Strapi's, then what can't be told of it. */
static void list_controller(struct survey *survey, const struct unit *controller)
{
	const struct content_type *type = model_type(survey->registry, slice_of(controller->uid));
	const struct slice subject = slice_of(arena_format(survey->arena, "%s.", controller->uid));
	size_t count = 0;
	const char *const *names = type && !type->component ? route_list_actions(type, &count) : NULL;
	for (size_t i = 0; i < controller->member_count; i++)
		list_routed(survey, controller->uid, controller->members[i].key);
	for (size_t i = 0; i < count; i++)
		list_routed(survey, controller->uid, slice_of(names[i]));
	for (size_t i = 0; i < survey->handler_count; i++)
		if (slice_starts_with(survey->handlers[i], subject))
			list(survey, survey->handlers[i]);
}

/* `controllers` ends with NULL. */
static void list_api(struct survey *survey, const struct unit *const *controllers, const char *api)
{
	const struct slice source = slice_of(arena_format(survey->arena, "api::%s.", api));
	for (; *controllers; controllers++)
		if (slice_starts_with(slice_of((*controllers)->uid), source))
			list_controller(survey, *controllers);
	for (size_t i = 0; i < survey->handler_count; i++)
		if (slice_starts_with(survey->handlers[i], source))
			list(survey, survey->handlers[i]);
}

/* The controllers in the order in which they were read: the list begins with the last one. */
static const struct unit **in_order(struct survey *survey)
{
	size_t count = 0;
	for (const struct unit *unit = survey->controllers; unit; unit = unit->next)
		count++;
	const struct unit **controllers = arena_array(survey->arena, count + 1, sizeof(struct unit *));
	for (const struct unit *unit = survey->controllers; unit; unit = unit->next)
		controllers[--count] = unit;
	return controllers;
}

void survey_actions(struct survey *survey)
{
	size_t count;
	const char **apis = survey_apis(survey, &count);
	const struct unit **controllers = in_order(survey);
	for (size_t i = 0; i < count; i++)
		list_api(survey, controllers, survey_name(survey, slice_of(apis[i])));
	for (size_t i = 0; i < survey->plugin_count; i++) {
		const char *plugin = survey->plugins[i];
		for (const char *const *action = known_plugin_actions(plugin); action && *action; action++)
			list(survey, slice_of(arena_format(survey->arena, "plugin::%s.%s", plugin, *action)));
	}
}

void host_list_actions(const struct survey *survey, struct registry *registry)
{
	registry->project_actions = survey->actions;
	registry->project_action_count = survey->action_count;
	registry->plugin_names = survey->plugins;
	registry->plugin_name_count = survey->plugin_count;
	registry->plugins_described = survey->is_described;
	registry->routes_list_actions = survey->has_routes;
	registry->admin_registered = access_registered_create(survey->arena);
}

bool host_knows_actions(const struct survey *survey)
{
	return survey->is_described || !host_needs_code(survey);
}

static bool is_listed(const struct survey *survey, struct slice action)
{
	for (size_t i = 0; i < survey->action_count; i++)
		if (slice_is(action, survey->actions[i]))
			return true;
	return false;
}

/* Without code of its own a controller has what Strapi gives it. What only may be one's counts as there. */
static bool may_have(const struct survey *survey, struct slice action)
{
	const struct registry *registry = survey->registry;
	struct slice rest = action, source, controller;
	bool has_api = false;
	if (!slice_starts_with(action, SLICE("api::")) || !slice_split(&rest, '.', &source) ||
	    !slice_split(&rest, '.', &controller) || is_listed(survey, action))
		return true;
	for (size_t i = 0; i < registry->type_count; i++) {
		const struct content_type *type = registry->types[i];
		size_t count;
		if (type->component || type->plugin)
			continue;
		has_api |= slice_starts_with(slice_of(type->uid), source) && type->uid[source.len] == '.';
		if (!slice_is((struct slice){action.ptr, (size_t)(controller.ptr - action.ptr) + controller.len},
		              type->uid))
			continue;
		const char *const *names = route_list_actions(type, &count);
		for (size_t j = 0; j < count; j++)
			if (slice_is(rest, names[j]))
				return true;
		return type->localized && slice_is(rest, "createLocalization");
	}
	return has_api;
}

bool host_has_action(const struct survey *survey, struct slice action)
{
	return survey->is_described ? map_get(&survey->controlled, action) != NULL : may_have(survey, action);
}
