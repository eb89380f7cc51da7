/* The settings of webhooks: their addresses, and the notices that each receives. */
#include "webhooks/webhooks.h"
#include "admin.h"

enum { MOST_IDS = 1000 };

struct webhook_change {
	struct admin_call *call;
	struct store_webhook webhook;
	bool sets_enabled;
	const int64_t *ids;
	size_t count;
	struct json_object *answer;
};

/* ---- shown ---- */

static struct json_object *stored(struct slice json)
{
	return json.len ? json_parse_stored(json) : NULL;
}

static struct json_object *show(const struct store_webhook *webhook)
{
	struct json_object *shown = json_object_new_object(), *headers = stored(webhook->headers);
	struct json_object *events = stored(webhook->events);
	json_object_object_add(shown, "id", json_object_new_int64(webhook->id));
	json_object_object_add(shown, "name", json_object_new_string_len(webhook->name.ptr, (int)webhook->name.len));
	json_object_object_add(shown, "url", json_object_new_string_len(webhook->url.ptr, (int)webhook->url.len));
	json_object_object_add(shown, "headers", headers ? headers : json_object_new_object());
	json_object_object_add(shown, "events", events ? events : json_object_new_array());
	json_object_object_add(shown, "isEnabled", json_object_new_boolean(webhook->enabled));
	return shown;
}

static bool refuse_missing(struct error *error)
{
	return error_set(error, 404, "NotFoundError", "webhook.notFound");
}

/* 404 when there is none. */
static bool find(struct store_session *session, int64_t id, struct store_webhook *webhook, struct error *error)
{
	struct store_webhook *all;
	size_t count;
	if (!store_read_webhooks(session, &all, &count, error))
		return false;
	for (size_t i = 0; i < count; i++) {
		if (all[i].id != id)
			continue;
		*webhook = all[i];
		return true;
	}
	return refuse_missing(error);
}

bool admin_list_webhooks(struct admin_call *call)
{
	struct json_object *list;
	struct store_webhook *all;
	size_t count;
	if (!store_read_webhooks(call->request->session, &all, &count, call->error))
		return false;
	list = json_object_new_array();
	for (size_t i = 0; i < count; i++)
		json_object_array_add(list, show(&all[i]));
	return admin_call_answer(call, list);
}

bool admin_show_webhook(struct admin_call *call)
{
	struct store_webhook webhook;
	int64_t id;
	return admin_call_id(call, "webhook.notFound", &id) &&
	       find(call->request->session, id, &webhook, call->error) && admin_call_answer(call, show(&webhook));
}

/* ---- payloads ---- */

/* A port has two to five digits in Strapi's pattern of addresses (urlRegex in its webhooks controller). */
static bool has_bad_port(struct slice url)
{
	size_t at = slice_find(url, ':'), digits = 0;
	for (at += 3; at < url.len && !strchr("/?#:", url.ptr[at]); at++)
		if (url.ptr[at] == '@')
			return false; /* a colon may stand before it: curl looks at these */
	if (at >= url.len || url.ptr[at] != ':')
		return false;
	for (at++; at < url.len && !strchr("/?#", url.ptr[at]); at++)
		digits++;
	return digits < 2 || digits > 5;
}

static void check_url(struct admin_call *call, struct input *input)
{
	static const char unreachable[] = "Url is not supported because it isn't reachable over the public internet";
	struct json_object *value;
	const bool present = json_find(input->object, "url", &value);
	const struct slice url = json_string(value);
	struct error why;
	if (present && !json_object_is_type(value, json_type_string)) {
		input_refuse_type(input, "\"url\"", "url", "string", value);
	} else if (!url.len) {
		if (present)
			input_refuse(input, "\"url\"", "url must be a valid URL");
		input_refuse_member(input, "url", "is a required field");
		input_refuse(input, "\"url\"", unreachable);
	} else {
		/* An IPv6 address is no host for Strapi. */
		const bool literal = slice_find(url, '[') < url.len, bad_port = !literal && has_bad_port(url);
		const bool refused = !webhook_check_url(call->shared->config, url, &why);
		if (bad_port || (refused && literal))
			input_refuse(input, "\"url\"", "url must be a valid URL");
		if (refused && !literal && !(bad_port && strcmp(why.message, "url must be a valid URL") == 0))
			input_refuse(input, "\"url\"", why.message);
		if (refused && slice_find(url, ':') == url.len)
			input_refuse(input, "\"url\"", unreachable);
	}
}

/* False when there is none of that type. */
static bool check_required(struct input *input, const char *name, enum json_type type, const char *kind)
{
	struct json_object *value;
	if (!json_find(input->object, name, &value))
		input_refuse_member(input, name, "is a required field");
	else if (!json_object_is_type(value, type))
		input_refuse_type(input, input_quoted_path(input, name), name, kind, value);
	return json_object_is_type(value, type);
}

static void check_events(struct input *input)
{
	if (!check_required(input, "events", json_type_array, "array"))
		return;
	struct json_object *events = json_member(input->object, "events");
	for (size_t i = 0; i < json_object_array_length(events); i++) {
		struct json_object *event = json_object_array_get_idx(events, i);
		if (!json_object_is_type(event, json_type_string))
			input_refuse_type(input, arena_format(input->arena, "\"events\",\"%zu\"", i),
			                  arena_format(input->arena, "events[%zu]", i), "string", event);
	}
}

static bool read_sent(struct webhook_change *change, bool creation)
{
	static const char *const names[] = {"name", "url", "headers", "events", "isEnabled", NULL};
	static const char *const new_names[] = {"name", "url", "headers", "events", NULL};
	struct admin_call *call = change->call;
	struct input input;
	if (!input_begin(&input, call->http->arena, call->body, call->error))
		return false;
	input_check_text(&input, "name", INPUT_REQUIRED);
	check_url(call, &input);
	check_required(&input, "headers", json_type_object, "object");
	check_events(&input);
	if (!creation)
		input_check_flag(&input, "isEnabled");
	input_check_names(&input, creation ? new_names : names);
	if (!input_end(&input, call->error) || !webhook_check_events(json_member(call->body, "events"), call->error))
		return false;
	struct json_object *enabled = json_member(call->body, "isEnabled");
	change->sets_enabled = creation || enabled;
	change->webhook.name = json_string(json_member(call->body, "name"));
	change->webhook.url = json_string(json_member(call->body, "url"));
	change->webhook.headers = slice_of(json_print(call->http->arena, json_member(call->body, "headers")));
	change->webhook.events = slice_of(json_print(call->http->arena, json_member(call->body, "events")));
	change->webhook.enabled = creation || json_object_get_boolean(enabled);
	return true;
}

/* ---- writing ---- */

static bool store_new(void *context, struct store_session *session, struct error *error)
{
	struct webhook_change *change = context;
	return store_write_webhook(session, &change->webhook, error);
}

static bool store_changed(void *context, struct store_session *session, struct error *error)
{
	struct webhook_change *change = context;
	struct store_webhook old = {0};
	if (!find(session, change->webhook.id, &old, error))
		return false;
	if (!change->sets_enabled)
		change->webhook.enabled = old.enabled;
	return store_write_webhook(session, &change->webhook, error);
}

static bool finish(struct webhook_change *change, bool (*run)(void *context, struct store_session *, struct error *))
{
	struct admin_call *call = change->call;
	if (!account_write(&call->account, run, change, call->error))
		return false;
	webhooks_note_change(call->shared->webhooks);
	return true;
}

bool admin_create_webhook(struct admin_call *call)
{
	struct webhook_change change = {.call = call};
	if (!read_sent(&change, true) || !finish(&change, store_new))
		return false;
	call->response->status = 201;
	return admin_call_answer(call, show(&change.webhook));
}

bool admin_change_webhook(struct admin_call *call)
{
	struct webhook_change change = {.call = call};
	change.webhook.id = admin_call_id_or_none(call);
	return read_sent(&change, false) && finish(&change, store_changed) &&
	       admin_call_answer(call, show(&change.webhook));
}

static bool store_deletion(void *context, struct store_session *session, struct error *error)
{
	struct webhook_change *change = context;
	struct store_webhook old = {0};
	if (!find(session, change->ids[0], &old, error))
		return false;
	change->answer = show(&old);
	return store_delete_webhooks(session, change->ids, 1, error);
}

bool admin_delete_webhook(struct admin_call *call)
{
	struct webhook_change change = {.call = call, .count = 1};
	int64_t id;
	change.ids = &id;
	if (!admin_call_id(call, "webhook.notFound", &id))
		return false;
	if (finish(&change, store_deletion))
		return admin_call_answer(call, change.answer);
	json_object_put(change.answer);
	return false;
}

static bool store_deletions(void *context, struct store_session *session, struct error *error)
{
	const struct webhook_change *change = context;
	return store_delete_webhooks(session, change->ids, change->count, error);
}

/* Ids that are none are passed over; the answer is what was sent. */
bool admin_delete_webhooks(struct admin_call *call)
{
	struct webhook_change change = {.call = call};
	struct json_object *list = json_member_of_type(call->body, "ids", json_type_array);
	const size_t count = list ? json_object_array_length(list) : 0;
	if (!count || count > MOST_IDS)
		return error_set(call->error, 400, "BadRequestError", "ids must be an array of id");
	int64_t *ids = arena_array(call->http->arena, count, sizeof *ids);
	for (size_t i = 0; i < count; i++) {
		struct json_object *item = json_object_array_get_idx(list, i);
		int64_t id = json_object_is_type(item, json_type_int) ? json_object_get_int64(item) : 0;
		if (id > 0 || slice_to_int64(json_string(item), &id))
			ids[change.count++] = id;
	}
	change.ids = ids;
	return finish(&change, store_deletions) && admin_call_answer(call, json_object_get(list));
}

/* ---- trying one ---- */

bool admin_trigger_webhook(struct admin_call *call)
{
	struct arena *arena = call->http->arena;
	struct store_session *session;
	struct store_webhook webhook;
	struct webhook_answer answer;
	int64_t id;
	if (!admin_call_id(call, "webhook.notFound", &id) ||
	    !store_begin(call->shared->store, call->request->thread, arena, &session, call->error))
		return false;
	const bool found = find(session, id, &webhook, call->error);
	store_end(session);
	if (!found)
		return false;
	webhook_trigger(call->shared->config, arena, &webhook, &answer);
	struct json_object *shown = json_object_new_object();
	const bool took = answer.status >= 200 && answer.status < 300;
	json_object_object_add(shown, "statusCode", json_object_new_int(answer.status ? answer.status : 500));
	if (!took)
		json_object_object_add(shown, "message", json_object_new_string(answer.message ? answer.message : ""));
	return admin_call_answer(call, shown);
}
