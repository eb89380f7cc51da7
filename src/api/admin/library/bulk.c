/* Several files and folders at once: moved, deleted. */
#include "api/admin/admin.h"
#include "library.h"

enum { MOST_IDS = 5000 };

static const char no_destination[] = "destination folder does not exist";

struct bulk {
	struct admin_call *call;
	int64_t *files, *folders;
	size_t file_count, folder_count;
	int64_t destination; /* 0: the root */
	struct json_object *shown_files, *shown_folders;
	int64_t *below; /* the files that lie in the folders */
	size_t below_count;
};

/* ---- payloads ---- */

static int compare_ids(const void *a, const void *b)
{
	const int64_t one = *(const int64_t *)a, other = *(const int64_t *)b;
	return (one > other) - (one < other);
}

/* In order, each once. What is no number is the id of nothing, and left out. */
static void read_ids(struct input *input, const char *name, int64_t **ids, size_t *count)
{
	struct json_object *list;
	*count = 0;
	if (!input_check_id_list(input, name))
		return;
	input_find(input, name, &list);
	const size_t length = json_object_array_length(list);
	if (length > MOST_IDS)
		input_refuse_member(input, name, arena_format(input->arena, "must have at most %d items", MOST_IDS));
	*ids = arena_array(input->arena, length > MOST_IDS ? 0 : length, sizeof **ids);
	for (size_t i = 0; length <= MOST_IDS && i < length; i++) {
		struct json_object *item = json_object_array_get_idx(list, i);
		int64_t id = 0;
		if (json_object_is_type(item, json_type_int))
			id = json_object_get_int64(item);
		else if (!slice_to_int64(json_string(item), &id))
			id = 0;
		if (id > 0)
			(*ids)[(*count)++] = id;
	}
	qsort(*ids, *count, sizeof **ids, compare_ids);
	size_t kept = 0;
	for (size_t i = 0; i < *count; i++)
		if (!kept || (*ids)[i] != (*ids)[kept - 1])
			(*ids)[kept++] = (*ids)[i];
	*count = kept;
}

static bool read_sent(struct bulk *bulk, bool moves)
{
	static const char *const moving[] = {"fileIds", "folderIds", "destinationFolderId", NULL};
	static const char *const deleting[] = {"fileIds", "folderIds", NULL};
	struct admin_call *call = bulk->call;
	struct input input;
	if (!input_begin(&input, call->http->arena, call->body, call->error))
		return false;
	if (moves && !json_find(call->body, "destinationFolderId", NULL))
		input_refuse(&input, "\"destinationFolderId\"", "destinationFolderId must be defined");
	else if (moves)
		library_read_id(&input, "destinationFolderId", no_destination, &bulk->destination);
	read_ids(&input, "fileIds", &bulk->files, &bulk->file_count);
	read_ids(&input, "folderIds", &bulk->folders, &bulk->folder_count);
	input_check_names(&input, moves ? moving : deleting);
	return input_end(&input, call->error);
}

static bool refuse(const struct bulk *bulk, const char *path, const char *message, struct error *error)
{
	struct input input;
	if (!input_begin(&input, bulk->call->http->arena, NULL, error))
		return false;
	input_refuse(&input, path, message);
	return input_end(&input, error);
}

static bool answer_bulk(struct bulk *bulk, bool done)
{
	struct buffer *body = &bulk->call->response->body;
	if (done) {
		buffer_text(body, "{\"data\":{\"files\":");
		json_write_value(body, bulk->shown_files);
		buffer_text(body, ",\"folders\":");
		json_write_value(body, bulk->shown_folders);
		buffer_text(body, "}}");
	}
	json_object_put(bulk->shown_files);
	json_object_put(bulk->shown_folders);
	return done;
}

/* ---- moving ---- */

typedef bool is_fault(const struct bulk *bulk, const struct folder *folders, size_t count, const struct folder *folder);

static bool goes_into_itself(const struct bulk *bulk, const struct folder *folders, size_t count,
                             const struct folder *folder)
{
	const struct folder *destination = library_find_folder(folders, count, bulk->destination);
	return destination && library_is_inside(destination->path, folder);
}

static bool has_namesake(const struct bulk *bulk, const struct folder *folders, size_t count,
                         const struct folder *folder)
{
	for (size_t i = 0; i < count; i++)
		if (folders[i].parent == bulk->destination && strcmp(folders[i].name, folder->name) == 0)
			return true;
	return false;
}

static bool check_folders(const struct bulk *bulk, const struct folder *folders, size_t count, is_fault *fault,
                          const char *message, struct error *error)
{
	struct arena *arena = bulk->call->http->arena;
	const char *wrong = NULL;
	for (size_t i = 0; i < bulk->folder_count; i++) {
		const struct folder *folder = library_find_folder(folders, count, bulk->folders[i]);
		if (folder && fault(bulk, folders, count, folder))
			wrong = wrong ? arena_format(arena, "%s, %s", wrong, folder->name) : folder->name;
	}
	return !wrong || refuse(bulk, "", arena_format(arena, "%s: %s", message, wrong), error);
}

static bool show_file(const struct bulk *bulk, const struct content_call *content, int64_t id, struct error *error)
{
	struct query *query = library_file_query(bulk->call, content->arena, false);
	struct content_result *result;
	query->populate_count = 0;
	if (!content_find_one(content, query, id, false, &result, error))
		return false;
	json_object_array_add(bulk->shown_files, content_entry_json(result, 0));
	content_free(result);
	return true;
}

static bool move_file(const struct bulk *bulk, const struct content_call *content, int64_t id,
                      const struct folder *destination, struct error *error)
{
	const struct content_type *type = bulk->call->shared->registry->file;
	const struct attribute *path = model_attribute(type, SLICE("folderPath"));
	if (!library_check_file(bulk->call, content, id, "plugin::upload.assets.update", error))
		return error->status == 404;
	if (!path || !model_attribute(type, SLICE("folder"))) /* files have no folders here */
		return show_file(bulk, content, id, error);
	const struct store_field field = {path->column, path,
	                                  value_text(slice_of(destination ? destination->path : "/"))};
	const struct store_where where = {.column = "id", .id = id};
	struct json_object *data = json_keep(content->arena, json_object_new_object());
	json_object_object_add(data, "folder", destination ? json_object_new_int64(destination->id) : NULL);
	return content_relate(content, type, data, id, error) &&
	       store_update(content->session, type->table, &where, &field, 1, error) &&
	       show_file(bulk, content, id, error);
}

static bool move_folder(const struct bulk *bulk, const struct content_call *content, int64_t id, struct error *error)
{
	const struct registry *registry = bulk->call->shared->registry;
	struct json_object *folder;
	struct folder *folders;
	size_t count;
	/* Those that moved before have new paths. */
	if (!library_read_folders(content, registry, &folders, &count, error))
		return false;
	const struct folder *own = library_find_folder(folders, count, id);
	if (!own)
		return true;
	if (!library_move_folder(content, registry, own, library_find_folder(folders, count, bulk->destination),
	                         error) ||
	    !library_show_folder(content, registry, id, &folder, error))
		return false;
	json_object_array_add(bulk->shown_folders, folder);
	return true;
}

static bool store_moves(void *context, struct store_session *session, struct error *error)
{
	struct bulk *bulk = context;
	const struct registry *registry = bulk->call->shared->registry;
	const struct content_call content = account_admin_content(&bulk->call->account, session);
	struct folder *folders;
	size_t count;
	if (!library_read_folders(&content, registry, &folders, &count, error))
		return false;
	const struct folder *destination = library_find_folder(folders, count, bulk->destination);
	if (bulk->destination && !destination)
		return refuse(bulk, "\"destinationFolderId\"", no_destination, error);
	if (!check_folders(bulk, folders, count, has_namesake, "some folders already exists", error) ||
	    !check_folders(bulk, folders, count, goes_into_itself,
	                   "folders cannot be moved inside themselves or one of its children", error))
		return false;
	for (size_t i = 0; i < bulk->file_count; i++)
		if (!move_file(bulk, &content, bulk->files[i], destination, error))
			return false;
	for (size_t i = 0; i < bulk->folder_count; i++)
		if (!move_folder(bulk, &content, bulk->folders[i], error))
			return false;
	return true;
}

bool admin_move_files(struct admin_call *call)
{
	struct bulk bulk = {.call = call};
	if (!read_sent(&bulk, true))
		return false;
	bulk.shown_files = json_object_new_array();
	bulk.shown_folders = json_object_new_array();
	return answer_bulk(&bulk, account_write(&call->account, store_moves, &bulk, call->error));
}

/* ---- deleting ---- */

static bool is_named(const struct bulk *bulk, const struct folder *folders, size_t count, const char *path)
{
	for (size_t i = 0; i < bulk->folder_count; i++) {
		const struct folder *folder = library_find_folder(folders, count, bulk->folders[i]);
		if (folder && library_is_inside(path, folder))
			return true;
	}
	return false;
}

/* The files that lie in the folders that go. */
static bool find_below(struct bulk *bulk, const struct content_call *content, const struct folder *folders,
                       size_t count, struct error *error)
{
	const struct content_type *type = bulk->call->shared->registry->file;
	const struct attribute *column = model_attribute(type, SLICE("folderPath"));
	struct query *query = query_create(content->arena, type);
	const struct store_select select = {.query = query};
	struct store_cursor *cursor;
	struct cell cell;
	size_t capacity = 0;
	bool row, done;
	if (!column) /* files have no folders here */
		return true;
	query->with_private = true;
	query->fields = arena_alloc(content->arena, sizeof *query->fields);
	query->fields[query->field_count++] = column;
	if (!store_select(content->session, &select, &cursor, error))
		return false;
	while ((done = store_next(cursor, &row, error)) && row) {
		store_cell(cursor, 0, &cell);
		if (cell.kind != CELL_TEXT || !is_named(bulk, folders, count, arena_copy(content->arena, cell.text)))
			continue;
		bulk->below =
		    arena_grow(content->arena, bulk->below, bulk->below_count, &capacity, sizeof *bulk->below);
		bulk->below[bulk->below_count++] = store_id(cursor);
	}
	store_close_cursor(cursor);
	return done;
}

static bool look_below(void *context, struct store_session *session, struct error *error)
{
	struct bulk *bulk = context;
	const struct content_call content = account_admin_content(&bulk->call->account, session);
	struct folder *folders;
	size_t count;
	return library_read_folders(&content, bulk->call->shared->registry, &folders, &count, error) &&
	       find_below(bulk, &content, folders, count, error);
}

static bool store_folder_deletion(void *context, struct store_session *session, struct error *error)
{
	struct bulk *bulk = context;
	const struct registry *registry = bulk->call->shared->registry;
	const struct content_call content = account_admin_content(&bulk->call->account, session);
	struct json_object *shown;
	struct folder *folders;
	size_t count;
	if (!library_read_folders(&content, registry, &folders, &count, error))
		return false;
	for (size_t i = 0; i < bulk->folder_count; i++) {
		if (!library_show_folder(&content, registry, bulk->folders[i], &shown, error))
			return false;
		if (shown)
			json_object_array_add(bulk->shown_folders, shown);
	}
	for (size_t i = 0; i < count; i++)
		if (is_named(bulk, folders, count, folders[i].path) &&
		    !content_remove(&content, registry->folder, folders[i].id, error))
			return false;
	return true;
}

static bool delete_files(struct bulk *bulk, const int64_t *ids, size_t count, bool shown)
{
	for (size_t i = 0; i < count; i++) {
		struct json_object *file = NULL;
		bool done = library_delete_file(bulk->call, ids[i], false, &file);
		if (done && shown)
			json_object_array_add(bulk->shown_files, json_object_get(file));
		json_object_put(file);
		if (!done && bulk->call->error->status != 404)
			return false;
	}
	return true;
}

/* Files go one by one, each with what is stored of it, and folders when nothing lies in them any more. */
bool admin_delete_library(struct admin_call *call)
{
	struct bulk bulk = {.call = call};
	if (!read_sent(&bulk, false))
		return false;
	bulk.shown_files = json_object_new_array();
	bulk.shown_folders = json_object_new_array();
	bool done = delete_files(&bulk, bulk.files, bulk.file_count, true) &&
	            (!bulk.folder_count || (account_write(&call->account, look_below, &bulk, call->error) &&
	                                    delete_files(&bulk, bulk.below, bulk.below_count, false) &&
	                                    account_write(&call->account, store_folder_deletion, &bulk, call->error)));
	return answer_bulk(&bulk, done);
}
