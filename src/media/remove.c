/* Deleting what is on disk of an uploaded file. */
#include "media.h"

#include <errno.h>
#include <fcntl.h>
#include <json-c/json.h>
#include <unistd.h>

/* Only names in the very folder of uploads: nothing that an entry says leads out of it. */
static void remove_file(int folder, struct json_object *url)
{
	static const char prefix[] = "/uploads/";
	const char *text = json_object_is_type(url, json_type_string) ? json_object_get_string(url) : "";
	if (strncmp(text, prefix, sizeof prefix - 1) != 0)
		return;
	const char *name = text + sizeof prefix - 1;
	if (!*name || *name == '.' || strchr(name, '/') || strlen(name) != strcspn(name, "\\\r\n"))
		return;
	if (unlinkat(folder, name, 0) != 0 && errno != ENOENT)
		log_message(LOG_WARNING, "The uploaded file %s can't be deleted from the disk: %s", name,
		            strerror(errno));
}

static void remove_all(int folder, struct json_object *file)
{
	struct json_object *value, *formats;
	if (json_find(file, "url", &value))
		remove_file(folder, value);
	if (!json_find(file, "formats", &formats) || !json_object_is_type(formats, json_type_object))
		return;
	json_object_object_foreach(formats, name, format)
	{
		(void)name;
		if (json_find(format, "url", &value))
			remove_file(folder, value);
	}
}

static bool is_local(struct json_object *file)
{
	struct json_object *provider;
	return json_find(file, "provider", &provider) && json_object_is_type(provider, json_type_string) &&
	       strcmp(json_object_get_string(provider), "local") == 0;
}

/* Where the folder of uploads leads is the operator's choice: it may be a link. */
static int open_folder(const struct config *config, struct arena *arena)
{
	const char *path = arena_format(arena, "%s/public/uploads", config->directory);
	int folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (folder < 0 && errno != ENOENT)
		log_message(LOG_WARNING, "%s can't be opened, deleted files stay in it: %s", path, strerror(errno));
	return folder;
}

void media_remove(const struct config *config, struct arena *arena, const struct content_result *result)
{
	struct json_object *file = content_entry_json(result, 0);
	int folder = is_local(file) ? open_folder(config, arena) : -1;
	if (folder >= 0) {
		remove_all(folder, file);
		close(folder);
	}
	json_object_put(file);
}
