#define PCRE2_CODE_UNIT_WIDTH 8

#include "scalar_options.h"

#include "attribute_types.h"
#include "regex.h"

#include <pcre2.h>

static void read_bounds(const struct place *place, struct attribute *attribute)
{
	attribute->has_min = member_number(place, "min", &attribute->min);
	attribute->has_max = member_number(place, "max", &attribute->max);
	if (attribute->has_min && attribute->has_max && attribute->min > attribute->max)
		member_note(place, "min", "expected no more than max; every value is refused");
}

static bool is_whole_number(const char *text)
{
	int64_t value;
	return slice_to_int64(slice_of(text), &value);
}

/* A big integer may stand as a string, as numbers beyond 2^53 must. Only Strapi's panel reads it. */
static const char *read_big_bound(const struct place *place, const char *key)
{
	struct json_object *value = member_any(place, key);
	if (!value)
		return NULL;
	const char *text = json_object_is_type(value, json_type_int)
	                       ? arena_copy(place->mistakes->arena, slice_of(json_object_get_string(value)))
	                       : member_string(place->mistakes->arena, value);
	if (text && !*text)
		return NULL;
	if (text && is_whole_number(text))
		return text;
	member_note(place, key, "expected a whole number of 64 bits, or a string with one");
	return NULL;
}

static void read_big_bounds(const struct place *place, struct attribute *attribute)
{
	int64_t min = INT64_MIN, max = INT64_MAX;
	attribute->min_text = read_big_bound(place, "min");
	attribute->max_text = read_big_bound(place, "max");
	attribute->has_min = attribute->min_text && slice_to_int64(slice_of(attribute->min_text), &min);
	attribute->has_max = attribute->max_text && slice_to_int64(slice_of(attribute->max_text), &max);
	attribute->min = attribute->has_min ? (double)min : 0;
	attribute->max = attribute->has_max ? (double)max : 0;
	if (min > max)
		member_note(place, "min", "expected no more than max; every value is refused");
}

static void read_lengths(const struct place *place, struct attribute *attribute)
{
	attribute->has_min_length = member_whole(place, "minLength", &attribute->min_length);
	attribute->has_max_length = member_whole(place, "maxLength", &attribute->max_length);
	if (attribute->has_min_length && attribute->has_max_length && attribute->min_length > attribute->max_length)
		member_note(place, "minLength", "expected no more than maxLength; every value is refused");
}

/* JavaScript makes a text of any other value: null is a pattern, too. */
static const char *text_of_pattern(const struct place *place)
{
	struct json_object *value;
	if (!json_find(place->object, "regex", &value))
		return NULL;
	const char *text = member_string(place->mistakes->arena, value);
	if (text)
		return text;
	member_note(place, "regex", "expected a string; as in Strapi, it is read as one");
	if (json_object_is_type(value, json_type_object))
		return "[object Object]";
	return value ? json_print(place->mistakes->arena, value) : "null";
}

static void read_pattern(const struct place *place, struct attribute *attribute)
{
	const char *regex = text_of_pattern(place);
	if (!regex || !*regex)
		return;
	attribute->regex = regex;
	const char *why;
	attribute->regex_pcre2 = regex_translate(place->mistakes->arena, regex, &why);
	if (!attribute->regex_pcre2) {
		member_note(place, "regex",
		            "not a regular expression: %s; as in Strapi, what is written is answered with 500", why);
		return;
	}
	int error;
	PCRE2_SIZE offset;
	pcre2_code *code = pcre2_compile((PCRE2_SPTR)attribute->regex_pcre2, PCRE2_ZERO_TERMINATED,
	                                 PCRE2_UTF | PCRE2_MATCH_UNSET_BACKREF, &error, &offset, NULL);
	if (!code) {
		PCRE2_UCHAR reason[256] = {0};
		pcre2_get_error_message(error, reason, sizeof reason);
		member_mistake(place, "regex", "not a regular expression that lectern can read: %s",
		               (const char *)reason);
		return;
	}
	pcre2_code_free(code);
}

/* GraphQL names each value, so letters must come before digits. Values with letters beyond ASCII are not looked at. */
static bool is_nameable(const char *value)
{
	for (; *value; value++) {
		if (*value & 0x80 || (*value >= 'a' && *value <= 'z') || (*value >= 'A' && *value <= 'Z'))
			return true;
		if (*value >= '0' && *value <= '9')
			return false;
	}
	return false;
}

static void read_enumeration(const struct place *place, bool in_component, struct attribute *attribute)
{
	struct arena *arena = place->mistakes->arena;
	attribute->enumeration = member_texts(place, "enum", &attribute->enumeration_count);
	attribute->enum_name = member_text(place, "enumName");
	if (!member_any(place, "enum"))
		member_mistake(place, "enum", "expected an array of the allowed values");
	else if (attribute->enumeration && !attribute->enumeration_count)
		member_note(place, "enum", "no value is allowed; all but null are refused");
	struct map seen;
	size_t count = 0;
	map_init(&seen, arena);
	/* Strapi looks at those of content types alone. */
	for (size_t i = 0; attribute->enumeration && i < attribute->enumeration_count; i++) {
		const char *value = attribute->enumeration[i];
		if (!is_nameable(value) && !in_component)
			member_mistake(place, "enum", "value \"%s\" has no letter before its first digit", value);
		if (!map_set(&seen, slice_of(value), attribute))
			attribute->enumeration[count++] = value;
		else if (!in_component)
			member_mistake(place, "enum", "value \"%s\" stands here twice", value);
	}
	attribute->enumeration_count = count;
}

static bool is_enumerated(const struct attribute *attribute, const char *value)
{
	for (size_t i = 0; i < attribute->enumeration_count; i++)
		if (strcmp(attribute->enumeration[i], value) == 0)
			return true;
	return false;
}

/* What a default must be, or NULL when this one is fine. */
static const char *expected_default(struct arena *arena, const struct attribute *attribute, struct json_object *value)
{
	enum json_type type = json_object_get_type(value);
	const char *text = member_string(arena, value);
	switch (attribute->type) {
	case ATTRIBUTE_ENUMERATION:
		return text && is_enumerated(attribute, text) ? NULL : "one of the values of enum";
	case ATTRIBUTE_INTEGER:
		return type == json_type_int ? NULL : "a whole number";
	case ATTRIBUTE_BIGINTEGER:
		return type == json_type_int || (text && is_whole_number(text)) ? NULL
		                                                                : "a whole number or a string with one";
	case ATTRIBUTE_FLOAT:
	case ATTRIBUTE_DECIMAL:
		return type == json_type_int || type == json_type_double ? NULL : "a number";
	case ATTRIBUTE_BOOLEAN:
		return type == json_type_boolean ? NULL : "true or false";
	case ATTRIBUTE_ARRAY:
	case ATTRIBUTE_BLOCKS:
		return type == json_type_array ? NULL : "an array";
	case ATTRIBUTE_JSON:
		return NULL;
	case ATTRIBUTE_DATETIME:
	case ATTRIBUTE_TIMESTAMP:
		return text || type == json_type_int ? NULL : "a string or milliseconds";
	default:
		return text ? NULL : "a string";
	}
}

static void read_default(const struct place *place, struct attribute *attribute)
{
	struct json_object *value = member_any(place, "default");
	if (!value)
		return;
	const char *expected = expected_default(place->mistakes->arena, attribute, value);
	/* Strapi starts with any default, and refuses it as it does such a value that is sent. */
	if (expected)
		member_note(place, "default", "expected %s; entries that are made without a value are refused",
		            expected);
	attribute->default_json = json_print(place->mistakes->arena, value);
}

/* Only Strapi's panel reads it. */
static void read_target_field(const struct place *place, struct attribute *attribute)
{
	struct json_object *value = member_any(place, "targetField");
	attribute->target_field = member_string(place->mistakes->arena, value);
	if (value && !attribute->target_field)
		member_note(place, "targetField", "expected a string");
}

void scalar_options_read(const struct place *place, bool in_component, struct attribute *attribute)
{
	if (attribute->type == ATTRIBUTE_ENUMERATION) {
		read_enumeration(place, in_component, attribute);
	} else if (attribute_type_is_text(attribute->type)) {
		read_lengths(place, attribute);
		read_pattern(place, attribute);
	} else if (attribute->type == ATTRIBUTE_BIGINTEGER) {
		read_big_bounds(place, attribute);
	} else if (attribute->type >= ATTRIBUTE_INTEGER && attribute->type <= ATTRIBUTE_DECIMAL) {
		read_bounds(place, attribute);
	}
	if (attribute->type == ATTRIBUTE_UID)
		read_target_field(place, attribute);
	read_default(place, attribute);
}
