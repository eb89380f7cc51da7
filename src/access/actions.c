#include "actions.h"

/* The actions of the plugins that are built in, each in Strapi's order. */
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

const struct action *actions_find(const struct action_list *list, struct slice text)
{
	for (size_t i = 0; i < list->count; i++)
		if (slice_equals(list->items[i].text, text))
			return &list->items[i];
	return NULL;
}

void actions_add(struct action_list *list, struct slice text)
{
	struct slice rest = text;
	struct action action = {.text = text};
	if (!slice_split(&rest, '.', &action.source) || !slice_split(&rest, '.', &action.controller) ||
	    !slice_split(&rest, '.', &action.name) || rest.ptr || actions_find(list, text))
		return;
	action.subject = (struct slice){text.ptr, text.len - action.name.len - 1};
	list->items = arena_grow(list->arena, list->items, list->count, &list->capacity, sizeof *list->items);
	list->items[list->count++] = action;
}

static void add_type(struct action_list *list, const struct content_type *type)
{
	static const char *const collection[] = {"find", "findOne", "create", "update", "delete"};
	for (size_t i = 0; i < COUNT_OF(collection); i++) {
		bool entry_only = strcmp(collection[i], "findOne") == 0 || strcmp(collection[i], "create") == 0;
		if (type->single && entry_only)
			continue;
		actions_add(list, slice_of(arena_format(list->arena, "%s.%s", type->uid, collection[i])));
	}
	if (type->localized)
		actions_add(list, slice_of(arena_format(list->arena, "%s.createLocalization", type->uid)));
}

/* Those of a plugin, of ours and of the project's. */
static void add_plugin(struct action_list *list, const struct registry *registry, const char *name)
{
	const struct slice source = slice_of(arena_format(list->arena, "plugin::%s.", name));
	for (size_t i = 0; i < COUNT_OF(plugin_actions); i++)
		if (slice_starts_with(slice_of(plugin_actions[i]), source))
			actions_add(list, slice_of(plugin_actions[i]));
	for (size_t i = 0; i < registry->project_action_count; i++)
		if (slice_starts_with(slice_of(registry->project_actions[i]), source))
			actions_add(list, slice_of(registry->project_actions[i]));
}

/* Those of the routes files, or of all types in a project that has none. */
static void add_types(struct action_list *list, const struct registry *registry)
{
	for (size_t i = 0; i < registry->type_count && !registry->routes_list_actions; i++)
		if (!registry->types[i]->component && !registry->types[i]->plugin)
			add_type(list, registry->types[i]);
	for (size_t i = 0; i < registry->project_action_count; i++)
		if (slice_starts_with(slice_of(registry->project_actions[i]), SLICE("api::")))
			actions_add(list, slice_of(registry->project_actions[i]));
}

void actions_list(struct action_list *list, struct arena *arena, const struct registry *registry)
{
	*list = (struct action_list){.arena = arena};
	add_types(list, registry);
	for (size_t i = 0; i < registry->plugin_name_count; i++)
		add_plugin(list, registry, registry->plugin_names[i]);
	for (size_t i = 0; i < COUNT_OF(plugin_actions) && !registry->plugins_described; i++)
		if (!registry->no_languages || strncmp(plugin_actions[i], "plugin::i18n.", 13) != 0)
			actions_add(list, slice_of(plugin_actions[i]));
	for (size_t i = 0; i < registry->more_action_count; i++)
		actions_add(list, slice_of(registry->more_actions[i]));
}
