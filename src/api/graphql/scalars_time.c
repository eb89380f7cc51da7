/* Dates, times of day, and both. */
#include "scalars_time.h"
#include "scalars.h"

static bool two_digits(const char *text, int low, int high, int *number)
{
	if (text[0] < '0' || text[0] > '9' || text[1] < '0' || text[1] > '9')
		return false;
	*number = (text[0] - '0') * 10 + text[1] - '0';
	return *number >= low && *number <= high;
}

static bool is_date(struct slice text)
{
	int century, year, month, day;
	return text.len == 10 && two_digits(text.ptr, 0, 99, &century) && two_digits(text.ptr + 2, 0, 99, &year) &&
	       text.ptr[4] == '-' && two_digits(text.ptr + 5, 1, 12, &month) && text.ptr[7] == '-' &&
	       two_digits(text.ptr + 8, 1, 31, &day) && datetime_is_day(century * 100 + year, month, day);
}

static bool is_clock(const char *text)
{
	int number;
	return two_digits(text, 0, 23, &number) && text[2] == ':' && two_digits(text + 3, 0, 59, &number) &&
	       text[5] == ':' && two_digits(text + 6, 0, 59, &number);
}

/* "Z" or "+01:00" */
static bool is_zone(struct slice text)
{
	int number;
	if (slice_is(text, "Z"))
		return true;
	return text.len == 6 && (text.ptr[0] == '+' || text.ptr[0] == '-') &&
	       two_digits(text.ptr + 1, 0, 23, &number) && text.ptr[3] == ':' &&
	       two_digits(text.ptr + 4, 0, 59, &number);
}

/* RFC 3339: 2007-12-03T10:15:30.5Z */
static bool is_datetime(struct slice text)
{
	size_t at = 19;
	if (text.len < 20 || !is_date((struct slice){text.ptr, 10}) || text.ptr[10] != 'T' || !is_clock(text.ptr + 11))
		return false;
	if (text.ptr[at] == '.') {
		size_t first = ++at;
		while (at < text.len && text.ptr[at] >= '0' && text.ptr[at] <= '9')
			at++;
		if (at == first)
			return false;
	}
	return is_zone((struct slice){text.ptr + at, text.len - at});
}

/* ---- DateTime ---- */

static bool read_datetime(struct arena *arena, struct slice text, struct graphql_value *value, const char **reason)
{
	static const char invalid[] = "DateTime cannot represent an invalid date-time-string %.*s.";
	char iso[DATETIME_ISO_SIZE], *capitals = arena_copy(arena, text);
	int64_t milliseconds;
	for (char *at = capitals; *at; at++)
		*at = *at == 't' ? 'T' : *at == 'z' ? 'Z' : *at;
	struct slice upper = {capitals, text.len};
	if (!is_datetime(upper) || !datetime_parse_iso(upper, &milliseconds) || !datetime_format_iso(milliseconds, iso))
		return api_graphql_scalar_refuse(arena, reason, invalid, text);
	return api_graphql_scalar_set_text(value, arena_copy_slice(arena, slice_of(iso)));
}

bool api_graphql_scalar_parse_datetime(void *context, struct arena *arena, const struct graphql_value *sent,
                                       struct graphql_value *value, const char **reason)
{
	(void)context;
	if (sent->kind == GRAPHQL_VALUE_STRING)
		return read_datetime(arena, sent->text, value, reason);
	return api_graphql_scalar_refuse(arena, reason, "DateTime cannot represent non string or Date type %.*s",
	                                 slice_of(api_graphql_scalar_show_value(arena, sent)));
}

bool api_graphql_scalar_parse_datetime_literal(void *context, struct arena *arena, const struct graphql_node *literal,
                                               struct graphql_value *value, const char **reason)
{
	(void)context;
	if (literal->kind == GRAPHQL_NODE_STRING)
		return read_datetime(arena, literal->text, value, reason);
	return api_graphql_scalar_refuse(arena, reason, "DateTime cannot represent non string or Date type %.*s",
	                                 slice_of(api_graphql_scalar_show_literal(arena, literal)));
}

/* ---- Date ---- */

static bool read_date(struct arena *arena, struct slice text, struct graphql_value *value, const char **reason)
{
	if (!is_date(text))
		return api_graphql_scalar_refuse(arena, reason, "Date cannot represent an invalid date-string %.*s.",
		                                 text);
	return api_graphql_scalar_set_text(value, text);
}

bool api_graphql_scalar_parse_date(void *context, struct arena *arena, const struct graphql_value *sent,
                                   struct graphql_value *value, const char **reason)
{
	(void)context;
	if (sent->kind == GRAPHQL_VALUE_STRING)
		return read_date(arena, sent->text, value, reason);
	return api_graphql_scalar_refuse(arena, reason, "Date cannot represent non string type %.*s",
	                                 slice_of(api_graphql_scalar_show_value(arena, sent)));
}

bool api_graphql_scalar_parse_date_literal(void *context, struct arena *arena, const struct graphql_node *literal,
                                           struct graphql_value *value, const char **reason)
{
	(void)context;
	if (literal->kind == GRAPHQL_NODE_STRING)
		return read_date(arena, literal->text, value, reason);
	return api_graphql_scalar_refuse(arena, reason, "Date cannot represent non string type %.*s",
	                                 slice_of(api_graphql_scalar_show_literal(arena, literal)));
}

/* ---- Time ---- */

static bool read_time(struct arena *arena, struct slice text, struct graphql_value *value, const char **reason)
{
	bool good = (text.len == 8 || (text.len > 9 && text.len <= 12)) && is_clock(text.ptr);
	for (size_t i = 9; good && i < text.len; i++)
		good = text.ptr[i] >= '0' && text.ptr[i] <= '9';
	if (!good) {
		*reason = "Invalid time format, expected HH:mm:ss.SSS";
		return false;
	}
	char *padded = arena_copy(arena, SLICE("00:00:00.000"));
	memcpy(padded, text.ptr, 8);
	if (text.len > 9)
		memcpy(padded + 9, text.ptr + 9, text.len - 9);
	return api_graphql_scalar_set_text(value, (struct slice){padded, 12});
}

static const char *kind_name(const struct graphql_value *value)
{
	switch (value->kind) {
	case GRAPHQL_VALUE_BOOLEAN:
		return "boolean";
	case GRAPHQL_VALUE_INTEGER:
	case GRAPHQL_VALUE_NUMBER:
		return "number";
	default:
		return "object";
	}
}

bool api_graphql_scalar_parse_time(void *context, struct arena *arena, const struct graphql_value *sent,
                                   struct graphql_value *value, const char **reason)
{
	(void)context;
	if (sent->kind == GRAPHQL_VALUE_STRING)
		return read_time(arena, sent->text, value, reason);
	return api_graphql_scalar_refuse(arena, reason, "Expected a string, got a %.*s", slice_of(kind_name(sent)));
}

bool api_graphql_scalar_parse_time_literal(void *context, struct arena *arena, const struct graphql_node *literal,
                                           struct graphql_value *value, const char **reason)
{
	(void)context;
	if (literal->kind == GRAPHQL_NODE_STRING)
		return read_time(arena, literal->text, value, reason);
	*reason = "Time cannot represent non string type";
	return false;
}
