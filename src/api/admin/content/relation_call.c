#include "relation_call.h"
#include "rights.h"
#include "views.h"

#include <math.h>

enum { LARGEST_PAGE = 100 };

static bool refuse(struct admin_call *call, const char *message)
{
	return error_set(call->error, 400, "BadRequestError", "%s", message);
}

static bool may_read_field(struct admin_call *call, const struct content_type *type, const char *field)
{
	return access_admin_may_field(&call->admin, SLICE(EXPLORER_READ), slice_of(type->uid), slice_of(field));
}

/* Administrators, their roles and those of users are shown to those who may read them in the settings. */
static bool may_read_target(struct admin_call *call, const struct content_type *type, const char *field)
{
	const struct registry *registry = call->shared->registry;
	const char *alias = type == registry->admin_user   ? "admin::users.read"
	                    : type == registry->admin_role ? "admin::roles.read"
	                    : type == registry->role       ? "plugin::users-permissions.roles.read"
	                                                   : NULL;
	return may_read_field(call, type, field) ||
	       (alias && access_admin_may(&call->admin, slice_of(alias), SLICE("")));
}

static bool find_main_field(struct relation_call *relation)
{
	struct admin_call *call = relation->call;
	const struct content_type *target = relation->attribute->target;
	const struct admin_schema *schema = schemas_find(call->shared->schemas, slice_of(relation->type->uid));
	const struct admin_schema *of_target = schemas_find(call->shared->schemas, slice_of(target->uid));
	struct json_object *view;
	relation->main_field = &target->id;
	if (!schema || !of_target)
		return true;
	if (!views_read(call, schema, &view))
		return false;
	const struct attribute *field = model_attribute(target, views_main_field(view, relation->attribute->name));
	json_object_put(view);
	if (target == call->shared->registry->role)
		field = may_read_target(call, target, field ? field->name : "name")
		            ? model_attribute(target, SLICE("name"))
		            : NULL;
	const bool secret = field && (field->type == ATTRIBUTE_PASSWORD || !attribute_is_scalar(field));
	if (field && !secret && may_read_target(call, target, field->name))
		relation->main_field = field;
	return true;
}

bool relation_call_begin(struct admin_call *call, struct relation_call *relation)
{
	const struct slice field = admin_route_part(&call->match, ":targetField");
	*relation = (struct relation_call){.call = call, .content = admin_call_content(call)};
	relation->type = model_type(call->shared->registry, admin_route_part(&call->match, ":model"));
	if (!relation->type)
		return refuse(call, "The model doesn't exist");
	relation->attribute = model_attribute(relation->type, field);
	if (!relation->attribute || relation->attribute->type != ATTRIBUTE_RELATION)
		return refuse(call, "This relational field doesn't exist");
	if (!relation->type->component && !may_read_field(call, relation->type, relation->attribute->name))
		return error_forbidden(call->error);
	if (!relation->attribute->target || attribute_is_morph(relation->attribute))
		return refuse(call, "This relational field leads to entries of any type");
	relation->target = rights_ability(call, EXPLORER_READ, relation->attribute->target);
	return find_main_field(relation);
}

bool relation_call_admits(struct relation_call *relation, int64_t id)
{
	struct admin_call *call = relation->call;
	struct ability ability = rights_ability(call, EXPLORER_READ, relation->type);
	const struct slice field = slice_of(relation->attribute->name);
	size_t count = 0;
	if (relation->type->component)
		return rights_find(call, &relation->content, relation->type, id);
	/* Other than for their forms, Strapi knows the roles of the creator here of single types, too. */
	if (ability_is_wide(call->http->arena, &ability))
		ability.creator = CREATOR_UNKNOWN;
	/* Only rules that name the field, or none, count. */
	for (size_t i = 0; i < ability.rule_count; i++) {
		bool names = ability.rules[i]->all_fields;
		for (size_t j = 0; !names && j < ability.rules[i]->field_count; j++)
			names = slice_equals(ability.rules[i]->fields[j], field);
		if (names)
			ability.rules[count++] = ability.rules[i];
	}
	ability.rule_count = count;
	bool *holds = arena_array(call->http->arena, count, sizeof *holds);
	return rights_admit(call, &relation->content, &ability, id, holds);
}

void relation_call_choose(struct relation_call *relation, struct query *query)
{
	const struct content_type *target = relation->attribute->target;
	query->plain = true;
	query->fields = arena_array(relation->content.arena, 3, sizeof *query->fields);
	query->field_count = 0;
	query->fields[query->field_count++] = &target->id;
	if (relation->main_field != &target->id)
		query->fields[query->field_count++] = relation->main_field;
	if (target->published_at && relation->main_field != target->published_at)
		query->fields[query->field_count++] = target->published_at;
}

/* False when there is none, or it is no number, which is noted. */
static bool read_number(struct input *input, const struct param *params, const char *name, double *number)
{
	const struct param *param = param_get(params, name);
	struct buffer problem = {0};
	if (!param)
		return false;
	if (param->kind == PARAM_TEXT && query_text_is_number(param->text, number))
		return true;
	buffer_text(&problem, "must be a `number` type");
	if (param->kind == PARAM_TEXT) {
		buffer_text(&problem, ", but the final value was: `NaN` (cast from the value `\"");
		buffer_slice(&problem, param->text);
		buffer_text(&problem, "\"`).");
	}
	input_refuse_member(input, name, buffer_terminate(&problem));
	buffer_free(&problem);
	return false;
}

static void check_number(struct input *input, const char *name, double number, double most)
{
	if (number <= most && floor(number) < number)
		input_refuse_member(input, name, "must be an integer");
	if (number < 1)
		input_refuse_member(input, name, "must be greater than or equal to 1");
	else if (number > most)
		input_refuse_member(input, name,
		                    arena_format(input->arena, "must be less than or equal to %.0f", most));
}

static void check_list(struct input *input, const struct param *params, const char *name)
{
	const struct param *param = param_get(params, name);
	struct buffer problem = {0};
	if (!param || param->kind == PARAM_LIST)
		return;
	buffer_text(&problem, "must be a `array` type");
	if (param->kind == PARAM_TEXT) {
		buffer_text(&problem, ", but the final value was: `null` (cast from the value `\"");
		buffer_slice(&problem, param->text);
		buffer_text(&problem, "\"`).");
	}
	input_refuse_member(input, name, buffer_terminate(&problem));
	buffer_free(&problem);
}

bool relation_call_check_query(struct admin_call *call, const struct param *params, bool candidates)
{
	struct input input;
	double page, size;
	if (!input_begin(&input, call->http->arena, NULL, call->error))
		return false;
	/* In Strapi's order: what is no list, then what is no number first. */
	if (candidates) {
		check_list(&input, params, "idsToOmit");
		check_list(&input, params, "idsToInclude");
	}
	const bool sized = read_number(&input, params, "pageSize", &size);
	const bool paged = read_number(&input, params, "page", &page);
	if (sized)
		check_number(&input, "pageSize", size, LARGEST_PAGE);
	if (paged)
		check_number(&input, "page", page, 1e15);
	return input_end(&input, call->error);
}

struct condition *relation_call_ids(struct relation_call *relation, enum query_operator comparison, const int64_t *ids,
                                    size_t count)
{
	struct arena *arena = relation->content.arena;
	struct condition *condition = arena_alloc(arena, sizeof *condition);
	struct value *values = arena_array(arena, count + 1, sizeof *values);
	for (size_t i = 0; i < count; i++)
		values[i] = value_integer(ids[i]);
	*condition = (struct condition){.kind = CONDITION_COMPARE,
	                                .attribute = &relation->attribute->target->id,
	                                .comparison = comparison,
	                                .values = values,
	                                .value_count = count};
	return condition;
}
