/* The options of attributes, by their types. */
#include "check_options.h"

#include "content/content.h"

#include <json-c/json.h>

/* What a value has to be. */
enum rule {
	RULE_BOOLEAN,
	RULE_TEXT,
	RULE_NUMBER,
	RULE_INTEGER,
	RULE_LENGTH, /* a positive integer */
	RULE_DIGITS, /* a text of digits, or null */
	RULE_EMAIL,
	RULE_JSON,     /* a value, or a text that is JSON */
	RULE_UID_TEXT, /* what may stand in an address */
	RULE_REGEX,
	RULE_NAME,
};

struct option_rule {
	const char *name;
	enum rule rule;
};

struct type_rules {
	const char *types; /* with a blank before and behind each */
	struct option_rule options[8];
};

static const struct type_rules rules_of_types[] = {
    {" media ", {{"multiple", RULE_BOOLEAN}, {"required", RULE_BOOLEAN}}},
    {" uid ",
     {{"required", RULE_BOOLEAN}, {"default", RULE_UID_TEXT}, {"minLength", RULE_LENGTH}, {"maxLength", RULE_LENGTH}}},
    {" string text ",
     {{"default", RULE_TEXT},
      {"required", RULE_BOOLEAN},
      {"unique", RULE_BOOLEAN},
      {"minLength", RULE_LENGTH},
      {"maxLength", RULE_LENGTH},
      {"regex", RULE_REGEX}}},
    {" richtext ",
     {{"default", RULE_TEXT}, {"required", RULE_BOOLEAN}, {"minLength", RULE_LENGTH}, {"maxLength", RULE_LENGTH}}},
    {" blocks ", {{"required", RULE_BOOLEAN}}},
    {" json ", {{"default", RULE_JSON}, {"required", RULE_BOOLEAN}}},
    {" enumeration ", {{"enumName", RULE_NAME}, {"required", RULE_BOOLEAN}}},
    {" password ", {{"required", RULE_BOOLEAN}, {"minLength", RULE_LENGTH}, {"maxLength", RULE_LENGTH}}},
    {" email ",
     {{"default", RULE_EMAIL},
      {"required", RULE_BOOLEAN},
      {"unique", RULE_BOOLEAN},
      {"minLength", RULE_LENGTH},
      {"maxLength", RULE_LENGTH}}},
    {" integer ",
     {{"default", RULE_INTEGER},
      {"required", RULE_BOOLEAN},
      {"unique", RULE_BOOLEAN},
      {"min", RULE_INTEGER},
      {"max", RULE_INTEGER}}},
    {" biginteger ",
     {{"default", RULE_DIGITS},
      {"required", RULE_BOOLEAN},
      {"unique", RULE_BOOLEAN},
      {"min", RULE_DIGITS},
      {"max", RULE_DIGITS}}},
    {" float decimal ",
     {{"default", RULE_NUMBER},
      {"required", RULE_BOOLEAN},
      {"unique", RULE_BOOLEAN},
      {"min", RULE_NUMBER},
      {"max", RULE_NUMBER}}},
    {" time datetime date ", {{"default", RULE_TEXT}, {"required", RULE_BOOLEAN}, {"unique", RULE_BOOLEAN}}},
    {" boolean ", {{"default", RULE_BOOLEAN}, {"required", RULE_BOOLEAN}}},
    {" component ",
     {{"required", RULE_BOOLEAN}, {"repeatable", RULE_BOOLEAN}, {"min", RULE_NUMBER}, {"max", RULE_NUMBER}}},
    {" dynamiczone ", {{"required", RULE_BOOLEAN}, {"min", RULE_NUMBER}, {"max", RULE_NUMBER}}},
};

static bool is_digits(struct slice text)
{
	for (size_t i = 0; i < text.len; i++)
		if (text.ptr[i] < '0' || text.ptr[i] > '9')
			return false;
	return true;
}

static bool is_uid_text(struct slice text)
{
	for (size_t i = 0; i < text.len; i++) {
		const char c = text.ptr[i];
		if (!((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || strchr("-_.~", c)))
			return false;
	}
	return true;
}

static bool is_json(struct arena *arena, struct slice text)
{
	struct json_object *parsed = NULL;
	struct error ignored;
	const bool right = json_parse(arena, text, JSON_DEEPEST, &parsed, &ignored);
	json_object_put(parsed);
	return right;
}

static void check_number(struct problems *problems, const struct body_place *place, struct json_object *value,
                         enum rule rule)
{
	if (!problems_expect(problems, place, value, true, json_type_double, false) || rule == RULE_NUMBER)
		return;
	const double number = json_object_get_double(value);
	if (number != (double)(int64_t)number)
		problems_add(problems, place, "must be an integer");
	if (rule == RULE_LENGTH && number <= 0)
		problems_add(problems, place, "must be a positive number");
}

static void check_text(struct problems *problems, const struct body_place *place, struct json_object *value,
                       enum rule rule)
{
	if (!problems_expect(problems, place, value, true, json_type_string, rule == RULE_DIGITS))
		return;
	const struct slice text = json_string(value);
	if (rule == RULE_DIGITS && !is_digits(text))
		problems_add(problems, place, "must match the following: \"/^\\d*$/\"");
	else if (rule == RULE_EMAIL && text.len && !content_is_email(text))
		problems_add(problems, place, "must be a valid email");
	else if (rule == RULE_UID_TEXT && !is_uid_text(text))
		problems_add(problems, place, "must match the following regex: /^[A-Za-z0-9-_.~]*$/");
	else if (rule == RULE_REGEX && !model_is_regex(arena_copy(problems->arena, text)))
		problems_add(problems, place, "must be a valid RexExp pattern string");
	else if (rule == RULE_NAME && text.len && !is_word(text, false))
		problems_add(problems, place, "must match the following regex: /^[A-Za-z][_0-9A-Za-z]*$/");
}

static void check_rule(struct problems *problems, const struct body_place *place, struct json_object *value,
                       enum rule rule)
{
	switch (rule) {
	case RULE_BOOLEAN:
		problems_expect(problems, place, value, true, json_type_boolean, false);
		break;
	case RULE_NUMBER:
	case RULE_INTEGER:
	case RULE_LENGTH:
		check_number(problems, place, value, rule);
		break;
	case RULE_JSON:
		if (json_object_is_type(value, json_type_string) && !is_json(problems->arena, json_string(value)))
			problems_add(problems, place, "is not a valid JSON");
		break;
	default:
		check_text(problems, place, value, rule);
	}
}

static const struct type_rules *find_rules(struct slice type)
{
	char wanted[32];
	snprintf(wanted, sizeof wanted, " %.*s ", slice_shown_length(type, 20), type.ptr);
	for (size_t i = 0; i < COUNT_OF(rules_of_types); i++)
		if (strstr(rules_of_types[i].types, wanted))
			return &rules_of_types[i];
	return NULL;
}

/* ---- what single types have ---- */

static void check_enumeration(struct problems *problems, const struct body_place *at, struct json_object *attribute)
{
	const struct body_place list = {at, "enum", 0}, chosen = {at, "default", 0};
	struct json_object *values, *value;
	const bool has = json_find(attribute, "enum", &values);
	if (!has)
		problems_add(problems, &list, "is a required field");
	if (!problems_expect(problems, &list, values, has, json_type_array, false))
		return;
	const size_t count = json_count(values);
	const char **texts = arena_array(problems->arena, count + 1, sizeof *texts);
	bool twice = false;
	if (!count)
		problems_add(problems, &list, "field must have at least 1 items");
	for (size_t i = 0; i < count; i++) {
		const struct body_place place = {&list, NULL, i};
		texts[i] = "";
		if (!problems_expect(problems, &place, json_item(values, i), true, json_type_string, false))
			continue;
		const struct slice text = json_string(json_item(values, i));
		if (!text.len)
			problems_add(problems, &place, "is a required field");
		else if (is_digits((struct slice){text.ptr, 1}))
			problems_add(problems, &place, "should not start with number");
		twice |= is_one_of(text, texts, i);
		texts[i] = arena_copy(problems->arena, text);
	}
	if (twice)
		problems_add(problems, &list, "cannot contain duplicate values");
	const bool chooses = json_find(attribute, "default", &value);
	if (problems_expect(problems, &chosen, value, chooses, json_type_string, false) &&
	    !is_one_of(json_string(value), texts, count))
		problems_add_choices(problems, &chosen, texts, count);
}

static void check_uid(struct problems *problems, const struct body_place *at, struct json_object *attribute,
                      struct json_object *all)
{
	const struct body_place target = {at, "targetField", 0}, chosen = {at, "default", 0},
				most = {at, "maxLength", 0};
	struct json_object *value;
	const char **texts = arena_array(problems->arena, (size_t)json_object_object_length(all) + 1, sizeof *texts);
	size_t count = 0;
	json_object_object_foreach(all, name, other)
	{
		const struct slice type = json_string(json_member(other, "type"));
		if (slice_is(type, "string") || slice_is(type, "text"))
			texts[count++] = name;
	}
	const bool has = json_find(attribute, "targetField", &value);
	if (problems_expect(problems, &target, value, has, json_type_string, true) &&
	    !is_one_of(json_string(value), texts, count))
		problems_add_choices(problems, &target, texts, count);
	if (value && json_member(attribute, "default"))
		problems_add_plain(problems, &chosen, "cannot define a default UID if the targetField is set");
	const double highest = json_object_get_double(json_member(attribute, "maxLength"));
	if (highest > 256)
		problems_add(problems, &most, "must be less than or equal to 256");
	if (json_member(attribute, "maxLength") &&
	    highest < json_object_get_double(json_member(attribute, "minLength")))
		problems_add_plain(problems, &most, "maxLength must be greater or equal to minLength");
}

/* A list of texts that is not empty. */
static bool check_texts(struct problems *problems, const struct body_place *place, struct json_object *list,
                        const char *const *choices, size_t count)
{
	if (!json_count(list))
		problems_add(problems, place, "field must have at least 1 items");
	for (size_t i = 0; i < json_count(list); i++) {
		const struct body_place item = {place, NULL, i};
		if (problems_expect(problems, &item, json_item(list, i), true, json_type_string, false) && count &&
		    !is_one_of(json_string(json_item(list, i)), choices, count))
			problems_add_choices(problems, &item, choices, count);
	}
	return json_count(list) > 0;
}

static void check_media(struct problems *problems, const struct body_place *at, struct json_object *attribute)
{
	static const char *const kinds[] = {"images", "videos", "files", "audios"};
	const struct body_place place = {at, "allowedTypes", 0};
	struct json_object *list;
	const bool has = json_find(attribute, "allowedTypes", &list);
	if (problems_expect(problems, &place, list, has, json_type_array, false))
		check_texts(problems, &place, list, kinds, COUNT_OF(kinds));
}

static void check_zone(struct problems *problems, const struct body_place *at, struct json_object *attribute)
{
	const struct body_place place = {at, "components", 0};
	struct json_object *list;
	if (!json_find(attribute, "components", &list))
		problems_add(problems, &place, "must be an array");
	else if (problems_expect(problems, &place, list, true, json_type_array, false))
		check_texts(problems, &place, list, NULL, 0);
}

static bool has_components(const struct content_type *type)
{
	for (size_t i = 0; i < type->attribute_count; i++)
		if (type->attributes[i].type == ATTRIBUTE_COMPONENT)
			return true;
	return false;
}

static void check_component(struct problems *problems, const struct attribute_rules *rules, const struct body_place *at,
                            struct json_object *attribute)
{
	const struct body_place place = {at, "component", 0};
	struct json_object *value;
	const bool has = json_find(attribute, "component", &value);
	if (!has)
		problems_add(problems, &place, "is a required field");
	if (!problems_expect(problems, &place, value, has, json_type_string, false))
		return;
	const struct content_type *type = model_type(rules->registry, json_string(value));
	if (type && type->component && rules->component && has_components(type))
		problems_add_plain(problems, &place,
		                   "%s already is a nested component. You cannot have more than one level of nesting "
		                   "inside your components.",
		                   type->model_name);
}

void check_options(struct problems *problems, const struct attribute_rules *rules, const struct body_place *place,
                   struct json_object *attribute, struct json_object *all)
{
	const struct slice type = json_string(json_member(attribute, "type"));
	const struct type_rules *of_type = find_rules(type);
	struct json_object *value;
	if (slice_is(type, "enumeration"))
		check_enumeration(problems, place, attribute);
	else if (slice_is(type, "media"))
		check_media(problems, place, attribute);
	else if (slice_is(type, "dynamiczone"))
		check_zone(problems, place, attribute);
	else if (slice_is(type, "component"))
		check_component(problems, rules, place, attribute);
	for (size_t i = 0; of_type && i < COUNT_OF(of_type->options) && of_type->options[i].name; i++) {
		const struct body_place at = {place, of_type->options[i].name, 0};
		if (json_find(attribute, at.name, &value))
			check_rule(problems, &at, value, of_type->options[i].rule);
	}
	if (slice_is(type, "uid"))
		check_uid(problems, place, attribute, all);
}
