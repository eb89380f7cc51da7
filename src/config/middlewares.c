#include "middlewares.h"

#include "middleware_options.h"

static void read_nothing(const struct middleware_list *list, struct json_object *options, const char *path)
{
	(void)list;
	(void)options;
	(void)path;
}

static const struct strapi_middleware {
	const char *name;
	bool required; /* Strapi does not start without it */
	void (*read)(const struct middleware_list *list, struct json_object *options, const char *path);
} known[] = {
    {"strapi::errors", true, read_nothing},
    {"strapi::security", true, middleware_read_security},
    {"strapi::cors", true, middleware_read_cors},
    {"strapi::query", true, middleware_read_query},
    {"strapi::body", true, middleware_read_body},
    {"strapi::public", true, middleware_read_public},
    {"strapi::favicon", true, middleware_read_favicon},
    {"strapi::poweredBy", false, middleware_read_powered_by},
    {"strapi::logger", false, read_nothing},
    {"strapi::session", false, read_nothing},
    {"strapi::responses", false, read_nothing},
    {"strapi::responseTime", false, read_nothing},
    {"strapi::compression", false, read_nothing},
    {"strapi::ip", false, read_nothing},
};

static void add_own(const struct middleware_list *list, const char *name)
{
	struct config *config = list->config;
	size_t capacity = config->own_middleware_count;
	config->own_middlewares = arena_grow(list->settings->arena, config->own_middlewares,
	                                     config->own_middleware_count, &capacity, sizeof *config->own_middlewares);
	config->own_middlewares[config->own_middleware_count++] = name;
}

/* Whether the entry at `path` has a function somewhere: what it is can be told by calling it alone. */
static bool has_function(const struct middleware_list *list, const char *path)
{
	for (size_t i = 0; list->functions && i < json_object_array_length(list->functions); i++) {
		const char *at = json_object_get_string(json_object_array_get_idx(list->functions, i));
		if (strncmp(at, path + 1, strlen(path + 1)) == 0)
			return true;
	}
	return false;
}

/* Gives the bit of one that is Strapi's. */
static unsigned read_entry(const struct middleware_list *list, struct json_object *entry, const char *path)
{
	const char *name = middleware_text(list, entry);
	struct json_object *options = json_member_of_type(entry, "config", json_type_object);
	if (!name)
		name = middleware_text(list, json_member(entry, "name"));
	for (size_t i = 0; name && i < COUNT_OF(known); i++) {
		if (strcmp(known[i].name, name) != 0)
			continue;
		if (strcmp(name, "strapi::cors") == 0 && has_function(list, path)) {
			list->config->cors_by_code = true;
			add_own(list, name);
			return 1u << i;
		}
		if (options)
			known[i].read(list, options, arena_format(list->settings->arena, "%s.config", path));
		if (strcmp(name, "strapi::query") == 0 && (list->config->query_by_code |= has_function(list, path)))
			add_own(list, name);
		/* Of these two the process runs what they are configured with. */
		if (options && (strcmp(name, "strapi::responses") == 0 || strcmp(name, "strapi::ip") == 0))
			add_own(list, name);
		return 1u << i;
	}
	if (!name)
		name = middleware_text(list, json_member(entry, "resolve"));
	if (name && strncmp(name, "strapi::", 8) != 0)
		add_own(list, name);
	else
		middleware_mistake(list, path, "the name of a middleware, or an object with name or resolve");
	return 0;
}

static bool find_list(struct middleware_list *list)
{
	const struct config_code *code = list->settings->code;
	struct json_object *found = json_member(code ? code->files : NULL, "middlewares");
	if (!found)
		return false;
	list->file = json_object_get_string(json_member(found, "file"));
	list->entries = json_member(found, "value");
	list->functions = json_member(found, "functions");
	list->headers = json_member(found, "securityHeaders");
	if (json_object_is_type(list->headers, json_type_object))
		list->headers = NULL;
	return list->entries != NULL;
}

void middlewares_read(struct settings *settings, struct config *config)
{
	struct middleware_list list = {.settings = settings, .config = config};
	unsigned seen = 0;
	if (!find_list(&list))
		return;
	config->middlewares_known = true;
	if (!json_object_is_type(list.entries, json_type_array)) {
		middleware_mistake(&list, NULL, "a list of middlewares");
		return;
	}
	for (size_t i = 0; i < json_object_array_length(list.entries); i++)
		seen |= read_entry(&list, json_object_array_get_idx(list.entries, i),
		                   arena_format(settings->arena, "$[%zu]", i));
	for (size_t i = 0; i < COUNT_OF(known); i++)
		if (known[i].required && !(seen & 1u << i))
			settings_mistake(settings, list.file, NULL, "%s is missing: Strapi does not start without it",
			                 known[i].name);
}
