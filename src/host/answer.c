#include "answer.h"

#include <json-c/json.h>

enum { SHOWN_MESSAGE = 300 };

bool host_answer_refuse(const struct host_answer *answer, struct error *error)
{
	struct slice message = json_string(json_member(answer->value, "message"));
	if (answer->error.status == 503)
		return error_set(error, 503, "ServiceUnavailableError", "The project's code does not run, try again");
	if (!message.len)
		message = slice_of(answer->error.message);
	log_message(LOG_ERROR, "the project's code: %.*s", slice_shown_length(message, SHOWN_MESSAGE), message.ptr);
	return error_set(error, 500, "InternalServerError", "Internal Server Error");
}

/* ---- headers ---- */

/* Headers that lectern sets by itself, or that no answer of code may have. */
static bool is_kept_back(struct slice name)
{
	static const char *const names[] = {"connection", "content-length", "transfer-encoding", "date"};
	for (size_t i = 0; i < COUNT_OF(names); i++)
		if (slice_equals_ignoring_case(name, slice_of(names[i])))
			return true;
	return false;
}

bool host_answer_is_sendable(struct slice name, struct slice value)
{
	bool sendable = name.len > 0;
	for (size_t i = 0; i < name.len && sendable; i++)
		sendable = name.ptr[i] > ' ' && name.ptr[i] < 0x7f && name.ptr[i] != ':';
	for (size_t i = 0; i < value.len && sendable; i++)
		sendable = (unsigned char)value.ptr[i] >= ' ' || value.ptr[i] == '\t';
	return sendable;
}

/* U+0080 to U+00FF are two bytes in UTF-8; Node lets no others into a head. */
const char *host_answer_encode(struct arena *arena, struct slice text, bool latin1)
{
	char *copy = arena_copy(arena, text);
	size_t to = 0;
	if (!latin1)
		return copy;
	for (size_t from = 0; from < text.len; from++) {
		const unsigned char byte = (unsigned char)text.ptr[from];
		const bool pair = (byte == 0xc2 || byte == 0xc3) && from + 1 < text.len;
		copy[to++] = pair ? (char)((byte & 0x03) << 6 | (text.ptr[++from] & 0x3f)) : text.ptr[from];
	}
	copy[to] = '\0';
	return copy;
}

void host_answer_take_header(struct http_response *response, struct arena *arena, struct json_object *header,
                             bool latin1)
{
	struct slice name = json_string(json_item(header, 0));
	struct slice value = json_string(json_item(header, 1));
	if (is_kept_back(name) || !host_answer_is_sendable(name, value))
		return;
	/* What is empty has no type by itself. */
	if (slice_equals_ignoring_case(name, SLICE("content-type")) && response->body.len)
		response->content_type = host_answer_encode(arena, value, latin1);
	else if (response->field_count < HTTP_MOST_FIELDS)
		http_add_field(response, arena_copy(arena, name), host_answer_encode(arena, value, latin1));
	else
		log_message(LOG_ERROR, "the project's code: its answer has too many headers, %.*s is not sent",
		            slice_shown_length(name, 100), name.ptr);
}

static bool has_field(const struct http_response *response, struct slice name)
{
	for (size_t i = 0; i < response->field_count; i++)
		if (slice_equals_ignoring_case(name, slice_of(response->fields[i].name)))
			return true;
	return false;
}

void host_answer_leave_out(struct http_response *response, struct arena *arena, struct json_object *headers,
                           struct json_object *removed)
{
	const size_t set = headers ? json_count(headers) : 0, gone = removed ? json_count(removed) : 0;
	struct slice *names = arena_array(arena, set + gone + 1, sizeof *names);
	size_t count = 0;
	for (size_t i = 0; i < set; i++) {
		struct slice name = json_string(json_item(json_item(headers, i), 0));
		if (has_field(response, name))
			names[count++] = arena_copy_slice(arena, name);
	}
	for (size_t i = 0; i < gone; i++)
		names[count++] = arena_copy_slice(arena, json_string(json_item(removed, i)));
	response->left_out = names;
	response->left_out_count = count;
}
