#include "origin.h"

#include "model.h"

static const char *folder_name(struct arena *arena, const char *name)
{
	return model_is_kebab_case(name) ? arena_copy(arena, slice_of(name)) : model_kebab_case(arena, name);
}

const char *origin_in_lower_case(struct arena *arena, const char *name)
{
	char *lower = arena_copy(arena, slice_of(name));
	for (char *at = lower; *at; at++)
		*at = *at >= 'A' && *at <= 'Z' ? (char)(*at - 'A' + 'a') : *at;
	return lower;
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
	origin->api_name = origin_in_lower_case(arena, category);
	origin->model_name = origin_in_lower_case(arena, arena_copy(arena, name));
	origin->uid = arena_format(arena, "%s.%s", origin->api_name, origin->model_name);
	origin->file = origin->label = arena_format(arena, "src/components/%s/%s", category, file_name);
}

void origin_of_builtin(struct arena *arena, const char *plugin, const char *name, struct origin *origin)
{
	*origin = (struct origin){.api_name = plugin, .model_name = name, .plugin = true};
	origin->uid = arena_format(arena, strcmp(plugin, "admin") == 0 ? "%s::%s" : "plugin::%s.%s", plugin, name);
	origin->label = arena_format(arena, "the built-in type %s", origin->uid);
}

/* The part of a uid up to a sign, and what follows it. */
static bool split_uid(struct arena *arena, const char *uid, char sign, const char **before, const char **after)
{
	const char *at = strchr(uid, sign);
	if (!at || at == uid || !at[1])
		return false;
	*before = arena_copy(arena, (struct slice){uid, (size_t)(at - uid)});
	*after = arena_copy(arena, slice_of(at + 1));
	return true;
}

bool origin_of_uid(struct arena *arena, const char *uid, struct origin *origin)
{
	const char *source, *rest, *name;
	if (!strstr(uid, "::")) {
		*origin = (struct origin){.component = true, .uid = arena_copy(arena, slice_of(uid))};
		origin->file = origin->label = arena_format(arena, "the component %s", uid);
		return split_uid(arena, uid, '.', &origin->api_name, &origin->model_name);
	}
	if (!split_uid(arena, uid, ':', &source, &rest))
		return false;
	rest++; /* the second colon */
	if (strcmp(source, "admin") == 0) {
		origin_of_builtin(arena, "admin", arena_copy(arena, slice_of(rest)), origin);
		return *rest;
	}
	if (!split_uid(arena, rest, '.', &rest, &name))
		return false;
	if (strcmp(source, "plugin") == 0) {
		origin_of_builtin(arena, rest, name, origin);
		origin->label = arena_format(arena, "the type %s", uid);
		return true;
	}
	origin_of_api(arena, rest, name, origin);
	return strcmp(source, "api") == 0;
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
