#include "permission_input.h"

#include "account/input.h"

enum { MOST_ACTIONS = 2000 };

static bool wrong(struct error *error, const char *path)
{
	return error_validation(error, "Invalid permissions: %.200s must be an object", path);
}

bool permission_input_has(const struct permission_input *all, struct slice action)
{
	for (size_t i = 0; i < all->count; i++)
		if (slice_equals(all->actions[i], action))
			return true;
	return false;
}

/* A controller's actions that are enabled. */
static bool read_actions(struct permission_input *all, const char *path, struct json_object *controller,
                         struct error *error)
{
	struct json_object *enabled;
	if (!json_object_is_type(controller, json_type_object))
		return true;
	json_object_object_foreach(controller, name, action)
	{
		const char *full = arena_format(all->arena, "%s.%s", path, name);
		if (!action)
			return wrong(error, full);
		if (!json_find(action, "enabled", &enabled) || !json_is_truthy(enabled))
			continue;
		if (all->count == MOST_ACTIONS)
			return error_validation(error, "Invalid permissions: too many. Expected at most %d",
			                        MOST_ACTIONS);
		all->actions = arena_grow(all->arena, all->actions, all->count, &all->capacity, sizeof *all->actions);
		all->actions[all->count++] = slice_of(full);
	}
	return true;
}

bool permission_input_read(struct permission_input *all, struct json_object *input, struct error *error)
{
	struct json_object *permissions, *controllers;
	if (!json_find(input, "permissions", &permissions) || !json_object_is_type(permissions, json_type_object))
		return true;
	json_object_object_foreach(permissions, source, type)
	{
		if (!type)
			return wrong(error, source);
		if (!json_find(type, "controllers", &controllers) ||
		    !json_object_is_type(controllers, json_type_object))
			continue;
		json_object_object_foreach(controllers, name, controller)
		{
			const char *path = arena_format(all->arena, "%s.%s", source, name);
			if (!read_actions(all, path, controller, error))
				return false;
		}
	}
	return true;
}
