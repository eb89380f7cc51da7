/* The files of the library: lists, one of them, deleting. */
#include "access/access.h"
#include "api/admin/admin.h"
#include "api/admin/list.h"
#include "library.h"

/* ---- what the admin may do ---- */

/* Its permissions have no subject. */
struct condition *library_condition(struct admin_call *call, struct arena *arena, const char *action)
{
	const struct admin *admin = &call->admin;
	struct ability ability = {
	    .admin = admin, .registry = call->shared->registry, .type = call->shared->registry->file};
	ability.rules = arena_array(arena, admin->rule_count, sizeof *ability.rules);
	for (size_t i = 0; i < admin->rule_count; i++) {
		const struct admin_permission *permission = admin->rules[i].permission;
		if (slice_is(permission->action, action) && !permission->subject.len)
			ability.rules[ability.rule_count++] = &admin->rules[i];
	}
	if (ability.rule_count)
		return ability_condition(arena, &ability);
	return query_compare(arena, &ability.type->id, QUERY_EQ, value_integer(0));
}

bool library_check_file(struct admin_call *call, const struct content_call *content, int64_t id, const char *action,
                        struct error *error)
{
	const struct content_type *type = call->shared->registry->file;
	struct query_root root = {.query = query_create(content->arena, type), .locale = LOCALE_ALL};
	struct condition *condition = library_condition(call, content->arena, action);
	int64_t count;
	root.query->filter = query_compare(content->arena, &type->id, QUERY_EQ, value_integer(id));
	if (!content_count(content, &root, &count, error))
		return false;
	if (!count)
		return error_set(error, 404, "NotFoundError", "Entity not found");
	if (!condition)
		return true;
	query_add_condition(content->arena, root.query, condition);
	return content_count(content, &root, &count, error) && (count || error_forbidden(error));
}

/* ---- reading ---- */

/* A project's type of files may be one of Strapi 4.2 and before, which had no folders. */
static void add_populate(struct arena *arena, struct query *query, const char *relation, const char *const *names,
                         size_t count)
{
	const struct attribute *attribute = model_attribute(query->type, slice_of(relation));
	if (!attribute)
		return;
	struct query *inner = query_create(arena, attribute->target);
	if (names) {
		inner->fields = arena_array(arena, count, sizeof *inner->fields);
		for (size_t i = 0; i < count; i++)
			inner->fields[inner->field_count++] = model_attribute(inner->type, slice_of(names[i]));
	}
	query->populates[query->populate_count++] = (struct populate){.attribute = attribute, .query = inner};
}

struct query *library_file_query(struct admin_call *call, struct arena *arena, bool full)
{
	static const char *const of_creator[] = {"firstname", "lastname", "username"};
	struct query *query = query_create(arena, call->shared->registry->file);
	query->with_private = true;
	query->populates = arena_array(arena, 2, sizeof *query->populates);
	if (full)
		add_populate(arena, query, "createdBy", of_creator, COUNT_OF(of_creator));
	add_populate(arena, query, "folder", NULL, 0);
	return query;
}

/* Of a provider that is not private the addresses stay as they are. */
bool library_sign_files(const struct admin_call *call, struct budget *budget, struct json_object *files)
{
	for (size_t i = 0; i < json_count(files); i++)
		json_object_object_add(json_item(files, i), "isUrlSigned", json_object_new_boolean(false));
	return content_sign(requests_content(call->shared->requests), budget, files, call->error);
}

/* All files of the result, as they are shown; *files is to be released. */
static bool sign_result(const struct admin_call *call, const struct content_result *result, struct json_object **files)
{
	*files = json_object_new_array();
	for (size_t i = 0; i < content_result_count(result); i++)
		json_object_array_add(*files, content_entry_json(result, i));
	return library_sign_files(call, &call->request->budget, *files);
}

bool admin_list_files(struct admin_call *call)
{
	const struct content_call content = admin_call_content(call);
	struct buffer *body = &call->response->body;
	struct content_result *result;
	struct query_root root;
	int64_t total;
	if (!admin_list_read(call, call->shared->registry->file, &root))
		return false;
	const struct query *shown = library_file_query(call, content.arena, false);
	struct condition *condition = library_condition(call, content.arena, "plugin::upload.read");
	root.query->with_private = true;
	root.query->populates = shown->populates;
	root.query->populate_count = shown->populate_count;
	if (condition)
		query_add_condition(content.arena, root.query, condition);
	struct json_object *files;
	if (!content_find(&content, &root, false, &result, &total, call->error))
		return false;
	const bool done = sign_result(call, result, &files);
	if (done) {
		buffer_text(body, "{\"results\":");
		json_write_value(body, files);
		admin_list_write_pagination(body, &root, total);
		buffer_byte(body, '}');
	}
	json_object_put(files);
	content_free(result);
	return done;
}

bool admin_show_file(struct admin_call *call)
{
	const struct content_call content = admin_call_content(call);
	struct content_result *result;
	int64_t id;
	if (!admin_call_id(call, "Entity not found", &id) ||
	    !library_check_file(call, &content, id, "plugin::upload.read", call->error) ||
	    !content_find_one(&content, library_file_query(call, content.arena, true), id, false, &result, call->error))
		return false;
	struct json_object *files;
	const bool found = content_result_count(result) > 0, done = sign_result(call, result, &files);
	if (found && done)
		json_write_value(&call->response->body, json_item(files, 0));
	json_object_put(files);
	content_free(result);
	return done && (found || error_set(call->error, 404, "NotFoundError", "Entity not found"));
}

/* ---- deleting ---- */

struct file_deletion {
	struct admin_call *call;
	int64_t id;
	bool full;
	struct json_object *file;
	struct content_result *result;
	struct media_removal removal;
};

static bool show_full(const struct file_deletion *deletion, const struct content_call *content,
                      struct json_object **file, struct error *error)
{
	struct query *query = library_file_query(deletion->call, content->arena, true);
	struct content_result *result;
	if (!deletion->full)
		query->populate_count = 0;
	if (!content_find_one(content, query, deletion->id, false, &result, error))
		return false;
	if (content_result_count(result))
		*file = content_entry_json(result, 0);
	content_free(result);
	return true;
}

static bool store_deletion(void *context, struct store_session *session, struct error *error)
{
	struct file_deletion *deletion = context;
	struct admin_call *call = deletion->call;
	const struct content_type *type = call->shared->registry->file;
	const struct content_call content = account_admin_content(&call->account, session);
	struct content_call telling = content;
	telling.silent = false;
	if (!library_check_file(call, &content, deletion->id, "plugin::upload.assets.update", error) ||
	    !show_full(deletion, &content, &deletion->file, error) ||
	    !content_delete(&content, query_create(content.arena, type), deletion->id, &deletion->result, error))
		return false;
	bool done =
	    content_notify(&telling, NOTICE_MEDIA_DELETE, deletion->result, error) &&
	    media_removal_begin(&deletion->removal, call->shared->media, content.arena, deletion->result, error);
	content_free(deletion->result);
	return done;
}

bool library_delete_file(struct admin_call *call, int64_t id, bool full, struct json_object **file)
{
	struct file_deletion deletion = {.call = call, .id = id, .full = full};
	bool done = account_write(&call->account, store_deletion, &deletion, call->error);
	media_removal_end(&deletion.removal, done);
	*file = deletion.file;
	return done;
}

bool admin_delete_file(struct admin_call *call)
{
	struct json_object *file = NULL;
	int64_t id;
	if (!admin_call_id(call, "Entity not found", &id))
		return false;
	bool done = library_delete_file(call, id, true, &file);
	if (done)
		json_write_value(&call->response->body, file);
	json_object_put(file);
	return done;
}
