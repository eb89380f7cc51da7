#include "rights.h"

const struct content_type *rights_type(struct admin_call *call)
{
	const struct content_type *type = model_type(call->shared->registry, admin_route_part(&call->match, ":model"));
	if (type && !type->component)
		return type;
	error_forbidden(call->error);
	return NULL;
}

struct ability rights_ability(struct admin_call *call, const char *action, const struct content_type *type)
{
	return access_ability(call->http->arena, call->shared->registry, &call->admin, slice_of(action), type);
}

struct ability rights_ability_of_entry(struct admin_call *call, const char *action, const struct content_type *type,
                                       enum creator_known creator)
{
	struct ability ability = rights_ability(call, action, type);
	if (type->single)
		ability.creator = CREATOR_ID;
	else if (ability_is_wide(call->http->arena, &ability))
		ability.creator = creator;
	return ability;
}

static bool count_of(struct admin_call *call, const struct content_call *content, const struct content_type *type,
                     int64_t id, struct condition *condition, bool *is)
{
	struct query *query = query_create(call->http->arena, type);
	int64_t count;
	query->filter = query_compare(call->http->arena, &type->id, QUERY_EQ, value_integer(id));
	if (condition)
		query_add_condition(call->http->arena, query, condition);
	if (!store_count(content->session, query, &count, call->error))
		return false;
	*is = count > 0;
	return true;
}

bool rights_check(struct admin_call *call, const struct content_call *content, const struct ability *ability,
                  int64_t id, bool *holds, bool *any)
{
	*any = false;
	for (size_t i = 0; i < ability->rule_count; i++) {
		struct condition *condition;
		holds[i] = !ability_rule_is_narrow(call->http->arena, ability, ability->rules[i], &condition);
		if (!holds[i] && !count_of(call, content, ability->type, id, condition, &holds[i]))
			return false;
		*any |= holds[i];
	}
	return true;
}

bool rights_are_wide(struct admin_call *call, const struct ability *ability)
{
	struct condition *condition;
	for (size_t i = 0; i < ability->rule_count; i++)
		if (ability_rule_is_narrow(call->http->arena, ability, ability->rules[i], &condition))
			return false;
	return true;
}

bool rights_find(struct admin_call *call, const struct content_call *content, const struct content_type *type,
                 int64_t id)
{
	bool is;
	return count_of(call, content, type, id, NULL, &is) && (is || error_not_found(call->error));
}

bool rights_id(struct admin_call *call, const char *name, int64_t *id)
{
	return slice_to_int64(admin_route_part(&call->match, name), id) || error_not_found(call->error);
}

bool rights_admit(struct admin_call *call, const struct content_call *content, const struct ability *ability,
                  int64_t id, bool *holds)
{
	bool any;
	return rights_find(call, content, ability->type, id) && rights_check(call, content, ability, id, holds, &any) &&
	       (any || error_forbidden(call->error));
}
