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

static void set_integer(struct slice json, struct graphql_result *result)
{
	/* So few digits fit, and are as they are to be written. */
	if (json.len <= 9 && slice_find(json, '.') == json.len && slice_find(json, 'e') == json.len)
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
