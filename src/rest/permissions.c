/* The object of all actions that permissions can be granted for. */
#include "call.h"

struct action {
	struct slice source, controller, name; /* "api::restaurant", "restaurant", "find" */
	bool written;
};

struct actions {
	struct arena *arena;
	struct action *items;
	size_t count, capacity;
};

/* The actions of the plugins, in the reference's order. */
static const char *const plugin_actions[] = {
	"plugin::content-type-builder.components.getComponents",
	"plugin::content-type-builder.components.getComponent",
	"plugin::content-type-builder.content-types.getContentTypes",
	"plugin::content-type-builder.content-types.getContentType",
	"plugin::email.email.send",
	"plugin::upload.content-api.find",
	"plugin::upload.content-api.findOne",
	"plugin::upload.content-api.destroy",
	"plugin::upload.content-api.upload",
	"plugin::users-permissions.auth.callback",
	"plugin::users-permissions.auth.changePassword",
	"plugin::users-permissions.auth.resetPassword",
	"plugin::users-permissions.auth.connect",
	"plugin::users-permissions.auth.forgotPassword",
	"plugin::users-permissions.auth.register",
	"plugin::users-permissions.auth.emailConfirmation",
	"plugin::users-permissions.auth.sendEmailConfirmation",
	"plugin::users-permissions.user.create",
	"plugin::users-permissions.user.update",
	"plugin::users-permissions.user.find",
	"plugin::users-permissions.user.findOne",
	"plugin::users-permissions.user.count",
	"plugin::users-permissions.user.destroy",
	"plugin::users-permissions.user.me",
	"plugin::users-permissions.role.createRole",
	"plugin::users-permissions.role.findOne",
	"plugin::users-permissions.role.find",
	"plugin::users-permissions.role.updateRole",
	"plugin::users-permissions.role.deleteRole",
	"plugin::users-permissions.permissions.getPermissions",
	"plugin::i18n.locales.listLocales",
};

static void add(struct actions *actions, struct slice text)
{
	struct slice rest = text;
	struct action action = {.written = false};
	if (!slice_split(&rest, '.', &action.source) || !slice_split(&rest, '.', &action.controller) ||
	    !slice_split(&rest, '.', &action.name))
		return;
	for (size_t i = 0; i < actions->count; i++) {
		const struct action *known = &actions->items[i];
		if (slice_equals(known->source, action.source) && slice_equals(known->controller, action.controller) &&
		    slice_equals(known->name, action.name))
			return;
	}
	actions->items =
	    arena_grow(actions->arena, actions->items, actions->count, &actions->capacity, sizeof *actions->items);
	actions->items[actions->count++] = action;
}

static void add_type(struct actions *actions, const struct content_type *type)
{
	static const char *const collection[] = {"find", "findOne", "create", "update", "delete"};
	for (size_t i = 0; i < COUNT_OF(collection); i++) {
		bool entry_only = strcmp(collection[i], "findOne") == 0 || strcmp(collection[i], "create") == 0;
		if (type->single && entry_only)
			continue;
		add(actions, slice_of(arena_format(actions->arena, "%s.%s", type->uid, collection[i])));
	}
	if (type->localized)
		add(actions, slice_of(arena_format(actions->arena, "%s.createLocalization", type->uid)));
}

static bool is_granted(const struct actions *actions, const struct action *action, const struct map *granted)
{
	const char *key =
	    arena_format(actions->arena, "%.*s.%.*s.%.*s", (int)action->source.len, action->source.ptr,
	                 (int)action->controller.len, action->controller.ptr, (int)action->name.len, action->name.ptr);
	return map_get(granted, slice_of(key)) != NULL;
}

static void write_controller(struct buffer *buffer, struct actions *actions, size_t first, const struct map *granted)
{
	const struct action head = actions->items[first];
	char before = '{';
	json_write_string(buffer, head.controller);
	buffer_byte(buffer, ':');
	for (size_t i = first; i < actions->count; i++) {
		struct action *action = &actions->items[i];
		if (!slice_equals(action->source, head.source) || !slice_equals(action->controller, head.controller))
			continue;
		action->written = true;
		buffer_byte(buffer, before);
		before = ',';
		json_write_string(buffer, action->name);
		buffer_text(buffer, is_granted(actions, action, granted) ? ":{\"enabled\":true,\"policy\":\"\"}"
		                                                         : ":{\"enabled\":false,\"policy\":\"\"}");
	}
	buffer_byte(buffer, '}');
}

static void write_source(struct buffer *buffer, struct actions *actions, size_t first, const struct map *granted)
{
	char before = '{';
	json_write_string(buffer, actions->items[first].source);
	buffer_text(buffer, ":{\"controllers\":");
	for (size_t i = first; i < actions->count; i++) {
		const struct action *action = &actions->items[i];
		if (action->written || !slice_equals(action->source, actions->items[first].source))
			continue;
		buffer_byte(buffer, before);
		before = ',';
		write_controller(buffer, actions, i, granted);
	}
	buffer_text(buffer, "}}");
}

void permissions_write(struct buffer *buffer, const struct registry *registry, const struct map *granted,
                       struct arena *arena)
{
	struct actions actions = {.arena = arena};
	char before = '{';
	for (size_t i = 0; i < registry->type_count; i++)
		if (!registry->types[i]->component && !registry->types[i]->plugin)
			add_type(&actions, registry->types[i]);
	for (size_t i = 0; i < COUNT_OF(plugin_actions); i++)
		add(&actions, slice_of(plugin_actions[i]));
	for (size_t i = 0; i < granted->capacity; i++)
		if (granted->entries[i].value)
			add(&actions, granted->entries[i].key);
	for (size_t i = 0; i < actions.count; i++) {
		if (actions.items[i].written)
			continue;
		buffer_byte(buffer, before);
		before = ',';
		write_source(buffer, &actions, i, granted);
	}
	buffer_byte(buffer, '}');
}
