#include "value.h"

#include "print.h"
#include "relations.h"
#include "scalar.h"
#include "text.h"
#include "unique.h"
#include "url.h"

#include <math.h>
#include <stdlib.h>

void value_refuse(struct value_check *check, bool named, struct slice message)
{
	refusals_add(check->arena, &check->refusals, check->place, named, message);
	check->validation->refused++;
}

static void refuse_limit(struct value_check *check, const char *before, double limit, const char *after)
{
	struct buffer text = {0};
	buffer_text(&text, before);
	print_number(&text, limit);
	buffer_text(&text, after);
	value_refuse(check, true, buffer_as_slice(&text));
	buffer_free(&text);
}

static void check_kind(struct value_check *check)
{
	static const char *const names[] = {"mixed", "string", "number", "boolean", "object", "array"};
	struct buffer text = {0};
	if (!check->value.present || rules_type_matches(check->rules, check->value.value))
		return;
	buffer_format(&text, "must be a `%s` type, but the final value was: `", names[check->rules->kind]);
	print_value(&text, check->value.value);
	buffer_byte(&text, '`');
	/* What was not sent counts as sent as it is; NaN is not even the same as itself. */
	struct json_object *original = check->original.present ? check->original.value : check->value.value;
	if (original && !scalar_same(original, check->value.value)) {
		buffer_text(&text, " (cast from the value `");
		print_value(&text, original);
		buffer_text(&text, "`)");
	}
	buffer_byte(&text, '.');
	value_refuse(check, true, buffer_as_slice(&text));
	buffer_free(&text);
}

static int compare_descending(const void *a, const void *b)
{
	return strcmp(*(const char *const *)b, *(const char *const *)a);
}

/* Strapi lists the components as it found their files: the folders in the order in which they happened to be
 * read, another from start to start, and in each the last first. This is the order it gives most often. */
static const char **component_names(const struct value_check *check, size_t *count)
{
	const struct registry *registry = check->validation->registry;
	const char **names = arena_array(check->arena, registry->type_count, sizeof *names);
	*count = 0;
	for (size_t i = 0; i < registry->type_count; i++)
		if (registry->types[i]->component)
			names[(*count)++] = registry->types[i]->uid;
	qsort(names, *count, sizeof *names, compare_descending);
	return names;
}

/* Only values of the right type are one of the choices. */
static bool is_choice(const struct value_check *check, const char *const *choices, size_t count)
{
	struct json_object *value = check->value.value;
	struct buffer text = {0};
	if (!value)
		return check->rules->null_choice;
	enum json_type type = json_object_get_type(value);
	bool number = type == json_type_int || type == json_type_double;
	if (check->rules->kind == RULES_NUMBER ? !number : type != json_type_string)
		return false;
	scalar_write_text(&text, value);
	size_t i = 0;
	while (i < count && !slice_is(buffer_as_slice(&text), choices[i]))
		i++;
	buffer_free(&text);
	return i < count;
}

static void check_choices(struct value_check *check)
{
	const struct rules *rules = check->rules;
	const char *const *choices = rules->choices;
	size_t count = rules->choice_count;
	if (!check->value.present || (!choices && !rules->component_choice))
		return;
	if (rules->component_choice)
		choices = component_names(check, &count);
	if (is_choice(check, choices, count))
		return;
	struct buffer text = {0};
	buffer_text(&text, "must be one of the following values: ");
	for (size_t i = 0; i < count; i++) {
		buffer_text(&text, i ? ", " : "");
		buffer_text(&text, choices[i]);
	}
	if (rules->null_choice && count)
		buffer_text(&text, ", ");
	value_refuse(check, true, buffer_as_slice(&text));
	buffer_free(&text);
}

static void check_unique(struct value_check *check)
{
	bool unique;
	const struct input_value *sent = check->in_item ? &check->value : &check->original;
	if (!check->rules->unique || check->validation->failed || !sent->present || !sent->value)
		return;
	if (check->validation->lookups == VALIDATE_MOST_LOOKUPS) {
		check->validation->failed = true;
		error_validation(check->validation->error, "Too many unique values. Expected at most %d at once",
		                 VALIDATE_MOST_LOOKUPS);
		return;
	}
	/* Look-ups end in the order in which they start, behind all that needs none. */
	check->tick = 1ULL << 62 | check->tick << 32 | check->validation->lookups++;
	if (!unique_check(check->validation, check->rules, check->value.value, &unique))
		check->validation->failed = true;
	else if (!unique)
		value_refuse(check, false, SLICE("This attribute must be unique"));
}

static void refuse_pattern(struct value_check *check, const char *pattern)
{
	struct buffer text = {0};
	buffer_text(&text, "must match the following: \"");
	pattern_write(&text, pattern);
	buffer_byte(&text, '"');
	value_refuse(check, true, buffer_as_slice(&text));
	buffer_free(&text);
}

/* Strapi makes the expression whether there is a value or not, and answers 500 where it is none. */
static void check_pattern(struct value_check *check, bool present, struct slice text)
{
	const struct rules *rules = check->rules;
	struct validation *validation = check->validation;
	if (!rules->pattern_pcre2) {
		if (!validation->failed)
			error_internal(validation->error, "not a regular expression: %s", rules->pattern);
		validation->failed = true;
	} else if (present && !(rules->pattern_skips_empty && !text.len) &&
	           !pattern_matches(&validation->patterns, rules->pattern_pcre2, text)) {
		refuse_pattern(check, rules->pattern);
	}
}

static void check_string(struct value_check *check)
{
	const struct rules *rules = check->rules;
	struct slice text = {NULL, 0};
	bool present = check->value.present && check->value.value;
	if (present)
		text = scalar_text(check->value.value);
	double length = (double)scalar_text_length(text);
	if (present && rules->has_min && rules->form != FORM_EMAIL && length < rules->min)
		refuse_limit(check, "must be at least ", rules->min, " characters");
	if (present && rules->has_max && length > rules->max)
		refuse_limit(check, "must be at most ", rules->max, " characters");
	if (rules->pattern)
		check_pattern(check, present, text);
	if (present && rules->form == FORM_EMAIL && text.len && !text_is_email(text))
		value_refuse(check, true, SLICE("must be a valid email"));
	if (present && rules->form == FORM_EMAIL && !text.len)
		value_refuse(check, true, SLICE("cannot be empty"));
	if (present && rules->form == FORM_UID && !text_is_uid(text))
		refuse_pattern(check, "^[A-Za-z0-9-_.~]*$");
	if (present && rules->form == FORM_PASSWORD && text.len > LONGEST_PASSWORD)
		refuse_limit(check, "must be at most ", LONGEST_PASSWORD, " bytes");
	if (rules->form == FORM_TEXT_NODE && !present)
		value_refuse(check, false, SLICE("Text must be defined with at least an empty string"));
	if (rules->form == FORM_LINK && !url_is_valid(text))
		value_refuse(check, false, SLICE("Please specify a valid link."));
}

static void check_number(struct value_check *check)
{
	const struct rules *rules = check->rules;
	if (check->value.present && check->value.value) {
		double number = json_object_get_double(check->value.value);
		if (rules->integer && !(isfinite(number) && number == floor(number)))
			value_refuse(check, true, SLICE("must be an integer"));
		if (rules->has_min && number < rules->min)
			refuse_limit(check, "must be greater than or equal to ", rules->min, "");
		if (rules->has_max && number > rules->max)
			refuse_limit(check, "must be less than or equal to ", rules->max, "");
	}
}

static void check_count(struct value_check *check)
{
	const struct rules *rules = check->rules;
	if (!check->value.present || !check->value.value)
		return;
	double count = (double)json_object_array_length(check->value.value);
	if (rules->has_min && count < rules->min) {
		if (rules->min_message)
			value_refuse(check, false, slice_of(rules->min_message));
		else
			refuse_limit(check, "field must have at least ", rules->min, " items");
	}
	if (rules->has_max && count > rules->max)
		refuse_limit(check, "field must have less than or equal to ", rules->max, " items");
}

static void check_presence(struct value_check *check)
{
	bool null = check->value.present && !check->value.value;
	bool empty = json_object_is_type(check->value.value, json_type_string) &&
	             json_object_get_string_len(check->value.value) == 0;
	switch (check->rules->presence) {
	case PRESENCE_DEFINED:
		if (null || !check->value.present)
			value_refuse(check, true, SLICE("must be defined."));
		break;
	case PRESENCE_NOT_NULL:
		if (null)
			value_refuse(check, true, SLICE("cannot be null."));
		break;
	case PRESENCE_REQUIRED:
		if (null || !check->value.present || empty)
			value_refuse(check, true, SLICE("is a required field"));
		break;
	default:
		break;
	}
}

static void check_relations(struct value_check *check)
{
	const char *message;
	if (!check->rules->related_must_exist)
		return;
	if (!relations_check(check->validation, check->rules->model, check->value.value, &message))
		check->validation->failed = true;
	else if (message)
		value_refuse(check, false, slice_of(message));
}

void value_check_type(struct value_check *check)
{
	check->tick++;
	check_kind(check);
	check_choices(check);
}

static bool has_checks(const struct rules *rules)
{
	return rules->presence || rules->has_min || rules->has_max || rules->integer || rules->form || rules->pattern ||
	       rules->unique || rules->refusal;
}

void value_check(struct value_check *check)
{
	if (has_checks(check->rules))
		check->tick++;
	switch (check->rules->kind) {
	case RULES_STRING:
		check_string(check);
		break;
	case RULES_NUMBER:
		check_number(check);
		break;
	case RULES_LIST:
		check_count(check);
		break;
	case RULES_OBJECT:
		check_relations(check);
		break;
	default:
		break;
	}
	check_presence(check);
	check_unique(check);
	if (check->rules->refusal)
		value_refuse(check, false, slice_of(check->rules->refusal));
}
