/* The actions and routes of the content API, as the forms of tokens and roles show them. */
#include "admin.h"

/* ---- actions: {"api::x": {"controllers": {"x": ["find"]}}} ---- */

static void write_controller(struct buffer *body, const struct action_list *list, size_t first, bool *written)
{
	const struct action *head = &list->items[first];
	json_write_name(body, head->controller);
	buffer_byte(body, '[');
	for (size_t i = first; i < list->count; i++) {
		if (!slice_equals(list->items[i].subject, head->subject))
			continue;
		written[i] = true;
		json_next(body);
		json_write_string(body, list->items[i].name);
	}
	buffer_byte(body, ']');
}

static void write_source(struct buffer *body, const struct action_list *list, size_t first, bool *written)
{
	json_write_name(body, list->items[first].source);
	buffer_text(body, "{\"controllers\":{");
	for (size_t i = first; i < list->count; i++)
		if (!written[i] && slice_equals(list->items[i].source, list->items[first].source))
			write_controller(body, list, i, written);
	buffer_text(body, "}}");
}

bool admin_content_api_permissions(struct admin_call *call)
{
	struct buffer *body = &call->response->body;
	struct action_list list;
	actions_list(&list, call->http->arena, call->shared->registry);
	bool *written = arena_array(call->http->arena, list.count, sizeof *written);
	buffer_text(body, "{\"data\":{");
	for (size_t i = 0; i < list.count; i++)
		if (!written[i])
			write_source(body, &list, i, written);
	buffer_text(body, "}}");
	return true;
}

/* ---- routes ---- */

/* Those of Strapi's plugins. */
static const struct plugin_route {
	const char *plugin, *method, *path, *handler;
	bool limited; /* how often it may be asked is limited */
	bool bare;    /* its path does not begin with the plugin's name */
} plugin_routes[] = {
    /* clang-format off */
	{"content-type-builder", "GET", "/content-type-builder/content-types", "content-types.getContentTypes", false, false},
	{"content-type-builder", "GET", "/content-type-builder/content-types/:uid", "content-types.getContentType", false, false},
	{"content-type-builder", "GET", "/content-type-builder/components", "components.getComponents", false, false},
	{"content-type-builder", "GET", "/content-type-builder/components/:uid", "components.getComponent", false, false},
	{"email", "POST", "/email/", "email.send", false, false},
	{"upload", "POST", "/upload/", "content-api.upload", false, false},
	{"upload", "GET", "/upload/files", "content-api.find", false, false},
	{"upload", "GET", "/upload/files/:id", "content-api.findOne", false, false},
	{"upload", "DELETE", "/upload/files/:id", "content-api.destroy", false, false},
	{"users-permissions", "GET", "/connect/(.*)", "auth.connect", true, true},
	{"users-permissions", "POST", "/auth/local", "auth.callback", true, true},
	{"users-permissions", "POST", "/auth/local/register", "auth.register", true, true},
	{"users-permissions", "GET", "/auth/:provider/callback", "auth.callback", false, true},
	{"users-permissions", "POST", "/auth/forgot-password", "auth.forgotPassword", true, true},
	{"users-permissions", "POST", "/auth/reset-password", "auth.resetPassword", true, true},
	{"users-permissions", "GET", "/auth/email-confirmation", "auth.emailConfirmation", false, true},
	{"users-permissions", "POST", "/auth/send-email-confirmation", "auth.sendEmailConfirmation", false, true},
	{"users-permissions", "POST", "/auth/change-password", "auth.changePassword", true, true},
	{"users-permissions", "GET", "/users/count", "user.count", false, true},
	{"users-permissions", "GET", "/users", "user.find", false, true},
	{"users-permissions", "GET", "/users/me", "user.me", false, true},
	{"users-permissions", "GET", "/users/:id", "user.findOne", false, true},
	{"users-permissions", "POST", "/users", "user.create", false, true},
	{"users-permissions", "PUT", "/users/:id", "user.update", false, true},
	{"users-permissions", "DELETE", "/users/:id", "user.destroy", false, true},
	{"users-permissions", "GET", "/users-permissions/roles/:id", "role.findOne", false, false},
	{"users-permissions", "GET", "/users-permissions/roles", "role.find", false, false},
	{"users-permissions", "POST", "/users-permissions/roles", "role.createRole", false, false},
	{"users-permissions", "PUT", "/users-permissions/roles/:role", "role.updateRole", false, false},
	{"users-permissions", "DELETE", "/users-permissions/roles/:role", "role.deleteRole", false, false},
	{"users-permissions", "GET", "/users-permissions/permissions", "permissions.getPermissions", false, false},
	{"i18n", "GET", "/i18n/locales", "locales.listLocales", false, false},
    /* clang-format on */
};

struct listed_route {
	const char *method, *path, *action;
	struct slice source;
	bool written;
};

struct route_list {
	struct arena *arena;
	struct listed_route *items;
	size_t count, capacity;
};

/* Of the project's own routes those that take a permission. */
static void add_route(void *context, const char *method, const char *path, const char *action)
{
	struct route_list *list = context;
	const char *dot = strchr(action, '.');
	if (!slice_starts_with(slice_of(action), SLICE("api::")) || !dot || strchr(action, ' '))
		return;
	list->items = arena_grow(list->arena, list->items, list->count, &list->capacity, sizeof *list->items);
	list->items[list->count++] = (struct listed_route){
	    .method = method, .path = path, .action = action, .source = {action, (size_t)(dot - action)}};
}

static void write_member(struct buffer *body, const char *name, const char *text)
{
	json_write_name(body, slice_of(name));
	json_write_string(body, slice_of(text));
}

static void write_own(struct buffer *body, const struct listed_route *route)
{
	static const struct slice localizes = {".createLocalization", 19};
	const struct slice action = slice_of(route->action);
	const bool added =
	    action.len > localizes.len &&
	    slice_equals((struct slice){action.ptr + action.len - localizes.len, localizes.len}, localizes);
	json_next(body);
	buffer_byte(body, '{');
	write_member(body, "method", route->method);
	write_member(body, "path", route->path);
	write_member(body, "handler", added ? strchr(route->action, '.') + 1 : route->action);
	buffer_text(body, ",\"config\":{");
	if (added) /* the plugin i18n adds it */
		buffer_text(body, "\"policies\":[],");
	buffer_text(body, "\"auth\":{\"scope\":[");
	json_write_string(body, action);
	buffer_text(body, "]}},\"info\":{\"apiName\":");
	json_write_string(body, (struct slice){route->source.ptr + 5, route->source.len - 5});
	buffer_text(body, ",\"type\":\"content-api\"}}");
}

/* Strapi has the routes of a type in this order. */
static unsigned rank_of(const struct listed_route *route)
{
	static const char *const names[] = {"find", "findOne", "create", "update", "delete"};
	const char *name = strrchr(route->action, '.') + 1;
	unsigned rank = 0;
	while (rank < COUNT_OF(names) && strcmp(names[rank], name) != 0)
		rank++;
	return rank;
}

static void write_source_routes(struct buffer *body, struct route_list *list, struct slice source)
{
	enum { RANKS = 6 };
	for (unsigned rank = 0; rank < RANKS; rank++) {
		for (size_t i = 0; i < list->count; i++) {
			if (!slice_equals(list->items[i].source, source) || rank_of(&list->items[i]) != rank)
				continue;
			list->items[i].written = true;
			write_own(body, &list->items[i]);
		}
	}
}

static void write_own_routes(struct buffer *body, struct route_list *list)
{
	for (size_t i = 0; i < list->count; i++) {
		if (list->items[i].written)
			continue;
		json_write_name(body, list->items[i].source);
		buffer_byte(body, '[');
		write_source_routes(body, list, list->items[i].source);
		buffer_byte(body, ']');
	}
}

static void write_plugin_route(struct buffer *body, const struct plugin_route *route, const char *prefix,
                               struct arena *arena)
{
	json_next(body);
	buffer_byte(body, '{');
	write_member(body, "method", route->method);
	write_member(body, "path", arena_format(arena, "%s%s", prefix, route->path));
	write_member(body, "handler", route->handler);
	buffer_text(body, ",\"config\":{");
	if (route->limited)
		buffer_text(body, "\"middlewares\":[\"plugin::users-permissions.rateLimit\"],");
	if (route->bare)
		buffer_text(body, "\"prefix\":\"\",");
	buffer_format(body, "\"auth\":{\"scope\":[\"plugin::%s.%s\"]}},\"info\":{\"pluginName\":\"%s\",", route->plugin,
	              route->handler, route->plugin);
	buffer_text(body, "\"type\":\"content-api\"}}");
}

static void write_plugin_routes(struct buffer *body, const char *prefix, struct arena *arena)
{
	const char *plugin = "";
	for (size_t i = 0; i < COUNT_OF(plugin_routes); i++) {
		if (strcmp(plugin, plugin_routes[i].plugin) != 0) {
			if (*plugin)
				buffer_byte(body, ']');
			plugin = plugin_routes[i].plugin;
			json_write_name(body, slice_of(arena_format(arena, "plugin::%s", plugin)));
			buffer_byte(body, '[');
		}
		write_plugin_route(body, &plugin_routes[i], prefix, arena);
	}
	buffer_byte(body, ']');
}

void admin_write_routes(struct admin_call *call)
{
	struct buffer *body = &call->response->body;
	struct route_list list = {.arena = call->http->arena};
	rest_list_own_routes(call->shared->rest, call->http->arena, add_route, &list);
	buffer_byte(body, '{');
	write_own_routes(body, &list);
	write_plugin_routes(body, call->shared->config->prefix, call->http->arena);
	buffer_byte(body, '}');
}

bool admin_content_api_routes(struct admin_call *call)
{
	buffer_text(&call->response->body, "{\"data\":");
	admin_write_routes(call);
	buffer_byte(&call->response->body, '}');
	return true;
}
