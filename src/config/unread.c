#include "unread.h"

#include "file.h"
#include "middleware_names.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>

enum {
	MOST_FILES = 1000,
	CAREFUL_LIMIT = 100, /* entries of a list, where a file that is not read may say how many */
};

/* Files of code that have a counterpart in lectern's settings. `message` is given the reason why none is evaluated. */
static const struct counterpart {
	const char *name;
	const char *message, *remedy;
	const char *closing[8]; /* words of settings that close something: without them more would be open. A file
	                           with one of them is not left out. Ends with NULL */
} counterparts[] = {
    {"server", "is not read: %s", "Write what it says into %s.json, with the same keys", {NULL}},
    {"api",
     "is not read: %s; lists have 100 entries at most without it",
     "Write what it says into %s.json, with the same keys",
     {"privateAttributes", NULL}},
    {"admin",
     "is not read: %s",
     "Write what it says into %s.json, with the same keys; API_TOKEN_SALT and ADMIN_JWT_SECRET may stay in .env",
     {NULL}},
    {"plugins",
     "is not read: %s",
     "Write what it says into %s.json, with the same keys; JWT_SECRET may stay in .env",
     {"allowedFields", "shadowCRUD", "introspection", "ratelimit", "false", NULL}},
    {"middlewares",
     "is not read: %s",
     "Write the origins of strapi::cors into config/server.json as cors.origin, the limits of strapi::body as "
     "maxBodySize, and the names of Strapi's own that stay into %s.json",
     {NULL}},
    {"cron-tasks", "is not run: lectern has no scheduled tasks (%s)", "Have cron or another program run them", {NULL}},
};

struct unread_place {
	struct settings *settings;
	const char *folder; /* "config", "config/env/production" */
	bool in_use;        /* Strapi reads it in this environment */
	bool database_named;
	struct config *config;
};

static bool read_text(struct settings *settings, const char *name, struct slice *text)
{
	return config_read_file(settings->arena, arena_format(settings->arena, "%s/%s", settings->directory, name),
	                        text);
}

/* ---- middlewares ---- */

/* config/middlewares.json is read for nothing else. */
static void check_middlewares_json(const struct unread_place *place, const char *file)
{
	struct slice text;
	if (read_text(place->settings, file, &text) && middleware_names_only(text))
		return;
	struct finding *finding = findings_add(
	    place->settings->findings, FINDING_BLOCKS, file, NULL,
	    "is not read, unless it is a list of the names of Strapi's own middlewares, strapi::errors, strapi::cors, "
	    "strapi::query and strapi::body among them");
	if (finding)
		finding->remedy = "Write options of theirs into config/server.json: cors.origin, maxBodySize";
}

/* ---- files of code ---- */

static const char *closing_word(const struct unread_place *place, const struct counterpart *counterpart,
                                const char *file)
{
	struct slice text;
	if (!counterpart->closing[0])
		return NULL;
	if (!read_text(place->settings, file, &text))
		return "what can't be read of it";
	for (const char *const *word = counterpart->closing; *word; word++)
		if (memmem(text.ptr, text.len, *word, strlen(*word)))
			return *word;
	return NULL;
}

static const char *reason(const struct settings *settings)
{
	if (settings->code && settings->code->files)
		return "it is TypeScript, and there is no tsconfig.json";
	return settings->code && settings->code->unread ? settings->code->unread : "configuration in code is left out";
}

/* What is to be said of a file that was evaluated. False when it was not. */
static bool add_evaluated(const struct unread_place *place, const char *file, struct slice stem, const char *suffix)
{
	struct settings *settings = place->settings;
	struct json_object *files = settings->code ? settings->code->files : NULL;
	struct json_object *found = json_member(files, arena_copy(settings->arena, stem));
	if (!place->in_use || !found)
		return false;
	if (strcmp(suffix, ".mjs") == 0 || strcmp(suffix, ".cjs") == 0)
		findings_add(settings->findings, FINDING_NOTE, file, NULL, "is read here; Strapi reads .js and .json");
	return true;
}

static void add_database(const struct unread_place *place, const char *file)
{
	struct settings *settings = place->settings;
	if (!place->in_use) {
		findings_add(settings->findings, FINDING_NOTE, file, NULL, "is not read in this environment, %s",
		             settings->environment);
	} else if (place->database_named) {
		findings_add(settings->findings, FINDING_NOTE, file, NULL,
		             "is not read: --database or DATABASE_URL says which database it is");
		return;
	} else {
		struct finding *finding = findings_add(
		    settings->findings, FINDING_BLOCKS, file, NULL,
		    "is not read, so lectern does not know which database the project uses: %s", reason(settings));
		if (finding)
			finding->remedy = "Name it with --database or DATABASE_URL, or write what the file says "
					  "into config/database.json, with the same keys";
		if (!place->config->database_in_code)
			place->config->database_in_code = file;
	}
	if (!place->config->other_database)
		place->config->other_database = file;
}

static void add_counterpart(const struct unread_place *place, const struct counterpart *counterpart, const char *file,
                            const char *without_suffix)
{
	struct settings *settings = place->settings;
	const char *word = closing_word(place, counterpart, file);
	const char *message = arena_format(settings->arena, counterpart->message, reason(settings));
	struct slice text;
	if (strcmp(counterpart->name, "middlewares") == 0 && read_text(settings, file, &text) &&
	    middleware_names_only(text))
		return;
	if (strcmp(counterpart->name, "api") == 0 && !place->config->max_limit)
		place->config->max_limit = CAREFUL_LIMIT;
	const char *remedy = arena_format(settings->arena, counterpart->remedy, without_suffix);
	struct finding *finding;
	if (word)
		finding = findings_add(settings->findings, FINDING_MISTAKE, file, NULL,
		                       "%s, and it is not left out by --without-code, as it has %s", message, word);
	else
		finding = findings_add(settings->findings, FINDING_BLOCKS, file, NULL, "%s", message);
	if (finding)
		finding->remedy = remedy;
}

static void add_file(const struct unread_place *place, const char *name, size_t name_length)
{
	struct settings *settings = place->settings;
	const char *file = arena_format(settings->arena, "%s/%s", place->folder, name);
	const char *without_suffix = arena_format(settings->arena, "%s/%.*s", place->folder, (int)name_length, name);
	const char *json = arena_format(settings->arena, "%s.json", without_suffix);
	struct slice base = {name, name_length}, text;
	/* Of plugins Strapi reads no JSON. */
	if (slice_is(base, "plugins") && add_evaluated(place, file, base, name + name_length))
		return;
	if (read_text(settings, json, &text)) {
		findings_add(settings->findings, FINDING_NOTE, file, NULL, "is not read: %s stands in its place", json);
		return;
	}
	if (add_evaluated(place, file, base, name + name_length))
		return;
	const bool evaluates = settings->code && settings->code->files && place->in_use;
	if (evaluates && strcmp(name + name_length, ".js") == 0) {
		findings_add(settings->findings, FINDING_NOTE, file, NULL,
		             "is not read, as in Strapi: of a project in TypeScript tsc takes JavaScript only where "
		             "tsconfig.json says allowJs or no outDir");
		return;
	}
	if (evaluates && strcmp(name + name_length, ".ts") == 0 && !slice_is(base, "database")) {
		findings_add(settings->findings, FINDING_NOTE, file, NULL,
		             "is not read, as in Strapi: it is TypeScript, and there is no tsconfig.json");
		return;
	}
	if (slice_is(base, "database")) {
		add_database(place, file);
		return;
	}
	for (size_t i = 0; place->in_use && i < COUNT_OF(counterparts); i++) {
		if (slice_is(base, counterparts[i].name)) {
			add_counterpart(place, &counterparts[i], file, without_suffix);
			return;
		}
	}
	if (place->in_use)
		findings_add(settings->findings, FINDING_NOTE, file, NULL,
		             "is not read: only the project's own code uses it");
	else
		findings_add(settings->findings, FINDING_NOTE, file, NULL, "is not read in this environment, %s",
		             settings->environment);
}

/* The length of the name before its suffix, when that is one of code; else 0. */
static size_t before_suffix(const char *name)
{
	static const char *const suffixes[] = {".js", ".ts", ".mjs", ".cjs", ".mts", ".cts"};
	size_t length = strlen(name);
	for (size_t i = 0; i < COUNT_OF(suffixes); i++) {
		size_t suffix = strlen(suffixes[i]);
		if (length > suffix && strcmp(name + length - suffix, suffixes[i]) == 0) {
			bool types_only = length > suffix + 2 && strncmp(name + length - suffix - 2, ".d", 2) == 0;
			return types_only ? 0 : length - suffix;
		}
	}
	return 0;
}

static int is_shown(const struct dirent *entry)
{
	return entry->d_name[0] != '.';
}

/* Calls `each` with the names in `folder`, sorted. */
static void for_names(const struct unread_place *place, const char *folder,
                      void (*each)(const struct unread_place *, const char *))
{
	struct dirent **entries;
	struct settings *settings = place->settings;
	const char *path = arena_format(settings->arena, "%s/%s", settings->directory, folder);
	int count = scandir(path, &entries, is_shown, alphasort);
	if (count < 0 && errno != ENOENT && errno != ENOTDIR)
		settings_mistake(settings, folder, "$", "can't be read: %s", strerror(errno));
	for (int i = 0; i < count; i++) {
		if (i < MOST_FILES)
			each(place, entries[i]->d_name);
		free(entries[i]);
	}
	if (count >= 0)
		free(entries);
}

static bool has_code_of(const struct unread_place *place, const char *stem)
{
	const struct config_code *code = place->settings->code;
	return json_member(code ? code->files : NULL, stem) != NULL;
}

static void look_at(const struct unread_place *place, const char *name)
{
	size_t length = before_suffix(name);
	if (length)
		add_file(place, arena_copy(place->settings->arena, slice_of(name)), length);
	else if (place->in_use && strcmp(name, "middlewares.json") == 0 && !has_code_of(place, "middlewares"))
		check_middlewares_json(place, arena_format(place->settings->arena, "%s/%s", place->folder, name));
}

static void look_into_environment(const struct unread_place *all, const char *name)
{
	struct unread_place place = *all;
	place.folder = arena_format(all->settings->arena, "config/env/%s", name);
	place.in_use = strcmp(name, all->settings->environment) == 0;
	for_names(&place, place.folder, look_at);
}

bool unread_has_code(struct arena *arena, const char *folder)
{
	struct slice text;
	bool found = config_read_file(arena, arena_format(arena, "%s/middlewares.json", folder), &text) &&
	             !middleware_names_only(text);
	DIR *names = opendir(folder);
	const struct dirent *entry;
	while (names && !found && (entry = readdir(names)))
		found = entry->d_name[0] != '.' && before_suffix(entry->d_name) != 0;
	if (names)
		closedir(names);
	return found;
}

void unread_find(struct settings *settings, bool database_named, struct config *config)
{
	struct unread_place place = {.settings = settings,
	                             .folder = "config",
	                             .in_use = true,
	                             .database_named = database_named,
	                             .config = config};
	for_names(&place, place.folder, look_at);
	for_names(&place, "config/env", look_into_environment);
}
