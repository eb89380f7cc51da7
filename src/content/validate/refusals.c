/* What is wrong, and where: as the answer tells it. */
#include "value.h"

void place_write(struct buffer *path, struct buffer *json, const struct check_place *place)
{
	if (!place)
		return;
	place_write(path, json, place->parent);
	if (json->len)
		buffer_byte(json, ',');
	if (place->name) {
		if (path->len)
			buffer_byte(path, '.');
		buffer_text(path, place->name);
		json_write_string(json, slice_of(place->name));
	} else {
		buffer_format(path, "[%zu]", place->index);
		buffer_format(json, "\"%zu\"", place->index);
	}
}

void refusals_add(struct refusals *refusals, struct refusal *refusal)
{
	const struct refusals one = {refusal, refusal, 1};
	refusal->next = NULL;
	refusals_append(refusals, &one);
}

void refusals_append(struct refusals *refusals, const struct refusals *more)
{
	if (!more->first)
		return;
	if (refusals->last)
		refusals->last->next = more->first;
	else
		refusals->first = more->first;
	refusals->last = more->last;
	refusals->count += more->count;
}

void check_refuse(struct check *check, bool named, struct slice text)
{
	struct buffer path = {0}, json = {0}, message = {0};
	struct refusal *refusal = arena_alloc(check->arena, sizeof *refusal);
	place_write(&path, &json, check->place);
	refusal->path = arena_copy(check->arena, buffer_as_slice(&path));
	refusal->path_json = arena_copy(check->arena, buffer_as_slice(&json));
	if (named) {
		buffer_text(&message, path.len ? refusal->path : "this");
		buffer_byte(&message, ' ');
	}
	buffer_slice(&message, text);
	refusal->message = arena_copy_slice(check->arena, buffer_as_slice(&message));
	refusals_add(&check->refusals, refusal);
	check->validation->refused++;
	buffer_free(&path);
	buffer_free(&json);
	buffer_free(&message);
}

bool refusals_report(struct arena *arena, const struct refusals *refusals, struct error *error)
{
	struct buffer details = {0};
	buffer_text(&details, "{\"errors\":[");
	for (const struct refusal *refusal = refusals->first; refusal; refusal = refusal->next) {
		buffer_text(&details, refusal == refusals->first ? "" : ",");
		buffer_text(&details, "{\"path\":[");
		buffer_text(&details, refusal->path_json);
		buffer_text(&details, "],\"message\":");
		json_write_string(&details, refusal->message);
		buffer_text(&details, ",\"name\":\"ValidationError\"}");
	}
	buffer_text(&details, "]}");
	if (refusals->count > 1)
		error_validation(error,
		                 refusals->count < VALIDATE_MOST_REFUSALS ? "%zu errors occurred"
		                                                          : "At least %zu errors occurred",
		                 refusals->count);
	else
		error_validation(error, "%.*s", (int)refusals->first->message.len, refusals->first->message.ptr);
	error->details = arena_copy(arena, buffer_as_slice(&details));
	buffer_free(&details);
	return false;
}
