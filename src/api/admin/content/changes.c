/* Changes to entries: each request is one transaction, and the answer is read when it is on disk. */
#include "changes.h"

#include "content.h"
#include "input.h"
#include "localize.h"
#include "user_entries.h"

#include <json-c/json.h>

/* ---- a change, from its hashed passwords to its answer ---- */

struct pending_change {
	struct entry_change change;
	bool (*run)(struct entry_change *change);
};

static bool run_change(void *context, struct error *error)
{
	struct admin_call *call = context;
	struct pending_change *pending = call->change;
	pending->change.content = admin_call_content(call);
	pending->change.content.yields = true;
	pending->change.id = 0;
	call->error = error;
	call->response->body.len = 0;
	return pending->run(&pending->change);
}

static void hash(struct admin_call *call, struct pending_change *pending)
{
	struct content *content = requests_content(call->shared->requests);
	if (!call->body || !content_has_passwords(content, pending->change.type, call->body, true))
		return;
	pending->change.passwords =
	    content_hash_passwords(content, call->http->arena, pending->change.type, call->body, true);
}

static bool answer_entry(struct admin_call *call, const struct pending_change *pending)
{
	if (!request_go_on(call->request, true, call->error))
		return false;
	const struct content_call content = admin_call_content(call);
	bool done = entries_answer(call, &content, pending->change.type, pending->change.id, SHAPE_CHANGED);
	request_pause(call->request);
	return done;
}

bool panel_change_make(struct admin_call *call, bool (*run)(struct entry_change *change))
{
	static const struct request_change change = {.run = run_change};
	struct pending_change *pending = arena_alloc(call->http->arena, sizeof *pending);
	struct error *error = call->error;
	pending->run = run;
	pending->change.call = call;
	pending->change.type = rights_type(call);
	if (!pending->change.type)
		return false;
	if (!call->body)
		call->body = json_keep(call->http->arena, json_object_new_object());
	call->change = pending;
	request_expect_hooks(call->request, pending->change.type);
	hash(call, pending);
	bool done = request_change_and_wait(call->request, &change, error);
	call->error = error;
	/* What a hook behind the change throws is the answer, though the change stays. */
	if (done && call->request->late) {
		*error = *call->request->late;
		done = false;
	}
	if (!done)
		request_hide_error(error, call->http->arena, true);
	return done && (!pending->change.id || answer_entry(call, pending));
}

bool panel_change_answer(struct entry_change *change, const struct query **answer)
{
	static const struct ability_fields all = {.all = true};
	const struct content_type *type = change->type;
	const bool shown = type->localized || content_has_listener(change->content.content, type) ||
	                   content_notifies(&change->content, NOTICE_ENTRY_CREATE) ||
	                   content_notifies(&change->content, NOTICE_ENTRY_UPDATE);
	struct query *query;
	if (!shape_query(change->call, type, &all, shown ? SHAPE_SINGLE : SHAPE_OWN, NULL, &query))
		return false;
	*answer = query;
	return true;
}

/* ---- storing ---- */

static bool store(struct entry_change *change, int64_t id, bool unchecked)
{
	const struct query *answer;
	struct content_change stored = {.type = change->type,
	                                .data = change->data,
	                                .passwords = change->passwords,
	                                .unchecked = unchecked,
	                                .drafts = change->whole,
	                                .by_code = true};
	struct content_result *result;
	if (!panel_change_answer(change, &answer))
		return false;
	stored.answer = answer;
	if (!(id ? content_update(&change->content, &stored, id, &result, change->call->error)
	         : content_create(&change->content, &stored, &result, change->call->error)))
		return false;
	change->id = content_result_id(result, 0);
	content_free(result);
	return true;
}

bool panel_change_create(struct entry_change *change)
{
	return store(change, 0, false);
}

bool panel_change_update(struct entry_change *change, int64_t id, bool unchecked)
{
	return store(change, id, unchecked);
}

struct json_object *panel_change_body(struct entry_change *change)
{
	struct admin_call *call = change->call;
	struct json_object *copy = NULL;
	json_object_deep_copy(call->body, &copy, NULL);
	return json_keep(call->http->arena, copy);
}

bool panel_change_allows(const struct ability *ability, struct slice locale)
{
	const struct admin *admin = ability->admin;
	if (admin->is_super || !ability->type->localized)
		return ability->rule_count > 0;
	for (size_t i = 0; i < ability->rule_count; i++) {
		const struct admin_rule *rule = ability->rules[i];
		bool allowed = rule->any_locale;
		for (size_t j = 0; !allowed && j < rule->locale_count; j++)
			allowed = slice_equals(rule->locales[j], locale);
		if (allowed)
			return true;
	}
	return false;
}

/* ---- creating ---- */

/* Users of the content API have rules of their own, and one that is made is answered with 201. */
static bool check_user(struct entry_change *change, int64_t id)
{
	struct admin_call *call = change->call;
	if (change->type != call->shared->registry->user)
		return true;
	if (!id)
		call->response->status = 201;
	return account_check_user_entry(&call->account, change->content.session, id, call->body, change->data,
	                                call->error);
}

static bool create(struct entry_change *change)
{
	struct admin_call *call = change->call;
	const struct ability ability = rights_ability(call, EXPLORER_CREATE, change->type);
	const struct ability_fields fields = ability_fields(change->content.arena, &ability, NULL);
	struct slice locale = SLICE("");
	if (user_entries_are(call, change->type))
		return user_entries_create(change);
	change->data = panel_change_body(change);
	if (change->type->localized && !localize_read(change, &locale))
		return false;
	if (!panel_change_allows(&ability, locale))
		return error_forbidden(call->error);
	input_cut(call, change->type, &fields, change->data);
	if (change->type->localized && !localize_new(change, locale))
		return false;
	if (change->type->published_at)
		json_object_object_add(change->data, "publishedAt", NULL);
	input_sign(call, change->type, change->data, true);
	return check_user(change, 0) && store(change, 0, false);
}

bool admin_create_entry(struct admin_call *call)
{
	if (!panel_change_make(call, create))
		return false;
	if (user_entries_are(call, rights_type(call)))
		call->response->status = 201;
	return true;
}

/* ---- changing ---- */

static bool update_entry(struct entry_change *change, int64_t id)
{
	struct admin_call *call = change->call;
	const struct ability ability = rights_ability_of_entry(call, EXPLORER_UPDATE, change->type, CREATOR_UNKNOWN);
	bool *holds = arena_array(change->content.arena, ability.rule_count, sizeof *holds);
	if (user_entries_are(call, change->type))
		return user_entries_update(change, id);
	if (!rights_admit(call, &change->content, &ability, id, holds))
		return false;
	const struct ability_fields fields = ability_fields(change->content.arena, &ability, holds);
	change->data = panel_change_body(change);
	input_cut(call, change->type, &fields, change->data);
	json_object_object_del(change->data, "publishedAt");
	input_sign(call, change->type, change->data, false);
	return check_user(change, id) && store(change, id, false);
}

static bool update(struct entry_change *change)
{
	int64_t id;
	if (!rights_id(change->call, ":id", &id))
		return user_entries_are(change->call, change->type) ? user_entries_refuse(change) : false;
	return update_entry(change, id);
}

bool admin_update_entry(struct admin_call *call)
{
	return panel_change_make(call, update);
}

static bool find_single(struct entry_change *change, const char *action, int64_t *id)
{
	if (!change->type->single)
		return error_not_found(change->call->error);
	return entries_find_single(change->call, &change->content, change->type, action, id);
}

static bool save_single(struct entry_change *change)
{
	int64_t id;
	struct slice locale;
	if (change->type->localized && !localize_read(change, &locale))
		return false;
	if (!find_single(change, NULL, &id))
		return false;
	return id ? update_entry(change, id) : create(change);
}

bool admin_save_single(struct admin_call *call)
{
	return panel_change_make(call, save_single);
}

/* ---- deleting ---- */

static bool delete_entry(struct entry_change *change, int64_t id)
{
	struct admin_call *call = change->call;
	const struct ability ability = rights_ability_of_entry(call, EXPLORER_DELETE, change->type, CREATOR_UNKNOWN);
	bool *holds = arena_array(change->content.arena, ability.rule_count, sizeof *holds);
	struct content_result *result;
	struct query *query;
	if (!rights_admit(call, &change->content, &ability, id, holds) ||
	    !entries_query(call, &change->content, change->type, id, SHAPE_CHANGED, &query) ||
	    !content_delete(&change->content, query, id, &result, call->error))
		return false;
	entries_write(call, change->type, result, SHAPE_CHANGED);
	content_free(result);
	return true;
}

static bool remove_one(struct entry_change *change)
{
	int64_t id;
	return rights_id(change->call, ":id", &id) && delete_entry(change, id);
}

bool admin_delete_entry(struct admin_call *call)
{
	return panel_change_make(call, remove_one);
}

static bool remove_single(struct entry_change *change)
{
	int64_t id;
	return find_single(change, EXPLORER_DELETE, &id) &&
	       (id ? delete_entry(change, id) : error_not_found(change->call->error));
}

bool admin_delete_single(struct admin_call *call)
{
	return panel_change_make(call, remove_single);
}
