#include "problems.h"

#include <json-c/json.h>

void problems_begin(struct problems *problems, struct arena *arena)
{
	*problems = (struct problems){.arena = arena, .list = json_keep(arena, json_object_new_array())};
}

static void write_path(struct json_object *path, struct arena *arena, const struct body_place *place)
{
	if (!place)
		return;
	write_path(path, arena, place->within);
	const char *name = place->name ? place->name : arena_format(arena, "%zu", place->index);
	json_object_array_add(path, json_object_new_string(name));
}

const char *place_text(struct arena *arena, const struct body_place *place)
{
	if (!place)
		return "this";
	if (!place->name)
		return arena_format(arena, "%s[%zu]", place->within ? place_text(arena, place->within) : "",
		                    place->index);
	return place->within ? arena_format(arena, "%s.%s", place_text(arena, place->within), place->name)
	                     : place->name;
}

static void add(struct problems *problems, const struct body_place *place, const char *message)
{
	struct json_object *problem = json_object_new_object(), *path = json_object_new_array();
	write_path(path, problems->arena, place);
	json_object_object_add(problem, "path", path);
	json_object_object_add(problem, "message", json_object_new_string(message));
	json_object_object_add(problem, "name", json_object_new_string("ValidationError"));
	json_object_array_add(problems->list, problem);
	problems->message = message;
}

void problems_add(struct problems *problems, const struct body_place *place, const char *format, ...)
{
	va_list args;
	va_start(args, format);
	const char *text = arena_format_list(problems->arena, format, args);
	va_end(args);
	add(problems, place, arena_format(problems->arena, "%s %s", place_text(problems->arena, place), text));
}

void problems_add_plain(struct problems *problems, const struct body_place *place, const char *format, ...)
{
	va_list args;
	va_start(args, format);
	add(problems, place, arena_format_list(problems->arena, format, args));
	va_end(args);
}

void problems_answer(const struct problems *problems, struct http_response *response)
{
	struct json_object *body = json_keep(problems->arena, json_object_new_object());
	struct json_object *error = json_object_new_object(), *details = json_object_new_object();
	const size_t count = problems_count(problems);
	json_object_object_add(details, "errors", json_object_get(problems->list));
	json_object_object_add(error, "name", json_object_new_string("ValidationError"));
	json_object_object_add(error, "details", details);
	json_object_object_add(
	    error, "message",
	    json_object_new_string(count == 1 ? problems->message
	                                      : arena_format(problems->arena, "%zu errors occurred", count)));
	json_object_object_add(body, "error", error);
	response->status = 400;
	json_write_value(&response->body, body);
}

/* ---- values ---- */

static const char *name_of_type(enum json_type type)
{
	switch (type) {
	case json_type_boolean:
		return "boolean";
	case json_type_int:
	case json_type_double:
		return "number";
	case json_type_object:
		return "object";
	case json_type_array:
		return "array";
	default:
		return "string";
	}
}

bool problems_expect(struct problems *problems, const struct body_place *place, struct json_object *value, bool has,
                     enum json_type type, bool nullable)
{
	struct buffer shown = {0};
	if (!has || (!value && nullable))
		return false;
	if (value && (json_object_is_type(value, type) ||
	              (type == json_type_double && json_object_is_type(value, json_type_int))))
		return true;
	json_write_indented(&shown, value);
	const struct slice text = buffer_as_slice(&shown);
	problems_add(problems, place, "must be a `%s` type, but the final value was: `%.*s`.", name_of_type(type),
	             slice_shown_length(text, 1000), text.ptr);
	buffer_free(&shown);
	return false;
}

void problems_add_choices(struct problems *problems, const struct body_place *place, const char *const *choices,
                          size_t count)
{
	struct buffer list = {0};
	for (size_t i = 0; i < count; i++)
		buffer_format(&list, i ? ", %s" : "%s", choices[i]);
	problems_add(problems, place, "must be one of the following values: %s", buffer_terminate(&list));
	buffer_free(&list);
}

bool is_one_of(struct slice text, const char *const *choices, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (slice_is(text, choices[i]))
			return true;
	return false;
}

bool is_word(struct slice text, bool dashes)
{
	for (size_t i = 0; i < text.len; i++) {
		const char c = text.ptr[i];
		const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
		if (!letter && (!i || !((c >= '0' && c <= '9') || c == '_' || (c == '-' && dashes))))
			return false;
	}
	return text.len > 0;
}
