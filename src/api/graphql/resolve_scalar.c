/* The scalars of an entry, as their types in the schema have them. */
#include "resolve_scalar.h"
#include "plan.h"
#include "resolve.h"
#include "response.h"

#include <json-c/json.h>

static void set_json(struct graphql_result *result, struct slice json)
{
	result->kind = GRAPHQL_RESULT_JSON;
	result->text = json;
}

/* Content gives timestamps as texts of milliseconds. */
static void set_timestamp(struct arena *arena, struct slice json, struct graphql_result *result)
{
	char iso[DATETIME_ISO_SIZE];
	int64_t milliseconds;
	if (!slice_to_int64(json_unquote(arena, json), &milliseconds) || !datetime_format_iso(milliseconds, iso))
		return;
	result->kind = GRAPHQL_RESULT_STRING;
	result->text = arena_copy_slice(arena, slice_of(iso));
}

/* With milliseconds, whether or not the database keeps them. */
static void set_time(struct arena *arena, struct slice json, struct graphql_result *result)
{
	static const char zeros[] = "00:00:00.000";
	struct slice text = json_unquote(arena, json);
	set_json(result, json);
	if (text.len < 8 || text.len >= sizeof zeros - 1)
		return;
	char *padded = arena_copy(arena, SLICE("00:00:00.000"));
	memcpy(padded, text.ptr, text.len);
	padded[8] = '.';
	result->kind = GRAPHQL_RESULT_STRING;
	result->text = (struct slice){padded, sizeof zeros - 1};
}

/* Numbers that JavaScript keeps exactly are numbers, larger ones texts. */
static void set_long(struct slice json, struct graphql_result *result)
{
	const int64_t largest = (int64_t)1 << 53;
	struct slice bare = {json.ptr + 1, json.len - 2};
	int64_t number;
	if (json.ptr[0] == '"' && slice_to_int64(bare, &number) && number < largest && number > -largest)
		json = bare;
	set_json(result, json);
}

/* So few digits fit, and are as they are to be written. */
static bool is_short_integer(struct slice json)
{
	return json.len <= 9 && slice_find(json, '.') == json.len && slice_find(json, 'e') == json.len;
}

static void set_integer(struct slice json, struct graphql_result *result)
{
	if (is_short_integer(json))
		set_json(result, json);
	else if (slice_to_int64(json, &result->integer)) {
		result->kind = GRAPHQL_RESULT_INTEGER;
	} else if (query_text_is_number(json, &result->number)) {
		result->kind = GRAPHQL_RESULT_NUMBER;
	} else {
		set_json(result, json);
	}
}

/* What code gave is whatever it is: the type takes or refuses it. */
static bool set_value(const struct graphql_call *call, struct slice json, struct graphql_result *result)
{
	result->value = json_parse_stored(json);
	result->kind = GRAPHQL_RESULT_VALUE;
	api_graphql_keep_json(context_of(call), result->value);
	return true;
}

bool api_graphql_resolve_scalar(struct graphql_call *call, struct graphql_result *result)
{
	const struct attribute *attribute = call->field->context;
	const struct api_graphql_plan *plan = call->selected->plan;
	/* A password is never shown: Strapi gives the hash of those that are not private. */
	if (attribute->type == ATTRIBUTE_PASSWORD)
		return true;
	if (resolves_json(call))
		return api_graphql_resolve_member(call, result);
	struct slice json = content_entry_field(*(const struct content_entry *)call->parent->object, plan->place);
	if (slice_is(json, "null"))
		return true;
	if (content_entry_is_json(*(const struct content_entry *)call->parent->object))
		return set_value(call, json, result);
	switch (attribute->type) {
	case ATTRIBUTE_INTEGER:
		set_integer(json, result);
		break;
	case ATTRIBUTE_BIGINTEGER:
		set_long(json, result);
		break;
	case ATTRIBUTE_TIME:
		set_time(call->arena, json, result);
		break;
	case ATTRIBUTE_TIMESTAMP:
		set_timestamp(call->arena, json, result);
		break;
	case ATTRIBUTE_ENUMERATION:
		result->kind = GRAPHQL_RESULT_STRING;
		result->text = json_unquote(call->arena, json);
		break;
	default:
		set_json(result, json);
		break;
	}
	return true;
}

/* Whether it depends on the value how it is written. */
static bool depends_on_value(const struct graphql_selected *selected)
{
	switch (((const struct attribute *)selected->field->context)->type) {
	case ATTRIBUTE_INTEGER:
	case ATTRIBUTE_ENUMERATION:
	case ATTRIBUTE_PASSWORD:
	case ATTRIBUTE_BIGINTEGER:
	case ATTRIBUTE_TIME:
	case ATTRIBUTE_TIMESTAMP:
		return true;
	default:
		return selected->field->type->wrap == GRAPHQL_NON_NULL;
	}
}

/* Whether what content has is written as it is. */
static bool is_as_stored(const struct graphql_selected *selected, struct content_entry entry, size_t place)
{
	if (!depends_on_value(selected))
		return true;
	const struct attribute *attribute = selected->field->context;
	const struct slice json = content_entry_field(entry, place);
	if (json.ptr[0] == 'n') /* null */
		return selected->field->type->wrap != GRAPHQL_NON_NULL;
	switch (attribute->type) {
	case ATTRIBUTE_INTEGER:
		return is_short_integer(json);
	case ATTRIBUTE_ENUMERATION: {
		const struct slice text = {json.ptr + 1, json.len - 2};
		const struct graphql_enum_value *value =
		    graphql_type_value(graphql_reference_type(selected->field->type), text);
		return value && slice_equals(value->internal, text);
	}
	case ATTRIBUTE_PASSWORD:
	case ATTRIBUTE_BIGINTEGER:
	case ATTRIBUTE_TIME:
	case ATTRIBUTE_TIMESTAMP:
		return false;
	default:
		return true;
	}
}

/* Fields that are selected in the order in which they are read, under their own names, stand in the entry's text one
 * behind the other, as they are to be written. */
size_t api_graphql_write_scalars(const struct graphql_result *parent, const struct graphql_selected *selected,
                                 size_t count, struct buffer *data)
{
	const struct api_graphql_plan *plan = selected->plan;
	if (parent->kind != GRAPHQL_RESULT_OBJECT || !plan)
		return 0;
	const struct content_entry entry = *(const struct content_entry *)parent->object;
	const size_t most = plan->consecutive < count ? plan->consecutive : count;
	size_t written = 0;
	if (content_entry_is_json(entry))
		return 0;
	while (written < most && is_as_stored(&selected[written], entry, plan->place + written))
		written++;
	if (written)
		buffer_slice(data, content_entry_fields(entry, plan->place, plan->place + written - 1));
	return written;
}
