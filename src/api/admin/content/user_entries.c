#include "user_entries.h"

#include "input.h"

bool user_entries_are(const struct admin_call *call, const struct content_type *type)
{
	return type == call->shared->registry->user;
}

static bool prepare(struct entry_change *change, const struct ability_fields *fields, int64_t id)
{
	struct admin_call *call = change->call;
	change->data = panel_change_body(change);
	input_cut(call, change->type, fields, change->data);
	if (!account_prepare_panel_user(call->shared->accounts, change->content.session, call->http->arena, id,
	                                call->body, change->data, call->error))
		return false;
	input_sign(call, change->type, change->data, !id);
	return true;
}

bool user_entries_create(struct entry_change *change)
{
	struct admin_call *call = change->call;
	const struct ability ability = rights_ability(call, EXPLORER_CREATE, change->type);
	const struct ability_fields fields = ability_fields(change->content.arena, &ability, NULL);
	if (!ability.rule_count)
		return error_forbidden(call->error);
	if (!account_check_panel_user(call->http->arena, call->body, true, call->error) || !prepare(change, &fields, 0))
		return false;
	change->content.tells_hook_errors = true;
	if (panel_change_create(change))
		return true;
	/* Strapi tells only what is wrong here, not where. */
	if (call->error->status == 400) {
		call->error->name = "ApplicationError";
		call->error->details = NULL;
	}
	return false;
}

bool user_entries_refuse(struct entry_change *change)
{
	return error_set(change->call->error, 404, "NotFoundError", "Entity not found");
}

bool user_entries_update(struct entry_change *change, int64_t id)
{
	struct admin_call *call = change->call;
	struct ability ability = rights_ability(call, EXPLORER_UPDATE, change->type);
	bool *holds = arena_array(change->content.arena, ability.rule_count, sizeof *holds), any;
	if (!rights_admit(call, &change->content, &ability, id, holds))
		return call->error->status == 404 ? user_entries_refuse(change) : false;
	ability.creator = CREATOR_ID;
	if (!rights_check(call, &change->content, &ability, id, holds, &any))
		return false;
	const struct ability_fields fields = ability_fields(change->content.arena, &ability, holds);
	return account_check_panel_user(call->http->arena, call->body, false, call->error) &&
	       prepare(change, &fields, id) && panel_change_update(change, id, false);
}
