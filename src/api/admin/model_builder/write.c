#include "write.h"

#include <dirent.h>
#include <errno.h>
#include <json-c/json.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

struct file_change {
	const char *file;
	bool was_there;
	struct slice before; /* when it was */
};

static const char *path_of(const struct file_changes *changes, const char *file)
{
	return arena_format(changes->arena, "%s/%s", changes->directory, file);
}

static bool fail(struct error *error, const char *file)
{
	return error_internal(error, "%s can't be changed: %s", file, strerror(errno));
}

/* ---- one file ---- */

static bool make_folders(const struct file_changes *changes, const char *file)
{
	char *path = arena_copy(changes->arena, slice_of(path_of(changes, file)));
	for (char *at = path + strlen(changes->directory) + 1; (at = strchr(at, '/')); at++) {
		*at = '\0';
		if (mkdir(path, 0777) != 0 && errno != EEXIST)
			return false;
		*at = '/';
	}
	return true;
}

/* Under another name first: nobody sees a part of it. Watchers and loaders leave hidden names out. */
static bool put(const struct file_changes *changes, const char *file, struct slice text)
{
	const char *path = path_of(changes, file), *name = strrchr(path, '/') + 1;
	const char *hidden = arena_format(changes->arena, "%.*s.%s.part", (int)(name - path), path, name);
	FILE *out = make_folders(changes, file) ? fopen(hidden, "we") : NULL;
	if (!out)
		return false;
	bool done = fwrite(text.ptr, 1, text.len, out) == text.len && fflush(out) == 0 && fsync(fileno(out)) == 0;
	done = fclose(out) == 0 && done;
	if (done && rename(hidden, path) == 0)
		return true;
	const int reason = errno;
	unlink(hidden);
	errno = reason;
	return false;
}

/* With the folders that are empty then, but src and those in it. */
static bool take_away(const struct file_changes *changes, const char *file)
{
	char *path = arena_copy(changes->arena, slice_of(path_of(changes, file)));
	const char *const kept = strchr(path + strlen(changes->directory) + strlen("/src/"), '/');
	if (unlink(path) != 0 && errno != ENOENT)
		return false;
	for (char *end = strrchr(path, '/'); kept && end && end > kept; end = strrchr(path, '/')) {
		*end = '\0';
		if (rmdir(path) != 0)
			break;
	}
	return true;
}

static bool remember(struct file_changes *changes, const char *file, struct error *error)
{
	struct file_change change = {.file = file};
	change.was_there = config_read_file(changes->arena, path_of(changes, file), &change.before);
	if (!change.was_there && errno != ENOENT && errno != ENOTDIR)
		return fail(error, file);
	changes->items =
	    arena_grow(changes->arena, changes->items, changes->count, &changes->capacity, sizeof *changes->items);
	changes->items[changes->count++] = change;
	return true;
}

bool file_write(struct file_changes *changes, const char *file, struct slice text, struct error *error)
{
	return remember(changes, file, error) && (put(changes, file, text) || fail(error, file));
}

bool file_remove(struct file_changes *changes, const char *file, struct error *error)
{
	return remember(changes, file, error) && (take_away(changes, file) || fail(error, file));
}

void files_undo(struct file_changes *changes)
{
	for (size_t i = changes->count; i > 0; i--) {
		const struct file_change *change = &changes->items[i - 1];
		if (!(change->was_there ? put(changes, change->file, change->before)
		                        : take_away(changes, change->file)))
			log_message(LOG_ERROR, "%s can't be made as it was: %s", change->file, strerror(errno));
	}
	changes->count = 0;
}

/* ---- models ---- */

static struct slice model_text(struct arena *arena, const struct model_edit *model)
{
	static const char *const members[] = {"kind",          "collectionName", "info",  "options",
	                                      "pluginOptions", "attributes",     "config"};
	struct json_object *file = json_keep(arena, json_object_new_object()), *value;
	struct buffer text = {0};
	for (size_t i = 0; i < COUNT_OF(members); i++)
		if (json_find(model->schema, members[i], &value))
			json_object_object_add(file, members[i], json_object_get(value));
	json_write_indented(&text, file);
	buffer_byte(&text, '\n');
	struct slice copy = arena_copy_slice(arena, buffer_as_slice(&text));
	buffer_free(&text);
	return copy;
}

static bool write_model(struct file_changes *changes, const struct model_edit *model, struct error *error)
{
	if (model->fixed || !(model->modified || model->deleted))
		return true;
	if (model->deleted)
		return !model->known_file || file_remove(changes, model->known_file, error);
	if (!file_write(changes, model->file, model_text(changes->arena, model), error))
		return false;
	return !model->known_file || strcmp(model->known_file, model->file) == 0 ||
	       file_remove(changes, model->known_file, error);
}

bool write_models(struct file_changes *changes, const struct model_edits *models, struct error *error)
{
	for (size_t i = 0; i < models->count; i++)
		if (!write_model(changes, models->items[i], error))
			return false;
	return true;
}

/* ---- code of types ---- */

static const struct {
	const char *folder, *what, *factory;
} parts_of_type[] = {{"controllers", "controller", "createCoreController"},
                     {"routes", "router", "createCoreRouter"},
                     {"services", "service", "createCoreService"}};

static bool has_file(const struct file_changes *changes, const char *file)
{
	return access(path_of(changes, file), F_OK) == 0;
}

static const char *code_text(struct arena *arena, const struct model_edit *type, size_t part, bool typescript)
{
	const char *what = parts_of_type[part].what, *factory = parts_of_type[part].factory;
	if (typescript)
		/* Strapi's own have the semicolon in two of the three. */
		return arena_format(arena,
		                    "/**\n * %s %s\n */\n\nimport { factories } from '@strapi/strapi'%s\n\n"
		                    "export default factories.%s('%s');\n",
		                    type->name, what, part ? ";" : "", factory, type->uid);
	return arena_format(
	    arena,
	    "'use strict';\n\n/**\n * %s %s\n */\n\nconst { %s } = require('@strapi/strapi').factories;\n\n"
	    "module.exports = %s('%s');\n",
	    type->name, what, factory, factory, type->uid);
}

bool write_code_of_type(struct file_changes *changes, const struct model_edit *type, struct error *error)
{
	struct arena *arena = changes->arena;
	const bool typescript = has_file(changes, "tsconfig.json");
	for (size_t i = 0; i < COUNT_OF(parts_of_type); i++) {
		const char *within =
		    arena_format(arena, "src/api/%s/%s/%s", type->name, parts_of_type[i].folder, type->name);
		const char *file = arena_format(arena, "%s.%s", within, typescript ? "ts" : "js");
		if (has_file(changes, arena_format(arena, "%s.js", within)) ||
		    has_file(changes, arena_format(arena, "%s.ts", within)))
			continue;
		if (!file_write(changes, file, slice_of(code_text(arena, type, i, typescript)), error))
			return false;
	}
	return true;
}

/* "product.js" belongs to product, and so does any file of that name. */
static bool is_of_type(const struct model_edit *type, const char *name)
{
	const char *point = strrchr(name, '.');
	const size_t len = point && point != name ? (size_t)(point - name) : strlen(name);
	return len == strlen(type->name) && strncmp(name, type->name, len) == 0;
}

enum { DEEPEST = 8 };

/* The names are read first: reading a folder while its files go is not safe. */
static bool remove_within(struct file_changes *changes, const char *folder, const struct model_edit *type,
                          unsigned depth, struct error *error)
{
	DIR *open = depth < DEEPEST ? opendir(path_of(changes, folder)) : NULL;
	const struct dirent *entry;
	const char **names = NULL;
	size_t count = 0, capacity = 0;
	while (open && (entry = readdir(open))) {
		if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0)
			continue;
		names = arena_grow(changes->arena, names, count, &capacity, sizeof *names);
		names[count++] = arena_format(changes->arena, "%s/%s", folder, entry->d_name);
	}
	if (open)
		closedir(open);
	for (size_t i = 0; i < count; i++) {
		struct stat found;
		if (lstat(path_of(changes, names[i]), &found) != 0)
			continue;
		if (S_ISDIR(found.st_mode)
		        ? !remove_within(changes, names[i], type, depth + 1, error)
		        : is_of_type(type, strrchr(names[i], '/') + 1) && !file_remove(changes, names[i], error))
			return false;
	}
	return true;
}

/* src/api/NAME/content-types/NAME/schema.json: the schema is taken away with the models. */
bool remove_code_of_type(struct file_changes *changes, const struct model_edit *type, struct error *error)
{
	struct slice rest = slice_of(type->file), part, api = {NULL, 0};
	for (size_t i = 0; i < 3 && slice_split(&rest, '/', &part); i++)
		api = part;
	return strncmp(type->file, "src/api/", 8) != 0 || !api.len ||
	       remove_within(changes, arena_format(changes->arena, "src/api/%.*s", (int)api.len, api.ptr), type, 0,
	                     error);
}
