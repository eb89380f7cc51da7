#include "listen.h"

#include "api/graphql/api_graphql.h"
#include "request_json.h"
#include "survey.h"
#include "tags.h"
#include "transactions.h"

#include <json-c/json.h>

enum { READS = 0x3f << LIFECYCLE_BEFORE_FIND_ONE, ALL = (1 << LIFECYCLES) - 1 };

struct listener {
	struct host *host;
	struct services *services;
	struct store *store;
	bool wants_request; /* code asks for the request that a hook is run for */
};

/* One call of the project's hooks. */
struct hook_call {
	struct services *services;
	struct content_lifecycle_event *event;
	struct content_call content; /* without a session, when the change is committed */
	unsigned undoable;
};

/* A hook is to wait for another server, or to tell it of the change. */
static void commit(struct hook_call *hook_call, struct host_call *call)
{
	const bool may = content_may_commit(hook_call->event);
	struct error error;
	if (may) {
		hook_call->content.session = NULL;
		if (!content_commit_change(hook_call->event, &error)) {
			host_call_refuse(call, &error);
			return;
		}
	}
	host_call_answer(call, may ? SLICE("true") : SLICE("false"), SLICE(""));
}

static void serve(void *context, struct host_call *call)
{
	struct hook_call *hook_call = context;
	if (slice_is(call->service, "change.commit"))
		commit(hook_call, call);
	else
		services_serve(hook_call->services, &hook_call->content, call, &hook_call->undoable);
}

/* `tagged`: the value has been code's, and dates and the like have their tags. */
static void add_value(struct buffer *head, const char *name, struct json_object *value, bool tagged)
{
	struct buffer text = {0};
	json_write_value(&text, value);
	if (!tagged)
		tags_escape(&text);
	json_write_name(head, slice_of(name));
	buffer_slice(head, buffer_as_slice(&text));
	buffer_free(&text);
}

/* What code calls of the server's own actions answers as over REST, also where a field of GraphQL calls it. */
static bool is_of_action(const struct content_call *call)
{
	const struct host_call *origin = call->http->origin;
	struct json_object *arguments = origin ? origin->arguments : NULL;
	return json_object_is_type(arguments, json_type_array) && json_member(json_item(arguments, 0), "action");
}

static void write_head(const struct listener *listener, struct buffer *head,
                       const struct content_lifecycle_event *event)
{
	const struct host_call *origin = event->call->origin;
	buffer_text(head, "{\"ask\":\"lifecycle\",\"moment\":");
	json_write_string(head, slice_of(content_lifecycle_name(event->moment)));
	json_write_name(head, SLICE("uid"));
	json_write_string(head, slice_of(event->type->uid));
	add_value(head, "params", event->params, event->tagged || json_member(event->state, "tagged"));
	if (event->moment % 2)
		add_value(head, "result", event->result, false);
	if (event->may_commit)
		buffer_text(head, ",\"commits\":true");
	if (json_member(event->state, "state"))
		add_value(head, "state", json_member(event->state, "state"), false);
	request_json_course(head, event->call, listener->wants_request);
	/* Code gets what its hooks throw; clients get what Strapi answers, over GraphQL something else. */
	if (origin && !slice_is(origin->service, "native.request"))
		buffer_text(head, ",\"code\":true");
	else if (event->call->tells_hook_errors)
		buffer_text(head, ",\"told\":true");
	else if (event->call->http && !is_of_action(event->call))
		request_json_text(head, "path", event->call->http->path);
	buffer_byte(head, '}');
}

/* ---- what the code leaves ---- */

static void replace_members(struct json_object *object, struct json_object *with)
{
	json_object_object_foreach(with, name, value)
	{
		json_object_object_add(object, name, json_object_get(value));
	}
	struct json_object_iterator at = json_object_iter_begin(object), end = json_object_iter_end(object);
	const char *removed[64];
	size_t count = 0;
	for (; !json_object_iter_equal(&at, &end) && count < COUNT_OF(removed); json_object_iter_next(&at))
		if (!json_object_object_get_ex(with, json_object_iter_peek_name(&at), NULL))
			removed[count++] = json_object_iter_peek_name(&at);
	while (count)
		json_object_object_del(object, removed[--count]);
}

/* {message, located, extensions}, as GraphQL shows it. */
static bool take_shown_error(const struct content_lifecycle_event *event, struct json_object *shown,
                             struct error *error)
{
	struct slice message = json_string(json_member(shown, "message"));
	const bool located = json_object_get_boolean(json_member(shown, "located"));
	error_set(error, located ? 500 : 400, API_GRAPHQL_ERROR_AS_IT_IS, "%.*s", (int)message.len,
	          message.ptr ? message.ptr : "");
	error->details = json_print(event->call->arena, json_member(shown, "extensions"));
	return false;
}

static bool take_error(const struct content_lifecycle_event *event, struct json_object *thrown, struct error *error)
{
	struct arena *arena = event->call->arena;
	struct slice name = json_string(json_member(thrown, "name"));
	struct slice message = json_string(json_member(thrown, "message"));
	struct json_object *details, *untagged, *refusal;
	const int status = json_object_get_int(json_member(thrown, "status"));
	error_set(error, status >= 400 && status <= 599 ? status : 500, name.ptr ? arena_copy(arena, name) : "Error",
	          "%.*s", (int)message.len, message.ptr ? message.ptr : "");
	error->as_it_is = json_find(thrown, "isRefusal", &refusal) && !json_object_get_boolean(refusal);
	if (!json_find(thrown, "details", &details))
		return false;
	untagged = query_untag(arena, details);
	/* The tag of undefined, which JSON leaves out. */
	error->details = details && !untagged ? error_no_details : json_print(arena, untagged);
	return false;
}

/* What a hook leaves for the one after is in the memory of its process: that is asked again. */
static void keep_state(struct content_lifecycle_event *event, const struct host_answer *answer)
{
	struct json_object *state = json_member(answer->value, "state"), *kept = json_object_new_object();
	json_object_object_add(kept, "process", json_object_new_uint64(answer->process));
	if (state)
		json_object_object_add(kept, "state", json_object_get(state));
	if (json_member(answer->value, "params"))
		json_object_object_add(kept, "tagged", json_object_new_boolean(true));
	json_object_put(event->state);
	event->state = kept;
}

/* The process to be asked, or 0. What stays of the hook before may be lost with its process: then the change is
 * refused. */
static uint64_t process_of(const struct listener *listener, const struct content_lifecycle_event *event)
{
	const struct host_call *origin = event->call->origin;
	const uint64_t before = (uint64_t)json_object_get_int64(json_member(event->state, "process"));
	if (origin)
		return origin->process;
	return json_member(event->state, "state") || host_has(listener->host, before) ? before : 0;
}

static bool take_answer(struct content_lifecycle_event *event, const struct host_answer *received, struct error *error)
{
	struct json_object *answer = received->value, *params = json_member(answer, "params"), *result;
	struct json_object *thrown = json_member(answer, "error");
	if (json_member(thrown, "extensions"))
		return take_shown_error(event, thrown, error);
	if (thrown)
		return take_error(event, thrown, error);
	if (json_object_is_type(params, json_type_object))
		replace_members(event->params, params);
	if (json_object_object_get_ex(answer, "result", &result)) {
		json_object_put(event->result);
		event->result = json_object_get(query_untag(event->call->arena, result));
	}
	if (event->moment % 2 == 0)
		keep_state(event, received);
	return true;
}

/* Why there is no answer is in the log. */
static bool refuse(struct content_lifecycle_event *event, const struct host_answer *answer, struct error *error)
{
	event->broken = true;
	if (answer->error.status == 503)
		return error_set(error, 503, "ServiceUnavailableError", "The project's code does not run, try again");
	struct slice message = json_string(json_member(answer->value, "message"));
	if (message.len)
		log_message(LOG_ERROR, "the project's code: %.*s", slice_shown_length(message, 300), message.ptr);
	return error_set(error, 500, "InternalServerError", "Internal Server Error");
}

static bool call_hooks(void *context, struct content_lifecycle_event *event, struct error *error)
{
	struct listener *listener = context;
	struct hook_call hook_call = {.services = listener->services, .event = event, .content = *event->call};
	struct host_answer answer;
	struct buffer head = {0}, body = {0};
	const struct slice bytes = request_json_body(event->call, listener->wants_request);
	const bool writes = store_writes(event->call->session);
	write_head(listener, &head, event);
	/* A change waits for the process before it is begun (store_hold), and not with all others behind it. */
	const struct host_ask ask = {
	    .head = buffer_as_slice(&head),
	    .body = bytes,
	    .process = process_of(listener, event),
	    .at_once = writes,
	};
	bool done = host_converse(listener->host, &ask, serve, &hook_call, &answer, &body);
	if (writes && !event->committed)
		transaction_undo(event->call, hook_call.undoable);
	done = done ? take_answer(event, &answer, error) : refuse(event, &answer, error);
	json_object_put(answer.value);
	buffer_free(&head);
	buffer_free(&body);
	return done;
}

/* ---- which hooks there are ---- */

/* [{"api::x.x": ["beforeCreate", …], …}, whole]. Until a process has done all that it does at its start it is not
 * whole, and the moments of another process stay. */
static bool listen(struct service_call *call, struct error *error)
{
	struct json_object *types = service_argument(call, 0);
	const bool whole = json_object_get_boolean(service_argument(call, 1));
	(void)error;
	const struct registry *registry = call->registry;
	for (size_t i = 0; i < registry->type_count + registry->internal_count; i++) {
		const struct content_type *type =
		    i < registry->type_count ? registry->types[i] : registry->internals[i - registry->type_count];
		struct json_object *names = json_member(types, type->uid);
		uint32_t moments = 0;
		for (size_t j = 0; json_object_is_type(names, json_type_array) && j < json_count(names); j++)
			for (unsigned moment = 0; moment < LIFECYCLES; moment++)
				if (slice_is(json_string(json_item(names, j)),
				             content_lifecycle_name((enum content_lifecycle)moment)))
					moments |= UINT32_C(1) << moment;
		if (!whole)
			moments |= content_listened(call->content.content, type);
		content_listen(call->content.content, type, moments);
	}
	return true;
}

/* What a hook has begun, and does not wait for, asks when the hook has ended: this is done behind its change. */
static bool follow_change(struct service_call *call, struct error *error)
{
	(void)error;
	buffer_text(&call->value, "true");
	return true;
}

const struct service listen_services[] = {
    {"lifecycles.listen", false, listen},
    {"change.commit", true, follow_change},
};
const size_t listen_service_count = COUNT_OF(listen_services);

static void hold(void *context, bool answers)
{
	const struct listener *listener = context;
	store_hold(listener->store, !answers);
}

void host_listen(struct host *host, struct services *services, struct arena *arena, const struct survey *survey,
                 struct store *store, struct content *content)
{
	struct listener *listener = arena_alloc(arena, sizeof *listener);
	*listener = (struct listener){
	    .host = host, .services = services, .store = store, .wants_request = survey->wants_request};
	for (size_t i = 0; i < survey->registry->type_count; i++) {
		const struct type_closing *hooks = &survey->types[i];
		if (hooks->hooked || hooks->hooked_reads)
			content_listen(content, survey->registry->types[i], hooks->hooked_reads ? ALL : ALL & ~READS);
	}
	content_set_listener(content, call_hooks, listener);
	host_watch(host, hold, listener);
}
