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

static bool refuse(struct api_graphql_batch *batch, const char *message)
{
	return error_set(&batch->error, 400, "BadRequestError", "%s " SPECIFICATION ".", message);
}

static bool refuse_entry(struct api_graphql_batch *batch, const char *name, const char *problem)
{
	const size_t shown = slice_shown_length(slice_of(name), 100);
	return refuse(batch, arena_format(batch->request->arena, "%s the ‘map’ multipart field entry key ‘%.*s’",
	                                  problem, (int)shown, name));
}

static bool read_json(struct api_graphql_batch *batch, const char *name, struct json_object **json)
{
	struct arena *arena = batch->request->arena;
	const struct media_field *field = media_form_field(batch->received.form, name);
	struct error error;
	*json = NULL;
	if (!field)
		return refuse(batch, arena_format(arena, "Missing multipart field ‘%s’", name));
	if (field->value.len > LONGEST_FIELD)
		return error_set(&batch->error, 413, "PayloadTooLargeError",
		                 "The ‘%s’ multipart field value exceeds the %d byte size limit.", name, LONGEST_FIELD);
	if (!json_parse(arena, field->value, JSON_DEEPEST, json, &error)) {
		if (error.status <= 400)
			return refuse(batch, arena_format(arena, "Invalid JSON in the ‘%s’ multipart field", name));
		batch->error = error;
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
static bool set_path(struct api_graphql_batch *batch, struct json_object *json, struct slice path, struct slice file)
{
	struct slice rest = path, key;
	for (size_t depth = 0; depth < DEEPEST_PATH && slice_split(&rest, '.', &key); depth++) {
		const char *text = arena_copy(batch->request->arena, key);
		if (is_reserved(key) || strlen(text) != key.len)
			return false;
		if (!rest.len)
			return set_member(json, key, text, api_graphql_scalars_upload(file));
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

static bool read_paths(struct api_graphql_batch *batch, struct json_object *operations, const char *name,
                       struct json_object *paths, size_t *count)
{
	if (!json_object_is_type(paths, json_type_array))
		return refuse_entry(batch, name, "Invalid type for");
	for (size_t i = 0; i < json_object_array_length(paths); i++) {
		struct json_object *path = json_object_array_get_idx(paths, i);
		if (!json_object_is_type(path, json_type_string))
			return refuse_entry(batch, name, "Invalid type for a path of");
		if (++*count > MOST_PATHS)
			return error_set(&batch->error, 413, "PayloadTooLargeError",
			                 "The ‘map’ multipart field has more than %d paths", MOST_PATHS);
		if (!set_path(batch, operations, json_string(path), slice_of(name)))
			return refuse_entry(batch, name, "Invalid object path for");
	}
	return true;
}

static bool read_map(struct api_graphql_batch *batch, struct json_object *operations, struct json_object *map)
{
	size_t count = 0;
	if (!json_object_is_type(map, json_type_object))
		return refuse(batch, "Invalid type for the ‘map’ multipart field");
	json_object_object_foreach(map, name, paths)
	{
		if (!read_paths(batch, operations, name, paths, &count))
			return false;
	}
	batch->map = map;
	return true;
}

/* ---- what is asked ---- */

static bool is_in_order(struct api_graphql_batch *batch)
{
	for (const struct media_field *field = media_form_fields(batch->received.form); field; field = field->next) {
		if (slice_is(field->name, "operations"))
			return true;
		if (slice_is(field->name, "map"))
			return refuse(batch, "Misordered multipart fields; ‘map’ should follow ‘operations’");
	}
	return true;
}

static bool read(struct api_graphql_batch *batch)
{
	struct json_object *operations, *map;
	batch->is_read = true;
	if (!is_in_order(batch) || !read_json(batch, "operations", &operations))
		return false;
	if (!json_object_is_type(operations, json_type_object) && !json_object_is_type(operations, json_type_array))
		return refuse(batch, "Invalid type for the ‘operations’ multipart field");
	if (!read_json(batch, "map", &map) || !read_map(batch, operations, map))
		return false;
	batch->is_answered = !api_graphql_batch_take_json(batch, operations);
	return !batch->is_answered;
}

static bool takes_files(const struct api_graphql_operation *operation)
{
	for (size_t i = 0;
	     api_graphql_operation_is_mutation(operation) && i < api_graphql_operation_field_count(operation); i++)
		if (api_graphql_operation_is_change(operation, i) && api_graphql_uploads_is_upload(operation, i))
			return true;
	return false;
}

/* Nothing is kept: the body may never come to its end. */
static bool has_uploads(struct api_graphql_batch *batch)
{
	bool found = false;
	api_graphql_batch_prepare(batch);
	for (size_t i = 0; i < batch->count && !found; i++)
		found = takes_files(&batch->operations[i]);
	api_graphql_batch_free(batch);
	return found;
}

/* At the first file all that stands before it is looked at. */
static bool wants_file(void *context, struct slice field)
{
	struct api_graphql_batch *batch = context;
	if (!batch->is_read) {
		if (!media_form_field(batch->received.form, "map")) {
			batch->is_read = true;
			refuse(batch, "Misordered multipart fields; files should follow ‘map’");
		} else {
			batch->takes_files = read(batch) && has_uploads(batch);
		}
	}
	return batch->takes_files && json_find(batch->map, arena_copy(batch->request->arena, field), NULL);
}

/* ---- the answer ---- */

static bool run(struct api_graphql_batch *batch)
{
	struct request *request = batch->request;
	if (batch->received.refused) {
		batch->error = batch->received.error;
		return false;
	}
	if (!batch->is_read)
		read(batch);
	if (batch->is_answered || batch->error.status)
		return batch->is_answered;
	api_graphql_batch_prepare(batch);
	if (api_graphql_waiting_is_needed(batch))
		return error_set(&batch->error, 501, "NotImplementedError",
		                 "Files can't be sent together with fields that the project's code resolves or stands "
		                 "around");
	if (!request_go_on(request, false, &batch->error))
		return false;
	api_graphql_batch_run_queries(batch);
	request_pause(request);
	api_graphql_batch_run_changes(batch);
	return true;
}

static bool run_received(void *context)
{
	struct api_graphql_batch *batch = context;
	if (!run(batch)) {
		batch->response->body.len = 0;
		batch->response->content_type = NULL;
		http_respond_error(batch->response, &batch->error);
		api_graphql_batch_free(batch);
	}
	media_form_free(batch->received.form);
	return true;
}

void api_graphql_form_start(struct api_graphql_batch *batch)
{
	const struct request_choice choice = {.wants = wants_file, .context = batch};
	request_receive_chosen(batch->request, batch->api->media, &choice, &batch->received, run_received);
}
