#include "blocks.h"

#include <math.h>

static bool is_count(double number)
{
	return isfinite(number) && number == floor(number);
}

/* A lower limit of items holds where the list is required, or where items are sent. */
static void limit_items(struct rules *rules, const struct attribute *attribute, bool has_items)
{
	rules->has_min = attribute->has_min && is_count(attribute->min) && (attribute->required || has_items);
	rules->min = attribute->min;
	rules->has_max = attribute->has_max && is_count(attribute->max);
	rules->max = attribute->max;
}

/* A list of components must be there, drafts or not; when it need not be sent it is empty from the start. */
static void rule_component_list(struct rules *rules, const struct validation *validation,
                                const struct attribute *attribute, bool has_items)
{
	rules->kind = RULES_LIST;
	rules->keeps = true;
	rules->items = attribute->type == ATTRIBUTE_DYNAMICZONE ? ITEMS_ZONE : ITEMS_COMPONENT;
	rules->item_model = attribute->target;
	rules->nullable = false;
	rules->presence = validation->action == WRITE_CREATE ? PRESENCE_DEFINED : PRESENCE_NOT_NULL;
	if (validation->action == WRITE_CREATE && !attribute->required)
		rules->default_json = "[]";
	limit_items(rules, attribute, has_items);
}

static void rule_text(struct rules *rules, const struct validation *validation, const struct attribute *attribute)
{
	rules->kind = RULES_STRING;
	rules->keeps = true;
	rules->has_min = attribute->has_min_length && attribute->min_length && !validation->draft;
	rules->min = (double)attribute->min_length;
	rules->has_max = attribute->has_max_length && attribute->max_length;
	rules->max = (double)attribute->max_length;
	rules->pattern = attribute->regex;
	rules->pattern_pcre2 = attribute->regex_pcre2;
	rules->pattern_skips_empty = !attribute->required;
	if (attribute->type == ATTRIBUTE_EMAIL) {
		rules->form = FORM_EMAIL;
		rules->has_min = true;
		rules->min = 1;
		rules->min_message = "cannot be empty";
	} else if (attribute->type == ATTRIBUTE_PASSWORD) {
		rules->form = FORM_PASSWORD;
	} else if (attribute->type == ATTRIBUTE_UID) {
		rules->form = FORM_UID;
		rules->unique = true;
	}
}

static void rule_number(struct rules *rules, const struct attribute *attribute)
{
	rules->kind = RULES_NUMBER;
	rules->integer = attribute->type == ATTRIBUTE_INTEGER;
	rules->has_min = attribute->has_min;
	rules->min = rules->integer ? trunc(attribute->min) : attribute->min;
	rules->has_max = attribute->has_max;
	rules->max = rules->integer ? trunc(attribute->max) : attribute->max;
}

static void rule_scalar(struct rules *rules, const struct validation *validation, const struct attribute *attribute)
{
	rules->unique = attribute->unique;
	switch (attribute->type) {
	case ATTRIBUTE_STRING:
	case ATTRIBUTE_TEXT:
	case ATTRIBUTE_RICHTEXT:
	case ATTRIBUTE_PASSWORD:
	case ATTRIBUTE_EMAIL:
	case ATTRIBUTE_UID:
		rule_text(rules, validation, attribute);
		break;
	case ATTRIBUTE_ENUMERATION:
		rules->kind = RULES_STRING;
		rules->choices = attribute->enumeration;
		rules->choice_count = attribute->enumeration_count;
		rules->null_choice = true;
		rules->unique = false;
		break;
	case ATTRIBUTE_INTEGER:
	case ATTRIBUTE_FLOAT:
	case ATTRIBUTE_DECIMAL:
		rule_number(rules, attribute);
		break;
	case ATTRIBUTE_BOOLEAN:
		rules->kind = RULES_BOOLEAN;
		rules->unique = false;
		break;
	case ATTRIBUTE_BIGINTEGER:
	case ATTRIBUTE_DATE:
	case ATTRIBUTE_TIME:
	case ATTRIBUTE_DATETIME:
	case ATTRIBUTE_TIMESTAMP:
		break;
	default:
		rules->unique = false;
	}
}

struct rules rules_of_attribute(const struct validation *validation, const struct content_type *type,
                                const struct attribute *attribute, int64_t entry_id, bool has_items)
{
	bool create = validation->action == WRITE_CREATE;
	bool required = attribute->required && !validation->draft;
	struct rules rules = {.attribute = attribute, .type = type, .entry_id = entry_id};
	if (attribute->type == ATTRIBUTE_BLOCKS)
		rules = blocks_rules;
	rules.default_json = create ? attribute->default_json : NULL;
	rules.nullable = !required;
	if (required)
		rules.presence = create ? PRESENCE_DEFINED : PRESENCE_NOT_NULL;
	if (attribute->type == ATTRIBUTE_MEDIA) {
		rules.presence = PRESENCE_OPTIONAL;
	} else if (attribute->type == ATTRIBUTE_RELATION) {
		rules.keeps = true;
	} else if (attribute->type == ATTRIBUTE_DYNAMICZONE ||
	           (attribute->type == ATTRIBUTE_COMPONENT && attribute->multiple)) {
		rule_component_list(&rules, validation, attribute, has_items);
	} else if (attribute->type == ATTRIBUTE_COMPONENT) {
		rules.kind = RULES_OBJECT;
		rules.keeps = true;
		rules.model = attribute->target;
		rules.entry_id = 0; /* Strapi does not know a component's own values from those of others */
	} else if (attribute->type != ATTRIBUTE_BLOCKS) {
		rule_scalar(&rules, validation, attribute);
	}
	return rules;
}

struct rules rules_of_entry(const struct content_type *type, int64_t entry_id)
{
	return (struct rules){.kind = RULES_OBJECT,
	                      .presence = PRESENCE_REQUIRED,
	                      .model = type,
	                      .entry_id = entry_id,
	                      .related_must_exist = true};
}

struct rules rules_of_item(const struct validation *validation, const struct rules *list, struct json_object *item)
{
	struct rules rules = {.kind = RULES_OBJECT, .presence = PRESENCE_NOT_NULL, .model = list->item_model};
	if (list->items != ITEMS_COMPONENT && list->items != ITEMS_ZONE)
		return blocks_rules_of_item(list->items, item);
	if (list->items == ITEMS_ZONE) {
		struct input_value name = input_value_member(item, "__component");
		rules.zone_item = true;
		rules.model = NULL;
		if (json_object_is_type(name.value, json_type_string))
			rules.model = model_type(validation->registry,
			                         (struct slice){json_object_get_string(name.value),
			                                        (size_t)json_object_get_string_len(name.value)});
	}
	return rules;
}

static size_t model_field_count(const struct content_type *model)
{
	return model ? model->attribute_count + model->unstored_count : 0;
}

/* Attribute number `index` of the model's file, those among them that keep nothing. */
static const struct attribute *model_field(const struct content_type *model, size_t index)
{
	size_t before = 0;
	for (; before < model->unstored_count && model->unstored[before].index + before <= index; before++)
		if (model->unstored[before].index + before == index)
			return &model->unstored[before];
	return &model->attributes[index - before];
}

size_t rules_field_count(const struct rules *object)
{
	return object->field_count + model_field_count(object->model) + object->zone_item;
}

bool rules_field(const struct validation *validation, const struct rules *object, size_t index,
                 struct json_object *value, const char **name, struct rules *rules)
{
	const size_t attributes = model_field_count(object->model);
	if (index < object->field_count) {
		*name = object->fields[index].name;
		*rules = *object->fields[index].rules;
		return true;
	}
	index -= object->field_count;
	if (index >= attributes) {
		*name = "__component";
		*rules = (struct rules){.kind = RULES_STRING, .presence = PRESENCE_REQUIRED, .component_choice = true};
		return true;
	}
	const struct attribute *attribute = model_field(object->model, index);
	*name = attribute->name;
	if (!attribute->writable)
		return false;
	struct input_value list = input_value_member(value, attribute->name);
	bool has_items = json_object_is_type(list.value, json_type_array) && json_object_array_length(list.value) > 0;
	*rules = rules_of_attribute(validation, object->model, attribute, object->entry_id, has_items);
	return true;
}

bool rules_type_matches(const struct rules *rules, struct json_object *value)
{
	if (rules->kind == RULES_ANY || (!value && rules->nullable))
		return true;
	switch (json_object_get_type(value)) {
	case json_type_string:
		return rules->kind == RULES_STRING;
	case json_type_boolean:
		return rules->kind == RULES_BOOLEAN;
	case json_type_int:
		return rules->kind == RULES_NUMBER;
	case json_type_double:
		return rules->kind == RULES_NUMBER && !isnan(json_object_get_double(value));
	case json_type_object:
		return rules->kind == RULES_OBJECT;
	case json_type_array:
		return rules->kind == RULES_LIST;
	default:
		return false;
	}
}
