/* Which attributes a model may have. */
#include "check_attributes.h"
#include "check_options.h"

#include <json-c/json.h>

const char *const reserved_attributes[] = {
    "id", "created_at", "updated_at", "published_at", "created_by_id", "updated_by_id", "created_by", "updated_by"};
const size_t reserved_attribute_count = COUNT_OF(reserved_attributes);

static const char *const types_of_content_types[] = {
    "media",     "string",  "text",       "richtext", "blocks",    "json",        "enumeration", "password",
    "email",     "integer", "biginteger", "float",    "decimal",   "date",        "time",        "datetime",
    "timestamp", "boolean", "relation",   "uid",      "component", "dynamiczone", "customField"};
static const char *const types_of_components[] = {
    "media",    "string",   "text",      "richtext",   "blocks",   "json",      "enumeration",
    "password", "email",    "integer",   "biginteger", "float",    "decimal",   "date",
    "time",     "datetime", "timestamp", "boolean",    "relation", "component", "customField"};

struct attributes_check {
	struct problems *problems;
	const struct attribute_rules *rules;
	const struct body_place *place; /* of all attributes */
	struct json_object *all;
};

bool is_same_in_snake_case(struct arena *arena, const char *a, const char *b)
{
	return strcmp(model_snake_case(arena, a), model_snake_case(arena, b)) == 0;
}

static bool is_reserved(struct arena *arena, const char *name)
{
	if (is_same_in_snake_case(arena, name, "__component") || is_same_in_snake_case(arena, name, "__contentType"))
		return true;
	for (size_t i = 0; i < reserved_attribute_count; i++)
		if (is_same_in_snake_case(arena, name, reserved_attributes[i]))
			return true;
	return false;
}

static bool has_twin(const struct attributes_check *check, const char *name)
{
	json_object_object_foreach(check->all, other, value)
	{
		(void)value;
		if (strcmp(other, name) != 0 && is_same_in_snake_case(check->problems->arena, other, name))
			return true;
	}
	return false;
}

/* ---- relations ---- */

/* Types that relations may lead to, in the order in which Strapi has them. */
static const char **relation_targets(struct arena *arena, const struct registry *registry, size_t *count)
{
	size_t model_count;
	const struct listed_model *models = model_list(arena, registry, false, &model_count);
	const char **targets = arena_array(arena, model_count + 2, sizeof *targets);
	*count = 0;
	for (size_t i = 0; i < model_count; i++)
		if (!models[i].type || !models[i].type->single)
			targets[(*count)++] = models[i].uid;
	targets[(*count)++] = "__self__";
	targets[(*count)++] = "__contentType__";
	return targets;
}

static bool leads_to_one_type(struct slice relation)
{
	static const char *const kinds[] = {"oneToOne",   "oneToMany", "manyToOne",
	                                    "manyToMany", "morphOne",  "morphMany"};
	return is_one_of(relation, kinds, COUNT_OF(kinds));
}

static void check_relation_kind(const struct attributes_check *check, const struct body_place *at,
                                struct json_object *attribute)
{
	static const char *const of_admins[] = {"oneToOne", "oneToMany"};
	const struct attribute_rules *rules = check->rules;
	const struct body_place place = {at, "relation", 0};
	struct json_object *value;
	const char *const *kinds = rules->relations;
	size_t count = rules->relation_count;
	struct buffer list = {0};
	if (!json_find(attribute, "relation", &value)) {
		problems_add(check->problems, &place, "is a required field");
		return;
	}
	if (!problems_expect(check->problems, &place, value, true, json_type_string, false))
		return;
	const bool known = is_one_of(json_string(value), kinds, count);
	const bool to_admins = slice_is(json_string(json_member(attribute, "target")), "admin::user");
	if (to_admins && (!known || json_find(attribute, "targetAttribute", NULL))) {
		kinds = of_admins;
		count = COUNT_OF(of_admins);
	} else if (known) {
		return;
	}
	for (size_t i = 0; i < count; i++)
		buffer_format(&list, i ? ", %s" : "%s", kinds[i]);
	problems_add_plain(check->problems, &place, "must be one of the following values: %s", buffer_terminate(&list));
	buffer_free(&list);
}

static void check_relation(const struct attributes_check *check, const struct body_place *at,
                           struct json_object *attribute)
{
	const struct body_place target = {at, "target", 0}, other = {at, "targetAttribute", 0};
	struct json_object *value;
	size_t count;
	check_relation_kind(check, at, attribute);
	if (!leads_to_one_type(json_string(json_member(attribute, "relation"))))
		return;
	const char **targets = relation_targets(check->problems->arena, check->rules->registry, &count);
	if (!json_find(attribute, "target", &value))
		problems_add(check->problems, &target, "is a required field");
	else if (problems_expect(check->problems, &target, value, true, json_type_string, false) &&
	         !is_one_of(json_string(value), targets, count))
		problems_add_choices(check->problems, &target, targets, count);
	const bool has = json_find(attribute, "targetAttribute", &value);
	if (problems_expect(check->problems, &other, value, has, json_type_string, true) && json_string(value).len &&
	    !is_word(json_string(value), false))
		problems_add(check->problems, &other, "must match the following regex: /^[A-Za-z][_0-9A-Za-z]*$/");
}

/* ---- all ---- */

static void check_type(const struct attributes_check *check, const struct body_place *at, struct json_object *attribute,
                       struct json_object *type)
{
	const bool component = check->rules->component;
	const char *const *types = component ? types_of_components : types_of_content_types;
	const size_t count = component ? COUNT_OF(types_of_components) : COUNT_OF(types_of_content_types);
	const struct body_place place = {at, "type", 0};
	if (!problems_expect(check->problems, &place, type, true, json_type_string, false))
		return;
	if (!is_one_of(json_string(type), types, count))
		problems_add_choices(check->problems, &place, types, count);
	else
		check_options(check->problems, check->rules, at, attribute, check->all);
}

static void check_usual(const struct attributes_check *check, const struct body_place *at,
                        struct json_object *attribute)
{
	static const char *const flags[] = {"configurable", "private"};
	const struct body_place options = {at, "pluginOptions", 0};
	struct json_object *value;
	for (size_t i = 0; i < COUNT_OF(flags); i++) {
		const struct body_place place = {at, flags[i], 0};
		const bool has = json_find(attribute, flags[i], &value);
		problems_expect(check->problems, &place, value, has, json_type_boolean, true);
	}
	const bool has = json_find(attribute, "pluginOptions", &value);
	problems_expect(check->problems, &options, value, has, json_type_object, false);
}

static void check_one(const struct attributes_check *check, const char *name, struct json_object *attribute)
{
	const struct body_place place = {check->place, name, 0};
	struct arena *arena = check->problems->arena;
	struct json_object *type;
	if (is_reserved(arena, name)) {
		problems_add_plain(check->problems, &place,
		                   "Attribute keys cannot be one of __component, __contentType, id, created_at, "
		                   "updated_at, published_at, created_by_id, updated_by_id, created_by, updated_by");
		return;
	}
	if (has_twin(check, name)) {
		problems_add_plain(check->problems, &place, "Attribute %s conflicts with an existing key", name);
		return;
	}
	if (!problems_expect(check->problems, &place, attribute, true, json_type_object, false))
		return;
	if (!json_find(attribute, "type", &type)) {
		problems_add_plain(check->problems, &place, "Attribute must have either a type or a target");
		return;
	}
	check_usual(check, &place, attribute);
	if (slice_is(json_string(type), "relation"))
		check_relation(check, &place, attribute);
	else
		check_type(check, &place, attribute, type);
	if (!is_word(slice_of(name), false))
		problems_add_plain(check->problems, &place,
		                   "Attribute name '%s' must match the following regex: /^[A-Za-z][_0-9A-Za-z]*$/",
		                   name);
}

void check_attributes(struct problems *problems, const struct attribute_rules *rules, const struct body_place *place,
                      struct json_object *model)
{
	const struct body_place at = {place, "attributes", 0};
	struct json_object *all;
	if (!json_find(model, "attributes", &all)) {
		problems_add_plain(problems, &at, "attributes.required");
		return;
	}
	if (!problems_expect(problems, &at, all, true, json_type_object, false))
		return;
	const struct attributes_check check = {problems, rules, &at, all};
	json_object_object_foreach(all, name, attribute) check_one(&check, name, attribute);
}
