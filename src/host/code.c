#include "code.h"

#include "answer.h"
#include "description.h"
#include "load.h"
#include "request_json.h"
#include "services.h"
#include "sockets.h"
#include "survey.h"

#include <pthread.h>

enum { SHOWN_MESSAGE = 300 };

/* A request that code answers; lives in its arena. */
struct coded {
	struct host_code *code;
	struct rest_call *call;
	uint32_t ask;
	unsigned held;
	bool answered; /* finished by whoever releases it last */
	struct coded *next;
};

struct host_code {
	struct host *host;
	struct sockets *sockets;
	struct host_code_options options;
	struct api_graphql *_Atomic graphql;
	struct arena *late; /* what is told while the server runs */
	pthread_mutex_t lock;
	struct coded *requests; /* under way */
};

/* ---- what it is asked first ---- */

static void set_first(struct host *host, const struct host_code_options *options)
{
	struct buffer head = {0};
	load_write_ask(&head, "start", options->config->environment);
	host_set_first(host, buffer_as_slice(&head));
	buffer_free(&head);
}

/* ---- a request ---- */

static void write_head(struct buffer *head, const struct rest_call *call)
{
	const struct http_request *request = rest_call_request(call)->http;
	const struct rest_coded coded = rest_call_coded(call);
	buffer_text(head, "{\"ask\":\"request\"");
	request_json_write(head, request);
	if (coded.all)
		buffer_text(head, ",\"all\":true");
	else if (!coded.route->unsure)
		buffer_format(head, ",\"route\":%zu", coded.route->number);
	if (!coded.all && !coded.route->unasked)
		request_json_caller(head, &rest_call_request(call)->caller);
	buffer_byte(head, '}');
}

/* ---- its answer ---- */

static void take_answer(struct http_response *response, struct arena *arena, const struct host_answer *answer)
{
	struct json_object *headers = json_member(answer->value, "headers");
	const int64_t status = json_object_get_int64(json_member(answer->value, "status"));
	struct slice reason = json_string(json_member(answer->value, "reason"));
	const bool latin1 = json_object_get_boolean(json_member(answer->value, "latin1"));
	response->status = status >= 200 && status <= 999 ? (int)status : 500;
	response->reason = reason.len && host_answer_is_sendable(SLICE("reason"), reason)
	                       ? host_answer_encode(arena, reason, latin1)
	                       : NULL;
	response->content_type = NULL;
	buffer_slice(&response->body, answer->body);
	for (size_t i = 0; i < json_count(headers); i++)
		host_answer_take_header(response, arena, json_item(headers, i), latin1);
	host_answer_leave_out(response, arena, headers, json_member(answer->value, "removed"));
}

/* What the code asked for and is not there is said; all else is for the log. */
static void refuse(struct http_response *response, const struct host_answer *answer)
{
	struct slice name = json_string(json_member(answer->value, "name"));
	struct slice message = json_string(json_member(answer->value, "message"));
	struct error error;
	if (slice_is(name, "NotImplementedError"))
		error_set(&error, 501, "NotImplementedError", "%.*s", slice_shown_length(message, SHOWN_MESSAGE),
		          message.ptr);
	else
		host_answer_refuse(answer, &error);
	http_respond_error(response, &error);
}

static struct coded **find(struct host_code *code, uint32_t ask)
{
	struct coded **place = &code->requests;
	while (*place && (*place)->ask != ask)
		place = &(*place)->next;
	return place;
}

struct rest_call *host_code_hold(struct host_code *code, uint32_t ask)
{
	struct coded *coded = NULL;
	if (!code || !ask)
		return NULL;
	pthread_mutex_lock(&code->lock);
	coded = *find(code, ask);
	if (coded && coded->answered)
		coded = NULL;
	if (coded)
		coded->held++;
	pthread_mutex_unlock(&code->lock);
	return coded ? coded->call : NULL;
}

/* With the lock; true when the request is to be finished. */
static bool is_last(struct host_code *code, struct coded *coded)
{
	if (!coded->answered || coded->held)
		return false;
	*find(code, coded->ask) = coded->next;
	return true;
}

void host_code_release(struct host_code *code, uint32_t ask)
{
	pthread_mutex_lock(&code->lock);
	struct coded *coded = *find(code, ask);
	coded->held--;
	bool last = is_last(code, coded);
	pthread_mutex_unlock(&code->lock);
	if (last)
		rest_call_finish(coded->call);
}

static void receive(void *context, struct host_answer *answer)
{
	struct coded *coded = context;
	struct request *request = rest_call_request(coded->call);
	struct http_response *response = request->response;
	if (answer->done)
		take_answer(response, request->arena, answer);
	else
		refuse(response, answer);
	json_object_put(answer->value);
	pthread_mutex_lock(&coded->code->lock);
	coded->answered = true;
	bool last = is_last(coded->code, coded);
	pthread_mutex_unlock(&coded->code->lock);
	if (last)
		rest_call_finish(coded->call);
}

static void run(void *context, struct rest_call *call)
{
	struct host_code *code = context;
	const struct http_request *request = rest_call_request(call)->http;
	struct coded *coded = arena_alloc(request->arena, sizeof *coded);
	struct buffer head = {0};
	*coded = (struct coded){.code = code, .call = call};
	write_head(&head, call);
	const struct host_ask ask = {
	    .head = buffer_as_slice(&head),
	    .body = request->body,
	    .receive = receive,
	    .context = coded,
	};
	/* Calls in its course, and its answer, wait until it can be found. */
	pthread_mutex_lock(&code->lock);
	coded->ask = host_reserve(code->host);
	coded->next = code->requests;
	code->requests = coded;
	pthread_mutex_unlock(&code->lock);
	host_ask_as(code->host, coded->ask, &ask);
	buffer_free(&head);
}

static void destroy_arena(void *arena)
{
	arena_destroy(arena);
}

struct host_code *host_run_code(struct host *host, const struct host_code_options *options)
{
	struct host_code *code = arena_alloc(options->arena, sizeof *code);
	*code = (struct host_code){.host = host, .options = *options, .lock = PTHREAD_MUTEX_INITIALIZER};
	code->sockets = sockets_create(options->arena, host, options->rest);
	code->graphql = options->graphql;
	code->late = arena_create();
	arena_defer(options->arena, destroy_arena, code->late);
	services_set_code(options->services, code);
	rest_set_code(options->rest, run, code);
	rest_ask_for_all(options->rest, options->survey->asks_for_all);
	set_first(host, options);
	return code;
}

void host_code_set_graphql(struct host_code *code, struct api_graphql *graphql)
{
	code->graphql = graphql;
}

void host_code_answer(struct host_code *code, const struct rest_inner *inner, bool of_panel,
                      struct http_request *request, struct http_response *response)
{
	struct api_graphql *graphql = code->graphql;
	if (of_panel && api_admin_serves(code->options.admin, request)) {
		api_admin_handle(code->options.admin, request, response);
		return;
	}
	if (graphql && !inner->action && !inner->only_admit && api_graphql_serves(graphql, request))
		api_graphql_handle(graphql, request, response);
	else
		rest_handle_inner(code->options.rest, inner, request, response);
}

const struct content_type *host_code_type(const struct host_code *code, struct slice uid)
{
	return model_type(code->options.survey->registry, uid);
}

struct webhooks *host_code_webhooks(const struct host_code *code)
{
	return code->options.webhooks;
}

struct sockets *host_code_sockets(const struct host_code *code)
{
	return code->sockets;
}

const struct access *host_code_access(const struct host_code *code)
{
	return code->options.access;
}

struct accounts *host_code_accounts(const struct host_code *code)
{
	return code->options.accounts;
}

void host_code_describe(struct host_code *code, struct json_object *described)
{
	struct json_object *routes = json_member(described, "routes");
	struct survey survey = *code->options.survey;
	pthread_mutex_lock(&code->lock);
	survey.arena = code->late;
	if (routes)
		rest_set_content_routes(code->options.rest, description_routes(&survey, routes));
	rest_ask_for_all(code->options.rest, json_object_get_boolean(json_member(described, "all")));
	pthread_mutex_unlock(&code->lock);
}

/* [{routes, all}] */
static bool take_routes(struct service_call *call, struct error *error)
{
	(void)error;
	host_code_describe(call->code, service_argument(call, 0));
	buffer_text(&call->value, "null");
	return true;
}

/* The schema of GraphQL, as text. */
static bool print_graphql(struct service_call *call, struct error *error)
{
	struct buffer text = {0};
	if (!call->code || !call->code->graphql)
		return error_set(error, 500, "Error", "There is no schema of GraphQL yet");
	api_graphql_print(call->code->graphql, &text);
	json_write_string(&call->value, buffer_as_slice(&text));
	buffer_free(&text);
	return true;
}

const struct service code_services[] = {
    {.name = "server.described", .run = take_routes},
    {.name = "graphql.print", .run = print_graphql},
};
const size_t code_service_count = COUNT_OF(code_services);
