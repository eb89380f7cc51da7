#include "read_config.h"

#include <stdlib.h>

/* Milliseconds, where LECTERN_CODE_TIME is not set: compiling TypeScript takes long on a busy machine. */
enum { LONGEST_CONFIG = 120000 };

/* What each file that could not be read has thrown. */
static void add_mistakes(struct arena *arena, struct json_object *errors, struct findings *findings)
{
	for (size_t i = 0; errors && i < json_count(errors); i++) {
		struct json_object *error = json_item(errors, i);
		struct slice name = json_string(json_member(error, "file"));
		struct slice message = json_string(json_member(error, "message"));
		findings_add(findings, FINDING_MISTAKE, arena_copy(arena, name), NULL, "can't be evaluated: %.*s",
		             (int)message.len, message.ptr ? message.ptr : "");
	}
}

static struct slice make_ask(struct arena *arena, const char *environment)
{
	struct buffer head = {0};
	buffer_text(&head, "{\"ask\":\"config\",\"environment\":");
	json_write_string(&head, slice_of(environment));
	buffer_byte(&head, '}');
	struct slice copy = arena_copy_slice(arena, buffer_as_slice(&head));
	buffer_free(&head);
	return copy;
}

bool host_read_config(struct host *host, struct arena *arena, const char *environment, struct json_object **files,
                      struct findings *findings, struct error *error)
{
	const struct host_ask ask = {
	    .head = make_ask(arena, environment),
	    .time_limit = getenv("LECTERN_CODE_TIME") ? 0 : LONGEST_CONFIG,
	};
	struct host_answer answer;
	struct buffer body;
	bool done = host_converse(host, &ask, NULL, NULL, &answer, &body);
	buffer_free(&body);
	json_keep(arena, answer.value);
	*files = json_member(answer.value, "files");
	if (done) {
		add_mistakes(arena, json_member(answer.value, "errors"), findings);
		return true;
	}
	struct slice thrown = json_string(json_member(answer.value, "message"));
	return thrown.len ? error_set(error, 500, "ConfigurationError", "%.*s", (int)thrown.len, thrown.ptr)
	                  : error_set(error, answer.error.status, "ConfigurationError", "%s", answer.error.message);
}
