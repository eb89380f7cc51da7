/* What is wrong, and where: as the answer tells it. */
#include "refusals.h"

void refusals_write_place(struct buffer *path, struct buffer *json, const struct refusal_place *place)
{
	if (!place)
		return;
	refusals_write_place(path, json, place->parent);
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

void refusals_add(struct arena *arena, struct refusals *refusals, const struct refusal_place *place, bool named,
                  struct slice message)
{
	struct buffer path = {0}, json = {0}, text = {0};
	struct refusal *refusal = arena_alloc(arena, sizeof *refusal);
	refusals_write_place(&path, &json, place);
	refusal->path = arena_copy(arena, buffer_as_slice(&path));
	refusal->path_json = arena_copy(arena, buffer_as_slice(&json));
	if (named) {
		buffer_text(&text, path.len ? refusal->path : "this");
		buffer_byte(&text, ' ');
	}
	buffer_slice(&text, message);
	refusal->message = arena_copy_slice(arena, buffer_as_slice(&text));
	refusals_append(refusals, &(struct refusals){refusal, refusal, 1});
	buffer_free(&path);
	buffer_free(&json);
	buffer_free(&text);
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
	else if (refusals->first)
		error_validation_whole(error, arena_copy(arena, refusals->first->message));
	error->details = arena_copy(arena, buffer_as_slice(&details));
	buffer_free(&details);
	return false;
}
