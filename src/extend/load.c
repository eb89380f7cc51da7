/* Loading shared objects. */
#include "load.h"
#include "app.h"
#include "hooks.h"
#include "probe.h"
#include "routes.h"
#include "rules.h"

#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <stdlib.h>

enum { MOST_EXTENSIONS = 256 };

/* ---- one extension ---- */

static struct json_object *config_of(const struct extensions *all, const char *name)
{
	struct json_object *own = NULL;
	if (all->config->extensions_config)
		json_find(all->config->extensions_config, name, &own);
	return own;
}

static bool check_version(struct lectern_app *app, void *library)
{
	const unsigned *built_for = dlsym(library, "lectern_built_for");
	if (!built_for)
		return app_refuse(app, "it was not built with lectern.h");
	if (built_for[0] == LECTERN_INTERFACE_MAJOR && built_for[1] <= LECTERN_INTERFACE_MINOR)
		return true;
	return app_refuse(app,
	                  "it was built for version %u.%u of the interface, and this server has %d.%d. Build it again",
	                  built_for[0], built_for[1], LECTERN_INTERFACE_MAJOR, LECTERN_INTERFACE_MINOR);
}

static bool run_entry(struct lectern_app *app, void *library)
{
	bool (*enter)(lectern_app *) = NULL;
	*(void **)&enter = dlsym(library, "lectern_register");
	if (!enter)
		return app_refuse(app, "it has no function lectern_register");
	app->registering = true;
	bool registered = enter(app) && !app->failed && rules_check(app);
	app->registering = false;
	return registered || app_refuse(app, "lectern_register returned false without a reason");
}

/* It is never unloaded again: its functions may be at work on any thread. */
bool load_extension(struct lectern_app *app)
{
	void *library = dlopen(app->file, RTLD_NOW | RTLD_LOCAL);
	if (library)
		return check_version(app, library) && run_entry(app, library);
	const char *reason = arena_copy(app->extensions->arena, slice_of(dlerror()));
	/* One that was built for a later version misses symbols, but that is not what has to be told of. */
	library = dlopen(app->file, RTLD_LAZY | RTLD_LOCAL);
	return (!library || check_version(app, library)) && app_refuse(app, "%s", reason);
}

static struct lectern_app *create_app(struct extensions *all, const char *file_name)
{
	struct lectern_app *app = arena_alloc(all->arena, sizeof *app);
	app->extensions = all;
	app->name = arena_copy(all->arena, (struct slice){file_name, strlen(file_name) - 3});
	app->file = arena_format(all->arena, "%s%s/extensions/%s", all->config->directory[0] == '/' ? "" : "./",
	                         all->config->directory, file_name);
	app->config = config_of(all, app->name);
	return app;
}

/* ---- all of them ---- */

bool extension_is_disabled(const struct config *config, const char *file_name)
{
	struct slice name = {file_name, strlen(file_name) - 3};
	for (size_t i = 0; i < config->disabled_extension_count; i++)
		if (slice_equals(name, slice_of(config->disabled_extensions[i])))
			return true;
	return false;
}

int extension_is_shared_object(const struct dirent *entry)
{
	size_t length = strlen(entry->d_name);
	return entry->d_name[0] != '.' && length > 3 && strcmp(entry->d_name + length - 3, ".so") == 0;
}

int extension_by_name(const struct dirent **a, const struct dirent **b)
{
	return strcmp((*a)->d_name, (*b)->d_name);
}

static bool load_one(struct extensions *all, const char *file_name, struct error *error)
{
	struct lectern_app *app = create_app(all, file_name);
	bool good = probe_extension(app);
	if (!good && all->config->leave_out_extensions) {
		log_message(LOG_ERROR, "the extension %s was left out: %s", app->name, app->error.message);
		return true;
	}
	/* What went well in the probe goes well again, unless the extension throws dice. */
	if (!good || !load_extension(app))
		return error_set(error, 500, "ExtensionError", "the extension %s can't be loaded: %s", app->name,
		                 app->error.message);
	*all->last = app;
	all->last = &app->next;
	all->count++;
	return true;
}

static bool load_all(struct extensions *all, struct error *error)
{
	const char *folder = arena_format(all->arena, "%s/extensions", all->config->directory);
	struct dirent **entries;
	bool done = true;
	int count = scandir(folder, &entries, extension_is_shared_object, extension_by_name);
	/* Without what it was given to guard it, a project must not be served. */
	if (count < 0)
		return errno == ENOENT ||
		       error_set(error, 500, "ExtensionError", "%s can't be read: %s", folder, strerror(errno));
	if (count > MOST_EXTENSIONS)
		done =
		    error_set(error, 500, "ExtensionError", "%s has more than %d extensions", folder, MOST_EXTENSIONS);
	for (int i = 0; i < count; i++) {
		if (done && !extension_is_disabled(all->config, entries[i]->d_name))
			done = load_one(all, entries[i]->d_name, error);
		free(entries[i]);
	}
	free(entries);
	return done;
}

/* The actions that routes ask for can be granted like all others. */
static void publish_actions(struct extensions *all, size_t known)
{
	struct registry *registry = all->registry;
	size_t count = all->actions.count - known;
	const char **names = arena_array(registry->arena, count, sizeof *names);
	for (size_t i = 0; i < count; i++)
		names[i] = arena_copy(registry->arena, all->actions.items[known + i].text);
	registry->more_actions = names;
	registry->more_action_count = count;
}

struct extensions *extend_load(const struct config *config, struct registry *registry, struct error *error)
{
	struct arena *arena = arena_create();
	struct extensions *all = arena_alloc(arena, sizeof *all);
	*all = (struct extensions){.arena = arena, .config = config, .registry = registry};
	all->last = &all->first;
	all->last_rule = &all->rules;
	all->last_hook = &all->hooks;
	all->last_use = &all->uses;
	all->switches = api_graphql_switches_create(arena, registry);
	actions_list(&all->actions, arena, registry);
	size_t known = all->actions.count;
	if (config->no_extensions || load_all(all, error)) {
		publish_actions(all, known);
		return all;
	}
	arena_destroy(arena);
	return NULL;
}

void extend_close(struct extensions *extensions)
{
	if (extensions)
		arena_destroy(extensions->arena);
}

struct api_graphql_switches *extend_switches(const struct extensions *extensions)
{
	return extensions->switches;
}

bool extend_has_schema(const struct extensions *extensions)
{
	return extensions->uses != NULL;
}

size_t extend_count(const struct extensions *extensions)
{
	return extensions->count;
}

void extend_install_hooks(struct extensions *extensions, struct content *content)
{
	lifecycle_install(extensions, content);
}

bool extend_install_rest(struct extensions *extensions, struct rest *rest, struct error *error)
{
	return rules_install(extensions, rest, error);
}
