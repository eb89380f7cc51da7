/* A form has the field `operations`, a request as it would be sent in JSON; then `map`, an object that says for each
 * file by its name which variables it is; then the files. The messages are those of graphql-upload, which Strapi uses.
 */
#include "form.h"
#include "parse.h"
#include "run.h"
#include "scalars.h"
#include "uploads.h"
#include "waiting.h"

#include <json-c/json.h>

enum { LONGEST_FIELD = 1000000, MOST_PATHS = 1000, DEEPEST_PATH = 32 };

#define SPECIFICATION "(https://github.com/jaydenseric/graphql-multipart-request-spec)"

static bool refuse(struct exchange *exchange, const char *message)
{
	return error_set(&exchange->error, 400, "BadRequestError", "%s " SPECIFICATION ".", message);
}

static bool refuse_entry(struct exchange *exchange, const char *name, const char *what)
{
	const size_t shown = slice_shown_length(slice_of(name), 100);
	return refuse(exchange, arena_format(exchange->whole->arena, "%s the ‘map’ multipart field entry key ‘%.*s’",
	                                     what, (int)shown, name));
}

static bool read_json(struct exchange *exchange, const char *name, struct json_object **json)
{
	struct arena *arena = exchange->whole->arena;
	const struct media_field *field = media_form_field(exchange->received.form, name);
	struct error error;
	*json = NULL;
	if (!field)
		return refuse(exchange, arena_format(arena, "Missing multipart field ‘%s’", name));
	if (field->value.len > LONGEST_FIELD)
		return error_set(&exchange->error, 413, "PayloadTooLargeError",
		                 "The ‘%s’ multipart field value exceeds the %d byte size limit.", name, LONGEST_FIELD);
	if (!json_parse(arena, field->value, JSON_DEEPEST, json, &error)) {
		if (error.status <= 400)
			return refuse(exchange, arena_format(arena, "Invalid JSON in the ‘%s’ multipart field", name));
		exchange->error = error;
		return false;
	}
	json_keep(arena, *json);
	return true;
}

/* ---- the map ---- */

static struct json_object *member_of(struct json_object *json, struct slice key, const char *text)
{
	int64_t index;
	if (json_object_is_type(json, json_type_object))
		return json_member(json, text);
	return json_object_is_type(json, json_type_array) && slice_to_int64(key, &index) && index >= 0
	           ? json_object_array_get_idx(json, (size_t)index)
	           : NULL;
}

/* Takes over `value`. False where the path leads nowhere. */
static bool set_member(struct json_object *json, struct slice key, const char *text, struct json_object *value)
{
	int64_t index;
	if (json_object_is_type(json, json_type_object)) {
		json_object_object_add(json, text, value);
		return true;
	}
	/* A list grows by one at most. */
	if (json_object_is_type(json, json_type_array) && slice_to_int64(key, &index) && index >= 0 &&
	    (size_t)index <= json_object_array_length(json)) {
		json_object_array_put_idx(json, (size_t)index, value);
		return true;
	}
	json_object_put(value);
	return false;
}

static bool is_reserved(struct slice key)
{
	return !key.len || slice_is(key, "__proto__") || slice_is(key, "constructor") || slice_is(key, "prototype");
}

/* Puts the file at its path, such as variables.files.0, in what was sent. */
static bool set_path(struct exchange *exchange, struct json_object *json, struct slice path, struct slice file)
{
	struct slice rest = path, key;
	for (size_t depth = 0; depth < DEEPEST_PATH && slice_split(&rest, '.', &key); depth++) {
		const char *text = arena_copy(exchange->whole->arena, key);
		if (is_reserved(key) || strlen(text) != key.len)
			return false;
		if (!rest.len)
			return set_member(json, key, text, scalars_upload(file));
		struct json_object *below = member_of(json, key, text);
		if (!below) {
			below = json_object_new_object();
			if (!set_member(json, key, text, below))
				return false;
		}
		json = below;
	}
	return false;
}

static bool read_paths(struct exchange *exchange, struct json_object *operations, const char *name,
                       struct json_object *paths, size_t *count)
{
	if (!json_object_is_type(paths, json_type_array))
		return refuse_entry(exchange, name, "Invalid type for");
	for (size_t i = 0; i < json_object_array_length(paths); i++) {
		struct json_object *path = json_object_array_get_idx(paths, i);
		if (!json_object_is_type(path, json_type_string))
			return refuse_entry(exchange, name, "Invalid type for a path of");
		if (++*count > MOST_PATHS)
			return error_set(&exchange->error, 413, "PayloadTooLargeError",
			                 "The ‘map’ multipart field has more than %d paths", MOST_PATHS);
		if (!set_path(exchange, operations, json_string(path), slice_of(name)))
			return refuse_entry(exchange, name, "Invalid object path for");
	}
	return true;
}

static bool read_map(struct exchange *exchange, struct json_object *operations, struct json_object *map)
{
	size_t count = 0;
	if (!json_object_is_type(map, json_type_object))
		return refuse(exchange, "Invalid type for the ‘map’ multipart field");
	json_object_object_foreach(map, name, paths)
	{
		if (!read_paths(exchange, operations, name, paths, &count))
			return false;
	}
	exchange->map = map;
	return true;
}

/* ---- what is asked ---- */

static bool is_in_order(struct exchange *exchange)
{
	for (const struct media_field *field = media_form_fields(exchange->received.form); field; field = field->next) {
		if (slice_is(field->name, "operations"))
			return true;
		if (slice_is(field->name, "map"))
			return refuse(exchange, "Misordered multipart fields; ‘map’ should follow ‘operations’");
	}
	return true;
}

static bool read(struct exchange *exchange)
{
	struct json_object *operations, *map;
	exchange->is_read = true;
	if (!is_in_order(exchange) || !read_json(exchange, "operations", &operations))
		return false;
	if (!json_object_is_type(operations, json_type_object) && !json_object_is_type(operations, json_type_array))
		return refuse(exchange, "Invalid type for the ‘operations’ multipart field");
	if (!read_json(exchange, "map", &map) || !read_map(exchange, operations, map))
		return false;
	exchange->is_answered = !exchange_take_json(exchange, operations);
	return !exchange->is_answered;
}

static bool takes_files(const struct operation *operation)
{
	for (size_t i = 0; operation_is_mutation(operation) && i < operation_field_count(operation); i++)
		if (operation_is_change(operation, i) && uploads_is_upload(operation, i))
			return true;
	return false;
}

/* Nothing is kept: the body may never come to its end. */
static bool has_uploads(struct exchange *exchange)
{
	bool found = false;
	exchange_prepare(exchange);
	for (size_t i = 0; i < exchange->count && !found; i++)
		found = takes_files(&exchange->operations[i]);
	exchange_free(exchange);
	return found;
}

/* At the first file all that stands before it is looked at. */
static bool wants_file(void *context, struct slice field)
{
	struct exchange *exchange = context;
	if (!exchange->is_read) {
		if (!media_form_field(exchange->received.form, "map")) {
			exchange->is_read = true;
			refuse(exchange, "Misordered multipart fields; files should follow ‘map’");
		} else {
			exchange->takes_files = read(exchange) && has_uploads(exchange);
		}
	}
	return exchange->takes_files && json_find(exchange->map, arena_copy(exchange->whole->arena, field), NULL);
}

/* ---- the answer ---- */

static bool run(struct exchange *exchange)
{
	struct request *whole = exchange->whole;
	if (exchange->received.refused) {
		exchange->error = exchange->received.error;
		return false;
	}
	if (!exchange->is_read)
		read(exchange);
	if (exchange->is_answered || exchange->error.status)
		return exchange->is_answered;
	exchange_prepare(exchange);
	if (waiting_is_needed(exchange))
		return error_set(&exchange->error, 501, "NotImplementedError",
		                 "Files can't be sent together with fields that the project's code resolves or stands "
		                 "around");
	if (!request_go_on(whole, false, &exchange->error))
		return false;
	exchange_run_queries(exchange);
	request_pause(whole);
	exchange_run_changes(exchange);
	return true;
}

static bool run_received(void *context)
{
	struct exchange *exchange = context;
	if (!run(exchange)) {
		exchange->response->body.len = 0;
		exchange->response->content_type = NULL;
		http_respond_error(exchange->response, &exchange->error);
		exchange_free(exchange);
	}
	media_form_free(exchange->received.form);
	return true;
}

void form_start(struct exchange *exchange)
{
	const struct request_choice choice = {.wants = wants_file, .context = exchange};
	request_receive_chosen(exchange->whole, exchange->api->media, &choice, &exchange->received, run_received);
}
