/* Having the project's code loaded. */
#include "load.h"

#include "api/admin/api_admin.h"
#include "host.h"

/* Milliseconds: what a start may take is no matter of requests. */
enum { LONGEST_LOAD = 180000 };

void load_write_ask(struct buffer *head, const char *name, const char *environment)
{
	buffer_format(head, "{\"ask\":\"%s\",\"environment\":", name);
	json_write_string(head, slice_of(environment));
	buffer_text(head, ",\"builtins\":");
	model_write_builtins(head);
	buffer_text(head, ",\"internals\":");
	model_write_internals(head);
	buffer_text(head, ",\"isoLocales\":");
	api_admin_write_iso_locales(head);
	buffer_byte(head, '}');
}

bool host_needs_code(const struct survey *survey)
{
	const struct config *config = survey->config;
	return survey->reports || survey->all ||
	       (config && (config->has_tasks || config->validates_callbacks || config->uploads.by_code ||
	                   config->graphql.by_code));
}

void host_end_code(struct host *host)
{
	static const struct host_ask ask = {.head = {"{\"ask\":\"stop\"}", 14}, .time_limit = 2000};
	if (host)
		host_ask_each(host, &ask);
}

bool host_wait_for_bootstrap(struct host *host, const struct survey *survey, struct error *error)
{
	struct error cause;
	if (!host || !host_is_loaded(survey) || !survey->bootstraps || host_wait_for_first(host, &cause))
		return true;
	return error_set(error, cause.status, cause.name,
	                 "The bootstrap of the project's code fails, and nothing is served without it: %s",
	                 cause.message);
}

bool host_is_loaded(const struct survey *survey)
{
	return survey && survey->is_described;
}

/* Asks for what the code tells of itself. */
static struct json_object *ask(struct host *host, struct arena *arena, const struct host_ask *wanted,
                               struct error *error)
{
	struct buffer body;
	struct host_answer answer;
	bool done = host_converse(host, wanted, NULL, NULL, &answer, &body);
	buffer_free(&body);
	if (!done) {
		const struct slice thrown = json_string(json_member(answer.value, "message"));
		if (thrown.len)
			error_set(error, 500, "Error", "%.*s", slice_shown_length(thrown, 400), thrown.ptr);
		else
			*error = answer.error;
		json_object_put(answer.value);
		return NULL;
	}
	json_keep(arena, answer.value);
	return answer.value;
}

struct json_object *host_load(struct host *host, struct arena *arena, const struct config *config, struct error *error)
{
	struct buffer head = {0};
	load_write_ask(&head, "load", config->environment);
	const struct host_ask load = {.head = buffer_as_slice(&head), .time_limit = LONGEST_LOAD};
	struct json_object *description = ask(host, arena, &load, error);
	buffer_free(&head);
	return description;
}

struct json_object *host_graphql_ask(struct host *host, struct arena *arena, struct error *error)
{
	static const struct host_ask described = {.head = {"{\"ask\":\"graphqlDescribed\"}", 26},
	                                          .time_limit = LONGEST_LOAD};
	if (!host_wait_for_first(host, error))
		return NULL;
	return ask(host, arena, &described, error);
}
