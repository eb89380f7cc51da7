#include "setting.h"

#include "keys.h"

#include <errno.h>
#include <stdio.h>

enum { SHOWN_BYTES = 60 };

/* It becomes the name of a folder. */
static bool is_environment(const char *name)
{
	return name[0] != '.' && name[strcspn(name, "/\\")] == '\0' && strlen(name) <= 100;
}

void settings_start(struct settings *settings, struct arena *arena, const char *directory, const char *environment,
                    const struct config_code *code, struct findings *findings)
{
	bool from_file = false;
	*settings = (struct settings){.arena = arena, .directory = directory, .findings = findings, .code = code};
	settings->environment = "development";
	if (!env_load(&settings->env, arena, directory))
		settings_mistake(settings, settings->env.file_name, "$", "can't be read: %s", strerror(errno));
	const char *name = environment ? environment : env_get(&settings->env, "NODE_ENV", &from_file);
	if (name && !is_environment(name))
		settings_mistake(settings,
		                 environment ? "command line"
		                 : from_file ? settings->env.file_name
		                             : "environment",
		                 environment ? "--env" : "NODE_ENV", "expected a name such as production");
	else if (name)
		settings->environment = arena_copy(arena, slice_of(name));
	settings->package = config_file_read(settings, "package.json");
}

void settings_mistake(struct settings *settings, const char *file, const char *path, const char *format, ...)
{
	va_list args;
	/* Settings of one group all find the same thing wrong with the group. */
	for (const struct finding *known = settings->findings->first; known; known = known->next)
		if (path && strcmp(known->file, file) == 0 && known->path && strcmp(known->path, path) == 0)
			return;
	va_start(args, format);
	const char *message = arena_format_list(settings->arena, format, args);
	va_end(args);
	/* Nobody but lectern means these. */
	const bool own = path && strncmp(path, "LECTERN_", 8) == 0;
	findings_add(settings->findings, own ? FINDING_MISTAKE : settings->wrong, file, path, "%s", message);
}

/* Follows the keys of `path`. A mistake when one that should hold others is no object; but of code, where Strapi finds
 * nothing below a text or true, either. */
static struct json_object *follow(struct settings *settings, const struct config_file *file, const char *path)
{
	struct json_object *at = file->root;
	struct slice rest = slice_of(path), key;
	const char *so_far = "$";
	while (at && slice_split(&rest, '.', &key)) {
		if (file->in_code && !json_object_is_type(at, json_type_object))
			return NULL;
		if (!json_object_is_type(at, json_type_object)) {
			settings_mistake(settings, config_file_of(file, so_far[1] ? so_far + 2 : ""), so_far,
			                 "expected an object");
			return NULL;
		}
		const char *name = arena_copy(settings->arena, key);
		so_far = arena_format(settings->arena, "%s.%s", so_far, name);
		at = json_member(at, name);
	}
	return at;
}

bool setting_find(struct settings *settings, const struct config_file *file, const char *path, const char *variable,
                  struct setting *setting)
{
	*setting = (struct setting){.file = config_file_of(file, path)};
	keys_note(settings, file->name, path);
	if (file->in_code && *path && file->root && (setting->json = follow(settings, file, path))) {
		setting->path = arena_format(settings->arena, "$.%s", path);
		return true;
	}
	if (variable)
		setting->text = env_get(&settings->env, variable, &setting->from_env_file);
	if (setting->text) {
		setting->file = setting->from_env_file ? settings->env.file_name : "environment";
		setting->path = variable;
		return true;
	}
	setting->from_env_file = false;
	setting->path = arena_format(settings->arena, "$.%s", path);
	setting->json = file->root ? follow(settings, file, path) : NULL;
	return setting->json != NULL;
}

void setting_refuse(struct settings *settings, const struct setting *setting, const char *expected)
{
	const char *shown = setting->text;
	if (setting->json)
		shown = json_print(settings->arena, setting->json);
	struct slice whole = slice_of(shown);
	const char *quote = setting->text ? "\"" : "";
	settings_mistake(settings, setting->file, setting->path, "expected %s, got %s%.*s%s%s", expected, quote,
	                 slice_shown_length(whole, SHOWN_BYTES), shown, whole.len > SHOWN_BYTES ? "…" : "", quote);
}

void setting_refuse_secret(struct settings *settings, const struct setting *setting, const char *expected)
{
	settings_mistake(settings, setting->file, setting->path, "expected %s%s%s", expected,
	                 setting->json ? ", got a JSON " : "",
	                 setting->json ? json_type_to_name(json_object_get_type(setting->json)) : "");
}

const char *setting_as_text(struct settings *settings, const struct setting *setting)
{
	if (setting->text)
		return arena_copy(settings->arena, slice_of(setting->text));
	if (!json_object_is_type(setting->json, json_type_string))
		return NULL;
	const char *text = json_object_get_string(setting->json);
	/* A text with a NUL inside would go on as another one. */
	if (strlen(text) != (size_t)json_object_get_string_len(setting->json))
		return NULL;
	return arena_copy(settings->arena, slice_of(text));
}

void setting_text(struct settings *settings, const struct config_file *file, const char *path, const char *variable,
                  const char **value)
{
	struct setting setting;
	if (!setting_find(settings, file, path, variable, &setting))
		return;
	const char *text = setting_as_text(settings, &setting);
	if (text && *text)
		*value = text;
	/* env('NAME') of a variable that is there and empty, or env.bool() of one that is not there. */
	else if (file->in_code && (text || json_object_is_type(setting.json, json_type_boolean)) &&
	         !json_is_truthy(setting.json))
		return;
	else
		setting_refuse_secret(settings, &setting, "a text that is not empty");
}

static bool as_integer(struct settings *settings, const struct setting *setting, int64_t *value)
{
	if (json_object_is_type(setting->json, json_type_int)) {
		*value = json_object_get_int64(setting->json);
		return true;
	}
	const char *text = setting_as_text(settings, setting);
	return text && slice_to_int64(slice_of(text), value);
}

void setting_integer(struct settings *settings, const struct config_file *file, const char *path, const char *variable,
                     const char *expected, int64_t low, int64_t high, int64_t *value)
{
	struct setting setting;
	int64_t found;
	if (!setting_find(settings, file, path, variable, &setting))
		return;
	if (as_integer(settings, &setting, &found) && found >= low && found <= high)
		*value = found;
	else
		setting_refuse(settings, &setting, expected);
}

void setting_flag(struct settings *settings, const struct config_file *file, const char *path, const char *variable,
                  bool *value)
{
	struct setting setting;
	if (!setting_find(settings, file, path, variable, &setting))
		return;
	const char *text = setting_as_text(settings, &setting);
	if (json_object_is_type(setting.json, json_type_boolean))
		*value = json_object_get_boolean(setting.json);
	else if (text && (strcmp(text, "true") == 0 || strcmp(text, "1") == 0))
		*value = true;
	else if (text && (strcmp(text, "false") == 0 || strcmp(text, "0") == 0))
		*value = false;
	else
		setting_refuse(settings, &setting, "true or false");
}

void setting_truth(struct settings *settings, const struct config_file *file, const char *path, bool *value)
{
	struct setting setting;
	if (!file->in_code)
		setting_flag(settings, file, path, NULL, value);
	else if (setting_find(settings, file, path, NULL, &setting))
		*value = json_is_truthy(setting.json);
}

static void split_list(struct settings *settings, const char *text, const char ***values, size_t *count)
{
	struct slice rest = slice_of(text), part;
	size_t capacity = 0;
	*values = NULL;
	*count = 0;
	while (slice_split(&rest, ',', &part)) {
		part = slice_trim(part);
		if (!part.len)
			continue;
		*values = arena_grow(settings->arena, *values, *count, &capacity, sizeof **values);
		(*values)[(*count)++] = arena_copy(settings->arena, part);
	}
}

static void take_list(struct settings *settings, const struct setting *setting, const char ***values, size_t *count)
{
	size_t len = json_object_array_length(setting->json);
	const char **list = arena_array(settings->arena, len, sizeof *list);
	for (size_t i = 0; i < len; i++) {
		struct setting item = {
		    .file = setting->file,
		    .path = arena_format(settings->arena, "%s[%zu]", setting->path, i),
		    .json = json_object_array_get_idx(setting->json, i),
		};
		list[i] = setting_as_text(settings, &item);
		if (!list[i] || !*list[i]) {
			setting_refuse_secret(settings, &item, "a text that is not empty");
			return;
		}
	}
	*values = list;
	*count = len;
}

void setting_list(struct settings *settings, const struct config_file *file, const char *path, const char *variable,
                  const char ***values, size_t *count)
{
	struct setting setting;
	if (!setting_find(settings, file, path, variable, &setting))
		return;
	const char *text = setting_as_text(settings, &setting);
	if (text)
		split_list(settings, text, values, count);
	else if (json_object_is_type(setting.json, json_type_array))
		take_list(settings, &setting, values, count);
	else
		setting_refuse_secret(settings, &setting, "a text or a list of texts");
}

bool setting_text_is_number(const char *text)
{
	char *end;
	strtod(text, &end);
	return end != text && !*end;
}

bool setting_begins_as_number(struct slice text)
{
	static const char beginnings[] = "+-.0123456789";
	return text.len && memchr(beginnings, text.ptr[0], sizeof beginnings - 1);
}
