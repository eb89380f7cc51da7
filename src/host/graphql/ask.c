/* The ask for values of a field, with what code sees of the request around it. */
#include "ask.h"

#include "host/answer.h"
#include "host/request_json.h"

#include <json-c/json.h>
#include <stdatomic.h>

enum { DEEPEST_VALUE = 250 };

/* The processes that took part in a request, to be informed of its end. */
struct code_request {
	struct host *host;
	unsigned long long number;
	uint64_t process; /* that has its state; 0: none was ready when it began */
	struct request *request;
	struct json_object *said; /* what code has done to the headers of the answer: {"headers", "removed"}, or NULL */
};

/* Of several operations in one request the first that sets a header counts, but for those that may stand
 * there more than once. */
static bool is_set(const struct http_response *response, size_t count, struct slice name)
{
	if (slice_equals_ignoring_case(name, SLICE("set-cookie")) || slice_equals_ignoring_case(name, SLICE("vary")))
		return false;
	for (size_t i = 0; i < count; i++)
		if (slice_equals_ignoring_case(name, slice_of(response->fields[i].name)))
			return true;
	return false;
}

static void take_headers(const struct code_request *code_request)
{
	struct http_response *response = code_request->request->response;
	struct arena *arena = code_request->request->http->arena;
	struct json_object *headers = json_member_of_type(code_request->said, "headers", json_type_array);
	const size_t before = response->field_count;
	for (size_t i = 0; headers && i < json_count(headers); i++)
		if (!is_set(response, before, json_string(json_item(json_item(headers, i), 0))))
			host_answer_take_header(response, arena, json_item(headers, i), false);
	host_answer_leave_out(response, arena, headers,
	                      json_member_of_type(code_request->said, "removed", json_type_array));
}

static void tell_end(void *slot)
{
	const struct code_request *code_request = slot;
	struct buffer head = {0};
	if (!code_request)
		return;
	if (code_request->said)
		take_headers(code_request);
	json_object_put(code_request->said);
	buffer_format(&head, "{\"ask\":\"graphqlEnd\",\"request\":%llu}", code_request->number);
	const struct host_ask ask = {.head = buffer_as_slice(&head), .process = code_request->process};
	host_ask(code_request->host, &ask);
	buffer_free(&head);
}

static struct code_request *code_request_of(const struct code_field *field, const struct graphql_call *call)
{
	static atomic_ullong last;
	void **slot = api_graphql_call_code(call, tell_end);
	struct code_request *code_request = *slot;
	if (!code_request) {
		struct request *request = api_graphql_call_request(call);
		const struct host_call *origin = request->origin;
		*slot = code_request = arena_alloc(call->arena, sizeof *code_request);
		*code_request = (struct code_request){
		    .host = field->graphql->host,
		    .number = atomic_fetch_add(&last, 1) + 1,
		    .process = origin ? origin->process : host_choose(field->graphql->host),
		    .request = request,
		};
	}
	return code_request;
}

/* ---- what code sees ---- */

static void add_path(struct buffer *head, const struct graphql_selected *selected)
{
	if (selected->parent)
		add_path(head, selected->parent);
	json_next(head);
	json_write_string(head, selected->key);
}

static void add_places(struct buffer *head, const struct graphql_call *call)
{
	json_write_name(head, SLICE("path"));
	buffer_byte(head, '[');
	add_path(head, call->selected);
	buffer_byte(head, ']');
}

static void add_document(struct buffer *head, const struct graphql_call *call)
{
	struct json_object *variables;
	const struct graphql_operation *operation;
	const struct graphql_document *document = api_graphql_call_document(call, &variables, &operation);
	request_json_text(head, "query", document->text);
	request_json_text(head, "operationName", operation->name.text);
	request_json_text(head, "operation", slice_of(operation->kind == GRAPHQL_MUTATION ? "mutation" : "query"));
}

/* ---- the answer ---- */

static bool read_answer(const struct host_answer *answer, struct json_object **json, struct error *error)
{
	*json = NULL;
	if (!answer->done)
		return host_answer_refuse(answer, error);
	return json_parse(NULL, answer->body, DEEPEST_VALUE, json, error) ||
	       error_set(error, 500, "InternalServerError", "Internal Server Error");
}

bool field_ask(const struct code_field *field, struct graphql_call *call, struct slice own, struct slice body,
               struct json_object **answered)
{
	struct buffer head = {0}, answered_body;
	struct host_answer answer;
	struct code_request *code_request = code_request_of(field, call);
	buffer_format(&head, "{\"ask\":\"graphql\",\"request\":%llu", code_request->number);
	request_json_text(&head, "field", slice_of(field->name));
	if (code_request->request->origin)
		buffer_format(&head, ",\"within\":%u",
		              (unsigned)((const struct host_call *)code_request->request->origin)->ask);
	request_json_write(&head, api_graphql_call_request(call)->http);
	request_json_caller(&head, &api_graphql_call_request(call)->caller);
	add_document(&head, call);
	add_places(&head, call);
	json_write_name(&head, SLICE("original"));
	buffer_text(&head, field->original);
	buffer_slice(&head, own);
	buffer_byte(&head, '}');
	const struct host_ask ask = {.head = buffer_as_slice(&head), .body = body, .process = code_request->process};
	api_graphql_call_pause(call);
	host_converse(field->graphql->host, &ask, NULL, NULL, &answer, &answered_body);
	buffer_free(&head);
	if (!code_request->process)
		code_request->process = answer.process;
	bool good = read_answer(&answer, answered, call->error);
	if (answer.done && json_object_is_type(answer.value, json_type_object)) {
		json_object_put(code_request->said);
		code_request->said = json_object_get(answer.value);
	}
	json_object_put(answer.value);
	buffer_free(&answered_body);
	if (*answered)
		api_graphql_keep(call, *answered);
	return api_graphql_call_go_on(call) && good;
}
