#include "package.h"

#include <sys/stat.h>

static struct json_object *dependencies(struct settings *settings, const char *kind)
{
	struct json_object *found = NULL;
	json_find(settings->package, kind, &found);
	return json_object_is_type(found, json_type_object) ? found : NULL;
}

bool package_depends_on(struct settings *settings, const char *name)
{
	return json_find(dependencies(settings, "dependencies"), name, NULL);
}

bool package_mentions(struct settings *settings, const char *part)
{
	struct json_object *all = dependencies(settings, "dependencies");
	if (all) {
		json_object_object_foreach(all, name, version)
		{
			(void)version;
			if (strstr(name, part))
				return true;
		}
	}
	return false;
}

static bool has_folder(struct settings *settings, const char *name)
{
	struct stat found;
	return stat(arena_format(settings->arena, "%s/%s", settings->directory, name), &found) == 0 &&
	       S_ISDIR(found.st_mode);
}

bool package_is_project(struct settings *settings)
{
	return has_folder(settings, "src/api") || has_folder(settings, "src/components") ||
	       has_folder(settings, "src/extensions") || package_depends_on(settings, "@strapi/strapi") ||
	       json_find(dependencies(settings, "devDependencies"), "@strapi/strapi", NULL);
}
