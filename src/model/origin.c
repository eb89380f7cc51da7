#include "origin.h"

#include "snake_case.h"

static const char *folder_name(struct arena *arena, const char *name)
{
	return model_is_kebab_case(name) ? arena_copy(arena, slice_of(name)) : model_kebab_case(arena, name);
}

void origin_of_api(struct arena *arena, const char *api, const char *name, struct origin *origin)
{
	*origin = (struct origin){.api_name = folder_name(arena, api), .model_name = folder_name(arena, name)};
	origin->uid = arena_format(arena, "api::%s.%s", origin->api_name, origin->model_name);
	origin->file = origin->label = arena_format(arena, "src/api/%s/content-types/%s/schema.json", api, name);
}

void origin_of_component(struct arena *arena, const char *category, const char *file_name, struct origin *origin)
{
	struct slice name = slice_of(file_name);
	struct slice extension = SLICE(".json");
	if (name.len > extension.len &&
	    slice_is((struct slice){name.ptr + name.len - extension.len, extension.len}, ".json"))
		name.len -= extension.len;
	*origin = (struct origin){.component = true};
	origin->api_name = arena_copy(arena, slice_of(category));
	origin->model_name = arena_copy(arena, name);
	origin->uid = arena_format(arena, "%s.%s", category, origin->model_name);
	origin->file = origin->label = arena_format(arena, "src/components/%s/%s", category, file_name);
}

void origin_of_builtin(struct arena *arena, const char *plugin, const char *name, struct origin *origin)
{
	*origin = (struct origin){.api_name = plugin, .model_name = name, .plugin = true};
	origin->uid = arena_format(arena, strcmp(plugin, "admin") == 0 ? "%s::%s" : "plugin::%s.%s", plugin, name);
	origin->label = arena_format(arena, "the built-in type %s", origin->uid);
}

bool origin_of_path(struct arena *arena, const char *path, struct origin *origin)
{
	enum { PARTS = 6 };
	const char *parts[PARTS];
	size_t count = 0;
	struct slice rest = slice_of(path), part;
	for (; slice_split(&rest, '/', &part); count++) {
		if (count == PARTS)
			return false;
		parts[count] = arena_copy(arena, part);
	}
	bool in_types = count == 6 && strcmp(parts[3], "content-types") == 0 && strcmp(parts[5], "schema.json") == 0;
	if (count < 4 || strcmp(parts[0], "src") != 0)
		return false;
	if (in_types && strcmp(parts[1], "api") == 0)
		origin_of_api(arena, parts[2], parts[4], origin);
	else if (in_types && strcmp(parts[1], "extensions") == 0)
		origin_of_builtin(arena, parts[2], parts[4], origin);
	else if (count == 4 && strcmp(parts[1], "components") == 0)
		origin_of_component(arena, parts[2], parts[3], origin);
	else
		return false;
	origin->file = origin->label = arena_copy(arena, slice_of(path));
	return true;
}
