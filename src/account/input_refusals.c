#include "input.h"

#include "content/content.h"

struct input_refusal {
	const char *path_json; /* "role","connect","0" */
	struct slice message;
};

static void refuse(struct input *input, const char *path_json, struct slice message)
{
	input->refusals = arena_grow(input->arena, input->refusals, input->refusal_count, &input->refusal_capacity,
	                             sizeof *input->refusals);
	input->refusals[input->refusal_count++] =
	    (struct input_refusal){path_json, arena_copy_slice(input->arena, message)};
}

void input_refuse(struct input *input, const char *path_json, const char *message)
{
	refuse(input, path_json, slice_of(message));
}

const char *input_quoted_path(const struct input *input, const char *name)
{
	const char *within = input->within;
	if (!*name)
		return within ? arena_format(input->arena, "\"%s\"", within) : "";
	return within ? arena_format(input->arena, "\"%s\",\"%s\"", within, name)
	              : arena_format(input->arena, "\"%s\"", name);
}

const char *input_shown_path(const struct input *input, const char *name)
{
	if (!input->within)
		return name;
	return *name ? arena_format(input->arena, "%s.%s", input->within, name) : input->within;
}

void input_refuse_text(struct input *input, const char *path_json, const char *path, const char *problem)
{
	refuse(input, path_json, slice_of(arena_format(input->arena, "%s %s", path, problem)));
}

void input_refuse_type(struct input *input, const char *path_json, const char *path, const char *type,
                       struct json_object *value)
{
	struct buffer message = {0};
	buffer_format(&message, "%s must be a `%s` type, but the final value was: `", *path ? path : "this", type);
	content_print_value(&message, value);
	buffer_text(&message, "`.");
	refuse(input, path_json, buffer_as_slice(&message));
	buffer_free(&message);
}

void input_refuse_member(struct input *input, const char *name, const char *problem)
{
	input_refuse_text(input, input_quoted_path(input, name), input_shown_path(input, name), problem);
}

bool input_end(struct input *input, struct error *error)
{
	struct buffer details = {0};
	if (!input->refusal_count)
		return true;
	for (size_t i = 0; i < input->refusal_count; i++) {
		const struct input_refusal *refusal = &input->refusals[i];
		buffer_text(&details, i ? "," : "{\"errors\":[");
		buffer_format(&details, "{\"path\":[%s],\"message\":", refusal->path_json);
		json_write_string(&details, refusal->message);
		buffer_text(&details, ",\"name\":\"ValidationError\"}");
	}
	buffer_text(&details, "]}");
	struct slice message = input->refusals[0].message;
	if (input->refusal_count > 1)
		error_validation(error, "%zu errors occurred", input->refusal_count);
	else
		error_validation_whole(error, arena_copy(input->arena, message));
	error->details = arena_copy(input->arena, buffer_as_slice(&details));
	buffer_free(&details);
	return false;
}
