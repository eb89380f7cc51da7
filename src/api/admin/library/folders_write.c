/* Folders are made, get another name, and move. */
#include "api/admin/admin.h"
#include "library.h"

struct folder_change {
	struct admin_call *call;
	int64_t id, parent;
	bool named, moves; /* a name, a parent is sent */
	const char *name;
	struct json_object *answer;
};

/* All folders, as the change finds them; own: the one that is changed, or NULL. */
struct folder_tree {
	struct folder *folders;
	size_t count;
	const struct folder *own;
};

static const char *const names[] = {"name", "parent", NULL};
static const char no_parent[] = "parent folder does not exist";

/* ---- what is sent ---- */

static void read_sent(struct folder_change *change)
{
	struct json_object *body = change->call->body;
	change->named = json_find(body, "name", NULL);
	change->moves = json_find(body, "parent", NULL);
	change->name = arena_copy(change->call->http->arena, json_string(json_member(body, "name")));
}

static void check_name(struct input *input, bool creation)
{
	const struct slice name = json_string(json_member(input->object, "name"));
	struct json_object *value;
	const bool sent = input_find(input, "name", &value);
	input_check_text(input, "name", INPUT_NOT_EMPTY);
	if (name.ptr && (!name.len || memchr(name.ptr, '/', name.len)))
		input_refuse(input, "\"name\"", "name cannot contain slashes");
	if (name.ptr && (!name.len || name.ptr[0] == ' ' || name.ptr[name.len - 1] == ' '))
		input_refuse(input, "\"name\"", "name cannot start or end with a whitespace");
	if (creation && !name.len && (!sent || json_object_is_type(value, json_type_string)))
		input_refuse(input, "\"name\"", "name is a required field");
}

/* Whether no other folder beside it has its name. */
static bool name_is_free(const struct folder_tree *tree, const struct folder_change *change, const char *name)
{
	for (size_t i = 0; i < tree->count; i++)
		if (tree->folders[i].id != change->id && tree->folders[i].parent == change->parent &&
		    strcmp(tree->folders[i].name, name) == 0)
			return false;
	return true;
}

static void check_parent(const struct folder_change *change, struct input *input, const struct folder_tree *tree)
{
	const struct folder *parent = library_find_folder(tree->folders, tree->count, change->parent);
	int64_t id;
	if (!library_read_id(input, "parent", no_parent, &id))
		return;
	if (id && !parent)
		input_refuse(input, "\"parent\"", no_parent);
	if (parent && tree->own && library_is_inside(parent->path, tree->own))
		input_refuse(input, "\"parent\"", "folder cannot be moved inside itself");
}

/* Before anything is noted; -1 where it can't be the id of a folder. 0 is the root, as null is. */
static int64_t parent_sent(struct input silent)
{
	struct json_object *value = json_member(silent.object, "parent");
	int64_t id;
	const bool is = library_read_id(&silent, "parent", no_parent, &id);
	const bool zero = json_object_is_type(value, json_type_int) && !json_object_get_int64(value);
	return is || zero ? id : -1;
}

/* Tells of all mistakes at once, also of those that only the folders show. change->parent is read. */
static bool check_sent(struct folder_change *change, const struct folder_tree *tree, bool creation, struct error *error)
{
	struct admin_call *call = change->call;
	const char *name = change->named ? change->name : tree->own ? tree->own->name : NULL;
	struct input input;
	if (!input_begin(&input, call->http->arena, call->body, error))
		return false;
	change->parent = change->moves || !tree->own ? parent_sent(input) : tree->own->parent;
	check_name(&input, creation);
	if (name && !name_is_free(tree, change, name))
		input_refuse(&input, "\"name\"", "A folder with this name already exists");
	if (change->moves)
		check_parent(change, &input, tree);
	input_check_names(&input, names);
	return input_end(&input, error);
}

/* ---- making ---- */

/* Numbers count up over all folders. */
static bool next_path_id(const struct content_call *content, const struct registry *registry, int64_t *next,
                         struct error *error)
{
	struct query_root root = {.query = query_create(content->arena, registry->folder), .locale = LOCALE_ALL};
	struct content_result *result;
	int64_t total;
	*next = 1;
	if (!content_find(content, &root, false, &result, &total, error))
		return false;
	for (size_t i = 0; i < content_result_count(result); i++) {
		struct json_object *json = content_entry_json(result, i);
		const int64_t number = json_object_get_int64(json_member(json, "pathId"));
		if (number >= *next)
			*next = number + 1;
		json_object_put(json);
	}
	content_free(result);
	return true;
}

static bool store_new(void *context, struct store_session *session, struct error *error)
{
	struct folder_change *change = context;
	struct admin_call *call = change->call;
	const struct registry *registry = call->shared->registry;
	struct content_call content = account_admin_content(&call->account, session);
	struct folder_tree tree = {0};
	int64_t number;
	content.silent = false;
	if (!library_read_folders(&content, registry, &tree.folders, &tree.count, error) ||
	    !check_sent(change, &tree, true, error))
		return false;
	const struct folder *parent = library_find_folder(tree.folders, tree.count, change->parent);
	if (!next_path_id(&content, registry, &number, error))
		return false;
	struct json_object *data = json_keep(content.arena, json_object_new_object());
	const char *path = arena_format(content.arena, "%s/%lld", parent ? parent->path : "", (long long)number);
	json_object_object_add(data, "name", json_object_new_string(change->name));
	json_object_object_add(data, "pathId", json_object_new_int64(number));
	json_object_object_add(data, "path", json_object_new_string(path));
	json_object_object_add(data, "parent", parent ? json_object_new_int64(parent->id) : NULL);
	json_object_object_add(data, "createdBy", json_object_new_int64(call->admin.id));
	json_object_object_add(data, "updatedBy", json_object_new_int64(call->admin.id));
	return content_insert(&content, registry->folder, data, &change->id, error) &&
	       library_show_folder(&content, registry, change->id, &change->answer, error);
}

static bool answer_folder(struct folder_change *change, bool done)
{
	if (done)
		return admin_call_answer(change->call, change->answer);
	json_object_put(change->answer);
	return false;
}

bool admin_create_folder(struct admin_call *call)
{
	struct folder_change change = {.call = call};
	read_sent(&change);
	return answer_folder(&change, account_write(&call->account, store_new, &change, call->error));
}

/* ---- changing ---- */

static bool set_path(const struct content_call *content, const char *table, const char *column, int64_t id,
                     const char *path, struct error *error)
{
	static const struct attribute text = {.name = "path", .type = ATTRIBUTE_STRING};
	const struct store_field field = {column, &text, value_text(slice_of(path))};
	const struct store_where where = {.column = "id", .id = id};
	return store_update(content->session, table, &where, &field, 1, error);
}

/* The files in the folder and below it. */
static bool move_files(const struct content_call *content, const struct registry *registry, const struct folder *folder,
                       const char *path, struct error *error)
{
	const struct content_type *type = registry->file;
	const struct attribute *column = model_attribute(type, SLICE("folderPath"));
	struct query_root root = {.query = query_create(content->arena, type), .locale = LOCALE_ALL};
	struct content_result *result;
	int64_t total;
	if (!column) /* files have no folders here */
		return true;
	root.query->with_private = true;
	root.query->fields = arena_alloc(content->arena, sizeof *root.query->fields);
	root.query->fields[root.query->field_count++] = column;
	root.query->filter =
	    query_compare(content->arena, column, QUERY_STARTS_WITH, value_text(slice_of(folder->path)));
	if (!content_find(content, &root, false, &result, &total, error))
		return false;
	bool done = true;
	for (size_t i = 0; done && i < content_result_count(result); i++) {
		struct json_object *json = content_entry_json(result, i);
		const char *old = arena_copy(content->arena, json_string(json_member(json, "folderPath")));
		json_object_put(json);
		if (library_is_inside(old, folder))
			done = set_path(content, type->table, column->column, content_result_id(result, i),
			                arena_format(content->arena, "%s%s", path, old + strlen(folder->path)), error);
	}
	content_free(result);
	return done;
}

bool library_move_folder(const struct content_call *content, const struct registry *registry,
                         const struct folder *folder, const struct folder *parent, struct error *error)
{
	const struct content_type *type = registry->folder;
	struct json_object *data = json_keep(content->arena, json_object_new_object());
	const char *own = strrchr(folder->path, '/');
	const char *path = arena_format(content->arena, "%s%s", parent ? parent->path : "", own ? own : folder->path);
	struct folder *folders;
	size_t count;
	json_object_object_add(data, "parent", parent ? json_object_new_int64(parent->id) : NULL);
	if (!content_relate(content, type, data, folder->id, error))
		return false;
	if (strcmp(path, folder->path) == 0)
		return true;
	if (!library_read_folders(content, registry, &folders, &count, error))
		return false;
	for (size_t i = 0; i < count; i++)
		if (library_is_inside(folders[i].path, folder) &&
		    !set_path(content, type->table, "path", folders[i].id,
		              arena_format(content->arena, "%s%s", path, folders[i].path + strlen(folder->path)),
		              error))
			return false;
	return move_files(content, registry, folder, path, error);
}

static bool store_changed(void *context, struct store_session *session, struct error *error)
{
	struct folder_change *change = context;
	struct admin_call *call = change->call;
	const struct registry *registry = call->shared->registry;
	struct content_call content = account_admin_content(&call->account, session);
	struct folder_tree tree;
	content.silent = false;
	if (!library_read_folders(&content, registry, &tree.folders, &tree.count, error))
		return false;
	tree.own = library_find_folder(tree.folders, tree.count, change->id);
	if (!check_sent(change, &tree, false, error))
		return false;
	if (!tree.own)
		return error_set(error, 404, "NotFoundError", "folder not found");
	const struct folder *own = tree.own;
	const struct folder *parent = library_find_folder(tree.folders, tree.count, change->parent);
	struct json_object *data = json_keep(content.arena, json_object_new_object());
	if (change->named)
		json_object_object_add(data, "name", json_object_new_string(change->name));
	json_object_object_add(data, "updatedBy", json_object_new_int64(call->admin.id));
	return content_change_entry(&content, registry->folder, data, change->id, error) &&
	       (change->parent == own->parent || library_move_folder(&content, registry, own, parent, error)) &&
	       library_show_folder(&content, registry, change->id, &change->answer, error);
}

bool admin_change_folder(struct admin_call *call)
{
	struct folder_change change = {.call = call};
	change.id = admin_call_id_or_none(call);
	read_sent(&change);
	return answer_folder(&change, account_write(&call->account, store_changed, &change, call->error));
}
