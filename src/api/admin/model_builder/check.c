#include "check.h"
#include "check_attributes.h"
#include "drop.h"

#include <json-c/json.h>

const char *const reserved_models[] = {"boolean", "date", "date-time", "time", "upload", "then", "rest"};
const size_t reserved_model_count = COUNT_OF(reserved_models);

static const char *const relations_of_collections[] = {"oneToOne", "oneToMany", "manyToOne",  "manyToMany",
                                                       "morphOne", "morphMany", "morphToOne", "morphToMany"};
static const char *const relations_of_singles[] = {"oneToOne",  "oneToMany",  "morphOne",
                                                   "morphMany", "morphToOne", "morphToMany"};
static const char *const relations_of_components[] = {"oneToOne", "oneToMany"};
static const char *const kinds[] = {"singleType", "collectionType"};

/* One model of a body while it is checked. */
struct model_check {
	struct problems *problems;
	const struct registry *registry;
	const struct body_place *place;
	struct json_object *model;
	bool edits;
};

/* The member when it is a text. */
static bool find_text(const struct model_check *check, const struct body_place *place, bool nullable,
                      struct slice *text)
{
	struct json_object *value;
	const bool has = json_find(check->model, place->name, &value);
	if (!problems_expect(check->problems, place, value, has, json_type_string, nullable))
		return false;
	*text = json_string(value);
	return true;
}

static void check_type_of(const struct model_check *check, const char *name, enum json_type type)
{
	const struct body_place place = {check->place, name, 0};
	struct json_object *value;
	const bool has = json_find(check->model, name, &value);
	problems_expect(check->problems, &place, value, has, type, false);
}

static void check_common(const struct model_check *check, const struct attribute_rules *rules)
{
	const struct body_place table = {check->place, "collectionName", 0};
	struct slice text;
	check_type_of(check, "description", json_type_string);
	check_type_of(check, "draftAndPublish", json_type_boolean);
	check_type_of(check, "options", json_type_object);
	check_type_of(check, "pluginOptions", json_type_object);
	if (find_text(check, &table, true, &text) && text.len && !is_word(text, true))
		problems_add(check->problems, &table, "must match the following regex: /^[A-Za-z][-_0-9A-Za-z]*$/");
	check_attributes(check->problems, rules, check->place, check->model);
	check_type_of(check, "reviewWorkflows", json_type_boolean);
}

/* ---- types ---- */

static bool is_name_taken(const struct model_check *check, const char *name, bool as_table)
{
	struct arena *arena = check->problems->arena;
	size_t count;
	const struct listed_model *models = model_list(arena, check->registry, false, &count);
	for (size_t i = 0; i < count; i++) {
		const struct content_type *type = models[i].type;
		if (!type)
			continue;
		if (as_table ? is_same_in_snake_case(arena, type->table, name)
		             : is_same_in_snake_case(arena, type->singular_name, name) ||
		                   is_same_in_snake_case(arena, type->plural_name, name))
			return true;
	}
	return false;
}

static void check_not_reserved(const struct model_check *check, const struct body_place *place, const char *name)
{
	struct arena *arena = check->problems->arena;
	for (size_t i = 0; i < reserved_model_count; i++) {
		if (!is_same_in_snake_case(arena, reserved_models[i], name))
			continue;
		problems_add_plain(check->problems, place,
		                   "Content Type name cannot be one of boolean, date, date-time, time, upload, then, "
		                   "rest");
		return;
	}
}

static void check_taken(const struct model_check *check, const struct body_place *place, const char *name,
                        bool as_table)
{
	if (!check->edits && is_name_taken(check, name, as_table))
		problems_add_plain(check->problems, place,
		                   "contentType: name `%s` is already being used by another content type.", name);
}

static void check_required(const struct model_check *check, const struct body_place *place, struct slice text, bool has,
                           const char *plain)
{
	if (has && text.len)
		return;
	if (plain)
		problems_add_plain(check->problems, place, "%s", plain);
	else
		problems_add(check->problems, place, "is a required field");
}

/* Whether the member is a text or not there: then it has no problem yet. */
static bool is_text_or_absent(const struct model_check *check, const char *name, bool nullable)
{
	struct json_object *value;
	return !json_find(check->model, name, &value) || (!value && nullable) ||
	       json_object_is_type(value, json_type_string);
}

static void check_name(const struct model_check *check, const char *member, bool plural)
{
	const struct body_place place = {check->place, member, 0};
	struct slice text = {NULL, 0};
	const bool has = find_text(check, &place, false, &text);
	if (has && !text.len)
		problems_add(check->problems, &place, "must be at least 1 characters");
	if (has && text.len) {
		const char *name = arena_copy(check->problems->arena, text);
		check_taken(check, &place, name, false);
		if (plural)
			check_taken(check, &place, name, true);
		check_not_reserved(check, &place, name);
		if (!model_is_kebab_case(name))
			problems_add(check->problems, &place, "is not in kebab case (an-example-of-kebab-case)");
	}
	if (is_text_or_absent(check, member, false))
		check_required(check, &place, text, has, NULL);
}

static void check_display_name(const struct model_check *check, const char *plain)
{
	const struct body_place place = {check->place, "displayName", 0};
	struct slice text = {NULL, 0};
	const bool has = find_text(check, &place, false, &text);
	if (has && !text.len)
		problems_add(check->problems, &place, "must be at least 1 characters");
	if (is_text_or_absent(check, "displayName", false))
		check_required(check, &place, text, has, plain);
}

static void check_kind(const struct model_check *check)
{
	const struct body_place place = {check->place, "kind", 0};
	struct slice kind;
	if (find_text(check, &place, true, &kind) && !is_one_of(kind, kinds, COUNT_OF(kinds)))
		problems_add_choices(check->problems, &place, kinds, COUNT_OF(kinds));
}

static void check_type(const struct model_check *check)
{
	const bool single = slice_is(json_string(json_member(check->model, "kind")), "singleType");
	const struct attribute_rules rules = {
	    .registry = check->registry,
	    .relations = single ? relations_of_singles : relations_of_collections,
	    .relation_count = single ? COUNT_OF(relations_of_singles) : COUNT_OF(relations_of_collections),
	};
	const struct slice singular = json_string(json_member(check->model, "singularName"));
	check_common(check, &rules);
	check_kind(check);
	check_display_name(check, NULL);
	check_name(check, "singularName", false);
	check_name(check, "pluralName", true);
	if (slice_equals(singular, json_string(json_member(check->model, "pluralName"))))
		problems_add_plain(check->problems, check->place,
		                   "contentType: singularName and pluralName should be different");
}

/* ---- components ---- */

static bool is_icon(struct slice text)
{
	for (size_t i = 0; i < text.len; i++) {
		const char c = text.ptr[i];
		const bool known = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
		if (!known && (!i || c != '-'))
			return false;
	}
	return true;
}

/* `nested`: it has a uid or a tmpUID, too. */
static void check_unknown(const struct model_check *check, bool nested)
{
	static const char *const known[] = {
	    "description", "draftAndPublish", "options",     "pluginOptions", "collectionName",
	    "attributes",  "reviewWorkflows", "displayName", "icon",          "category",
	    "uid",         "tmpUID"};
	struct buffer unknown = {0};
	json_object_object_foreach(check->model, name, value)
	{
		(void)value;
		if (!is_one_of(slice_of(name), known, COUNT_OF(known) - (nested ? 0 : 2)))
			buffer_format(&unknown, unknown.len ? ", %s" : "%s", name);
	}
	if (unknown.len)
		problems_add(check->problems, check->place, "field has unspecified keys: %s",
		             buffer_terminate(&unknown));
	buffer_free(&unknown);
}

static void check_category(const struct model_check *check)
{
	const struct body_place place = {check->place, "category", 0};
	struct slice text = {NULL, 0};
	const bool has = find_text(check, &place, true, &text);
	if (has && text.len && !is_word(text, true))
		problems_add(check->problems, &place, "must match the following regex: /^[A-Za-z][-_0-9A-Za-z]*$/");
	if (is_text_or_absent(check, "category", true))
		check_required(check, &place, text, has, "category.required");
}

static void check_component(const struct model_check *check, bool nested)
{
	const struct attribute_rules rules = {.registry = check->registry,
	                                      .component = true,
	                                      .relations = relations_of_components,
	                                      .relation_count = COUNT_OF(relations_of_components)};
	const struct body_place icon = {check->place, "icon", 0};
	struct slice text;
	check_common(check, &rules);
	check_display_name(check, "displayName.required");
	if (find_text(check, &icon, true, &text) && !is_icon(text))
		problems_add(check->problems, &icon,
		             "is not a valid icon name. Make sure your icon name starts with an alphanumeric "
		             "character and only includes alphanumeric characters or dashes.");
	check_category(check);
	check_unknown(check, nested);
}

static void check_nested(struct problems *problems, const struct registry *registry, struct json_object *body)
{
	const struct body_place list = {NULL, "components", 0};
	struct json_object *components;
	const bool has = json_find(body, "components", &components);
	if (!problems_expect(problems, &list, components, has, json_type_array, false))
		return;
	for (size_t i = 0; i < json_count(components); i++) {
		const struct body_place place = {&list, NULL, i};
		struct json_object *component = json_item(components, i);
		const struct model_check check = {problems, registry, &place, component, false};
		if (!problems_expect(problems, &place, component, true, json_type_object, false))
			continue;
		check_component(&check, true);
		check_type_of(&check, "uid", json_type_string);
		check_type_of(&check, "tmpUID", json_type_string);
		if (json_find(component, "uid", NULL) == json_find(component, "tmpUID", NULL))
			problems_add_plain(problems, &place, "Component must have a uid or a tmpUID");
	}
}

/* ---- bodies ---- */

static void check_body(struct problems *problems, const struct registry *registry, struct json_object *body,
                       const char *member, bool edits)
{
	const struct body_place place = {NULL, member, 0};
	struct json_object *model;
	const bool has = json_find(body, member, &model);
	const struct model_check check = {problems, registry, &place, model, edits};
	if (!has)
		problems_add(problems, &place, "is a required field");
	else if (problems_expect(problems, &place, model, true, json_type_object, false)) {
		if (strcmp(member, "component") == 0)
			check_component(&check, false);
		else
			check_type(&check);
	}
	check_nested(problems, registry, body);
}

void check_type_body(struct problems *problems, const struct registry *registry, struct json_object *body, bool edits)
{
	if (edits) {
		drop_empty_defaults(json_member(body, "contentType"));
		drop_lost_targets(json_member(body, "contentType"));
		drop_nested_defaults(body);
	}
	check_body(problems, registry, body, "contentType", edits);
}

void check_component_body(struct problems *problems, const struct registry *registry, struct json_object *body,
                          bool edits)
{
	if (edits) {
		drop_empty_defaults(json_member(body, "component"));
		drop_nested_defaults(body);
	}
	check_body(problems, registry, body, "component", edits);
}

void check_category_body(struct problems *problems, struct json_object *body)
{
	const struct body_place place = {NULL, "name", 0};
	const struct model_check check = {problems, NULL, NULL, body, false};
	struct slice name = {NULL, 0};
	const bool has = find_text(&check, &place, false, &name);
	if (has && name.len < 3)
		problems_add(problems, &place, "must be at least 3 characters");
	if (has && name.len && !is_word(name, true))
		problems_add(problems, &place, "must match the following regex: /^[A-Za-z][-_0-9A-Za-z]*$/");
	if (is_text_or_absent(&check, "name", false))
		check_required(&check, &place, name, has, "name.required");
}
