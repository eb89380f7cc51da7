#include "names.h"

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

/* The plain letters that stand for the Latin ones from U+00C0 to U+017F; the others give way to '_'. */
static const char *plain_letters(unsigned code)
{
	static const char *const latin[] = {"A", "A", "A",  "A", "Ae", "A",  "AE", "C", "E",  "E",  "E",  "E", "I",
	                                    "I", "I", "I",  "D", "N",  "O",  "O",  "O", "O",  "Oe", "",   "O", "U",
	                                    "U", "U", "Ue", "Y", "TH", "ss", "a",  "a", "a",  "a",  "ae", "a", "ae",
	                                    "c", "e", "e",  "e", "e",  "i",  "i",  "i", "i",  "d",  "n",  "o", "o",
	                                    "o", "o", "oe", "",  "o",  "u",  "u",  "u", "ue", "y",  "th", "y"};
	return code >= 0xC0 && code - 0xC0 < COUNT_OF(latin) ? latin[code - 0xC0] : "";
}

const char *api_graphql_name_of_enum_value(struct arena *arena, const char *value)
{
	struct buffer name = {0};
	bool gap = false;
	for (struct slice rest = slice_of(value); rest.len;) {
		unsigned char byte = (unsigned char)rest.ptr[0];
		size_t size = slice_character(rest);
		char own[2] = {(char)byte, '\0'};
		const char *letters = byte < 0x80 && isalnum(byte) ? own : "";
		if (size == 2)
			letters = plain_letters((byte & 0x1Fu) << 6 | ((unsigned char)rest.ptr[1] & 0x3Fu));
		if (*letters) {
			if (gap && name.len)
				buffer_byte(&name, '_');
			buffer_text(&name, letters);
		}
		gap = !*letters;
		rest = (struct slice){rest.ptr + (size ? size : 1), rest.len - (size ? size : 1)};
	}
	bool good = name.len && !isdigit((unsigned char)name.data[0]);
	const char *copy = good ? arena_copy(arena, buffer_as_slice(&name)) : NULL;
	buffer_free(&name);
	return copy;
}
