#include "keys.h"

#include "graphql.h"
#include "package.h"

enum { NEAR = 2 }; /* edits */

struct key_check {
	struct settings *settings;
	struct buffer *meaningless; /* paths that mean nothing here, of files of code */
	const struct config_file *file;
	const char *const *listed; /* of keys_known, or an empty list */
};

enum verdict { KEY_UNKNOWN, KEY_HAS_BELOW, KEY_KNOWN, KEY_OPEN, KEY_REFUSED };

void keys_note(struct settings *settings, const char *file, const char *path)
{
	struct known_key *key = arena_alloc(settings->arena, sizeof *key);
	*key = (struct known_key){.file = file, .path = path, .next = settings->known};
	settings->known = key;
}

/* What `known` ("rest.maxLimit", "logger.*") says of `path`. */
static enum verdict compare(const char *known, const char *path)
{
	bool refused = known[0] == '!';
	struct slice whole = slice_of(known + refused), wanted = slice_of(path);
	bool open = whole.len > 2 && strcmp(whole.ptr + whole.len - 2, ".*") == 0;
	if (open)
		whole.len -= 2;
	if (slice_equals(whole, wanted))
		return open ? KEY_OPEN : refused ? KEY_REFUSED : KEY_KNOWN;
	return whole.len > wanted.len && slice_starts_with(whole, wanted) && whole.ptr[wanted.len] == '.'
	           ? KEY_HAS_BELOW
	           : KEY_UNKNOWN;
}

/* A key that others stand below is looked into, also when it was asked for as a whole. */
static enum verdict better(enum verdict a, enum verdict b)
{
	if ((a == KEY_HAS_BELOW && b == KEY_KNOWN) || (a == KEY_KNOWN && b == KEY_HAS_BELOW))
		return KEY_HAS_BELOW;
	return a > b ? a : b;
}

static enum verdict judge(const struct key_check *check, const char *path)
{
	enum verdict verdict = KEY_UNKNOWN;
	for (const char *const *listed = check->listed; *listed; listed++)
		verdict = better(verdict, compare(*listed, path));
	for (const struct known_key *key = check->settings->known; key; key = key->next)
		if (strcmp(key->file, check->file->name) == 0)
			verdict = better(verdict, compare(key->path, path));
	return verdict;
}

/* Considers the key of `known` that stands directly below `above`. */
static void consider(struct suggestions *suggestions, const char *known, const char *above)
{
	size_t depth = strlen(above);
	known += known[0] == '!';
	if (strncmp(known, above, depth) != 0)
		return;
	struct slice rest = slice_of(known + depth), key;
	if (slice_split(&rest, '.', &key) && key.len && !slice_is(key, "*")) {
		for (size_t i = 0; i < suggestions->count; i++)
			if (slice_equals(suggestions->names[i], key))
				return;
		suggest_consider(suggestions, key);
	}
}

/* `above`: the path that `key` stands below, with a point at its end; or "". */
static void refuse_unknown(const struct key_check *check, const char *above, const char *key, const char *path)
{
	struct suggestions suggestions = {.wanted = slice_of(key)};
	struct buffer more = {0};
	for (const char *const *listed = check->listed; *listed; listed++)
		consider(&suggestions, *listed, above);
	for (const struct known_key *known = check->settings->known; known; known = known->next)
		if (strcmp(known->file, check->file->name) == 0)
			consider(&suggestions, known->path, above);
	if (suggestions.count)
		suggest_print(&more, NULL, suggestions.names, 1);
	settings_mistake(check->settings, config_file_of(check->file, path),
	                 arena_format(check->settings->arena, "$.%s", path), "there is no such setting.%s",
	                 suggestions.count ? buffer_terminate(&more)
	                                   : " Expected a key that lectern or Strapi 4 knows");
	buffer_free(&more);
}

/* A plugin of any name may be there; but one that looks like a well-known one, and is not in package.json, is a
 * mistake. */
static void check_plugin(const struct key_check *check, const char *name, struct json_object *value)
{
	struct suggestions suggestions = {.wanted = slice_of(name)};
	if (package_mentions(check->settings, name) || json_find(value, "resolve", NULL) || check->file->in_code)
		return;
	for (const char *const *listed = check->listed; *listed; listed++)
		consider(&suggestions, *listed, "");
	if (suggestions.count && suggestions.distances[0] <= NEAR)
		refuse_unknown(check, "", name, name);
}

/* Code may keep there what only code reads: it is told, and keeps nothing from starting. */
static void note_meaningless(const struct key_check *check, const char *path)
{
	const char *file = config_file_of(check->file, path);
	buffer_format(check->meaningless, "%s%s: %s", check->meaningless->len ? ", " : "", file, path);
}

static void check_object(const struct key_check *check, struct json_object *object, const char *above)
{
	bool of_plugins = !*above && strcmp(check->file->name, "config/plugins.json") == 0;
	struct arena *arena = check->settings->arena;
	json_object_object_foreach(object, key, value)
	{
		const char *path = arena_format(arena, "%s%s", above, key);
		if (!*above && strcmp(key, "$schema") == 0)
			continue;
		switch (strchr(key, '.') ? KEY_UNKNOWN : judge(check, path)) {
		case KEY_UNKNOWN:
			if (of_plugins)
				check_plugin(check, path, value);
			else if (check->file->in_code)
				note_meaningless(check, path);
			else
				refuse_unknown(check, above, path + strlen(above), path);
			break;
		case KEY_HAS_BELOW:
			if (json_object_is_type(value, json_type_object))
				check_object(check, value, arena_format(arena, "%s.", path));
			break;
		case KEY_REFUSED:
			settings_mistake(check->settings, config_file_of(check->file, path),
			                 arena_format(arena, "$.%s", path),
			                 "Strapi has this setting, lectern does not");
			break;
		case KEY_KNOWN:
		case KEY_OPEN:
			break;
		}
	}
}

/* KEY_OPEN: it stands below a key that is open to anything, or in what other plugins are told; or the project's code
 * calls it. Tasks: see config.c.
 * KEY_UNKNOWN: nobody but the project's own code can know of it. KEY_KNOWN: all others. */
static enum verdict judge_function(const struct key_check *check, const char *path)
{
	struct slice rest = slice_of(path), key;
	const char *above = "";
	enum verdict verdict = KEY_HAS_BELOW;
	while (verdict == KEY_HAS_BELOW && slice_split(&rest, '.', &key)) {
		above =
		    arena_format(check->settings->arena, "%s%s%.*s", above, *above ? "." : "", (int)key.len, key.ptr);
		verdict = judge(check, above);
	}
	/* Sign-in of admins by other services is of Strapi's Enterprise edition. */
	if (strcmp(check->file->name, "config/admin.json") == 0 && strncmp(path, "auth.providers", 14) == 0)
		return KEY_UNKNOWN;
	const bool of_plugins = strcmp(check->file->name, "config/plugins.json") == 0;
	const bool unknown = verdict == KEY_UNKNOWN && !strchr(above, '.');
	if (verdict == KEY_OPEN || strcmp(above, "cron.tasks") == 0 ||
	    (of_plugins && (unknown || graphql_is_called(path))))
		return KEY_OPEN;
	/* Strapi hands on what it does not know of the database and of middlewares; of its own plugins only that of
	 * GraphQL does so. */
	const bool hands_on = strcmp(check->file->name, "config/database.json") == 0 ||
	                      strcmp(check->file->name, "config/middlewares.json") == 0 ||
	                      (of_plugins && strncmp(above, "graphql.", 8) == 0);
	const bool unread = verdict == KEY_UNKNOWN && (unknown || !hands_on);
	return unread && check->file->in_code ? KEY_UNKNOWN : KEY_KNOWN;
}

/* Functions that Strapi calls, and lectern does not. */
static void check_functions(const struct key_check *check)
{
	for (size_t i = 0; check->file->functions && i < json_object_array_length(check->file->functions); i++) {
		const char *path = json_object_get_string(json_object_array_get_idx(check->file->functions, i));
		const enum verdict verdict = judge_function(check, path);
		if (verdict == KEY_OPEN)
			continue;
		if (verdict == KEY_UNKNOWN) {
			note_meaningless(check, path);
			continue;
		}
		findings_add(check->settings->findings, FINDING_BLOCKS, config_file_of(check->file, path),
		             arena_format(check->settings->arena, "$.%s", path),
		             "is a function, which lectern does not call");
	}
}

void keys_check(struct settings *settings)
{
	static const char *const none[] = {NULL};
	struct buffer meaningless = {0};
	for (const struct config_file *file = settings->files; file; file = file->next) {
		struct key_check check = {
		    .settings = settings, .file = file, .listed = none, .meaningless = &meaningless};
		for (size_t i = 0; i < keys_known_count; i++)
			if (strcmp(keys_known[i].file, file->name) == 0)
				check.listed = keys_known[i].paths;
		if (file->root)
			check_object(&check, file->root, "");
		check_functions(&check);
	}
	if (meaningless.len)
		findings_add(settings->findings, FINDING_TOLD, "config", NULL,
		             "settings that only the project's own code can read: %s",
		             arena_copy(settings->arena, buffer_as_slice(&meaningless)));
	buffer_free(&meaningless);
}
