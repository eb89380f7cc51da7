/* The folders of the library. */
#include "api/admin/admin.h"
#include "api/admin/list.h"
#include "library.h"

#include <stdlib.h>

static const char *const shown[] = {"name", "pathId", "path", "createdAt", "updatedAt"};

/* ---- all of them ---- */

static void set_fields(struct arena *arena, struct query *query)
{
	query->fields = arena_array(arena, COUNT_OF(shown), sizeof *query->fields);
	for (size_t i = 0; i < COUNT_OF(shown); i++)
		query->fields[query->field_count++] = model_attribute(query->type, slice_of(shown[i]));
}

static void add_parent(struct arena *arena, struct query *query)
{
	const struct attribute *parent = model_attribute(query->type, SLICE("parent"));
	query->populates = arena_alloc(arena, sizeof *query->populates);
	query->populates[query->populate_count++] =
	    (struct populate){.attribute = parent, .query = query_create(arena, query->type)};
}

bool library_read_folders(const struct content_call *content, const struct registry *registry, struct folder **folders,
                          size_t *count, struct error *error)
{
	struct query_root root = {.query = query_create(content->arena, registry->folder), .locale = LOCALE_ALL};
	struct content_result *result;
	int64_t total;
	set_fields(content->arena, root.query);
	add_parent(content->arena, root.query);
	if (!content_find(content, &root, false, &result, &total, error))
		return false;
	*count = content_result_count(result);
	*folders = arena_array(content->arena, *count, sizeof **folders);
	for (size_t i = 0; i < *count; i++) {
		struct json_object *json = content_entry_json(result, i);
		(*folders)[i] = (struct folder){
		    .id = content_result_id(result, i),
		    .parent = json_object_get_int64(json_member(json_member(json, "parent"), "id")),
		    .name = arena_copy(content->arena, json_string(json_member(json, "name"))),
		    .path = arena_copy(content->arena, json_string(json_member(json, "path"))),
		};
		json_object_put(json);
	}
	content_free(result);
	return true;
}

const struct folder *library_find_folder(const struct folder *folders, size_t count, int64_t id)
{
	for (size_t i = 0; i < count; i++)
		if (folders[i].id == id)
			return &folders[i];
	return NULL;
}

bool library_is_inside(const char *path, const struct folder *folder)
{
	const size_t length = strlen(folder->path);
	return strncmp(path, folder->path, length) == 0 && (!path[length] || path[length] == '/');
}

bool library_read_id(struct input *input, const char *name, const char *missing, int64_t *id)
{
	struct json_object *value = json_member(input->object, name);
	*id = 0;
	if (!value)
		return true;
	if (!input_is_id(value))
		input_refuse_type(input, input_quoted_path(input, name), name, "strapiID", value);
	else if (json_object_is_type(value, json_type_int) && json_object_get_int64(value) > 0)
		*id = json_object_get_int64(value);
	else if (!slice_to_int64(json_string(value), id) || *id < 1)
		input_refuse(input, input_quoted_path(input, name), missing);
	return *id > 0;
}

/* ---- shown ---- */

static void add_count(struct json_object *folder, const char *name, int64_t count)
{
	struct json_object *counted = json_object_new_object();
	json_object_object_add(counted, "count", json_object_new_int64(count));
	json_object_object_add(folder, name, counted);
}

/* The folders of a result, with how many folders and files lie in each. */
static bool show_result(struct admin_call *call, const struct content_result *result, struct json_object **list)
{
	struct arena *arena = call->http->arena;
	const struct content_type *type = call->shared->registry->folder;
	const size_t count = content_result_count(result);
	int64_t *ids = arena_array(arena, count, sizeof *ids), *children = arena_array(arena, count, sizeof *children);
	int64_t *files = arena_array(arena, count, sizeof *files);
	for (size_t i = 0; i < count; i++)
		ids[i] = content_result_id(result, i);
	if (!admin_count_related(call, type, "children", ids, count, children) ||
	    !admin_count_related(call, type, "files", ids, count, files))
		return false;
	*list = json_object_new_array();
	for (size_t i = 0; i < count; i++) {
		struct json_object *folder = content_entry_json(result, i);
		add_count(folder, "children", children[i]);
		add_count(folder, "files", files[i]);
		json_object_array_add(*list, folder);
	}
	return true;
}

/* The panel asks for all of one parent, whatever page it names. */
bool admin_list_folders(struct admin_call *call)
{
	const struct content_call content = admin_call_content(call);
	struct json_object *list = NULL;
	struct content_result *result;
	struct query_root root;
	int64_t total;
	if (!admin_list_read(call, call->shared->registry->folder, &root))
		return false;
	root.query->limit = -1;
	root.query->offset = 0;
	set_fields(content.arena, root.query);
	if (!content_find(&content, &root, false, &result, &total, call->error))
		return false;
	bool done = show_result(call, result, &list);
	content_free(result);
	return done && admin_call_answer(call, list);
}

static bool refuse_missing(struct error *error)
{
	return error_set(error, 404, "NotFoundError", "folder not found");
}

bool admin_show_folder(struct admin_call *call)
{
	const struct content_call content = admin_call_content(call);
	struct query *query = query_create(content.arena, call->shared->registry->folder);
	struct json_object *list = NULL, *folder = NULL;
	struct content_result *result;
	int64_t id;
	set_fields(content.arena, query);
	if (!admin_call_id(call, "folder not found", &id) ||
	    !content_find_one(&content, query, id, false, &result, call->error))
		return false;
	bool done = show_result(call, result, &list);
	content_free(result);
	if (!done)
		return false;
	if (json_object_array_length(list))
		folder = json_object_get(json_object_array_get_idx(list, 0));
	json_object_put(list);
	return folder ? admin_call_answer(call, folder) : refuse_missing(call->error);
}

bool library_show_folder(const struct content_call *content, const struct registry *registry, int64_t id,
                         struct json_object **folder, struct error *error)
{
	struct query *query = query_create(content->arena, registry->folder);
	struct content_result *result;
	*folder = NULL;
	set_fields(content->arena, query);
	if (!content_find_one(content, query, id, false, &result, error))
		return false;
	if (content_result_count(result))
		*folder = content_entry_json(result, 0);
	content_free(result);
	return true;
}

/* ---- the tree ---- */

enum { DEEPEST_TREE = 200 };

static int compare_names(const void *a, const void *b)
{
	return strcmp(((const struct folder *)a)->name, ((const struct folder *)b)->name);
}

static void write_tree(struct buffer *body, const struct folder *folders, size_t count, int64_t parent, unsigned depth)
{
	buffer_byte(body, '[');
	for (size_t i = 0; depth < DEEPEST_TREE && i < count; i++) {
		if (folders[i].parent != parent)
			continue;
		json_next(body);
		buffer_format(body, "{\"id\":%lld,\"name\":", (long long)folders[i].id);
		json_write_string(body, slice_of(folders[i].name));
		buffer_text(body, ",\"children\":");
		write_tree(body, folders, count, folders[i].id, depth + 1);
		buffer_byte(body, '}');
	}
	buffer_byte(body, ']');
}

bool admin_folder_structure(struct admin_call *call)
{
	const struct content_call content = admin_call_content(call);
	struct buffer *body = &call->response->body;
	struct folder *folders;
	size_t count;
	if (!library_read_folders(&content, call->shared->registry, &folders, &count, call->error))
		return false;
	if (count)
		qsort(folders, count, sizeof *folders, compare_names);
	buffer_text(body, "{\"data\":");
	write_tree(body, folders, count, 0, 0);
	buffer_byte(body, '}');
	return true;
}
