/* Plugins: those that package.json depends on, and the project's own in src/plugins. */
#include "plugins.h"
#include "factory.h"
#include "known_plugins.h"

enum { MOST_PACKAGES = 1000 };

/* Packages that run no code in the server, but have "strapi" in their names. */
static bool is_no_plugin(struct slice package)
{
	static const char *const beginnings[] = {"@strapi/", "@types/", "strapi-provider-", "strapi-sdk",
	                                         "strapi-utils"};
	static const char *const parts[] = {"provider", "strapi-sdk", "create-strapi", "eslint"};
	for (size_t i = 0; i < COUNT_OF(beginnings); i++)
		if (slice_starts_with(package, slice_of(beginnings[i])) &&
		    !slice_starts_with(package, SLICE("@strapi/plugin-")))
			return true;
	for (size_t i = 0; i < COUNT_OF(parts); i++)
		if (memmem(package.ptr, package.len, parts[i], strlen(parts[i])))
			return true;
	return false;
}

/* Is it installed, and says its package.json whether it is a plugin? */
static bool read_installed(struct survey *survey, struct slice package, bool *plugin, const char **name)
{
	struct code_module module;
	const char *file = arena_format(survey->arena, "node_modules/%.*s/package.json", (int)package.len, package.ptr);
	if (memmem(package.ptr, package.len, "..", 2) || !survey_read(survey, file, &module))
		return false;
	const struct code_value *strapi = code_member(module.scope.result, "strapi");
	const struct code_value *kind = code_member(strapi, "kind"), *called = code_member(strapi, "name");
	*plugin = kind && kind->kind == JS_TEXT && slice_is(kind->text, "plugin");
	if (called && called->kind == JS_TEXT)
		*name = arena_copy(survey->arena, called->text);
	return true;
}

/* ---- config/plugins ---- */

static const struct code_value *read_config(struct survey *survey, struct code_module *module)
{
	static const char *const files[] = {"config/plugins.js", "config/plugins.ts", "config/plugins.json"};
	for (size_t i = 0; i < COUNT_OF(files); i++) {
		if (!sources_has(&survey->sources, files[i]) || (i == 1 && !survey->sources.typescript))
			continue;
		if (!survey_read(survey, files[i], module))
			return NULL;
		const struct code_value *config = factory_result(module, &module->scope, module->scope.result);
		return config && config->kind == JS_OBJECT ? config : NULL;
	}
	return NULL;
}

static bool is_disabled(const struct code_value *config, const char *name)
{
	const struct code_value *plugin = code_member(config, name);
	const struct code_value *enabled = code_member(plugin, "enabled");
	return (plugin && plugin->kind == JS_FALSE) || (enabled && enabled->kind == JS_FALSE);
}

/* ---- their order ---- */

static void add_plugin(struct survey *survey, const char *name)
{
	for (size_t i = 0; i < survey->plugin_count; i++)
		if (strcmp(survey->plugins[i], name) == 0)
			return;
	survey->plugins = arena_grow(survey->arena, survey->plugins, survey->plugin_count, &survey->plugin_capacity,
	                             sizeof *survey->plugins);
	survey->plugins[survey->plugin_count++] = name;
}

/* Strapi's own come first, then those of config/plugins, then those of package.json. */
static void order_plugins(struct survey *survey, const struct code_value *config)
{
	static const char *const own[] = {"content-manager", "content-type-builder", "email", "upload",
	                                  "content-releases"};
	for (size_t i = 0; i < COUNT_OF(own); i++)
		add_plugin(survey, own[i]);
	for (size_t i = 0; config && i < config->count && i < MOST_PACKAGES; i++) {
		const char *name = arena_copy(survey->arena, config->members[i].key);
		if (!is_disabled(config, name))
			add_plugin(survey, name);
	}
}

/* ---- what they close ---- */

static void close_changes(struct survey *survey, struct closed *closed)
{
	for (size_t i = 0; i < survey->registry->type_count; i++)
		if (!survey->types[i].changes)
			survey->types[i].changes = closed;
	survey->has_code = true;
}

static void close_plugin(struct survey *survey, const char *file, const char *name, enum plugin_effect effect)
{
	struct closed *closed = survey_closed(survey, file, "it has the plugin %s", name);
	switch (effect) {
	case PLUGIN_NOTHING:
		break;
	case PLUGIN_ROUTES:
		if (!survey->unknown)
			survey->unknown = closed;
		survey_report(survey, FINDING_CLOSES, file, NULL,
		              "the plugin %s has routes of its own; paths that are not known are closed", name);
		break;
	case PLUGIN_CHANGES:
		close_changes(survey, closed);
		survey_report(survey, FINDING_BLOCKS, file, NULL,
		              "the plugin %s acts when entries are changed; without it changes are closed", name);
		break;
	default:
		if (!survey->all)
			survey->all = closed;
		survey_report(
		    survey, FINDING_BLOCKS, file, NULL, "the plugin %s %s; without it all routes are closed", name,
		    effect == PLUGIN_ANSWERS ? "changes all answers" : "is not known and may change any answer");
	}
}

static void read_package(struct survey *survey, const struct code_value *config, struct slice package)
{
	const struct known_plugin *known = known_plugin_find(package);
	const char *name = known ? known->name : NULL;
	bool plugin = memmem(package.ptr, package.len, "strapi", 6) && !is_no_plugin(package);
	if (!known && !read_installed(survey, package, &plugin, &name) && !plugin)
		return;
	if (!known && !plugin)
		return;
	if (!name) {
		static const char beginning[] = "strapi-plugin-";
		const size_t cut = slice_starts_with(package, slice_of(beginning)) ? sizeof beginning - 1 : 0;
		name = arena_copy(survey->arena, (struct slice){package.ptr + cut, package.len - cut});
	}
	if (is_disabled(config, name))
		return;
	add_plugin(survey, name);
	close_plugin(survey, "package.json", name, known ? known->effect : PLUGIN_UNKNOWN);
}

static void read_packages(struct survey *survey, const struct code_value *config)
{
	struct code_module module;
	if (!survey_read(survey, "package.json", &module))
		return;
	const struct code_value *packages = code_member(module.scope.result, "dependencies");
	for (size_t i = 0; packages && i < packages->count && i < MOST_PACKAGES; i++)
		read_package(survey, config, packages->members[i].key);
}

/* ---- the project's own ---- */

/* Is it a plugin in another folder than src/plugins? Of a folder that is not there Strapi says that it is missing. */
static bool lies_elsewhere(struct survey *survey, const struct code_value *resolve)
{
	struct slice path = resolve->text;
	if (resolve->kind != JS_TEXT || path.len < 2 || path.ptr[0] != '.' || path.ptr[1] != '/')
		return true;
	path = (struct slice){path.ptr + 2, path.len - 2};
	return !slice_starts_with(path, SLICE("src/plugins/")) &&
	       sources_has(&survey->sources, arena_copy(survey->arena, path));
}

/* Those that stand in config/plugins with the folder that they lie in. */
static void read_own(struct survey *survey, const struct code_value *config)
{
	size_t count;
	const char **names = sources_list(&survey->sources, "src/plugins", true, &count);
	const bool configured =
	    sources_has(&survey->sources, "config/plugins.js") || sources_has(&survey->sources, "config/plugins.ts") ||
	    sources_has(&survey->sources, "config/plugins.json") || sources_has(&survey->sources, "config/env");
	for (size_t i = 0; i < count && configured; i++) {
		const char *folder = arena_format(survey->arena, "src/plugins/%s", names[i]);
		const char *file = survey_find(survey, arena_format(survey->arena, "%s/strapi-server", folder));
		const bool left =
		    config && !config->open && (!code_member(config, names[i]) || is_disabled(config, names[i]));
		if (file && !(left && !sources_has(&survey->sources, "config/env")))
			close_plugin(survey, file, names[i], PLUGIN_UNKNOWN);
	}
	for (size_t i = 0; config && i < config->count; i++) {
		const struct code_value *resolve = code_member(config->members[i].value, "resolve");
		const char *name = arena_copy(survey->arena, config->members[i].key);
		if (resolve && lies_elsewhere(survey, resolve) && !is_disabled(config, name))
			close_plugin(survey, "config/plugins", name, PLUGIN_UNKNOWN);
	}
}

void survey_plugins(struct survey *survey)
{
	struct code_module module;
	const struct code_value *config = read_config(survey, &module);
	order_plugins(survey, config);
	read_packages(survey, config);
	read_own(survey, config);
}
