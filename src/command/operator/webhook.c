/* lectern webhook: who is told of changes. */
#include "operator.h"

#include "webhooks/webhooks.h"

enum { MOST_WORDS = 100, USUAL_DELIVERIES = 50, MOST_DELIVERIES = 10000 };

static bool read_all(struct operator_command *command, struct store_webhook **webhooks, size_t *count)
{
	return store_read_webhooks(command->session, webhooks, count, command->error);
}

/* The one of that name, or of that id; more than one of a name are told apart by their ids. */
static bool find(struct operator_command *command, const char *word, struct store_webhook *found)
{
	struct store_webhook *webhooks;
	size_t count, named = 0;
	int64_t id;
	const bool is_id = slice_to_int64(slice_of(word), &id);
	bool has_id = false;
	if (!read_all(command, &webhooks, &count))
		return false;
	for (size_t i = 0; i < count; i++) {
		if (slice_is(webhooks[i].name, word)) {
			named++;
			*found = webhooks[i];
		}
	}
	for (size_t i = 0; i < count && !named && is_id; i++) {
		if (webhooks[i].id == id) {
			has_id = true;
			*found = webhooks[i];
		}
	}
	if (named > 1)
		return error_validation(command->error, "There are %zu webhooks named %.200s: name one by its id",
		                        named, word);
	return named || has_id ||
	       error_validation(command->error, "There is no webhook %.200s; lectern webhook list shows them", word);
}

/* ---- adding ---- */

static struct json_object *text_json(struct slice text)
{
	return json_object_new_string_len(text.ptr, (int)text.len);
}

static bool read_events(struct operator_command *command, struct slice *events)
{
	struct json_object *list = json_object_new_array();
	for (size_t i = 2; i < command->options.word_count; i++)
		json_object_array_add(list, json_object_new_string(command->options.words[i]));
	for (unsigned i = 0; i < CONTENT_NOTICES && command->options.word_count == 2; i++)
		json_object_array_add(list, json_object_new_string(content_notice_name((enum content_notice)i)));
	bool done = webhook_check_events(list, command->error);
	*events = json_stringify(command->arena, list);
	json_object_put(list);
	return done;
}

static bool read_headers(struct operator_command *command, struct slice *headers)
{
	struct json_object *object = json_object_new_object();
	bool done = true;
	for (size_t i = 0; i < command->options.header_count && done; i++) {
		const char *header = command->options.headers[i], *colon = strchr(header, ':');
		done = colon > header;
		if (done)
			json_object_object_add(
			    object, arena_copy(command->arena, (struct slice){header, (size_t)(colon - header)}),
			    text_json(slice_trim(slice_of(colon + 1))));
	}
	*headers = json_stringify(command->arena, object);
	json_object_put(object);
	return done || error_validation(command->error, "--header: expected \"NAME: VALUE\"");
}

static bool add(struct operator_command *command)
{
	struct store_webhook webhook = {
	    .name = slice_of(command->options.words[0]),
	    .url = slice_of(command->options.words[1]),
	    .enabled = true,
	};
	if (!webhook_check_url(command->project.config, webhook.url, command->error) ||
	    !read_events(command, &webhook.events) || !read_headers(command, &webhook.headers) ||
	    !store_write_webhook(command->session, &webhook, command->error))
		return false;
	buffer_format(&command->printed, "Added the webhook %lld\n", (long long)webhook.id);
	return true;
}

/* ---- showing ---- */

static bool count_deliveries(struct operator_command *command, int64_t webhook_id, int64_t counts[DELIVERY_STATES])
{
	for (unsigned state = 0; state < DELIVERY_STATES; state++)
		if (!store_count_deliveries(command->session, webhook_id, (enum delivery_state)state, &counts[state],
		                            command->error))
			return false;
	return true;
}

static const char *text_of(struct operator_command *command, struct slice text)
{
	return arena_copy(command->arena, text);
}

static struct json_object *webhook_json(const struct store_webhook *webhook, const int64_t counts[DELIVERY_STATES])
{
	struct json_object *json = json_object_new_object();
	json_object_object_add(json, "id", json_object_new_int64(webhook->id));
	json_object_object_add(json, "name", text_json(webhook->name));
	json_object_object_add(json, "url", text_json(webhook->url));
	json_object_object_add(json, "events", json_parse_stored(webhook->events));
	json_object_object_add(json, "isEnabled", json_object_new_boolean(webhook->enabled));
	json_object_object_add(json, "waiting", json_object_new_int64(counts[DELIVERY_WAITING]));
	json_object_object_add(json, "delivered", json_object_new_int64(counts[DELIVERY_DONE]));
	json_object_object_add(json, "failed", json_object_new_int64(counts[DELIVERY_FAILED]));
	return json;
}

static const char *number(struct operator_command *command, int64_t value)
{
	return arena_format(command->arena, "%lld", (long long)value);
}

static const char *events_of(struct operator_command *command, const struct store_webhook *webhook)
{
	struct json_object *events = json_parse_stored(webhook->events);
	const char *text = "";
	for (size_t i = 0; json_object_is_type(events, json_type_array) && i < json_object_array_length(events); i++)
		text = arena_format(command->arena, "%s%s%s", text, i ? " " : "",
		                    text_of(command, json_string(json_object_array_get_idx(events, i))));
	json_object_put(events);
	return text;
}

/* Headers are not shown: they may be secrets. */
static bool list(struct operator_command *command)
{
	static const char *const heads[] = {"ID", "NAME", "URL", "ENABLED", "WAITING", "DELIVERED", "FAILED", "EVENTS"};
	struct operator_table table = {.columns = COUNT_OF(heads)};
	struct json_object *array = json_object_new_array();
	struct store_webhook *webhooks;
	int64_t counts[DELIVERY_STATES];
	size_t count;
	bool done = read_all(command, &webhooks, &count);
	for (size_t i = 0; i < COUNT_OF(heads); i++)
		operator_add_cell(command, &table, heads[i]);
	for (size_t i = 0; done && i < count; i++) {
		done = count_deliveries(command, webhooks[i].id, counts);
		if (!done)
			break;
		json_object_array_add(array, webhook_json(&webhooks[i], counts));
		operator_add_cell(command, &table, number(command, webhooks[i].id));
		operator_add_cell(command, &table, text_of(command, webhooks[i].name));
		operator_add_cell(command, &table, text_of(command, webhooks[i].url));
		operator_add_cell(command, &table, webhooks[i].enabled ? "yes" : "no");
		for (unsigned state = 0; state < DELIVERY_STATES; state++)
			operator_add_cell(command, &table, number(command, counts[state]));
		operator_add_cell(command, &table, events_of(command, &webhooks[i]));
	}
	if (done && command->options.json)
		operator_print_json(command, array);
	else if (done)
		operator_print_table(command, &table);
	json_object_put(array);
	return done;
}

static const char *const state_names[] = {
    [DELIVERY_WAITING] = "waiting", [DELIVERY_DONE] = "delivered", [DELIVERY_FAILED] = "failed"};

static const char *time_text(struct operator_command *command, int64_t moment)
{
	char text[DATETIME_ISO_SIZE];
	if (!moment)
		return "";
	datetime_format_iso(moment, text);
	return arena_copy(command->arena, slice_of(text));
}

static void add_text(struct json_object *json, const char *name, const char *text)
{
	json_object_object_add(json, name, *text ? json_object_new_string(text) : NULL);
}

static struct json_object *delivery_json(struct operator_command *command, const struct store_delivery *delivery)
{
	struct json_object *json = json_object_new_object();
	const bool waits = delivery->state == DELIVERY_WAITING;
	json_object_object_add(json, "id", json_object_new_int64(delivery->id));
	json_object_object_add(json, "webhook", json_object_new_int64(delivery->webhook_id));
	json_object_object_add(json, "event", text_json(delivery->event));
	add_text(json, "createdAt", time_text(command, delivery->created));
	json_object_object_add(json, "state", json_object_new_string(state_names[delivery->state]));
	json_object_object_add(json, "attempts", json_object_new_int64(delivery->attempts));
	json_object_object_add(json, "status", delivery->status ? json_object_new_int64(delivery->status) : NULL);
	add_text(json, "message", text_of(command, delivery->message));
	json_object_object_add(json, "milliseconds", json_object_new_int64(delivery->took));
	add_text(json, "lastAttemptAt", time_text(command, delivery->ended));
	add_text(json, "nextAttemptAt", waits ? time_text(command, delivery->due) : "");
	return json;
}

static void add_delivery(struct operator_command *command, struct operator_table *table,
                         const struct store_delivery *delivery)
{
	operator_add_cell(command, table, number(command, delivery->id));
	operator_add_cell(command, table, number(command, delivery->webhook_id));
	operator_add_cell(command, table, text_of(command, delivery->event));
	operator_add_cell(command, table, time_text(command, delivery->created));
	operator_add_cell(command, table, state_names[delivery->state]);
	operator_add_cell(command, table, number(command, delivery->attempts));
	operator_add_cell(command, table, delivery->status ? number(command, delivery->status) : "");
	operator_add_cell(command, table, text_of(command, delivery->message));
}

static bool read_limit(struct operator_command *command, size_t *limit)
{
	int64_t most = USUAL_DELIVERIES;
	if (command->options.limit &&
	    (!slice_to_int64(slice_of(command->options.limit), &most) || most < 1 || most > MOST_DELIVERIES))
		return error_validation(command->error, "--limit: expected a number between 1 and %d, got \"%.100s\"",
		                        MOST_DELIVERIES, command->options.limit);
	*limit = (size_t)most;
	return true;
}

static bool deliveries(struct operator_command *command)
{
	static const char *const heads[] = {"ID", "WEBHOOK", "EVENT", "AT", "STATE", "ATTEMPTS", "STATUS", "MESSAGE"};
	struct operator_table table = {.columns = COUNT_OF(heads)};
	struct store_webhook webhook = {.id = 0};
	struct store_delivery *found;
	size_t limit = 0, count;
	if (!read_limit(command, &limit) ||
	    (command->options.word_count && !find(command, command->options.words[0], &webhook)) ||
	    !store_read_deliveries(command->session, webhook.id, limit, &found, &count, command->error))
		return false;
	struct json_object *array = json_object_new_array();
	for (size_t i = 0; i < COUNT_OF(heads); i++)
		operator_add_cell(command, &table, heads[i]);
	for (size_t i = 0; i < count; i++) {
		json_object_array_add(array, delivery_json(command, &found[i]));
		add_delivery(command, &table, &found[i]);
	}
	if (command->options.json)
		operator_print_json(command, array);
	else
		operator_print_table(command, &table);
	json_object_put(array);
	return true;
}

/* ---- changing ---- */

static bool set_enabled(struct operator_command *command, bool enabled)
{
	struct store_webhook webhook = {.id = 0};
	if (!find(command, command->options.words[0], &webhook))
		return false;
	webhook.enabled = enabled;
	if (!store_write_webhook(command->session, &webhook, command->error))
		return false;
	buffer_format(&command->printed, "%s the webhook %lld\n", enabled ? "Enabled" : "Disabled",
	              (long long)webhook.id);
	return true;
}

static bool enable(struct operator_command *command)
{
	return set_enabled(command, true);
}

static bool disable(struct operator_command *command)
{
	return set_enabled(command, false);
}

static bool take_away(struct operator_command *command)
{
	struct store_webhook webhook = {.id = 0};
	if (!find(command, command->options.words[0], &webhook) ||
	    !store_delete_webhooks(command->session, &webhook.id, 1, command->error))
		return false;
	buffer_format(&command->printed, "Removed the webhook %lld\n", (long long)webhook.id);
	return true;
}

/* Fails when it does not answer with 2xx. */
static bool call(struct operator_command *command)
{
	struct store_webhook webhook = {.id = 0};
	struct webhook_answer answer;
	if (!find(command, command->options.words[0], &webhook))
		return false;
	webhook_trigger(command->project.config, command->arena, &webhook, &answer);
	if (answer.status < 200 || answer.status > 299)
		return answer.status
		           ? error_validation(command->error, "It answered %d: %.200s", answer.status, answer.message)
		           : error_validation(command->error, "It did not answer: %.300s", answer.message);
	buffer_format(&command->printed, "It answered %d after %lld ms\n", answer.status, (long long)answer.took);
	return true;
}

int command_webhook(int count, char **arguments)
{
	static const struct operator_verb verbs[] = {
	    {"add", " NAME URL [EVENTS] [--header \"NAME: VALUE\" …]", 2, MOST_WORDS, TAKES_HEADER, true, add, false},
	    {"list", " [--json]", 0, 0, TAKES_JSON, false, list, false},
	    {"remove", " NAME", 1, 1, 0, true, take_away, false},
	    {"enable", " NAME", 1, 1, 0, true, enable, false},
	    {"disable", " NAME", 1, 1, 0, true, disable, false},
	    {"test", " NAME", 1, 1, 0, false, call, false},
	    {"deliveries", " [NAME] [--limit NUMBER] [--json]", 0, 1, TAKES_JSON | TAKES_LIMIT, false, deliveries,
	     false},
	};
	return operator_run(count, arguments, verbs, COUNT_OF(verbs));
}
