/* Several entries at once. */
#include "body_errors.h"
#include "content.h"
#include "publish.h"

#include <json-c/json.h>

enum { MOST_IDS = 10000 };

struct ids {
	int64_t *items;
	size_t count;
};

/* A text that is no number is the id of no entry: 0. */
static bool read_ids(struct admin_call *call, struct ids *ids)
{
	struct input input;
	struct json_object *list = json_member_of_type(call->body, "ids", json_type_array);
	const size_t count = list ? json_object_array_length(list) : 0;
	if (count > MOST_IDS)
		return body_refuse(call, "ids", "ids has too many items");
	if (!input_begin(&input, call->http->arena, call->body, call->error))
		return false;
	input_check_ids(&input, "ids", true);
	if (!input_end(&input, call->error))
		return false;
	*ids = (struct ids){arena_array(call->http->arena, count, sizeof *ids->items), 0};
	for (size_t i = 0; i < count; i++) {
		struct json_object *item = json_object_array_get_idx(list, i);
		int64_t id = json_object_get_int64(item);
		bool known = false;
		if (json_object_is_type(item, json_type_string) && !slice_to_int64(json_string(item), &id))
			id = 0;
		for (size_t j = 0; !known && j < ids->count; j++)
			known = ids->items[j] == id;
		if (!known)
			ids->items[ids->count++] = id;
	}
	return true;
}

static bool answer_count(struct admin_call *call, size_t count)
{
	buffer_format(&call->response->body, "{\"count\":%zu}", count);
	return true;
}

/* ---- deleting ---- */

/* Those that are there and that the rules hold of; the others are passed over. */
static bool remove_many(struct entry_change *change)
{
	static const struct ability_fields all = {.all = true};
	struct admin_call *call = change->call;
	const struct ability ability = rights_ability(call, EXPLORER_DELETE, change->type);
	bool *holds = arena_array(change->content.arena, ability.rule_count, sizeof *holds), any;
	struct ids ids = {0}, removed;
	struct query *query;
	if (!read_ids(call, &ids) || !shape_query(call, change->type, &all, SHAPE_ENTRY, NULL, &query))
		return false;
	removed = (struct ids){arena_array(call->http->arena, ids.count, sizeof *ids.items), 0};
	for (size_t i = 0; i < ids.count; i++) {
		const int64_t id = ids.items[i];
		if (!rights_check(call, &change->content, &ability, id, holds, &any))
			return false;
		if (!any)
			continue;
		if (!rights_find(call, &change->content, change->type, id)) {
			if (call->error->status != 404)
				return false;
			continue;
		}
		removed.items[removed.count++] = id;
	}
	return (!removed.count ||
	        content_delete_many(&change->content, query, removed.items, &removed.count, call->error)) &&
	       answer_count(call, removed.count);
}

bool admin_delete_entries(struct admin_call *call)
{
	return panel_change_make(call, remove_many);
}

/* ---- publishing ---- */

/* All of them are there, and may be published. */
static bool admit_all(struct entry_change *change, const struct ids *ids)
{
	struct admin_call *call = change->call;
	const struct ability ability = rights_ability(call, EXPLORER_PUBLISH, change->type);
	bool *holds = arena_array(change->content.arena, ability.rule_count, sizeof *holds);
	if (!change->type->published_at)
		return error_forbidden(call->error);
	for (size_t i = 0; i < ids->count; i++)
		if (!rights_admit(call, &change->content, &ability, ids->items[i], holds))
			return false;
	return true;
}

static bool set_many(struct entry_change *change, bool publish)
{
	struct admin_call *call = change->call;
	struct ids ids = {0}, changed;
	bool published;
	if (!read_ids(call, &ids) || !admit_all(change, &ids))
		return false;
	changed = (struct ids){arena_array(call->http->arena, ids.count, sizeof *ids.items), 0};
	for (size_t i = 0; publish && i < ids.count; i++)
		if (!publish_check(change, ids.items[i]))
			return false;
	for (size_t i = 0; i < ids.count; i++) {
		if (!publish_is(change, ids.items[i], &published))
			return false;
		if (published != publish)
			changed.items[changed.count++] = ids.items[i];
	}
	change->data = json_keep(call->http->arena, json_object_new_object());
	json_object_object_add(change->data, "publishedAt", publish ? publish_now() : NULL);
	size_t count = changed.count;
	if (!content_change_many(&change->content, change->type, change->data, changed.items, &count, call->error))
		return false;
	for (size_t i = 0; i < changed.count; i++)
		if (!publish_notify(change, changed.items[i], publish))
			return false;
	return answer_count(call, count);
}

static bool publish_many(struct entry_change *change)
{
	return set_many(change, true);
}

static bool unpublish_many(struct entry_change *change)
{
	return set_many(change, false);
}

bool admin_publish_entries(struct admin_call *call)
{
	return panel_change_make(call, publish_many);
}

bool admin_unpublish_entries(struct admin_call *call)
{
	return panel_change_make(call, unpublish_many);
}
