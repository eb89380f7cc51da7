#include "middleware_options.h"

#include <math.h>
#include <stdlib.h>

enum {
	LARGEST_BODY = 1024 * 1024 * 1024,
	USUAL_LIMIT = 1024 * 1024,
	MOST_PARAMETERS = 20000,
	MOST_LEVELS = 100,
};

void middleware_mistake(const struct middleware_list *list, const char *path, const char *expected)
{
	settings_mistake(list->settings, list->file, path, "expected %s", expected);
}

const char *middleware_text(const struct middleware_list *list, struct json_object *json)
{
	return json_object_is_type(json, json_type_string) ? arena_copy(list->settings->arena, json_string(json))
	                                                   : NULL;
}

/* A text, or a list of texts with commas between them; NULL when it is neither, or has what no header may have. */
static const char *joined(const struct middleware_list *list, struct json_object *json)
{
	struct buffer all = {0};
	if (!json_object_is_type(json, json_type_array)) {
		const char *text = json_object_is_type(json, json_type_int) ? json_object_get_string(json)
		                                                            : middleware_text(list, json);
		return text && !strpbrk(text, "\r\n") ? arena_copy(list->settings->arena, slice_of(text)) : NULL;
	}
	for (size_t i = 0; i < json_object_array_length(json); i++) {
		buffer_text(&all, i ? "," : "");
		buffer_slice(&all, json_text(list->settings->arena, json_object_array_get_idx(json, i)));
	}
	const char *text = arena_copy(list->settings->arena, buffer_as_slice(&all));
	buffer_free(&all);
	return strpbrk(text, "\r\n") ? NULL : text;
}

/* ---- strapi::cors ---- */

static void read_origins(const struct middleware_list *list, struct json_object *origin, const char *path)
{
	struct arena *arena = list->settings->arena;
	struct slice rest = json_string(origin), part;
	size_t capacity = 0;
	const char **names = NULL;
	size_t count = 0, length = json_object_is_type(origin, json_type_array) ? json_object_array_length(origin) : 0;
	for (size_t i = 0; i < length; i++) {
		const char *name = middleware_text(list, json_object_array_get_idx(origin, i));
		names = arena_grow(arena, names, count, &capacity, sizeof *names);
		/* What is no text is no origin either. */
		if (name)
			names[count++] = name;
	}
	while (!length && slice_split(&rest, ',', &part)) {
		names = arena_grow(arena, names, count, &capacity, sizeof *names);
		names[count++] = arena_copy(arena, slice_trim(part));
	}
	if (!json_object_is_type(origin, json_type_array) && !json_object_is_type(origin, json_type_string))
		middleware_mistake(list, path, "an origin, or a list of origins");
	list->config->cors_origins = names;
	list->config->cors_origin_count = count;
}

void middleware_read_cors(const struct middleware_list *list, struct json_object *options, const char *path)
{
	struct arena *arena = list->settings->arena;
	const struct {
		const char *key;
		const char **value;
	} texts[] = {
	    {"methods", &list->config->cors_methods},
	    {"headers", &list->config->cors_headers},
	    {"expose", &list->config->cors_exposed},
	    {"maxAge", &list->config->cors_max_age},
	};
	if (json_member(options, "origin"))
		read_origins(list, json_member(options, "origin"), arena_format(arena, "%s.origin", path));
	for (size_t i = 0; i < COUNT_OF(texts); i++) {
		struct json_object *value = json_member(options, texts[i].key);
		if (value && !(*texts[i].value = joined(list, value)))
			middleware_mistake(list, arena_format(arena, "%s.%s", path, texts[i].key),
			                   "a text, or a list of texts");
	}
	struct json_object *credentials = json_member(options, "credentials");
	list->config->cors_without_credentials = credentials && !json_object_get_boolean(credentials);
}

/* ---- strapi::body ---- */

bool middleware_parse_size(struct slice text, size_t *bytes)
{
	static const struct {
		const char *name;
		double bytes;
	} units[] = {{"", 1},
	             {"b", 1},
	             {"kb", 1024.0},
	             {"mb", 1048576.0},
	             {"gb", 1073741824.0},
	             {"tb", 1099511627776.0},
	             {"pb", 1125899906842624.0}};
	char copy[64], *end;
	text = slice_trim(text);
	if (!text.len || text.len >= sizeof copy || text.ptr[0] < '0' || text.ptr[0] > '9')
		return false;
	memcpy(copy, text.ptr, text.len);
	copy[text.len] = '\0';
	double number = strtod(copy, &end);
	struct slice unit = slice_trim(slice_of(end));
	for (size_t i = 0; i < COUNT_OF(units); i++) {
		if (!slice_equals_ignoring_case(unit, slice_of(units[i].name)))
			continue;
		number = floor(number * units[i].bytes);
		*bytes = number < LARGEST_BODY ? (size_t)number : LARGEST_BODY;
		return true;
	}
	return false;
}

static void read_limit(const struct middleware_list *list, struct json_object *options, const char *path,
                       const char *key, size_t *limit)
{
	struct json_object *value = json_member(options, key);
	struct arena *arena = list->settings->arena;
	const struct slice text = json_text(arena, value);
	if (!value || !text.len || middleware_parse_size(text, limit))
		return;
	path = arena_format(arena, "%s.%s", path, key);
	if (setting_begins_as_number(text))
		middleware_mistake(list, path, "a size such as \"1mb\"");
	else
		findings_add(list->settings->findings, FINDING_TOLD, list->file, path,
		             "is no size: Strapi takes bodies of any size then, lectern keeps to %zu bytes", *limit);
}

void middleware_read_body(const struct middleware_list *list, struct json_object *options, const char *path)
{
	struct config *config = list->config;
	config->json_limit = USUAL_LIMIT;
	config->form_limit = config->text_limit = CONFIG_FORM_LIMIT;
	read_limit(list, options, path, "jsonLimit", &config->json_limit);
	read_limit(list, options, path, "formLimit", &config->form_limit);
	read_limit(list, options, path, "textLimit", &config->text_limit);
	struct json_object *files = json_member(json_member(options, "formidable"), "maxFileSize");
	if (files && (!json_object_is_type(files, json_type_int) || json_object_get_int64(files) < 1))
		middleware_mistake(list, arena_format(list->settings->arena, "%s.formidable.maxFileSize", path),
		                   "a number of bytes");
	else if (files)
		config->uploads.most_bytes = (uint64_t)json_object_get_int64(files);
	size_t most = config->json_limit > config->form_limit ? config->json_limit : config->form_limit;
	config->max_body = most > config->text_limit ? most : config->text_limit;
	if (config->max_body < USUAL_LIMIT)
		config->max_body = USUAL_LIMIT;
}

/* ---- strapi::query ---- */

/* What changes nothing: the parser's own defaults, as Strapi sets them. */
static bool is_usual(const char *key, struct json_object *value)
{
	static const struct {
		const char *key;
		bool value;
	} usual[] = {{"strictNullHandling", true},
	             {"parseArrays", true},
	             {"allowDots", false},
	             {"comma", false},
	             {"allowPrototypes", false},
	             {"plainObjects", false},
	             {"ignoreQueryPrefix", false},
	             {"allowSparse", false},
	             {"interpretNumericEntities", false}};
	for (size_t i = 0; i < COUNT_OF(usual); i++)
		if (strcmp(usual[i].key, key) == 0)
			return json_object_is_type(value, json_type_boolean) &&
			       json_object_get_boolean(value) == usual[i].value;
	return strcmp(key, "delimiter") == 0 && slice_is(json_string(value), "&");
}

/* A number from 1 on; all else is for the parser itself. */
static bool read_query_limit(struct json_object *value, size_t most, size_t *limit)
{
	const int64_t number = json_object_get_int64(value);
	if (!json_object_is_type(value, json_type_int) || number < 1)
		return false;
	*limit = number < (int64_t)most ? (size_t)number : most;
	return true;
}

void middleware_read_query(const struct middleware_list *list, struct json_object *options, const char *path)
{
	struct config *config = list->config;
	(void)path;
	json_object_object_foreach(options, key, value)
	{
		const bool read =
		    strcmp(key, "arrayLimit") == 0 ? read_query_limit(value, MOST_PARAMETERS, &config->query_longest)
		    : strcmp(key, "depth") == 0    ? read_query_limit(value, MOST_LEVELS, &config->query_deepest)
		    : strcmp(key, "parameterLimit") == 0 ? read_query_limit(value, MOST_PARAMETERS, &config->query_most)
							 : is_usual(key, value);
		config->query_by_code |= !read;
	}
}

/* ---- strapi::security ---- */

/* The runtime has made headers of the options. */
void middleware_read_security(const struct middleware_list *list, struct json_object *options, const char *path)
{
	struct buffer lines = {0};
	(void)options;
	if (!list->headers)
		return;
	for (size_t i = 0; i < json_object_array_length(list->headers); i++) {
		struct json_object *header = json_object_array_get_idx(list->headers, i);
		struct slice name = json_string(json_object_array_get_idx(header, 0));
		struct slice value = json_string(json_object_array_get_idx(header, 1));
		if (memchr(value.ptr, '\n', value.len) || memchr(value.ptr, '\r', value.len))
			middleware_mistake(list, path, "headers without line breaks");
		buffer_slice(&lines, name);
		buffer_text(&lines, ": ");
		buffer_slice(&lines, value);
		buffer_text(&lines, "\r\n");
	}
	list->config->security_headers = arena_copy(list->settings->arena, buffer_as_slice(&lines));
	buffer_free(&lines);
}

void middleware_read_powered_by(const struct middleware_list *list, struct json_object *options, const char *path)
{
	struct json_object *value = json_member(options, "poweredBy");
	if (value && !(list->config->powered_by = joined(list, value)))
		middleware_mistake(list, arena_format(list->settings->arena, "%s.poweredBy", path), "a text");
}

/* ---- strapi::public, strapi::favicon ---- */

/* In milliseconds, kept in seconds. */
static void read_max_age(const struct middleware_list *list, struct json_object *options, const char *path,
                         unsigned *seconds)
{
	struct json_object *value = json_member(options, "maxAge");
	double milliseconds = json_object_get_double(value);
	if (!value)
		return;
	if ((!json_object_is_type(value, json_type_int) && !json_object_is_type(value, json_type_double)) ||
	    !(milliseconds >= 0) || milliseconds > 1000.0 * INT32_MAX)
		middleware_mistake(list, arena_format(list->settings->arena, "%s.maxAge", path),
		                   "milliseconds, at least 0");
	else
		*seconds = (unsigned)(milliseconds / 1000);
}

/* Strapi serves the folder only together with its start page. */
void middleware_read_public(const struct middleware_list *list, struct json_object *options, const char *path)
{
	struct json_object *index = json_member(options, "defaultIndex");
	read_max_age(list, options, path, &list->config->files.max_age);
	list->config->files.served =
	    !index || (json_object_is_type(index, json_type_boolean) && json_object_get_boolean(index));
}

void middleware_read_favicon(const struct middleware_list *list, struct json_object *options, const char *path)
{
	struct json_object *value = json_member(options, "path");
	const char *text = middleware_text(list, value);
	read_max_age(list, options, path, &list->config->files.favicon_max_age);
	if (value && !text)
		middleware_mistake(list, arena_format(list->settings->arena, "%s.path", path), "the path of a picture");
	if (text)
		list->config->files.favicon = text;
}
