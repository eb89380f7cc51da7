/* Files are uploaded and replaced, and notices sent. */
#include "api/admin/admin.h"
#include "library.h"

static const char create_action[] = "plugin::upload.assets.create";
static const char update_action[] = "plugin::upload.assets.update";

enum { MOST_FILES = 100 };

/* What fileInfo says of where a file is to lie. */
struct wanted_folder {
	bool named;
	int64_t id;
};

struct library_upload {
	struct admin_call *call;
	struct json_object *body; /* the fields that came */
	const struct media_incoming **files;
	size_t count;
	struct media_info *infos;
	struct wanted_folder *folders;
	struct media_upload media;
	struct media_file **prepared;
	int64_t id;              /* of the file that is replaced or changed; 0: they are new */
	struct json_object *old; /* its entry */
	struct json_object *shown;
};

/* ---- payloads ---- */

static bool find_files(struct library_upload *upload)
{
	const struct media_form *form = upload->call->received.form;
	const struct media_incoming *file;
	for (file = form ? media_form_files(form) : NULL; file; file = file->next)
		upload->count += slice_is(file->field, "files");
	if (upload->count > MOST_FILES)
		return error_validation(upload->call->error, "files: expected %d at most", MOST_FILES);
	upload->files = arena_array(upload->call->http->arena, upload->count, sizeof(void *));
	upload->count = 0;
	for (file = form ? media_form_files(form) : NULL; file; file = file->next)
		if (slice_is(file->field, "files"))
			upload->files[upload->count++] = file;
	return true;
}

static bool read_id(struct library_upload *upload)
{
	struct admin_call *call = upload->call;
	struct param *params;
	if (!params_parse(call->http->arena, call->http->query, &params, call->error))
		return false;
	const struct param *id = param_get(params, "id");
	if (!id || (id->kind == PARAM_TEXT && !id->text.len))
		return true;
	return (id->kind == PARAM_TEXT && slice_to_int64(id->text, &upload->id) && upload->id > 0) ||
	       error_set(call->error, 404, "NotFoundError", "Entity not found");
}

/* fileInfo as an object or a list, whichever it is sent as: a text of JSON, mostly. */
static struct json_object *parse_info(struct library_upload *upload, struct json_object *sent)
{
	struct json_object *json = NULL;
	struct error ignored;
	if (!json_object_is_type(sent, json_type_string))
		return json_object_get(sent);
	json_parse(upload->call->http->arena, json_string(sent), JSON_DEEPEST, &json, &ignored);
	return json;
}

/* `wrong`: what is no id; NULL: there is no such folder. */
static bool refuse_folder(struct library_upload *upload, struct json_object *wrong, struct error *error)
{
	struct input input;
	if (!input_begin(&input, upload->call->http->arena, NULL, error))
		return false;
	if (wrong)
		input_refuse_type(&input, "\"fileInfo\",\"folder\"", "fileInfo.folder", "strapiID", wrong);
	else
		input_refuse(&input, "\"fileInfo\",\"folder\"", "the folder does not exist");
	return input_end(&input, error);
}

static bool read_folder(struct library_upload *upload, struct json_object *info, struct wanted_folder *wanted)
{
	struct json_object *folder;
	*wanted = (struct wanted_folder){.named = json_find(info, "folder", &folder)};
	if (!wanted->named || !folder)
		return true;
	if (!input_is_id(folder))
		return refuse_folder(upload, folder, upload->call->error);
	if (json_object_is_type(folder, json_type_int))
		wanted->id = json_object_get_int64(folder);
	else if (!slice_to_int64(json_string(folder), &wanted->id))
		wanted->id = 0;
	return wanted->id > 0 || refuse_folder(upload, NULL, upload->call->error);
}

/* Several files may share what is said of them. */
static bool read_infos(struct library_upload *upload)
{
	struct arena *arena = upload->call->http->arena;
	const size_t count = upload->count ? upload->count : 1;
	struct json_object *sent = json_member(upload->body, "fileInfo");
	struct json_object *parsed = json_keep(arena, parse_info(upload, sent));
	const bool many = json_object_is_type(parsed, json_type_array);
	upload->folders = arena_array(arena, count, sizeof *upload->folders);
	if ((many && upload->count < 2) || (sent && !parsed))
		return error_validation(upload->call->error, "fileInfo must be an object");
	if (!media_read_info(arena, parsed, many, count, &upload->infos, upload->call->error))
		return false;
	for (size_t i = 0; i < count; i++) {
		struct json_object *info = many ? json_object_array_get_idx(parsed, i) : parsed;
		if (!many && i)
			upload->infos[i] = upload->infos[0];
		if (!read_folder(upload, info, &upload->folders[i]))
			return false;
	}
	return true;
}

/* ---- its way ---- */

static bool begin_media(struct library_upload *upload)
{
	struct admin_call *call = upload->call;
	struct store_session *session;
	struct media_settings settings;
	if (!store_begin(call->shared->store, call->request->thread, call->http->arena, &session, call->error))
		return false;
	bool done = media_read_settings(session, &settings, call->error);
	store_end(session);
	if (done)
		media_upload_begin(&upload->media, call->shared->media, call->http->arena, &settings);
	return done;
}

static bool prepare_all(struct library_upload *upload)
{
	struct admin_call *call = upload->call;
	upload->prepared = arena_array(call->http->arena, upload->count, sizeof(void *));
	for (size_t i = 0; i < upload->count; i++)
		if (!media_prepare(&upload->media, upload->files[i], &upload->infos[i], NULL, &upload->prepared[i],
		                   call->error))
			return false;
	return media_place(&upload->media, upload->old, call->error);
}

static bool show_file(struct library_upload *upload, const struct content_call *content, int64_t id,
                      struct error *error)
{
	struct query *query = library_file_query(upload->call, content->arena, false);
	struct content_result *result;
	query->populate_count = 0;
	if (!content_find_one(content, query, id, false, &result, error))
		return false;
	json_object_array_add(upload->shown, content_entry_json(result, 0));
	content_free(result);
	return true;
}

static struct content_call content_of(struct library_upload *upload, struct store_session *session)
{
	struct content_call content = account_admin_content(&upload->call->account, session);
	content.silent = false; /* of files there are notices */
	return content;
}

/* Where the file is to lie; 400 when there is no such folder. */
static bool find_shelf(struct library_upload *upload, const struct content_call *content, size_t index,
                       struct media_shelf *shelf, struct error *error)
{
	const struct wanted_folder *wanted = &upload->folders[index];
	struct folder *folders;
	size_t count;
	*shelf = (struct media_shelf){.path = "/", .admin = upload->call->admin.id};
	if (!wanted->id)
		return true;
	if (!library_read_folders(content, upload->call->shared->registry, &folders, &count, error))
		return false;
	const struct folder *folder = library_find_folder(folders, count, wanted->id);
	if (!folder)
		return refuse_folder(upload, NULL, error);
	shelf->folder = folder->id;
	shelf->path = folder->path;
	return true;
}

static bool store_new(void *context, struct store_session *session, struct error *error)
{
	struct library_upload *upload = context;
	const struct content_call content = content_of(upload, session);
	struct content_result *result;
	struct media_shelf shelf;
	for (size_t i = 0; i < upload->count; i++) {
		if (!find_shelf(upload, &content, i, &shelf, error) ||
		    !media_insert_on_shelf(&content, upload->call->shared->media, upload->prepared[i], &shelf, &result,
		                           error))
			return false;
		const int64_t id = content_result_id(result, 0);
		content_free(result);
		if (!show_file(upload, &content, id, error))
			return false;
	}
	return true;
}

static bool put_on_shelf(struct library_upload *upload, const struct content_call *content, struct error *error)
{
	const struct content_type *type = upload->call->shared->registry->file;
	const struct attribute *path = model_attribute(type, SLICE("folderPath"));
	const struct attribute *editor = model_attribute(type, SLICE("updatedBy"));
	struct json_object *data = json_keep(content->arena, json_object_new_object());
	const struct store_where where = {.column = "id", .id = upload->id};
	struct media_shelf shelf;
	if (!find_shelf(upload, content, 0, &shelf, error))
		return false;
	const bool named = upload->folders[0].named && path && model_attribute(type, SLICE("folder"));
	const struct store_field fields[] = {
	    {editor->link.target_column, editor, value_integer(upload->call->admin.id)},
	    {named ? path->column : NULL, path, value_text(slice_of(shelf.path))},
	};
	if (named)
		json_object_object_add(data, "folder", shelf.folder ? json_object_new_int64(shelf.folder) : NULL);
	return (!named || content_relate(content, type, data, upload->id, error)) &&
	       store_update(content->session, type->table, &where, fields, named ? 2 : 1, error);
}

static bool store_changed(void *context, struct store_session *session, struct error *error)
{
	struct library_upload *upload = context;
	const struct content_call content = content_of(upload, session);
	const struct media *media = upload->call->shared->media;
	struct content_result *result;
	if (!library_check_file(upload->call, &content, upload->id, update_action, error) ||
	    !(upload->prepared ? media_replace(&content, media, upload->prepared[0], upload->id, &result, error)
	                       : media_change_info(&content, media, upload->infos, upload->id, &result, error)))
		return false;
	content_free(result);
	return put_on_shelf(upload, &content, error) && show_file(upload, &content, upload->id, error);
}

static bool find_old(struct library_upload *upload)
{
	struct admin_call *call = upload->call;
	struct store_session *session;
	struct content_result *result;
	if (!store_begin(call->shared->store, call->request->thread, call->http->arena, &session, call->error))
		return false;
	const struct content_call content = account_admin_content(&call->account, session);
	const struct query *query = query_create(content.arena, call->shared->registry->file);
	bool done = library_check_file(call, &content, upload->id, update_action, call->error) &&
	            content_find_one(&content, query, upload->id, false, &result, call->error);
	if (done) {
		if (content_result_count(result))
			upload->old = json_keep(content.arena, content_entry_json(result, 0));
		content_free(result);
	}
	store_end(session);
	return done && (upload->old || error_set(call->error, 404, "NotFoundError", "Entity not found"));
}

/* ---- the request ---- */

bool admin_may_upload(struct admin_call *call)
{
	struct library_upload upload = {.call = call};
	if (!read_id(&upload))
		return false;
	const char *action = upload.id ? update_action : create_action;
	if (!access_admin_may(&call->admin, slice_of(action), (struct slice){NULL, 0}))
		return error_forbidden(call->error);
	const struct content_call content = admin_call_content(call);
	return !upload.id || library_check_file(call, &content, upload.id, update_action, call->error);
}

static bool run(struct library_upload *upload)
{
	struct admin_call *call = upload->call;
	const bool empty = !upload->count || (upload->count == 1 && !upload->files[0]->size);
	if (empty && !upload->id)
		return error_set(call->error, 400, "ApplicationError", "Files are empty");
	if (upload->id && upload->count > 1)
		return error_set(call->error, 400, "ApplicationError", "Cannot replace a file with multiple ones");
	if (!read_infos(upload))
		return false;
	if (!upload->id)
		return begin_media(upload) && prepare_all(upload) &&
		       account_write(&call->account, store_new, upload, call->error);
	if (!find_old(upload))
		return false;
	if (!empty) {
		if (!begin_media(upload))
			return false;
		upload->media.replaces = true;
		if (!prepare_all(upload))
			return false;
	}
	return account_write(&call->account, store_changed, upload, call->error);
}

bool admin_upload(struct admin_call *call)
{
	struct library_upload upload = {.call = call, .media = {.note = {.file = -1}}};
	const struct media_form *form = call->received.form;
	upload.body = form ? media_form_json(form) : json_object_get(call->body);
	upload.shown = json_object_new_array();
	bool done = read_id(&upload) && find_files(&upload) && run(&upload);
	if (upload.media.media && done)
		media_settle(&upload.media);
	else if (upload.media.media)
		media_undo(&upload.media);
	/* What is only described anew is not signed, as in Strapi. */
	if (done && upload.prepared)
		done = library_sign_files(call, NULL, upload.shown);
	if (done)
		json_write_value(&call->response->body,
		                 upload.id ? json_object_array_get_idx(upload.shown, 0) : upload.shown);
	json_object_put(upload.shown);
	json_object_put(upload.body);
	return done;
}
