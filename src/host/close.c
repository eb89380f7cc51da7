/* Closing what depends on the project's code. */
#include "survey.h"

#define USER "plugin::users-permissions.user."
#define ROLE "plugin::users-permissions.role."
#define AUTH "plugin::users-permissions.auth."
#define FILES "plugin::upload.content-api."

struct plugin_action {
	const char *action, *field; /* of REST and GraphQL; a field of GraphQL that takes no permission, or NULL */
	bool changes;
};

static const struct plugin_action of_users[] = {
    {USER "find", NULL, false},
    {USER "findOne", NULL, false},
    {USER "count", NULL, false},
    {USER "me", "Query.me", false},
    {AUTH "callback", "Mutation.login", false},
    {USER "create", NULL, true},
    {USER "update", NULL, true},
    {USER "destroy", NULL, true},
    {AUTH "register", "Mutation.register", true},
    {AUTH "connect", NULL, true},
    {AUTH "forgotPassword", "Mutation.forgotPassword", true},
    {AUTH "resetPassword", "Mutation.resetPassword", true},
    {AUTH "changePassword", NULL, true},
    {AUTH "emailConfirmation", "Mutation.emailConfirmation", true},
    {AUTH "sendEmailConfirmation", NULL, true},
};

static const struct plugin_action of_roles[] = {
    {ROLE "find", NULL, false},      {ROLE "findOne", NULL, false},   {ROLE "createRole", NULL, true},
    {ROLE "updateRole", NULL, true}, {ROLE "deleteRole", NULL, true},
};

static const struct plugin_action of_files[] = {
    {FILES "find", NULL, false},
    {FILES "findOne", NULL, false},
    {FILES "upload", NULL, true},
    {FILES "destroy", NULL, true},
};

static const struct plugin_action of_locales[] = {{"plugin::i18n.locales.listLocales", NULL, false}};

/* Closes one action, over REST or over GraphQL; the other is NULL. */
static void close_action(struct rest *rest, struct api_graphql *graphql, const char *action, struct closed *closed)
{
	if (!closed || !action)
		return;
	if (rest)
		rest_close_action(rest, action, closed);
	if (graphql)
		api_graphql_close_action(graphql, action, closed);
}

static void close_actions(struct rest *rest, struct api_graphql *graphql, const struct plugin_action *actions,
                          size_t count, const struct type_closing *hooks)
{
	for (size_t i = 0; i < count; i++) {
		struct closed *closed = actions[i].changes ? hooks->changes : hooks->reads;
		close_action(rest, graphql, actions[i].action, closed);
		if (graphql)
			close_action(NULL, graphql, actions[i].field, closed);
	}
}

/* The types of plugins, whose actions have names of their own. */
static void close_plugin_types(const struct survey *survey, struct rest *rest, struct api_graphql *graphql)
{
	const struct registry *registry = survey->registry;
	const struct {
		const struct content_type *type;
		const struct plugin_action *actions;
		size_t count;
	} plugins[] = {
	    {registry->user, of_users, COUNT_OF(of_users)},
	    {registry->role, of_roles, COUNT_OF(of_roles)},
	    {registry->file, of_files, COUNT_OF(of_files)},
	    {registry->i18n_locale, of_locales, COUNT_OF(of_locales)},
	};
	for (size_t i = 0; i < COUNT_OF(plugins); i++)
		if (plugins[i].type)
			close_actions(rest, graphql, plugins[i].actions, plugins[i].count,
			              &survey->types[plugins[i].type->index]);
	if (survey->accounts)
		close_action(rest, graphql, "plugin::users-permissions.", survey->accounts);
	if (survey->uploads)
		close_action(rest, graphql, "plugin::upload.", survey->uploads);
}

/* Hooks on users run whenever somebody signs in or sends a token. */
static struct closed *reading_users(const struct survey *survey)
{
	const struct content_type *user = survey->registry->user;
	return user ? survey->types[user->index].reads : NULL;
}

/* The bit of an action when the route is the one that the type has by itself; 0 when it is another. */
static unsigned default_bit(struct arena *arena, const struct rest_content_route *route)
{
	static const char *const actions[] = {"find", "create", "findOne", "update", "delete", "createLocalization"};
	const struct content_type *type = route->type;
	if (route->closed || route->without_caller || route->scopes || !route->action || route->any_end ||
	    !route->part_count)
		return 0;
	const char *name = content_type_url_name(type);
	const bool locales = strcmp(route->action, "createLocalization") == 0;
	if (!slice_is(route->parts[0], locales ? model_kebab_case(arena, name) : name))
		return 0;
	for (size_t i = 0; i < COUNT_OF(actions); i++) {
		const size_t parts = (i < 2 || type->single ? 1 : 2) + (i == 5);
		if (strcmp(actions[i], route->action) == 0)
			return route->part_count == parts &&
			               (i != 5 || slice_is(route->parts[parts - 1], "localizations"))
			           ? 1u << i
			           : 0;
	}
	return 0;
}

/* A project without code of its own keeps the routes that its types have by themselves, which are found faster. */
static bool is_plain(const struct survey *survey)
{
	unsigned *found = arena_array(survey->arena, survey->registry->type_count, sizeof *found);
	for (const struct rest_content_route *route = survey->routes; route; route = route->next) {
		const unsigned bit = default_bit(survey->arena, route);
		if (!bit)
			return false;
		found[route->type->index] |= bit;
	}
	for (size_t i = 0; i < survey->registry->type_count; i++) {
		const struct content_type *type = survey->registry->types[i];
		const unsigned wanted = (type->single ? 0x19u : 0x1fu) | (type->localized ? 0x20u : 0);
		if (!type->component && !type->plugin && found[i] != wanted)
			return false;
	}
	return true;
}

struct rest_content_route *host_routes(const struct survey *survey)
{
	return survey->is_described || (survey->has_code && !is_plain(survey)) ? survey->routes : NULL;
}

void host_close_rest(struct survey *survey, struct rest *rest)
{
	if (survey->all)
		rest_close(rest, survey->all);
	else if (reading_users(survey))
		rest_close(rest, reading_users(survey));
	if (survey->unknown)
		rest_close_unknown(rest, survey->unknown);
	if (host_routes(survey))
		rest_set_content_routes(rest, host_routes(survey));
	close_plugin_types(survey, rest, NULL);
}

/* Generated fields ask the entity service: controllers, services and routes have no part in them, hooks have. */
static void close_fields(const struct survey *survey, struct api_graphql *graphql)
{
	static const char *const actions[] = {"find", "findOne", "create", "update", "delete", "createLocalization"};
	for (size_t i = 0; i < survey->registry->type_count; i++) {
		const struct content_type *type = survey->registry->types[i];
		const struct type_closing *hooks = &survey->types[i];
		for (size_t j = 0; j < COUNT_OF(actions) && !type->component; j++)
			close_action(NULL, graphql, arena_format(survey->arena, "%s.%s", type->uid, actions[j]),
			             j < 2 ? hooks->reads : hooks->changes);
	}
}

void host_close_graphql(struct survey *survey, struct api_graphql *graphql)
{
	struct closed *closed = survey->all ? survey->all : survey->graphql ? survey->graphql : reading_users(survey);
	if (closed)
		api_graphql_close(graphql, closed);
	close_fields(survey, graphql);
	close_plugin_types(survey, NULL, graphql);
	if (survey->accounts) {
		for (size_t i = 0; i < COUNT_OF(of_users); i++)
			close_action(NULL, graphql, of_users[i].field, survey->accounts);
	}
}

void host_close_endpoint(struct survey *survey, struct rest *rest, const char *endpoint)
{
	if (survey->graphql)
		rest_close_path(rest, endpoint, survey->graphql);
}
