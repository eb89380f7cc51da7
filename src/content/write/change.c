/* Creating and changing entries. */
#include "answer.h"
#include "components.h"
#include "content/hooks.h"
#include "content/locale/locale.h"
#include "content/read/lifecycle.h"
#include "content/service.h"
#include "content/validate/validate.h"
#include "lifecycle.h"
#include "strip.h"
#include "write.h"

#include <json-c/json.h>

static struct write start_write(const struct content_call *call, const struct content_change *change,
                                struct error *error)
{
	return (struct write){.call = call,
	                      .registry = service_registry(call->content),
	                      .now = datetime_now(),
	                      .passwords = change->passwords,
	                      .by_code = change->by_code,
	                      .renames = change->by_code,
	                      .error = error};
}

/* A draft says so: what is required may be missing in it. */
static bool is_draft(const struct content_change *change)
{
	struct json_object *value;
	return change->type->published_at && json_find(change->data, "publishedAt", &value) && !value;
}

/* A new entry of a type with drafts is published at once unless its publishedAt is null. Of drafts that clients make
 * the data does not say so. */
static void set_published(const struct write *write, const struct content_change *change)
{
	char text[DATETIME_ISO_SIZE];
	if (!change->type->published_at || change->by_code != change->drafts ||
	    json_find(change->data, "publishedAt", NULL))
		return;
	datetime_format_iso(write->now, text);
	json_object_object_add(change->data, "publishedAt", change->drafts ? NULL : json_object_new_string(text));
}

/* What stands in place of fields is refused, in the words of Strapi. */
static bool has_fields(const struct content_call *call, const struct content_change *change, enum write_action action,
                       int64_t entry_id, struct error *error)
{
	if (json_object_is_type(change->data, json_type_object))
		return true;
	if (json_object_is_type(change->data, json_type_array))
		return validate_entry(call, change->type, action, false, change->by_code, entry_id, change->data,
		                      error);
	return error_validation(
	    error, "Invalid payload submitted for the %s of an entity of type %s. Expected an object, but got %s",
	    action == WRITE_CREATE ? "creation" : "update", change->type->display_name,
	    change->null || change->data ? json_typeof(change->data) : "undefined");
}

/* Whether the entry is there, and whether it is a draft. */
static bool find_entry(const struct content_call *call, const struct content_type *type, int64_t entry_id, bool *draft,
                       struct error *error)
{
	struct query *query = query_create(call->arena, type);
	const struct store_select select = {.query = query, .parents = &entry_id, .parent_count = 1};
	struct store_cursor *cursor;
	struct cell cell;
	bool row;
	*draft = false;
	query->fields = arena_array(call->arena, 1, sizeof *query->fields);
	if (type->published_at)
		query->fields[query->field_count++] = type->published_at;
	if (!store_select(call->session, &select, &cursor, error))
		return false;
	bool done = store_next(cursor, &row, error);
	if (done && row && type->published_at) {
		store_cell(cursor, 0, &cell);
		*draft = cell.kind == CELL_NULL;
	}
	store_close_cursor(cursor);
	return done && (row || error_not_found(error));
}

/* What was found out before the hooks, in which others have written. `checked`: the data as it was validated. */
static bool check_again(struct write *write, const struct content_change *change, int64_t entry_id,
                        struct json_object *checked)
{
	const enum write_action action = entry_id ? WRITE_UPDATE : WRITE_CREATE;
	return (!entry_id || find_entry(write->call, change->type, entry_id, &write->draft, write->error)) &&
	       (change->unchecked || validate_entry(write->call, change->type, action, write->draft, change->by_code,
	                                            entry_id, checked, write->error));
}

/* Components with a listener come first. */
static bool begin_hooks(struct write *write, const struct content_change *change, struct lifecycle *lifecycle,
                        enum content_lifecycle before, int64_t entry_id, struct json_object **data)
{
	*lifecycle = (struct lifecycle){0};
	*data = change->data;
	return (!components_are_apart(write, change->type, before) ||
	        components_write(write, change->type, entry_id, data)) &&
	       lifecycle_begin_write(write, lifecycle, before, change->answer, entry_id, data);
}

static bool begin(struct write *write, const struct content_change *change, struct lifecycle *lifecycle,
                  enum content_lifecycle before, int64_t entry_id, struct json_object **data)
{
	const struct content_call *call = write->call;
	const unsigned yields = store_yield_count(call->session);
	struct json_object *checked = NULL;
	if (call->yields_early && store_may_yield(call->session) && content_has_listener(call->content, change->type)) {
		json_object_deep_copy(change->data, &checked, NULL);
		json_keep(call->arena, checked);
	}
	return begin_hooks(write, change, lifecycle, before, entry_id, data) &&
	       (store_yield_count(call->session) == yields || check_again(write, change, entry_id, checked));
}

static bool store_new(struct write *write, const struct content_change *change, struct content_result **result)
{
	struct json_object *data;
	struct lifecycle lifecycle;
	int64_t entry_id;
	bool done = begin(write, change, &lifecycle, LIFECYCLE_BEFORE_CREATE, 0, &data) &&
	            write_create(write, change->type, data, &entry_id) &&
	            answer_change(write, change, &lifecycle, CONTENT_AFTER_CREATE, entry_id, result);
	lifecycle_end(&lifecycle);
	return done;
}

bool content_create(const struct content_call *call, const struct content_change *change,
                    struct content_result **result, struct error *error)
{
	struct write write = start_write(call, change, error);
	if (!has_fields(call, change, WRITE_CREATE, 0, error))
		return false;
	if (!change->by_code)
		strip_change(change, write.registry);
	if (!hooks_run(call, CONTENT_BEFORE_CREATE, change->type, 0, change->data, NULL, error))
		return false;
	write.draft = is_draft(change);
	set_published(&write, change);
	return locale_check(&write, change->type, change->data) &&
	       (change->unchecked || validate_entry(call, change->type, WRITE_CREATE, write.draft, change->by_code, 0,
	                                            change->data, error)) &&
	       store_new(&write, change, result);
}

static bool store_changed(struct write *write, const struct content_change *change, int64_t entry_id,
                          struct content_result **result)
{
	struct json_object *data;
	struct lifecycle lifecycle;
	bool done = begin(write, change, &lifecycle, LIFECYCLE_BEFORE_UPDATE, entry_id, &data) &&
	            write_update(write, change->type, &entry_id, 1, data) &&
	            answer_change(write, change, &lifecycle, CONTENT_AFTER_UPDATE, entry_id, result);
	lifecycle_end(&lifecycle);
	return done;
}

static bool update_entry(const struct content_call *call, const struct content_change *change, int64_t entry_id,
                         bool draft, struct content_result **result, struct error *error)
{
	struct write write = start_write(call, change, error);
	if (!change->by_code)
		strip_change(change, write.registry);
	if (change->type->localized) {
		json_object_object_del(change->data, "locale");
		json_object_object_del(change->data, "localizations");
	}
	return hooks_run(call, CONTENT_BEFORE_UPDATE, change->type, entry_id, change->data, NULL, error) &&
	       (change->unchecked || validate_entry(call, change->type, WRITE_UPDATE, draft, change->by_code, entry_id,
	                                            change->data, error)) &&
	       store_changed(&write, change, entry_id, result);
}

/* Strapi reads the whole entry before it changes it. */
static bool look_at_old(const struct content_call *call, const struct content_change *change, int64_t entry_id,
                        struct error *error)
{
	struct json_object *old;
	return !lifecycle_has_listener(call, change->type, LIFECYCLE_BEFORE_FIND_ONE) ||
	       lifecycle_read(call, query_create(call->arena, change->type), entry_id, call->id_is_text, &old, error);
}

bool content_update(const struct content_call *call, const struct content_change *change, int64_t entry_id,
                    struct content_result **result, struct error *error)
{
	struct content_change nothing = *change;
	bool draft;
	if (!look_at_old(call, change, entry_id, error) || !find_entry(call, change->type, entry_id, &draft, error))
		return false;
	if (json_object_is_type(change->data, json_type_object))
		return update_entry(call, change, entry_id, draft, result, error);
	/* From a list, too, Strapi takes out the locale, and what is left is an object without fields. */
	if (!change->type->localized)
		return has_fields(call, change, WRITE_UPDATE, entry_id, error);
	nothing.data = json_object_new_object();
	bool done = update_entry(call, &nothing, entry_id, draft, result, error);
	json_object_put(nothing.data);
	return done;
}

/* The entry that a new version is made of, where somebody hears of it: as code sees it, and what it shares is taken
 * from that. Else NULL. */
static bool read_other(const struct content_call *call, const struct query *query, int64_t entry_id,
                       struct json_object **entry, struct error *error)
{
	struct query copy = *query;
	*entry = NULL;
	if (!lifecycle_has_listener(call, query->type, LIFECYCLE_BEFORE_FIND_ONE))
		return true;
	return lifecycle_read_shown(call, &copy, entry_id,
	                            query->type->single ? LIFECYCLE_ID_UNSEEN : LIFECYCLE_ID_TEXT, entry, error) &&
	       (*entry || error_entity_not_found(error));
}

/* Shows the other versions, as {"populate":["localizations"]} does. */
static struct query *query_versions(struct arena *arena, const struct content_type *type)
{
	static const struct slice names[] = {{"localizations", 13}};
	struct query *query = query_create(arena, type);
	query->populate_names = names;
	query->populate_name_count = COUNT_OF(names);
	query->populates = arena_alloc(arena, sizeof *query->populates);
	query->populates[query->populate_count++] =
	    (struct populate){.attribute = type->localizations, .query = query_create(arena, type)};
	return query;
}

static void set_versions(struct json_object *data, const int64_t *version_ids, size_t count)
{
	struct json_object *ids = json_object_new_array();
	for (size_t i = 0; i < count; i++)
		json_object_array_add(ids, json_object_new_int64(version_ids[i]));
	json_object_object_add(data, "localizations", ids);
}

bool content_localize(const struct content_call *call, const struct content_change *change, int64_t entry_id,
                      struct content_result **result, struct error *error)
{
	const struct content_type *type = change->type;
	struct write write = start_write(call, change, error);
	struct content_change version = *change;
	struct json_object *other;
	int64_t *version_ids;
	size_t count;
	bool draft;
	version.answer = query_versions(call->arena, type);
	version.answer_later = false;
	version.by_code = write.by_code = true;
	if (!find_entry(call, type, entry_id, &draft, error))
		return error->status == 404 ? error_entity_not_found(error) : false;
	if (!read_other(call, version.answer, entry_id, &other, error) ||
	    !locale_read_versions(&write, type, entry_id, &version_ids, &count) ||
	    !locale_check_free(&write, type, version_ids, count, change->data))
		return false;
	strip_change(change, write.registry);
	if (!locale_copy_shared(&write, type, entry_id, other, change->data) ||
	    !hooks_run(call, CONTENT_BEFORE_CREATE, type, 0, change->data, NULL, error))
		return false;
	set_versions(change->data, version_ids, count);
	return validate_entry(call, type, WRITE_CREATE, is_draft(change), change->by_code, 0, change->data, error) &&
	       store_new(&write, &version, result);
}
