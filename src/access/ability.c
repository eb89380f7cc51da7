#include "ability.h"

#include <json-c/json.h>

static const char *const known_conditions[] = {"admin::is-creator", "admin::has-same-role-as-creator"};

/* ---- reading ---- */

static bool is_known(struct slice condition)
{
	for (size_t i = 0; i < COUNT_OF(known_conditions); i++)
		if (slice_is(condition, known_conditions[i]))
			return true;
	return false;
}

/* The texts of a list, those that pass. */
static const struct slice *read_texts(struct arena *arena, struct json_object *list, bool (*passes)(struct slice text),
                                      size_t *count)
{
	const size_t length = json_object_array_length(list);
	struct slice *texts = arena_array(arena, length, sizeof *texts);
	*count = 0;
	for (size_t i = 0; i < length; i++) {
		struct json_object *item = json_object_array_get_idx(list, i);
		if (json_object_is_type(item, json_type_string) && (!passes || passes(json_string(item))))
			texts[(*count)++] = arena_copy_slice(arena, json_string(item));
	}
	return texts;
}

static bool is_list(struct json_object *json)
{
	return json_object_is_type(json, json_type_array);
}

static void read_locales(struct arena *arena, struct json_object *properties, struct admin_rule *rule)
{
	struct json_object *locales;
	const bool has = json_find(properties, "locales", &locales);
	rule->any_locale = has && !locales;
	if (is_list(locales))
		rule->locales = read_texts(arena, locales, NULL, &rule->locale_count);
}

static void read_wheres(struct arena *arena, struct json_object *said, struct admin_rule *rule)
{
	const size_t count = json_object_array_length(said);
	struct json_object **wheres = arena_array(arena, count + 1, sizeof(struct json_object *));
	for (size_t i = 0; i < count; i++)
		wheres[i] = json_object_array_get_idx(said, i);
	rule->wheres = wheres;
	rule->where_count = count;
}

/* `said`: what the project's code says of its conditions, or NULL. False when the permission never holds. */
static bool read_rule(struct arena *arena, const struct admin_permission *permission, struct json_object *said,
                      struct admin_rule *rule)
{
	struct json_object *properties = json_parse_stored(permission->properties), *fields = NULL;
	struct json_object *conditions = json_parse_stored(permission->conditions);
	*rule = (struct admin_rule){.permission = permission};
	json_find(properties, "fields", &fields);
	rule->all_fields = !is_list(fields);
	if (!rule->all_fields)
		rule->fields = read_texts(arena, fields, NULL, &rule->field_count);
	read_locales(arena, properties, rule);
	bool holds = rule->all_fields || rule->field_count;
	if (is_list(conditions) && json_object_array_length(conditions)) {
		rule->conditions = read_texts(arena, conditions, is_known, &rule->condition_count);
		if (is_list(said))
			read_wheres(arena, said, rule);
		if (json_object_is_type(said, json_type_boolean) && json_object_get_boolean(said))
			rule->condition_count = 0;
		else
			holds = holds && (rule->condition_count || rule->where_count);
	}
	json_object_put(properties);
	json_object_put(conditions);
	return holds;
}

const struct admin_rule *access_read_rules(struct arena *arena, const struct admin_permission *permissions,
                                           size_t count, size_t *rule_count)
{
	struct admin_rule *rules = arena_array(arena, count, sizeof *rules);
	*rule_count = 0;
	for (size_t i = 0; i < count; i++)
		if (read_rule(arena, &permissions[i], NULL, &rules[*rule_count]))
			(*rule_count)++;
	return rules;
}

bool access_permission_asks(const struct admin_permission *permission)
{
	struct json_object *conditions = json_parse_stored(permission->conditions);
	bool asks = false;
	for (size_t i = 0; is_list(conditions) && i < json_object_array_length(conditions); i++) {
		const struct slice id = json_string(json_object_array_get_idx(conditions, i));
		asks = asks || (id.len && !is_known(id));
	}
	json_object_put(conditions);
	return asks;
}

void access_set_asked_rules(struct arena *arena, struct admin *admin, struct json_object *answers)
{
	struct admin_rule *rules = arena_array(arena, admin->permission_count, sizeof *rules);
	size_t count = 0, asked = 0;
	for (size_t i = 0; i < admin->permission_count; i++) {
		const struct admin_permission *permission = &admin->permissions[i];
		struct json_object *said = NULL;
		if (access_permission_asks(permission) && asked < json_object_array_length(answers))
			said = json_object_array_get_idx(answers, asked++);
		if (read_rule(arena, permission, said, &rules[count]))
			count++;
	}
	admin->rules = rules;
	admin->rule_count = count;
}

struct ability access_ability(struct arena *arena, const struct registry *registry, const struct admin *admin,
                              struct slice action, const struct content_type *type)
{
	struct ability ability = {.admin = admin, .registry = registry, .type = type};
	const struct slice uid = slice_of(type->uid);
	ability.rules = arena_array(arena, admin->rule_count, sizeof *ability.rules);
	for (size_t i = 0; i < admin->rule_count; i++) {
		const struct admin_rule *rule = &admin->rules[i];
		if (slice_equals(rule->permission->action, action) && slice_equals(rule->permission->subject, uid))
			ability.rules[ability.rule_count++] = rule;
	}
	return ability;
}

/* ---- conditions ---- */

static struct condition *make(struct arena *arena, enum condition_kind kind, const struct attribute *attribute,
                              struct condition *children)
{
	struct condition *condition = arena_alloc(arena, sizeof *condition);
	*condition = (struct condition){.kind = kind, .attribute = attribute, .children = children};
	return condition;
}

static struct condition *one_of(struct arena *arena, const struct attribute *attribute, const struct value *values,
                                size_t count)
{
	struct condition *condition = make(arena, CONDITION_COMPARE, attribute, NULL);
	condition->comparison = QUERY_IN;
	condition->values = values;
	condition->value_count = count;
	return condition;
}

/* A condition that no entry meets. */
static struct condition *nothing(struct arena *arena, const struct content_type *type)
{
	struct value *none = arena_alloc(arena, sizeof *none);
	return one_of(arena, &type->id, none, 0);
}

static struct condition *is_creator(struct arena *arena, const struct ability *ability, const struct attribute *creator)
{
	const struct registry *registry = ability->registry;
	return make(arena, CONDITION_RELATED, creator,
	            query_compare(arena, &registry->admin_user->id, QUERY_EQ, value_integer(ability->admin->id)));
}

static struct condition *has_same_role(struct arena *arena, const struct ability *ability,
                                       const struct attribute *creator)
{
	const struct registry *registry = ability->registry;
	const struct admin *admin = ability->admin;
	struct value *roles = arena_array(arena, admin->role_count + 1, sizeof *roles);
	for (size_t i = 0; i < admin->role_count; i++)
		roles[i] = value_integer(admin->roles[i]);
	return make(arena, CONDITION_RELATED, creator,
	            make(arena, CONDITION_RELATED, model_attribute(registry->admin_user, SLICE("roles")),
	                 one_of(arena, &registry->admin_role->id, roles, admin->role_count)));
}

static struct condition *condition_of(struct arena *arena, const struct ability *ability, struct slice name)
{
	const struct attribute *creator = model_attribute(ability->type, SLICE("createdBy"));
	const bool by_role = !slice_is(name, known_conditions[0]);
	if (!creator || ability->creator > (by_role ? CREATOR_ROLES : CREATOR_ID))
		return nothing(arena, ability->type);
	return by_role ? has_same_role(arena, ability, creator) : is_creator(arena, ability, creator);
}

/* What one of the code's conditions says of the creator, where that is not known, holds not. */
static bool is_unknown(const struct ability *ability, struct json_object *where)
{
	const char *text = json_object_to_json_string_ext(where, JSON_C_TO_STRING_PLAIN);
	return (ability->creator >= CREATOR_ID && strstr(text, "\"roles\"")) ||
	       (ability->creator >= CREATOR_UNKNOWN && strstr(text, "\"createdBy\""));
}

static struct condition *where_of(struct arena *arena, const struct ability *ability, struct json_object *where)
{
	struct json_object *params = json_keep(arena, json_object_new_object());
	struct query *query = NULL;
	struct error error;
	if (is_unknown(ability, where))
		return nothing(arena, ability->type);
	json_object_object_add(params, "where", json_object_get(where));
	/* It may name fields that the type has not: then it holds of no entry. */
	if (!query_read_engine(arena, ability->registry, ability->type, params, &query, &error) || !query->filter)
		return nothing(arena, ability->type);
	return make(arena, CONDITION_AND, NULL, query->filter);
}

static struct condition *any_of(struct arena *arena, const struct ability *ability, const struct admin_rule *rule)
{
	struct condition *any = make(arena, CONDITION_OR, NULL, NULL), **last = &any->children;
	for (size_t i = 0; i < rule->condition_count; i++) {
		*last = condition_of(arena, ability, rule->conditions[i]);
		last = &(*last)->next;
	}
	for (size_t i = 0; i < rule->where_count; i++) {
		*last = where_of(arena, ability, rule->wheres[i]);
		last = &(*last)->next;
	}
	return any;
}

static struct condition *in_locales(struct arena *arena, const struct ability *ability, const struct admin_rule *rule)
{
	struct value *locales = arena_array(arena, rule->locale_count + 1, sizeof *locales);
	for (size_t i = 0; i < rule->locale_count; i++)
		locales[i] = value_text(rule->locales[i]);
	return one_of(arena, ability->type->locale, locales, rule->locale_count);
}

/* Locales are asked of nobody who is a super admin. */
static bool asks_locale(const struct ability *ability, const struct admin_rule *rule)
{
	return !ability->admin->is_super && ability->type->localized && ability->type->locale && !rule->any_locale;
}

bool ability_rule_is_narrow(struct arena *arena, const struct ability *ability, const struct admin_rule *rule,
                            struct condition **condition)
{
	struct condition *locale = asks_locale(ability, rule) ? in_locales(arena, ability, rule) : NULL;
	*condition = rule->condition_count || rule->where_count ? any_of(arena, ability, rule) : NULL;
	if (*condition && locale) {
		locale->next = *condition;
		*condition = make(arena, CONDITION_AND, NULL, locale);
	} else if (locale) {
		*condition = locale;
	}
	return *condition != NULL;
}

bool ability_is_wide(struct arena *arena, const struct ability *ability)
{
	struct condition *condition;
	for (size_t i = 0; i < ability->rule_count; i++)
		if (!ability_rule_is_narrow(arena, ability, ability->rules[i], &condition))
			return true;
	return false;
}

struct condition *ability_condition(struct arena *arena, const struct ability *ability)
{
	struct condition *any = make(arena, CONDITION_OR, NULL, NULL), **last = &any->children;
	for (size_t i = 0; i < ability->rule_count; i++) {
		if (!ability_rule_is_narrow(arena, ability, ability->rules[i], last))
			return NULL;
		last = &(*last)->next;
	}
	return any->children ? any : nothing(arena, ability->type);
}

/* ---- fields ---- */

struct ability_fields ability_fields(struct arena *arena, const struct ability *ability, const bool *holds)
{
	struct ability_fields fields = {.all = ability->rule_count > 0};
	struct slice *names;
	size_t most = 0;
	for (size_t i = 0; i < ability->rule_count; i++) {
		fields.all = fields.all && ability->rules[i]->all_fields;
		most += ability->rules[i]->field_count;
	}
	fields.names = names = arena_array(arena, most, sizeof *names);
	for (size_t i = 0; i < ability->rule_count; i++) {
		const struct admin_rule *rule = ability->rules[i];
		if ((holds && !holds[i]) || !rule->field_count)
			continue;
		memcpy(names + fields.count, rule->fields, rule->field_count * sizeof *names);
		fields.count += rule->field_count;
	}
	return fields;
}

/* Whether `path` is `above` or lies below it. */
static bool is_within(struct slice path, struct slice above)
{
	return slice_starts_with(path, above) && (path.len == above.len || path.ptr[above.len] == '.');
}

bool ability_fields_have(const struct ability_fields *fields, struct slice path)
{
	if (fields->all)
		return true;
	for (size_t i = 0; i < fields->count; i++)
		if (is_within(path, fields->names[i]) || is_within(fields->names[i], path))
			return true;
	return false;
}
