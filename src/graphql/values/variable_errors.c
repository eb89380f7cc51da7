/* What is said of wrong variables: worded as graphql-js words it. */
#include "variable_errors.h"
#include "graphql/language/print.h"
#include "show.h"

/* What is shown of a wrong value: those that are larger are cut, so that fifty errors stay small. */
enum { MOST_ERRORS = 50, LONGEST_SHOWN = 16 * 1024 };

static void add_error(struct coercion *coercion, const struct buffer *message, bool located)
{
	if (coercion->full)
		return;
	coercion->errors = arena_grow(coercion->arena, coercion->errors, coercion->count, &coercion->capacity,
	                              sizeof *coercion->errors);
	struct graphql_error *error = &coercion->errors[coercion->count++];
	error->message = arena_copy(coercion->arena, buffer_as_slice(message));
	if (located) {
		error->locations = &coercion->variable->at;
		error->location_count = 1;
	}
}

/* Adds the message and frees it. Past the fiftieth there is one last error that says so. */
void variables_report(struct coercion *coercion, struct buffer *message)
{
	if (coercion->count >= MOST_ERRORS) {
		message->len = 0;
		buffer_text(message, "Too many errors processing variables, error limit reached. Execution aborted.");
		add_error(coercion, message, false);
		coercion->full = true;
	} else {
		add_error(coercion, message, true);
	}
	buffer_free(message);
}

void variables_begin(struct coercion *coercion, struct buffer *message)
{
	buffer_text(message, "Variable \"$");
	buffer_slice(message, coercion->variable->name.text);
	buffer_byte(message, '"');
}

static void add_path(struct buffer *message, const struct variable_path *path)
{
	if (!path)
		return;
	add_path(message, path->above);
	if (path->name.ptr) {
		buffer_byte(message, '.');
		buffer_slice(message, path->name);
	} else {
		buffer_format(message, "[%zu]", path->index);
	}
}

/* `reason` ends the message, and is freed. */
void variables_refuse_value(struct coercion *coercion, const struct graphql_value *sent,
                            const struct variable_path *path, struct buffer *reason)
{
	struct buffer message = {0};
	variables_begin(coercion, &message);
	buffer_text(&message, " got invalid value ");
	const size_t from = message.len;
	graphql_inspect(&message, sent);
	if (message.len - from > LONGEST_SHOWN) {
		for (message.len = from + LONGEST_SHOWN; ((unsigned char)message.data[message.len] & 0xC0) == 0x80;)
			message.len--;
		buffer_text(&message, "…");
	}
	if (path) {
		buffer_text(&message, " at \"");
		buffer_slice(&message, coercion->variable->name.text);
		add_path(&message, path);
		buffer_byte(&message, '"');
	}
	buffer_text(&message, "; ");
	buffer_slice(&message, buffer_as_slice(reason));
	buffer_free(reason);
	variables_report(coercion, &message);
}

void variables_refuse_field(struct coercion *coercion, const struct graphql_value *sent, struct slice name,
                            const struct graphql_type *type, const struct variable_path *path)
{
	struct buffer reason = {0};
	struct suggestions near = {.wanted = name};
	for (const struct graphql_input *input = type->inputs; input; input = input->next)
		suggest_consider(&near, input->name);
	buffer_text(&reason, "Field \"");
	buffer_slice(&reason, name);
	buffer_format(&reason, "\" is not defined by type \"%.*s\".", (int)type->name.len, type->name.ptr);
	suggest_print(&reason, NULL, near.names, near.count);
	variables_refuse_value(coercion, sent, path, &reason);
}

void variables_refuse_type(struct coercion *coercion, const char *before, const struct graphql_reference *type,
                           const char *behind)
{
	struct buffer message = {0};
	variables_begin(coercion, &message);
	buffer_text(&message, before);
	buffer_text(&message, " \"");
	if (type)
		graphql_print_reference(&message, type);
	else
		graphql_print_type_node(&message, coercion->variable->type);
	buffer_text(&message, "\"");
	buffer_text(&message, behind);
	variables_report(coercion, &message);
}
