/* Languages of the project come, get another name, and go. */
#include "admin.h"
#include "iso_locales.h"

#include <json-c/json.h>

enum { LONGEST_NAME = 50 };

struct locale_change {
	struct admin_call *call;
	int64_t id;
	struct json_object *data;
	bool becomes_default;
	struct json_object *answer;
};

bool admin_iso_locales(struct admin_call *call)
{
	iso_locales_write(&call->response->body);
	return true;
}

/* ---- reading ---- */

/* {id, name, code, createdAt, updatedAt, isDefault}; NULL when there is none. */
static bool show_locale(const struct content_call *content, const struct registry *registry, int64_t id,
                        struct json_object **locale, struct error *error)
{
	static const char *const names[] = {"name", "code", "createdAt", "updatedAt"};
	const struct content_type *type = registry->i18n_locale;
	struct query *query = query_create(content->arena, type);
	struct content_result *result;
	struct slice standard;
	query->fields = arena_array(content->arena, COUNT_OF(names), sizeof *query->fields);
	for (size_t i = 0; i < COUNT_OF(names); i++)
		query->fields[query->field_count++] = model_attribute(type, slice_of(names[i]));
	*locale = NULL;
	if (!content_default_locale(content, &standard, error) ||
	    !content_find_one(content, query, id, false, &result, error))
		return false;
	if (content_result_count(result)) {
		*locale = content_entry_json(result, 0);
		const bool is = slice_equals(json_string(json_member(*locale, "code")), standard);
		json_object_object_add(*locale, "isDefault", json_object_new_boolean(is));
	}
	content_free(result);
	return true;
}

static struct content_call content_of(struct admin_call *call, struct store_session *session)
{
	return account_admin_content(&call->account, session);
}

static bool refuse_missing(struct error *error)
{
	return error_set(error, 404, "NotFoundError", "locale.notFound");
}

/* ---- payloads ---- */

static void check_name(struct input *input, bool creation)
{
	const struct slice name = json_string(json_member(input->object, "name"));
	size_t length = 0;
	input_check_text(input, "name", INPUT_NULLABLE | (creation ? 0 : INPUT_NOT_EMPTY));
	for (size_t i = 0; i < name.len; i++)
		length += ((unsigned char)name.ptr[i] & 0xC0) != 0x80;
	if (length > LONGEST_NAME)
		input_refuse(input, "\"name\"", "name must be at most 50 characters");
}

static void check_code(struct input *input)
{
	struct json_object *value = json_member(input->object, "code");
	const struct slice code = json_string(value);
	struct buffer message = {0};
	size_t count;
	const struct iso_locale *locales = iso_locales(&count);
	bool known = !code.len && (!value || json_object_is_type(value, json_type_string));
	input_check_text(input, "code", INPUT_REQUIRED);
	buffer_text(&message, "code must be one of the following values: ");
	for (size_t i = 0; i < count && !known; i++) {
		known = slice_is(code, locales[i].code);
		buffer_format(&message, "%s%s", i ? ", " : "", locales[i].code);
	}
	if (!known)
		input_refuse(input, "\"code\"", arena_copy(input->arena, buffer_as_slice(&message)));
	buffer_free(&message);
}

static bool read_default(struct input *input, bool required)
{
	struct json_object *value = json_member(input->object, "isDefault");
	if (required && !input_has(input, "isDefault"))
		input_refuse(input, "\"isDefault\"", "isDefault is a required field");
	input_check_flag(input, "isDefault");
	return value && json_object_get_boolean(value);
}

static void copy_name(struct locale_change *change)
{
	struct json_object *name = json_member(change->call->body, "name");
	json_object_object_add(change->data, "name", json_string(name).len ? json_object_get(name) : NULL);
}

/* ---- writing ---- */

static bool set_default(const struct content_call *content, const struct locale_change *change, struct slice code,
                        struct error *error)
{
	struct buffer json = {0};
	if (!change->becomes_default)
		return true;
	json_write_string(&json, code);
	bool done =
	    store_set_setting(content->session, "plugin_i18n_default_locale", "string", buffer_as_slice(&json), error);
	buffer_free(&json);
	return done;
}

static bool is_there(const struct content_call *content, const struct registry *registry, struct slice code, bool *is,
                     struct error *error)
{
	const struct content_type *type = registry->i18n_locale;
	struct query_root root = {.query = query_create(content->arena, type), .locale = LOCALE_ALL};
	int64_t id;
	root.query->filter =
	    query_compare(content->arena, model_attribute(type, SLICE("code")), QUERY_EQ, value_text(code));
	bool done = content_find_id(content, &root, &id, error);
	*is = done && id;
	return done;
}

static bool store_new(void *context, struct store_session *session, struct error *error)
{
	struct locale_change *change = context;
	const struct registry *registry = change->call->shared->registry;
	const struct content_call content = content_of(change->call, session);
	const struct slice code = json_string(json_member(change->data, "code"));
	bool there;
	if (!is_there(&content, registry, code, &there, error))
		return false;
	if (there)
		return error_set(error, 400, "ApplicationError", "This locale already exists");
	return content_insert(&content, registry->i18n_locale, change->data, &change->id, error) &&
	       account_reset_super_admin(&content, registry, error) && set_default(&content, change, code, error) &&
	       show_locale(&content, registry, change->id, &change->answer, error);
}

static bool answer_locale(struct admin_call *call, struct locale_change *change, bool done)
{
	if (done)
		json_write_value(&call->response->body, change->answer);
	json_object_put(change->answer);
	return done;
}

bool admin_create_locale(struct admin_call *call)
{
	static const char *const names[] = {"name", "code", "isDefault", NULL};
	struct locale_change change = {.call = call, .data = json_keep(call->http->arena, json_object_new_object())};
	struct input input;
	if (!input_begin(&input, call->http->arena, call->body, call->error))
		return false;
	check_name(&input, true);
	check_code(&input);
	change.becomes_default = read_default(&input, true);
	input_check_names(&input, names);
	if (!input_end(&input, call->error))
		return false;
	copy_name(&change);
	json_object_object_add(change.data, "code", json_object_get(json_member(call->body, "code")));
	json_object_object_add(change.data, "createdBy", json_object_new_int64(call->admin.id));
	json_object_object_add(change.data, "updatedBy", json_object_new_int64(call->admin.id));
	return answer_locale(call, &change, account_write(&call->account, store_new, &change, call->error));
}

static bool store_changed(void *context, struct store_session *session, struct error *error)
{
	struct locale_change *change = context;
	const struct registry *registry = change->call->shared->registry;
	const struct content_call content = content_of(change->call, session);
	struct json_object *old;
	if (!show_locale(&content, registry, change->id, &old, error))
		return false;
	if (!old)
		return refuse_missing(error);
	json_keep(content.arena, old);
	return content_change_entry(&content, registry->i18n_locale, change->data, change->id, error) &&
	       set_default(&content, change, json_string(json_member(old, "code")), error) &&
	       show_locale(&content, registry, change->id, &change->answer, error);
}

bool admin_change_locale(struct admin_call *call)
{
	static const char *const names[] = {"name", "isDefault", NULL};
	struct locale_change change = {.call = call, .data = json_keep(call->http->arena, json_object_new_object())};
	struct input input;
	change.id = admin_call_id_or_none(call);
	if (!input_begin(&input, call->http->arena, call->body, call->error))
		return false;
	check_name(&input, false);
	change.becomes_default = read_default(&input, false);
	input_check_names(&input, names);
	if (!input_end(&input, call->error))
		return false;
	if (json_find(call->body, "name", NULL))
		copy_name(&change);
	json_object_object_add(change.data, "updatedBy", json_object_new_int64(call->admin.id));
	return answer_locale(call, &change, account_write(&call->account, store_changed, &change, call->error));
}

/* Rows alone go, as in Strapi. */
static bool delete_entries(const struct content_call *content, const struct content_type *type, struct slice locale,
                           struct error *error)
{
	struct query *query = query_create(content->arena, type);
	const struct store_select select = {.query = query};
	struct store_cursor *cursor;
	int64_t *ids = NULL;
	size_t count = 0, capacity = 0;
	bool row, done;
	query->fields = arena_array(content->arena, 1, sizeof *query->fields);
	query->filter = query_compare(content->arena, type->locale, QUERY_EQ, value_text(locale));
	query->selective = true;
	if (!store_select(content->session, &select, &cursor, error))
		return false;
	while ((done = store_next(cursor, &row, error)) && row) {
		ids = arena_grow(content->arena, ids, count, &capacity, sizeof *ids);
		ids[count++] = store_id(cursor);
	}
	store_close_cursor(cursor);
	return done && (!count || content_remove_rows(content, type, ids, count, error));
}

static bool store_deletion(void *context, struct store_session *session, struct error *error)
{
	struct locale_change *change = context;
	const struct registry *registry = change->call->shared->registry;
	const struct content_call content = content_of(change->call, session);
	if (!show_locale(&content, registry, change->id, &change->answer, error))
		return false;
	if (!change->answer)
		return refuse_missing(error);
	if (json_object_get_boolean(json_member(change->answer, "isDefault")))
		return error_set(error, 400, "ApplicationError", "Cannot delete the default locale");
	const struct slice code = json_string(json_member(change->answer, "code"));
	for (size_t i = 0; i < registry->type_count; i++)
		if (registry->types[i]->locale && !delete_entries(&content, registry->types[i], code, error))
			return false;
	return content_remove(&content, registry->i18n_locale, change->id, error) &&
	       account_reset_super_admin(&content, registry, error);
}

bool admin_delete_locale(struct admin_call *call)
{
	struct locale_change change = {.call = call};
	return admin_call_id(call, "locale.notFound", &change.id) &&
	       answer_locale(call, &change, account_write(&call->account, store_deletion, &change, call->error));
}
