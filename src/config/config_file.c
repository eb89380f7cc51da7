#include "config_file.h"

#include "file.h"
#include "setting.h"

#include <errno.h>

/* ---- one file ---- */

static struct json_object *parse(struct settings *settings, const char *name, struct slice text)
{
	struct json_object *root;
	struct error error;
	if (!json_parse(NULL, json_skip_mark(text), JSON_DEEPEST, &root, &error)) {
		settings_mistake(settings, name, "$", "not valid JSON: %s", error.message);
		return NULL;
	}
	if (!json_object_is_type(json_keep(settings->arena, root), json_type_object)) {
		settings_mistake(settings, name, "$", "expected an object");
		return NULL;
	}
	return root;
}

struct json_object *config_file_read(struct settings *settings, const char *name)
{
	struct slice text;
	if (config_read_file(settings->arena, arena_format(settings->arena, "%s/%s", settings->directory, name), &text))
		return parse(settings, name, text);
	if (errno != ENOENT && errno != ENOTDIR)
		settings_mistake(settings, name, "$", "can't be read: %s", strerror(errno));
	return NULL;
}

/* ---- ${process.env.NAME} ---- */

/* The value of what stands between the braces. Strapi runs it as JavaScript. */
static const char *value_of(struct settings *settings, const char *file, const char *path, struct slice expression)
{
	static const char before[] = "process.env.";
	bool from_file;
	const char *text = arena_copy(settings->arena, slice_trim(expression));
	const char *name = text + sizeof before - 1;
	if (strncmp(text, before, sizeof before - 1) != 0 ||
	    strspn(name, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_") != strlen(name)) {
		settings_mistake(settings, file, path, "expected ${process.env.NAME}, got ${%s}", text);
		return "";
	}
	const char *value = env_get(&settings->env, name, &from_file);
	if (!value)
		settings_mistake(settings, file, path, "there is no variable %s", name);
	return value ? value : "";
}

/* A text with parentheses between the braces stays as it is, as in Strapi. */
static struct json_object *expand_text(struct settings *settings, const char *file, const char *path, const char *text)
{
	struct buffer all = {0};
	for (const char *at = text; *at;) {
		const char *end = strncmp(at, "${", 2) == 0 ? at + strcspn(at, "()}") : NULL;
		if (!end || *end != '}') {
			buffer_byte(&all, *at++);
			continue;
		}
		buffer_text(&all, value_of(settings, file, path, (struct slice){at + 2, (size_t)(end - at - 2)}));
		at = end + 1;
	}
	struct json_object *expanded = json_object_new_string_len(buffer_terminate(&all), (int)all.len);
	buffer_free(&all);
	return expanded;
}

/* Strapi looks into objects, not into lists. */
static void expand(struct settings *settings, const char *file, const char *path, struct json_object *root)
{
	struct json_object_iter member;
	json_object_object_foreachC(root, member)
	{
		const char *below = arena_format(settings->arena, "%s.%s", path, member.key);
		if (json_object_is_type(member.val, json_type_object)) {
			expand(settings, file, below, member.val);
		} else if (json_object_is_type(member.val, json_type_string) &&
		           strstr(json_object_get_string(member.val), "${")) {
			const char *text = json_object_get_string(member.val);
			json_object_object_add(root, member.key, expand_text(settings, file, below, text));
		}
	}
}

static struct json_object *read_expanded(struct settings *settings, const char *name)
{
	struct json_object *root = config_file_read(settings, name);
	if (root)
		expand(settings, name, "$", root);
	return root;
}

/* ---- two files ---- */

/* As lodash's merge: objects member by member, lists item by item, else the second value counts. False when `into` has
 * to be replaced by `from`. */
static bool merge(struct json_object *into, struct json_object *from)
{
	enum json_type type = json_object_get_type(from);
	if (type != json_object_get_type(into) || (type != json_type_object && type != json_type_array))
		return false;
	if (type == json_type_object) {
		json_object_object_foreach(from, key, value)
		{
			if (!merge(json_member(into, key), value))
				json_object_object_add(into, key, json_object_get(value));
		}
		return true;
	}
	for (size_t i = 0; i < json_object_array_length(from); i++) {
		struct json_object *value = json_object_array_get_idx(from, i);
		if (i >= json_object_array_length(into))
			json_object_array_add(into, json_object_get(value));
		else if (!merge(json_object_array_get_idx(into, i), value))
			json_object_array_put_idx(into, i, json_object_get(value));
	}
	return true;
}

/* What code says: merged already. */
static bool open_code(struct settings *settings, struct config_file *file)
{
	const char *base = strchr(file->name, '/') + 1;
	const char *stem = arena_copy(settings->arena, (struct slice){base, strcspn(base, ".")});
	struct json_object *found = json_member(settings->code ? settings->code->files : NULL, stem);
	if (!found)
		return false;
	file->in_code = true;
	file->shown_name = json_object_get_string(json_member(found, "file"));
	file->root = json_member(found, "value");
	file->own_name = json_object_get_string(json_member(found, "ownFile"));
	file->own = json_member(found, "own");
	file->functions = json_member(found, "functions");
	if (file->root && !json_object_is_type(file->root, json_type_object)) {
		/* `return isOn && {…}` says nothing, to Strapi as here. */
		if (json_is_truthy(file->root))
			settings_mistake(settings, file->shown_name, NULL,
			                 "expected an object, or a function that returns one");
		file->root = NULL;
	}
	return true;
}

static void open_json(struct settings *settings, struct config_file *file)
{
	file->shown_name = file->name;
	file->own_name =
	    arena_format(settings->arena, "config/env/%s/%s", settings->environment, strchr(file->name, '/') + 1);
	file->root = read_expanded(settings, file->name);
	file->own = read_expanded(settings, file->own_name);
	if (!file->root)
		file->root = file->own;
	else if (file->own)
		merge(file->root, file->own);
}

const struct config_file *config_file_open(struct settings *settings, const char *name)
{
	struct config_file *file;
	for (file = settings->files; file; file = file->next)
		if (strcmp(file->name, name) == 0)
			return file;
	file = arena_alloc(settings->arena, sizeof *file);
	file->name = name;
	if (!open_code(settings, file))
		open_json(settings, file);
	file->next = settings->files;
	settings->files = file;
	return file;
}

static bool has_path(struct json_object *at, struct slice path)
{
	char key[256];
	while (path.len) {
		size_t len = slice_find(path, '.');
		if (len >= sizeof key || !json_object_is_type(at, json_type_object))
			return false;
		memcpy(key, path.ptr, len);
		key[len] = '\0';
		if (!json_find(at, key, &at))
			return false;
		path = (struct slice){path.ptr + len, path.len - len};
		if (path.len)
			path = (struct slice){path.ptr + 1, path.len - 1};
	}
	return true;
}

const char *config_file_of(const struct config_file *file, const char *path)
{
	return file->own && has_path(file->own, slice_of(path)) ? file->own_name : file->shown_name;
}
