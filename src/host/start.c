/* Code that Strapi runs when it starts: src/index, src/api/X/index, middlewares for all requests, and what extends
 * plugins. */
#include "start.h"
#include "factory.h"
#include "reach.h"

/* ---- register and bootstrap ---- */

static bool is_empty_function(const struct code_value *function)
{
	return !function || function->kind == JS_NOTHING ||
	       (function->kind == JS_FUNCTION && function->body.from == function->body.to);
}

/* Does the file do nothing but export empty functions? */
static bool is_empty_index(const struct code_module *module)
{
	const struct code_value *exported = code_resolve(module, &module->scope, module->scope.result);
	if (!module->scope.result)
		return !module->scope.other;
	if (module->scope.other || exported->kind != JS_OBJECT || exported->open)
		return false;
	return is_empty_function(code_resolve(module, &module->scope, code_member(exported, "register"))) &&
	       is_empty_function(code_resolve(module, &module->scope, code_member(exported, "bootstrap")));
}

static void close_reach(struct survey *survey, const char *file, unsigned reach)
{
	if (reach & REACH_ALL) {
		survey_report(
		    survey, FINDING_BLOCKS, file, NULL,
		    "code that runs at the start and may change any answer; without it all routes are closed");
		if (!survey->all)
			survey->all = survey_closed(survey, file, "code that runs at the start may change any answer");
		return;
	}
	if (reach & REACH_GRAPHQL) {
		survey_report(survey, FINDING_BLOCKS, file, NULL,
		              "it changes the GraphQL schema; without it the GraphQL endpoint is closed");
		if (!survey->graphql)
			survey->graphql = survey_closed(survey, file, "it changes the GraphQL schema");
	}
	if (reach & REACH_CONTENT)
		survey_report(
		    survey, FINDING_BLOCKS, file, NULL,
		    "code that runs at the start and may read or change content; without it that is not done");
	if (!reach)
		survey_report(survey, FINDING_NOTE, file, NULL, "code that runs at the start and changes no answer");
}

static void read_index(struct survey *survey, const char *stem)
{
	struct code_module module;
	const char *file = survey_find(survey, stem);
	if (!file || (survey_read(survey, file, &module) && is_empty_index(&module)))
		return;
	survey->has_code = true;
	close_reach(survey, file, survey_reach(survey, file));
}

/* ---- config/middlewares ---- */

static const char *middleware_name(const struct code_value *entry)
{
	const struct code_value *name = entry->kind == JS_OBJECT ? code_member(entry, "name") : entry;
	if (!name || name->kind != JS_TEXT || entry->open || code_member(entry, "resolve"))
		return NULL;
	return slice_starts_with(name->text, SLICE("strapi::")) ? name->text.ptr : NULL;
}

/* Whether an entry is one of Strapi's own, which answer as they do by themselves. */
static bool is_known_middleware(const struct code_value *entry)
{
	const char *name = middleware_name(entry);
	const bool runs = name && (strcmp(name, "strapi::responses") == 0 || strcmp(name, "strapi::ip") == 0);
	return name && !(runs && entry->kind == JS_OBJECT);
}

/* Files in code are told of with the rest of the configuration. */
static bool is_described(const struct survey *survey, const char *file)
{
	for (const struct finding *finding = survey->findings->first; finding; finding = finding->next)
		if (finding->kind != FINDING_NOTE && strcmp(finding->file, file) == 0)
			return true;
	return false;
}

static void read_middlewares(struct survey *survey, const char *file)
{
	struct code_module module;
	const struct code_value *list = NULL;
	if (!sources_has(&survey->sources, file))
		return;
	if (survey_read(survey, file, &module))
		list = factory_result(&module, &module.scope, module.scope.result);
	bool known = list && list->kind == JS_LIST && !list->open;
	for (size_t i = 0; known && i < list->count; i++)
		known = is_known_middleware(list->members[i].value);
	if (known)
		return;
	if (!is_described(survey, file))
		survey_report(survey, FINDING_BLOCKS, file, NULL, "%s; without %s all routes are closed",
		              list ? "middlewares of the project's own, for all requests"
		                   : "middlewares that are not read",
		              list ? "them" : "it");
	if (!survey->all)
		survey->all = survey_closed(survey, file, "middlewares of the project's own");
}

/* The list was evaluated. */
static void read_known_middlewares(struct survey *survey)
{
	const struct config *config = survey->config;
	if (!config->own_middleware_count)
		return;
	survey_report(survey, FINDING_BLOCKS, "config/middlewares", NULL,
	              "%s: middlewares of the project's own, for all requests; without them all routes are closed",
	              config->own_middlewares[0]);
	if (!survey->all)
		survey->all = survey_closed(survey, "config/middlewares", "middlewares of the project's own");
}

static void read_all_middlewares(struct survey *survey)
{
	if (survey->config && survey->config->middlewares_known) {
		read_known_middlewares(survey);
		return;
	}
	static const char *const ends[] = {"js", "ts", "json"};
	size_t count;
	const char **names = sources_list(&survey->sources, "config/env", true, &count);
	for (size_t i = 0; i < COUNT_OF(ends); i++) {
		if (strcmp(ends[i], "ts") == 0 && !survey->sources.typescript)
			continue;
		read_middlewares(survey, arena_format(survey->arena, "config/middlewares.%s", ends[i]));
		for (size_t j = 0; j < count; j++)
			read_middlewares(
			    survey, arena_format(survey->arena, "config/env/%s/middlewares.%s", names[j], ends[i]));
	}
}

/* ---- src/extensions/X/strapi-server ---- */

/* Does a statement of the extension's function reach no further than the plugin's own routes? */
static bool is_own_use(const struct code_module *module, size_t at, struct slice plugin)
{
	static const char *const parts[] = {"controllers", "routes", "policies", "middlewares"};
	if (!slice_equals(module->tokens.items[at].text, plugin) || code_is_at(&module->tokens, at - 1, ".") ||
	    code_is_at(&module->tokens, at - 1, "?."))
		return true;
	const bool member = code_is_at(&module->tokens, at + 1, ".") || code_is_at(&module->tokens, at + 1, "?.");
	for (size_t i = 0; i < COUNT_OF(parts) && member; i++)
		if (code_is_at(&module->tokens, at + 2, parts[i]))
			return true;
	return at && code_is_at(&module->tokens, at - 1, "return") && !member;
}

static struct slice first_name(const struct code_module *module, struct code_range range)
{
	for (size_t at = range.from; at < range.to; at++)
		if (module->tokens.items[at].kind == CODE_NAME)
			return module->tokens.items[at].text;
	return (struct slice){NULL, 0};
}

enum extension_file { EXTENSION_EMPTY, EXTENSION_ROUTES, EXTENSION_ANY };

static enum extension_file read_extension(struct survey *survey, const char *file)
{
	struct code_module module;
	if (!survey_read(survey, file, &module) || module.scope.other)
		return EXTENSION_ANY;
	const struct code_value *function = code_resolve(&module, &module.scope, module.scope.result);
	if (!function || function->kind != JS_FUNCTION)
		return EXTENSION_ANY;
	const struct slice plugin = first_name(&module, function->params);
	const struct code_range body = function->body;
	const size_t length = body.to - body.from;
	const bool returned =
	    function->expression ? length == 1 : length && code_is_at(&module.tokens, body.from, "return");
	if (returned && length <= 3 &&
	    slice_equals(module.tokens.items[body.from + !function->expression].text, plugin))
		return EXTENSION_EMPTY;
	if (!plugin.len || slice_is(plugin, "strapi"))
		return EXTENSION_ANY;
	for (size_t at = body.from; at < body.to; at++)
		if (module.tokens.items[at].kind == CODE_NAME && !is_own_use(&module, at, plugin))
			return EXTENSION_ANY;
	/* What stands outside of functions runs at once. */
	for (size_t at = body.from; at < body.to; at = code_behind(&module.tokens, at))
		if (code_is_at(&module.tokens, at, "strapi") || code_is_at(&module.tokens, at, "if") ||
		    code_is_at(&module.tokens, at, "for"))
			return EXTENSION_ANY;
	return EXTENSION_ROUTES;
}

static void close_extension(struct survey *survey, const char *plugin, const char *file, bool any)
{
	static const char *const administration[] = {"content-manager", "content-type-builder", "documentation",
	                                             "email",           "config-sync",          "content-releases"};
	for (size_t i = 0; i < COUNT_OF(administration); i++)
		if (strcmp(plugin, administration[i]) == 0) {
			survey_report(survey, FINDING_NOTE, file, NULL,
			              "extends %s, which is no part of the content API", plugin);
			return;
		}
	struct closed *closed = survey_closed(survey, file, "it extends the plugin %s", plugin);
	const char *effect = "all routes are";
	if (strcmp(plugin, "graphql") == 0) {
		survey->graphql = closed;
		effect = "the GraphQL endpoint is";
	} else if (strcmp(plugin, "upload") == 0) {
		survey->uploads = survey->unknown = closed;
		effect = "uploads are";
	} else if (strcmp(plugin, "users-permissions") == 0 && !any) {
		survey->accounts = survey->unknown = closed;
		effect = "the routes of users, sign-in and roles are";
	} else {
		survey->all = survey->all ? survey->all : closed;
	}
	survey_report(survey, FINDING_BLOCKS, file, NULL, "extends the plugin %s; without it %s closed", plugin,
	              effect);
}

static void read_extensions(struct survey *survey)
{
	size_t count;
	const char **plugins = sources_list(&survey->sources, "src/extensions", true, &count);
	for (size_t i = 0; i < count; i++) {
		const char *file =
		    survey_find(survey, arena_format(survey->arena, "src/extensions/%s/strapi-server", plugins[i]));
		const enum extension_file extension = file ? read_extension(survey, file) : EXTENSION_EMPTY;
		if (extension != EXTENSION_EMPTY)
			close_extension(survey, plugins[i], file, extension == EXTENSION_ANY);
	}
}

/* ---- what is left ---- */

static void read_components(struct survey *survey)
{
	size_t count, file_count;
	const char **folders = sources_list(&survey->sources, "src/components", true, &count);
	for (size_t i = 0; i < count; i++) {
		const char *folder = arena_format(survey->arena, "src/components/%s", folders[i]);
		const char **files = sources_list(&survey->sources, folder, false, &file_count);
		for (size_t j = 0; j < file_count; j++)
			if (sources_stem(&survey->sources, files[j]))
				survey_report(survey, FINDING_BLOCKS,
				              arena_format(survey->arena, "%s/%s", folder, files[j]), NULL,
				              "a component in code is not read");
	}
}

void survey_start(struct survey *survey)
{
	size_t count;
	const char **apis = survey_apis(survey, &count);
	read_index(survey, "src/index");
	for (size_t i = 0; i < count; i++)
		read_index(survey, arena_format(survey->arena, "src/api/%s/index", apis[i]));
	read_all_middlewares(survey);
	read_extensions(survey);
	read_components(survey);
}
