/* The answer as it goes out, and the errors in it. */
#include "answer.h"
#include "graphql/language/locate.h"

#include <stdarg.h>
#include <stdio.h>

/* Errors beyond are counted, but not shown; nor are more places of one field that a document may select many times. */
enum { MOST_ERRORS = 1000, MOST_LOCATIONS = 50 };

static void write_path(struct buffer *buffer, const struct graphql_path *path)
{
	if (path->above) {
		write_path(buffer, path->above);
		buffer_byte(buffer, ',');
	}
	if (path->selected) {
		buffer_byte(buffer, '"');
		buffer_slice(buffer, path->selected->key);
		buffer_byte(buffer, '"');
	} else {
		buffer_int(buffer, (int64_t)path->index);
	}
}

void graphql_record_error(struct graphql_execution *execution, const struct graphql_selected *selected,
                          const struct graphql_path *path)
{
	const struct graphql_request *request = &execution->request;
	struct buffer text = {0};
	if (execution->stopped && selected)
		return;
	execution->error_count++;
	if (execution->error_kept == MOST_ERRORS)
		return;
	execution->errors = arena_grow(request->arena, execution->errors, execution->error_kept,
	                               &execution->error_capacity, sizeof *execution->errors);
	struct graphql_recorded *recorded = &execution->errors[execution->error_kept++];
	*recorded = (struct graphql_recorded){
	    .selected = selected, .refused = execution->refused, .refused_at = execution->refused_at};
	execution->refused = false;
	recorded->shown.message = arena_copy(request->arena, slice_of(error_text(&execution->error)));
	recorded->shown.located = true;
	if (request->show_error)
		request->show_error(request->context, request->arena, &execution->error, &recorded->shown);
	if (!selected || !recorded->shown.located)
		return;
	write_path(&text, path);
	recorded->path = arena_copy_slice(request->arena, buffer_as_slice(&text));
	buffer_free(&text);
}

void graphql_stop(struct graphql_execution *execution, const char *format, ...)
{
	char message[200];
	va_list args;
	if (execution->stopped)
		return;
	va_start(args, format);
	vsnprintf(message, sizeof message, format, args);
	va_end(args);
	error_set(&execution->error, 400, GRAPHQL_ERROR_NAME, "%s", message);
	graphql_record_error(execution, NULL, NULL);
	execution->stopped = true;
	execution->null_data = true;
}

void graphql_expect_bytes(struct graphql_execution *execution, size_t bytes)
{
	/* What does not fit is found out when it is written. */
	if (bytes <= execution->request.max_bytes)
		buffer_reserve(&execution->data, bytes);
}

static void write_location(struct buffer *buffer, struct graphql_locator *locator, graphql_offset at, bool first)
{
	struct graphql_position position = graphql_locator_find(locator, at);
	buffer_format(buffer, "%s{\"line\":%u,\"column\":%u}", first ? "" : ",", position.line, position.column);
}

static void write_locations(struct buffer *buffer, struct graphql_locator *locator,
                            const struct graphql_recorded *error)
{
	const struct graphql_selected *selected = error->selected;
	if (error->refused) {
		write_location(buffer, locator, error->refused_at, true);
		return;
	}
	for (size_t i = 0; i < selected->node_count && i < MOST_LOCATIONS; i++)
		write_location(buffer, locator, selected->nodes[i]->at, i == 0);
}

static void write_error(struct buffer *buffer, struct graphql_locator *locator, const struct graphql_recorded *error)
{
	buffer_text(buffer, "{\"message\":");
	json_write_string(buffer, slice_of(error->shown.message));
	if (error->shown.located && (error->selected || error->refused)) {
		buffer_text(buffer, ",\"locations\":[");
		write_locations(buffer, locator, error);
		buffer_byte(buffer, ']');
	}
	if (error->shown.located && error->selected) {
		buffer_text(buffer, ",\"path\":[");
		buffer_slice(buffer, error->path);
		buffer_byte(buffer, ']');
	}
	if (error->shown.extensions) {
		buffer_text(buffer, ",\"extensions\":");
		buffer_text(buffer, error->shown.extensions);
	}
	buffer_byte(buffer, '}');
}

void graphql_write_answer(struct graphql_execution *execution, struct buffer *buffer)
{
	struct graphql_locator locator;
	graphql_locator_init(&locator, execution->request.document->text);
	buffer->failed = buffer->failed || execution->data.failed;
	buffer_byte(buffer, '{');
	if (execution->error_kept) {
		buffer_text(buffer, "\"errors\":[");
		for (size_t i = 0; i < execution->error_kept; i++) {
			if (i > 0)
				buffer_byte(buffer, ',');
			write_error(buffer, &locator, &execution->errors[i]);
		}
		buffer_text(buffer, "],");
	}
	buffer_text(buffer, "\"data\":");
	if (execution->null_data) {
		buffer_text(buffer, "null");
	} else {
		buffer_reserve(buffer, execution->data.len + sizeof "{}}");
		buffer_byte(buffer, '{');
		json_embed(buffer, buffer_as_slice(&execution->data));
		buffer_byte(buffer, '}');
	}
	buffer_byte(buffer, '}');
}

size_t graphql_error_count(const struct graphql_execution *execution)
{
	return execution->error_count;
}

void graphql_write_errors(struct buffer *buffer, struct slice document, const struct graphql_error *errors,
                          size_t count, const char *code)
{
	struct graphql_locator locator;
	graphql_locator_init(&locator, document);
	buffer_byte(buffer, '[');
	for (size_t i = 0; i < count; i++) {
		buffer_text(buffer, i ? ",{\"message\":" : "{\"message\":");
		json_write_string(buffer, slice_of(errors[i].message));
		if (errors[i].location_count) {
			buffer_text(buffer, ",\"locations\":[");
			for (size_t j = 0; j < errors[i].location_count; j++)
				write_location(buffer, &locator, errors[i].locations[j], j == 0);
			buffer_byte(buffer, ']');
		}
		if (code) {
			buffer_text(buffer, ",\"extensions\":{\"code\":");
			json_write_string(buffer, slice_of(code));
			buffer_byte(buffer, '}');
		}
		buffer_byte(buffer, '}');
	}
	buffer_byte(buffer, ']');
}
