/* The tracing extension of answers. */
#include "tracing.h"

static void write_span(struct buffer *json, const char *name, int64_t offset, int64_t duration)
{
	buffer_format(json, ",\"%s\":{\"startOffset\":%lld,\"duration\":%lld}", name, (long long)offset,
	              (long long)duration);
}

static void write_resolver(struct buffer *json, const struct api_graphql_operation *operation, size_t field)
{
	const struct graphql_selected *selected = &graphql_root_fields(operation->execution)->items[field];
	struct buffer type = {0};
	if (!selected->field || slice_starts_with(selected->field->name, SLICE("__")))
		return;
	json_next(json);
	graphql_print_reference(&type, selected->field->type);
	buffer_text(json, "{\"path\":[");
	json_write_string(json, selected->key);
	buffer_text(json, "],\"parentType\":");
	json_write_string(json, selected->field->owner->name);
	buffer_text(json, ",\"fieldName\":");
	json_write_string(json, selected->field->name);
	buffer_text(json, ",\"returnType\":");
	json_write_string(json, buffer_as_slice(&type));
	buffer_format(json, ",\"startOffset\":%lld,\"duration\":%lld}",
	              (long long)(operation->starts[field] - operation->begun), (long long)operation->durations[field]);
	buffer_free(&type);
}

/* The tracing extension, version 1. What stands below a field of Query is read with it, so those fields are all that
 * there is to tell. */
const char *api_graphql_operation_trace(const struct api_graphql_operation *operation)
{
	char iso[DATETIME_ISO_SIZE];
	struct buffer json = {0};
	int64_t now = clock_nanoseconds(), duration = now - operation->begun;
	datetime_format_iso(datetime_now() - duration / 1000000, iso);
	buffer_format(&json, "{\"tracing\":{\"version\":1,\"startTime\":\"%s\"", iso);
	datetime_format_iso(datetime_now(), iso);
	buffer_format(&json, ",\"endTime\":\"%s\",\"duration\":%lld", iso, (long long)duration);
	write_span(&json, "parsing", 0, operation->parsed);
	write_span(&json, "validation", operation->parsed, operation->validated);
	buffer_text(&json, ",\"execution\":{\"resolvers\":[");
	for (size_t i = 0; i < api_graphql_operation_field_count(operation); i++)
		write_resolver(&json, operation, i);
	buffer_text(&json, "]}}}");
	const char *copy = arena_copy(operation->context.arena, buffer_as_slice(&json));
	buffer_free(&json);
	return copy;
}
