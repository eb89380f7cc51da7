#include "datetime.h"

#include <stdio.h>
#include <time.h>

#define MS_PER_DAY INT64_C(86400000)
#define LAST_MS INT64_C(8640000000000000)

int64_t datetime_now(void)
{
	struct timespec now;
	clock_gettime(CLOCK_REALTIME, &now);
	return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* Days since 1970-01-01 in the proleptic Gregorian calendar, counting years from March. */
static int64_t days_from_civil(int64_t year, int month, int day)
{
	year -= month <= 2;
	int64_t era = (year >= 0 ? year : year - 399) / 400;
	int64_t year_of_era = year - era * 400;
	int64_t day_of_year = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1;
	int64_t day_of_era = year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year;
	return era * 146097 + day_of_era - 719468;
}

/* 32 bits suffice for the days of all dates, and divide faster. */
static void civil_from_days(int32_t days, int32_t *year, uint32_t *month, uint32_t *day)
{
	days += 719468;
	int32_t era = (days >= 0 ? days : days - 146096) / 146097;
	uint32_t day_of_era = (uint32_t)(days - era * 146097);
	uint32_t year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36524 - day_of_era / 146096) / 365;
	uint32_t day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
	uint32_t shifted = (5 * day_of_year + 2) / 153;
	*day = day_of_year - (153 * shifted + 2) / 5 + 1;
	*month = shifted < 10 ? shifted + 3 : shifted - 9;
	*year = (int32_t)year_of_era + era * 400 + (*month <= 2);
}

static char *put_digits(char *at, uint32_t value, int width)
{
	for (int i = width - 1; i >= 0; i--) {
		at[i] = (char)('0' + value % 10);
		value /= 10;
	}
	return at + width;
}

static char *put_two(char *at, uint32_t value, char behind)
{
	at[0] = (char)('0' + value / 10);
	at[1] = (char)('0' + value % 10);
	at[2] = behind;
	return at + 3;
}

/* "2026-11-21T", unterminated; returns the length. */
static size_t format_day(int32_t days, char text[DATETIME_ISO_SIZE])
{
	int32_t year;
	uint32_t month, day;
	char *at = text;
	civil_from_days(days, &year, &month, &day);
	if (year < 0 || year > 9999) {
		*at++ = year < 0 ? '-' : '+';
		at = put_digits(at, (uint32_t)(year < 0 ? -year : year), 6);
	} else {
		at = put_digits(at, (uint32_t)year, 4);
	}
	*at++ = '-';
	at = put_two(at, month, '-');
	at = put_two(at, day, 'T');
	return (size_t)(at - text);
}

size_t datetime_format_iso(int64_t milliseconds, char text[DATETIME_ISO_SIZE])
{
	if (milliseconds > LAST_MS || milliseconds < -LAST_MS)
		return 0;
	int64_t days = milliseconds / MS_PER_DAY, rest = milliseconds % MS_PER_DAY;
	if (rest < 0) {
		rest += MS_PER_DAY;
		days--;
	}
	/* The times of a list are mostly of a few days. */
	static _Thread_local struct {
		int64_t day;
		char text[DATETIME_ISO_SIZE];
		size_t length;
	} days_seen[8], *seen;
	seen = &days_seen[(uint64_t)days % (sizeof days_seen / sizeof *days_seen)];
	if (!seen->length || seen->day != days) {
		seen->day = days;
		seen->length = format_day((int32_t)days, seen->text);
	}
	memcpy(text, seen->text, sizeof seen->text);
	char *at = text + seen->length;
	uint32_t clock = (uint32_t)rest, minutes = clock / 60000, inside = clock % 60000, fraction = inside % 1000;
	at = put_two(at, minutes / 60, ':');
	at = put_two(at, minutes % 60, ':');
	at = put_two(at, inside / 1000, '.');
	*at++ = (char)('0' + fraction / 100);
	at = put_two(at, fraction % 100, 'Z');
	*at = '\0';
	return (size_t)(at - text);
}

void datetime_format_http(int64_t seconds, char text[DATETIME_HTTP_SIZE])
{
	static const char weekdays[] = "ThuFriSatSunMonTueWed", months[] = "JanFebMarAprMayJunJulAugSepOctNovDec";
	static const int64_t first = INT64_C(-62167219200), last = INT64_C(253402300799), day_length = 86400;
	int32_t year;
	uint32_t month, day;
	seconds = seconds < first ? first : seconds > last ? last : seconds;
	/* Counted from a Thursday before all of them, so that nothing is negative. */
	const uint64_t since = (uint64_t)(seconds - first) + 2 * (uint64_t)day_length;
	const uint32_t clock = (uint32_t)(since % (uint64_t)day_length);
	const int32_t days = (int32_t)((int64_t)(since / (uint64_t)day_length) - 2 + first / day_length);
	civil_from_days(days, &year, &month, &day);
	memcpy(text, weekdays + 3 * (size_t)(since / (uint64_t)day_length % 7), 3);
	memcpy(text + 3, ", ", 2);
	char *at = put_two(text + 5, day, ' ');
	memcpy(at, months + 3 * (size_t)(month - 1), 3);
	at[3] = ' ';
	at = put_digits(at + 4, (uint32_t)year, 4);
	*at++ = ' ';
	at = put_two(at, clock / 3600, ':');
	at = put_two(at, clock / 60 % 60, ':');
	at = put_two(at, clock % 60, ' ');
	memcpy(at, "GMT", 4);
}

bool datetime_is_day(int year, int month, int day)
{
	static const int lengths[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
	bool leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
	return month >= 1 && month <= 12 && day >= 1 && day <= lengths[month - 1] + (month == 2 && leap);
}

/* Takes `count` digits off the front. */
static bool take_digits(struct slice *text, size_t count, int *value)
{
	if (text->len < count)
		return false;
	*value = 0;
	for (size_t i = 0; i < count; i++) {
		if (text->ptr[i] < '0' || text->ptr[i] > '9')
			return false;
		*value = *value * 10 + (text->ptr[i] - '0');
	}
	text->ptr += count;
	text->len -= count;
	return true;
}

static bool take_byte(struct slice *text, char byte)
{
	if (!text->len || text->ptr[0] != byte)
		return false;
	text->ptr++;
	text->len--;
	return true;
}

/* "05-3", behind the W: a week and a day from Monday, 1. The first week is the one with 4 January in it. */
static bool parse_week(struct slice text, int year, int64_t *days)
{
	int week, day = 1;
	if (!take_digits(&text, 2, &week) || week < 1 || week > 53)
		return false;
	if (text.len) {
		take_byte(&text, '-');
		if (!take_digits(&text, 1, &day) || text.len || day < 1 || day > 7)
			return false;
	}
	int64_t fourth = days_from_civil(year, 1, 4);
	/* 1970 began on a Thursday. */
	int64_t weekday = ((fourth + 3) % 7 + 7) % 7;
	*days = fourth - weekday + (week - 1) * 7 + day - 1;
	return true;
}

static bool parse_date(struct slice text, int64_t *days)
{
	int year, month = 1, day = 1, ordinal;
	if (text.len == 2) { /* a century */
		if (!take_digits(&text, 2, &year))
			return false;
		*days = days_from_civil(year * 100, 1, 1);
		return true;
	}
	if (!take_digits(&text, 4, &year))
		return false;
	take_byte(&text, '-');
	if (take_byte(&text, 'W'))
		return parse_week(text, year, days);
	if (text.len == 3) {
		if (!take_digits(&text, 3, &ordinal) || ordinal < 1 || ordinal > 365 + datetime_is_day(year, 2, 29))
			return false;
		*days = days_from_civil(year, 1, 1) + ordinal - 1;
		return true;
	}
	if (text.len && !take_digits(&text, 2, &month))
		return false;
	if (text.len) {
		take_byte(&text, '-');
		if (!take_digits(&text, 2, &day))
			return false;
	}
	if (text.len || !datetime_is_day(year, month, day))
		return false;
	*days = days_from_civil(year, month, day);
	return true;
}

/* Minutes and seconds are optional; the last part given may have a fraction. */
static bool parse_clock(struct slice text, double *milliseconds)
{
	static const double units[] = {3600000, 60000, 1000};
	int part = 0;
	*milliseconds = 0;
	for (int i = 0; i < 3; i++) {
		if (!take_digits(&text, 2, &part))
			return false;
		if (part > (i == 0 ? 24 : 59))
			return false;
		*milliseconds += part * units[i];
		if (text.len && (text.ptr[0] == '.' || text.ptr[0] == ',')) {
			double scale = units[i];
			text.ptr++;
			text.len--;
			while (text.len && take_digits(&text, 1, &part)) {
				scale /= 10;
				*milliseconds += part * scale;
			}
			break;
		}
		if (!text.len)
			break;
		take_byte(&text, ':');
	}
	return text.len == 0 && *milliseconds <= (double)MS_PER_DAY;
}

/* Splits "12:30Z" or "12:30+01:00" into clock and offset. */
static bool parse_time(struct slice text, double *milliseconds)
{
	int64_t offset = 0;
	for (size_t i = 0; i < text.len; i++) {
		char c = text.ptr[i];
		if (c != 'Z' && c != '+' && c != '-')
			continue;
		struct slice zone = {text.ptr + i + 1, text.len - i - 1};
		int hours = 0, minutes = 0;
		if (c == 'Z') {
			if (zone.len)
				return false;
		} else {
			if (!take_digits(&zone, 2, &hours))
				return false;
			if (zone.len) {
				take_byte(&zone, ':');
				if (!take_digits(&zone, 2, &minutes) || minutes > 59)
					return false;
			}
			if (zone.len)
				return false;
		}
		offset = (c == '-' ? -1 : 1) * (hours * INT64_C(3600000) + minutes * INT64_C(60000));
		text.len = i;
		break;
	}
	double clock;
	if (!parse_clock(text, &clock))
		return false;
	*milliseconds = clock - (double)offset;
	return true;
}

bool datetime_parse_iso(struct slice text, int64_t *milliseconds)
{
	size_t split = 0;
	while (split < text.len && text.ptr[split] != 'T' && text.ptr[split] != ' ')
		split++;
	int64_t days;
	double clock = 0;
	if (!parse_date((struct slice){text.ptr, split}, &days))
		return false;
	if (split < text.len && !parse_time((struct slice){text.ptr + split + 1, text.len - split - 1}, &clock))
		return false;
	/* parts of a millisecond are cut off towards 1970, as Date of JavaScript does */
	*milliseconds = (int64_t)((double)(days * MS_PER_DAY) + clock);
	return true;
}

bool datetime_parse(struct slice text, int64_t *milliseconds)
{
	if (datetime_parse_iso(text, milliseconds))
		return true;
	return slice_to_int64(text, milliseconds) && text.ptr[0] != '+' && *milliseconds <= LAST_MS &&
	       *milliseconds >= -LAST_MS;
}
