#include "names.h"

#include "media/media.h"

#include <ctype.h>

const char *api_graphql_name_pascal(struct arena *arena, const char *text)
{
	const char *snake = model_snake_case(arena, text);
	char *pascal = arena_alloc(arena, strlen(snake) + 1), *end = pascal;
	bool first = true;
	for (; *snake; snake++) {
		if (*snake == '_') {
			first = true;
			continue;
		}
		*end++ = first ? (char)toupper((unsigned char)*snake) : *snake;
		first = false;
	}
	return pascal;
}

const char *api_graphql_name_with_small_letter(struct arena *arena, const char *name)
{
	char *copy = arena_copy(arena, slice_of(name));
	copy[0] = (char)tolower((unsigned char)copy[0]);
	return copy;
}

static const char *name_of_content_type(struct arena *arena, const struct content_type *type, const char *name)
{
	const char *plugin = type->plugin ? api_graphql_name_pascal(arena, type->api_name) : "";
	return arena_format(arena, "%s%s", plugin, api_graphql_name_pascal(arena, name));
}

const char *api_graphql_name_of_type(struct arena *arena, const struct content_type *type)
{
	if (type->component)
		return api_graphql_name_pascal(arena, arena_format(arena, "component_%s", type->uid));
	return name_of_content_type(arena, type, type->singular_name);
}

const char *api_graphql_name_of_type_in_plural(struct arena *arena, const struct content_type *type)
{
	return name_of_content_type(arena, type, type->plural_name);
}

static const char *capitals(struct arena *arena, const char *text)
{
	char *copy = arena_copy(arena, slice_of(text));
	for (char *at = copy; *at; at++)
		*at = (char)toupper((unsigned char)*at);
	return copy;
}

const char *api_graphql_name_of_enumeration(struct arena *arena, const struct content_type *type,
                                            const struct attribute *attribute)
{
	if (attribute->enum_name)
		return attribute->enum_name;
	return arena_format(arena, "ENUM_%s_%s", capitals(arena, api_graphql_name_of_type(arena, type)),
	                    capitals(arena, attribute->name));
}

const char *api_graphql_name_of_dynamic_zone(struct arena *arena, const struct content_type *type,
                                             const struct attribute *attribute)
{
	return arena_format(arena, "%s%sDynamicZone", api_graphql_name_of_type(arena, type),
	                    api_graphql_name_pascal(arena, attribute->name));
}

const char *api_graphql_name_of_enum_value(struct arena *arena, const char *value)
{
	const char *name = media_ascii_words(arena, slice_of(value));
	return *name && !isdigit((unsigned char)*name) ? name : NULL;
}
