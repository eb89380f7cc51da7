#include "durations.h"

#include <math.h>
#include <stdio.h>

#include "config.h"

/* 285,000 years, in milliseconds that JSON can say exactly. What is longer counts as much. */
static const int64_t longest = INT64_C(1) << 53;

static bool unit_of(struct slice name, double *milliseconds)
{
	static const struct {
		const char *names;
		double milliseconds;
	} units[] = {
	    {" ms msec msecs millisecond milliseconds ", 1},
	    {" s sec secs second seconds ", 1000},
	    {" m min mins minute minutes ", 60e3},
	    {" h hr hrs hour hours ", 3600e3},
	    {" d day days ", 86400e3},
	    {" w week weeks ", 7 * 86400e3},
	    {" y yr yrs year years ", 365.25 * 86400e3},
	};
	char word[16];
	if (name.len + 3 > sizeof word || slice_find(name, ' ') < name.len)
		return false;
	snprintf(word, sizeof word, " %.*s ", (int)name.len, name.ptr);
	for (size_t i = 0; i < COUNT_OF(units); i++)
		if (strcasestr(units[i].names, word)) { /* as the package ms */
			*milliseconds = units[i].milliseconds;
			return true;
		}
	return false;
}

/* What the package ms takes, but for a sign: digits, perhaps with a point among or before them, spaces, a unit. */
static bool parse(struct slice text, double *milliseconds)
{
	double number = 0, unit = 1, place = 1;
	size_t at = 0;
	bool ends_with_digit = false;
	for (; at < text.len && text.ptr[at] >= '0' && text.ptr[at] <= '9'; at++, ends_with_digit = true)
		number = number * 10 + (text.ptr[at] - '0');
	if (at < text.len && text.ptr[at] == '.')
		for (at++, ends_with_digit = false; at < text.len && text.ptr[at] >= '0' && text.ptr[at] <= '9';
		     at++, ends_with_digit = true)
			number += (text.ptr[at] - '0') * (place /= 10);
	while (at < text.len && text.ptr[at] == ' ')
		at++;
	struct slice name = {text.ptr + at, text.len - at};
	if (!ends_with_digit || (name.len && !unit_of(name, &unit)))
		return false;
	*milliseconds = number * unit;
	return true;
}

static bool set(double found, int64_t *milliseconds)
{
	if (!(found >= 1))
		return false;
	*milliseconds = found < (double)longest ? (int64_t)found : longest;
	return true;
}

bool duration_parse(struct slice text, int64_t *milliseconds)
{
	double found;
	return parse(text, &found) && set(found, milliseconds);
}

static int64_t bounded(double seconds)
{
	const double most = (double)longest / 1000;
	return (int64_t)fmax(-most, fmin(most, seconds));
}

bool duration_parse_lifetime(struct slice text, int64_t *seconds)
{
	double found;
	bool negative = slice_starts_with(text, SLICE("-"));
	if (text.len > 100 || !parse(negative ? (struct slice){text.ptr + 1, text.len - 1} : text, &found))
		return false;
	*seconds = bounded(floor((negative ? -found : found) / 1000));
	return true;
}

/* {"min": 5, "sec": 30} */
static bool add_parts(struct json_object *json, int64_t *milliseconds)
{
	double total = 0, unit;
	json_object_object_foreach(json, key, value)
	{
		if (strcasecmp(key, "month") == 0 || strcasecmp(key, "months") == 0)
			unit = 2628000e3;
		else if (!unit_of(slice_of(key), &unit))
			return false;
		if (!json_object_is_type(value, json_type_int) && !json_object_is_type(value, json_type_double))
			return false;
		total += json_object_get_double(value) * unit;
	}
	return set(total, milliseconds);
}

void duration_read(struct settings *settings, const struct config_file *file, const char *path, int64_t unit,
                   const char *expected, int64_t *milliseconds)
{
	struct setting setting;
	if (!setting_find(settings, file, path, NULL, &setting))
		return;
	const char *text = setting_as_text(settings, &setting);
	bool done = false;
	if (json_object_is_type(setting.json, json_type_int))
		done = set((double)json_object_get_int64(setting.json) * (double)unit, milliseconds);
	else if (json_object_is_type(setting.json, json_type_object))
		done = add_parts(setting.json, milliseconds);
	else if (text)
		done = duration_parse(slice_of(text), milliseconds);
	if (!done)
		setting_refuse(settings, &setting, expected);
}

void duration_read_lifetime(struct settings *settings, const struct config_file *file, const char *path,
                            const char *who, int64_t *seconds)
{
	struct setting setting;
	int64_t milliseconds = *seconds * 1000;
	if (!file->in_code) {
		duration_read(settings, file, path, 1000, "a number of seconds, or a text such as \"30d\" or \"12h\"",
		              &milliseconds);
		*seconds = milliseconds < 1000 ? 1 : milliseconds / 1000;
		return;
	}
	if (!setting_find(settings, file, path, NULL, &setting))
		return;
	const char *text = setting_as_text(settings, &setting);
	if (json_object_is_type(setting.json, json_type_int)) {
		*seconds = bounded((double)json_object_get_int64(setting.json));
	} else if (!text || !duration_parse_lifetime(slice_of(text), seconds)) {
		*seconds = CONFIG_NO_LIFETIME;
		findings_add(settings->findings, FINDING_CLOSES, setting.file, setting.path,
		             "is no time: %s can sign in, as in Strapi", who);
	}
}
