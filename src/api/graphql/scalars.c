/* The scalars that values of attributes have, with the messages of Strapi. */
#include "scalars.h"
#include "scalars_time.h"

#include "locale_codes.h"

#include <json-c/json.h>

const char *api_graphql_scalar_show_value(struct arena *arena, const struct graphql_value *value)
{
	struct buffer text = {0};
	struct json_object *json;
	const char *shown;
	switch (value->kind) {
	case GRAPHQL_VALUE_BOOLEAN:
		return value->boolean ? "true" : "false";
	case GRAPHQL_VALUE_INTEGER:
		return arena_format(arena, "%lld", (long long)value->integer);
	case GRAPHQL_VALUE_NUMBER:
		json_write_double(&text, value->number);
		break;
	case GRAPHQL_VALUE_STRING:
		json_write_string(&text, value->text);
		break;
	case GRAPHQL_VALUE_LIST:
	case GRAPHQL_VALUE_OBJECT:
		json = graphql_value_to_json(value);
		json_write_value(&text, json);
		json_object_put(json);
		break;
	default:
		return "null";
	}
	shown = arena_copy(arena, buffer_as_slice(&text));
	buffer_free(&text);
	return shown;
}

const char *api_graphql_scalar_show_literal(struct arena *arena, const struct graphql_node *literal)
{
	switch (literal->kind) {
	case GRAPHQL_NODE_INT:
	case GRAPHQL_NODE_FLOAT:
	case GRAPHQL_NODE_STRING:
	case GRAPHQL_NODE_ENUM:
		return arena_copy(arena, literal->text);
	case GRAPHQL_NODE_BOOLEAN:
		return literal->boolean ? "true" : "false";
	default:
		return "false";
	}
}

bool api_graphql_scalar_set_text(struct graphql_value *value, struct slice text)
{
	*value = (struct graphql_value){.kind = GRAPHQL_VALUE_STRING, .text = text};
	return true;
}

bool api_graphql_scalar_refuse(struct arena *arena, const char **reason, const char *format, struct slice text)
{
	*reason = arena_format(arena, format, slice_shown_length(text, 200), text.ptr);
	return false;
}

/* ---- Long: a whole number of any size, also as a text ---- */

static bool is_whole(struct slice text)
{
	size_t at = text.len && text.ptr[0] == '-' ? 1 : 0;
	if (at == text.len || (text.ptr[at] == '0' && text.len > 1))
		return false;
	for (; at < text.len; at++)
		if (text.ptr[at] < '0' || text.ptr[at] > '9')
			return false;
	return true;
}

static bool read_long(struct arena *arena, struct slice text, struct graphql_value *value, const char **reason)
{
	if (!is_whole(text))
		return api_graphql_scalar_refuse(arena, reason, "Cannot convert %.*s to a BigInt", text);
	if (!slice_to_int64(text, &value->integer))
		return api_graphql_scalar_set_text(value, text);
	value->kind = GRAPHQL_VALUE_INTEGER;
	return true;
}

static bool parse_long(void *context, struct arena *arena, const struct graphql_value *sent,
                       struct graphql_value *value, const char **reason)
{
	(void)context;
	*value = *sent;
	if (sent->kind == GRAPHQL_VALUE_INTEGER)
		return true;
	return read_long(arena,
	                 sent->kind == GRAPHQL_VALUE_STRING ? sent->text
	                                                    : slice_of(api_graphql_scalar_show_value(arena, sent)),
	                 value, reason);
}

static bool parse_long_literal(void *context, struct arena *arena, const struct graphql_node *literal,
                               struct graphql_value *value, const char **reason)
{
	(void)context;
	*value = (struct graphql_value){.kind = GRAPHQL_VALUE_NULL};
	return read_long(arena, slice_of(api_graphql_scalar_show_literal(arena, literal)), value, reason);
}

/* ---- JSON: anything, but names of enum values are no JSON ---- */

static bool parse_json_literal(void *context, struct arena *arena, const struct graphql_node *literal,
                               struct graphql_value *value, const char **reason)
{
	(void)context;
	(void)arena;
	(void)value;
	*reason = NULL;
	return literal->kind != GRAPHQL_NODE_ENUM;
}

/* ---- Upload: only as a part of a multipart request ---- */

/* No JSON that a client sends has a key at this address. */
static const char upload_key[] = "upload";

struct json_object *api_graphql_scalars_upload(struct slice part)
{
	struct json_object *json = json_object_new_object();
	json_object_object_add_ex(json, upload_key, json_object_new_string_len(part.ptr, (int)part.len),
	                          JSON_C_OBJECT_ADD_CONSTANT_KEY);
	return json;
}

static bool parse_upload(void *context, struct arena *arena, const struct graphql_value *sent,
                         struct graphql_value *value, const char **reason)
{
	(void)context;
	(void)arena;
	*reason = "Upload value invalid.";
	if (sent->kind != GRAPHQL_VALUE_OBJECT || sent->count != 1 || sent->names[0].ptr != upload_key)
		return false;
	*value = sent->items[0];
	return true;
}

static bool parse_upload_literal(void *context, struct arena *arena, const struct graphql_node *literal,
                                 struct graphql_value *value, const char **reason)
{
	(void)context;
	(void)arena;
	(void)literal;
	(void)value;
	*reason = "Upload literal unsupported.";
	return false;
}

/* ---- I18NLocaleCode: of literals the code is checked, too; a variable may hold several ---- */

static bool parse_locale(void *context, struct arena *arena, const struct graphql_value *sent,
                         struct graphql_value *value, const char **reason)
{
	const bool list = sent->kind == GRAPHQL_VALUE_LIST;
	bool texts = true;
	(void)context;
	(void)arena;
	for (size_t i = 0; i < (list ? sent->count : 1); i++)
		texts = texts && (list ? &sent->items[i] : sent)->kind == GRAPHQL_VALUE_STRING;
	*value = *sent;
	*reason = "Locale cannot represent non string type";
	return texts;
}

static bool parse_locale_literal(void *context, struct arena *arena, const struct graphql_node *literal,
                                 struct graphql_value *value, const char **reason)
{
	(void)context;
	(void)arena;
	if (literal->kind != GRAPHQL_NODE_STRING) {
		*reason = "Locale cannot represent non string type";
		return false;
	}
	if (!slice_is(literal->text, "all") && !api_graphql_locale_is_known(literal->text)) {
		*reason = "Unknown locale supplied";
		return false;
	}
	return api_graphql_scalar_set_text(value, literal->text);
}

/* ---- an item of a dynamic zone: {__typename: "ComponentSharedQuote", …} ---- */

static bool unknown_component(struct arena *arena, const struct attribute *zone, const char **reason)
{
	struct buffer text = {0};
	buffer_text(&text, "Component not found. expected one of: ");
	for (size_t i = 0; i < zone->component_count; i++) {
		buffer_text(&text, i ? ", " : "");
		buffer_text(&text, api_graphql_name_of_type(arena, zone->components[i]));
	}
	*reason = arena_copy(arena, buffer_as_slice(&text));
	buffer_free(&text);
	return false;
}

static const struct content_type *find_component(struct arena *arena, const struct attribute *zone,
                                                 const struct graphql_value *name)
{
	for (size_t i = 0; name && name->kind == GRAPHQL_VALUE_STRING && i < zone->component_count; i++)
		if (slice_is(name->text, api_graphql_name_of_type(arena, zone->components[i])))
			return zone->components[i];
	return NULL;
}

/* Its type is named as content names it: __component. */
static bool parse_item(void *context, struct arena *arena, const struct graphql_value *sent,
                       struct graphql_value *value, const char **reason)
{
	const struct attribute *zone = context;
	const struct content_type *component = find_component(arena, zone, graphql_value_field(sent, "__typename"));
	if (!component)
		return unknown_component(arena, zone, reason);
	*value = *sent;
	value->names = arena_array(arena, sent->count, sizeof *value->names);
	value->items = arena_array(arena, sent->count, sizeof *value->items);
	for (size_t i = 0; i < sent->count; i++) {
		bool is_type = slice_is(sent->names[i], "__typename");
		value->names[i] = is_type ? SLICE("__component") : sent->names[i];
		value->items[i] = sent->items[i];
		if (is_type)
			api_graphql_scalar_set_text(&value->items[i], slice_of(component->uid));
	}
	return true;
}

void api_graphql_build_dynamic_zone_input(struct builder *builder, const char *name, const struct attribute *attribute)
{
	struct graphql_type *type = api_graphql_build_type(builder, GRAPHQL_SCALAR, name, NULL);
	if (builder->failed)
		return;
	type->parse = parse_item;
	type->reasons_explained = true;
	type->context = (void *)(uintptr_t)attribute;
}

void api_graphql_build_scalars(struct builder *builder)
{
	static const struct {
		const char *name, *description;
		graphql_scalar_parser *parse;
		graphql_literal_parser *parse_literal;
		bool explained;
	} scalars[] = {
	    {"JSON",
	     "The `JSON` scalar type represents JSON values as specified by "
	     "[ECMA-404](http://www.ecma-international.org/publications/files/ECMA-ST/ECMA-404.pdf).",
	     NULL, parse_json_literal, false},
	    {"DateTime",
	     "A date-time string at UTC, such as 2007-12-03T10:15:30Z, compliant with the `date-time` format outlined "
	     "in "
	     "section 5.6 of the RFC 3339 profile of the ISO 8601 standard for representation of dates and times using "
	     "the "
	     "Gregorian calendar.",
	     api_graphql_scalar_parse_datetime, api_graphql_scalar_parse_datetime_literal, false},
	    {"Time", "A time string with format HH:mm:ss.SSS", api_graphql_scalar_parse_time,
	     api_graphql_scalar_parse_time_literal, true},
	    {"Date",
	     "A date string, such as 2007-12-03, compliant with the `full-date` format outlined in section 5.6 of the "
	     "RFC "
	     "3339 profile of the ISO 8601 standard for representation of dates and times using the Gregorian "
	     "calendar.",
	     api_graphql_scalar_parse_date, api_graphql_scalar_parse_date_literal, false},
	    {"Long", "The `BigInt` scalar type represents non-fractional signed whole numeric values.", parse_long,
	     parse_long_literal, true},
	    {"Upload", "The `Upload` scalar type represents a file upload.", parse_upload, parse_upload_literal, false},
	};
	for (size_t i = 0; i < COUNT_OF(scalars); i++) {
		struct graphql_type *type =
		    api_graphql_build_type(builder, GRAPHQL_SCALAR, scalars[i].name, scalars[i].description);
		if (builder->failed)
			return;
		type->parse = scalars[i].parse;
		type->parse_literal = scalars[i].parse_literal;
		type->reasons_explained = scalars[i].explained;
	}
}

void api_graphql_build_locale_scalar(struct builder *builder)
{
	struct graphql_type *type = api_graphql_build_type(builder, GRAPHQL_SCALAR, "I18NLocaleCode",
	                                                   "A string used to identify an i18n locale");
	if (builder->failed)
		return;
	type->parse = parse_locale;
	type->parse_literal = parse_locale_literal;
	type->reasons_explained = true;
}
