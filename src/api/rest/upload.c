#include "upload.h"
#include "body.h"

struct upload {
	struct rest_call *call;
	struct json_object *body; /* the fields that came */
	const struct media_incoming **files;
	size_t count;
	struct media_upload media;
	struct media_file **prepared;
	struct media_info *infos;
	struct media_target link;
	bool linked;
	int64_t id;              /* of the file that is replaced or changed */
	struct json_object *old; /* its entry */
	struct content_result **results;
	size_t result_count;
};

static bool refuse(struct rest_call *call, const char *message)
{
	return error_set(call->error, 400, "ValidationError", "%s", message);
}

/* ---- what is asked for ---- */

static void find_files(struct upload *upload)
{
	const struct media_incoming *all = upload->call->form ? media_form_files(upload->call->form) : NULL, *file;
	for (file = all; file; file = file->next)
		upload->count += slice_is(file->field, "files");
	upload->files = arena_array(upload->call->http->arena, upload->count, sizeof(void *));
	upload->count = 0;
	for (file = all; file; file = file->next)
		if (slice_is(file->field, "files"))
			upload->files[upload->count++] = file;
}

/* ?id=, where it is not empty. */
static bool read_id(struct rest_call *call, struct slice *id)
{
	struct param *params;
	if (!rest_call_params(call, &params))
		return false;
	const struct param *param = param_get(params, "id");
	*id = (struct slice){NULL, 0};
	if (param && param->kind == PARAM_LIST && param->count == 1)
		param = param->first;
	if (param && param->kind != PARAM_TEXT)
		return refuse(call, "id must be one id");
	if (param && param->text.len)
		*id = slice_trim(param->text);
	return true;
}

/* The names that JavaScript's objects have by themselves: no client means a field by them. */
static bool check_fields(const struct upload *upload)
{
	static const char *const reserved[] = {"__proto__", "constructor", "prototype"};
	for (size_t i = 0; i < COUNT_OF(reserved); i++)
		if (json_find(upload->body, reserved[i], NULL))
			return error_validation(upload->call->error, "There is no field %s", reserved[i]);
	return true;
}

static bool read_text(struct upload *upload, const char *name, struct slice *text)
{
	struct json_object *value = json_member(upload->body, name);
	*text = json_string(value);
	return !value || json_object_is_type(value, json_type_string) ||
	       error_validation(upload->call->error, "%s must be one text", name);
}

/* ref, refId and field: where the files belong. All of them, or nothing. */
static bool read_link(struct upload *upload)
{
	struct rest_call *call = upload->call;
	struct slice ref, id, field;
	if (!read_text(upload, "ref", &ref) || !read_text(upload, "refId", &id) || !read_text(upload, "field", &field))
		return false;
	return media_read_target(call->rest->media, ref, id, field, &upload->link, &upload->linked, call->error);
}

/* ---- new files ---- */

static bool begin_media(struct upload *upload)
{
	struct rest_call *call = upload->call;
	struct media_settings settings;
	bool done = request_go_on(call->request, false, call->error);
	if (!done)
		return false;
	done = media_read_settings(call->request->session, &settings, call->error);
	request_pause(call->request);
	media_upload_begin(&upload->media, call->rest->media, call->http->arena, &settings);
	return done;
}

static bool prepare_all(struct upload *upload)
{
	struct rest_call *call = upload->call;
	struct json_object *path = json_member(upload->body, "path");
	/* An empty one is none. */
	if (json_object_is_type(path, json_type_string) && !json_object_get_string_len(path))
		path = NULL;
	upload->prepared = arena_array(call->http->arena, upload->count, sizeof(void *));
	for (size_t i = 0; i < upload->count; i++)
		if (!media_prepare(&upload->media, upload->files[i], &upload->infos[i], path, &upload->prepared[i],
		                   call->error))
			return false;
	return true;
}

static bool insert_all(void *context, struct error *error)
{
	struct upload *upload = ((struct rest_call *)context)->upload;
	struct content_call content = request_content(upload->call->request);
	for (; upload->result_count < upload->count; upload->result_count++)
		if (!media_insert(&content, upload->call->rest->media, upload->prepared[upload->result_count],
		                  upload->linked ? &upload->link : NULL, &upload->results[upload->result_count], error))
			return false;
	return true;
}

static bool change_file(void *context, struct error *error)
{
	struct upload *upload = ((struct rest_call *)context)->upload;
	struct content_call content = request_content(upload->call->request);
	const struct media *media = upload->call->rest->media;
	bool done = upload->prepared
	                ? media_replace(&content, media, upload->prepared[0], upload->id, upload->results, error)
	                : media_change_info(&content, media, upload->infos, upload->id, upload->results, error);
	upload->result_count = done;
	return done;
}

static bool store(struct upload *upload, bool (*run)(void *context, struct error *error))
{
	struct rest_call *call = upload->call;
	const struct request_change change = {.run = run};
	upload->results = arena_array(call->http->arena, upload->count + 1, sizeof(void *));
	request_expect_hooks(call->request, call->rest->registry->file);
	return request_change_and_wait(call->request, &change, call->error);
}

static bool upload_new(struct upload *upload)
{
	return read_link(upload) && begin_media(upload) && prepare_all(upload) &&
	       media_place(&upload->media, NULL, upload->call->error) && store(upload, insert_all);
}

/* ---- what is there ---- */

static bool no_such_file(struct rest_call *call)
{
	return error_set(call->error, 404, "NotFoundError", "Entity not found");
}

static bool find_old(struct upload *upload, struct slice id)
{
	struct rest_call *call = upload->call;
	struct content_result *result;
	if (!slice_to_int64(id, &upload->id) || upload->id < 1)
		return no_such_file(call);
	if (!request_go_on(call->request, true, call->error))
		return false;
	struct content_call content = request_content(call->request);
	const struct query *query = query_create(content.arena, call->rest->registry->file);
	bool done = content_find_one(&content, query, upload->id, false, &result, call->error);
	if (done) {
		if (content_result_count(result))
			upload->old = json_keep(content.arena, content_entry_json(result, 0));
		content_free(result);
	}
	request_pause(call->request);
	return done && (upload->old || no_such_file(call));
}

static bool replace(struct upload *upload)
{
	if (!begin_media(upload))
		return false;
	upload->media.replaces = true;
	return prepare_all(upload) && media_place(&upload->media, upload->old, upload->call->error) &&
	       store(upload, change_file);
}

/* ---- the answer ---- */

static void answer(struct upload *upload, bool as_list)
{
	struct buffer *body = &upload->call->response->body;
	buffer_text(body, as_list ? "[" : "");
	for (size_t i = 0; i < upload->result_count; i++) {
		buffer_text(body, i ? "," : "");
		content_write_entry(body, upload->results[i], 0, CONTENT_FLAT);
	}
	buffer_text(body, as_list ? "]" : "");
}

static bool run(struct upload *upload, struct slice id)
{
	struct rest_call *call = upload->call;
	struct arena *arena = call->http->arena;
	const bool empty = !upload->count || (upload->count == 1 && !upload->files[0]->size);
	if (empty && !id.len)
		return refuse(call, "Files are empty");
	if (!empty && id.len && upload->count > 1)
		return refuse(call, "Cannot replace a file with multiple ones");
	struct json_object *info;
	if (id.len && !call->form && slice_starts_with(call->http->content_type, SLICE("text/")))
		return refuse(call, "The body must be an object");
	if (id.len && json_object_is_type(upload->body, json_type_array))
		return refuse(call, "The body must be an object");
	if (json_find(upload->body, "fileInfo", &info) && !info)
		return refuse(call, "fileInfo must be an object");
	if (!check_fields(upload) || !media_read_info(arena, json_member(upload->body, "fileInfo"), upload->count > 1,
	                                              upload->count + 1, &upload->infos, call->error))
		return false;
	if (!id.len)
		return upload_new(upload);
	if (!find_old(upload, id))
		return false;
	return empty ? store(upload, change_file) : replace(upload);
}

bool endpoint_upload(struct rest_call *call)
{
	struct upload upload = {.call = call, .media = {.note = {.file = -1}}};
	struct slice id;
	call->upload = &upload;
	if (!read_id(call, &id))
		return false;
	find_files(&upload);
	const bool stored = body_read(call, &upload.body) && run(&upload, id);
	/* What stays may have an error of a lifecycle behind it. */
	const bool done = stored && !call->request->late;
	if (done)
		answer(&upload, !id.len);
	else if (stored)
		*call->error = *call->request->late;
	if (upload.media.media && stored)
		media_settle(&upload.media);
	else if (upload.media.media)
		media_undo(&upload.media);
	for (size_t i = 0; i < upload.result_count; i++)
		content_free(upload.results[i]);
	json_object_put(upload.body);
	return done;
}
