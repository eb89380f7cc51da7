#include "fields.h"

static bool invalid_fields(struct reader *reader)
{
	return error_validation(reader->error, "Invalid fields parameter. Expected a string or an array of strings");
}

static bool check_field(struct reader *reader, enum rule rule, const struct content_type *type, struct slice name)
{
	name = slice_trim(name);
	if (slice_is(name, "*") || slice_is(name, "id"))
		return true;
	const struct attribute *attribute = reader_attribute(type, name);
	if (rule == RULE_KNOWN && attribute && !attribute_is_scalar(attribute))
		attribute = NULL;
	return reader_check_attribute(reader, rule, type, name, attribute);
}

bool fields_check(struct reader *reader, const struct content_type *type, const struct param *param)
{
	static const enum rule rules[] = {RULE_KNOWN, RULE_PRIVATE, RULE_PASSWORD};
	if (param->kind == PARAM_OBJECT)
		return invalid_fields(reader);
	for (size_t i = 0; i < COUNT_OF(rules); i++) {
		if (param->kind == PARAM_TEXT && !check_field(reader, rules[i], type, param->text))
			return false;
		for (const struct param *at = param->first; at; at = at->next) {
			if (at->kind != PARAM_TEXT)
				return invalid_fields(reader);
			if (!check_field(reader, rules[i], type, at->text))
				return false;
		}
	}
	return true;
}

static bool add_field(struct reader *reader, const struct content_type *type, struct slice name, bool lenient,
                      struct query *query)
{
	name = slice_trim(name);
	if (slice_is(name, "id"))
		return true;
	const struct attribute *attribute = reader_attribute(type, name);
	if (!attribute || !attribute_is_scalar(attribute) || attribute->type == ATTRIBUTE_PASSWORD ||
	    reader_hides(reader, type, attribute))
		return lenient ? true : reader_refuse(reader, name);
	for (size_t i = 0; i < query->field_count; i++)
		if (query->fields[i] == attribute)
			return true;
	query->fields[query->field_count++] = attribute;
	return true;
}

bool fields_read(struct reader *reader, const struct content_type *type, const struct param *param, bool lenient,
                 struct query *query)
{
	if (param->kind == PARAM_NULL)
		return true;
	if (param->kind == PARAM_OBJECT || (param->kind == PARAM_TEXT && !param->text.len))
		return invalid_fields(reader);
	const struct param *first = param->kind == PARAM_TEXT ? param : param->first;
	for (const struct param *at = first; at; at = param->kind == PARAM_TEXT ? NULL : at->next)
		if (at->kind == PARAM_TEXT && slice_is(slice_trim(at->text), "*"))
			return true;
	query->fields = arena_array(reader->arena, type->attribute_count + 1, sizeof *query->fields);
	for (const struct param *at = first; at; at = param->kind == PARAM_TEXT ? NULL : at->next) {
		if (at->kind != PARAM_TEXT)
			return invalid_fields(reader);
		if (!add_field(reader, type, at->text, lenient, query))
			return false;
	}
	return true;
}
