/* Comparisons as SQL: a column, an operator, values. */
#include "sql.h"

static void not_text(struct sql *sql, bool negated)
{
	if (negated)
		sql_text(sql, "NOT ");
}

static void compare(struct sql *sql, const struct condition *condition, const char *alias, const char *comparison)
{
	sql_column(sql, alias, condition->attribute->column);
	if (condition->values[0].kind == VALUE_NULL &&
	    (condition->comparison == QUERY_EQ || condition->comparison == QUERY_NE)) {
		sql_text(sql, condition->comparison == QUERY_EQ ? " IS NULL" : " IS NOT NULL");
		return;
	}
	sql_text(sql, comparison);
	sql_value(sql, condition->attribute, condition->values[0]);
}

static void in_list(struct sql *sql, const struct condition *condition, const char *alias, bool negated)
{
	if (!condition->value_count) {
		sql_text(sql, negated ? "1 = 1" : "1 = 0");
		return;
	}
	sql_column(sql, alias, condition->attribute->column);
	sql_text(sql, negated ? " NOT IN (" : " IN (");
	for (size_t i = 0; i < condition->value_count; i++) {
		if (i)
			sql_text(sql, ", ");
		sql_value(sql, condition->attribute, condition->values[i]);
	}
	sql_text(sql, ")");
}

/* The text of a value for a pattern: what JavaScript's `${value}` gives. */
static struct slice pattern_text(const struct condition *condition)
{
	const struct value *value = &condition->values[0];
	return value->kind == VALUE_TEXT ? value->text : SLICE("null");
}

bool sql_regular_expression(const struct sql *sql, struct slice *pattern)
{
	return sql->dialect->regular_expression && sql->dialect->regular_expression(sql->arena, *pattern, pattern);
}

static void pattern(struct sql *sql, const struct condition *condition, const char *alias, bool any_before,
                    bool any_behind, bool ignore_case, bool negated)
{
	struct buffer text = {0};
	if (any_before)
		buffer_byte(&text, '%');
	buffer_slice(&text, pattern_text(condition));
	if (any_behind)
		buffer_byte(&text, '%');
	struct slice written = arena_copy_slice(sql->arena, buffer_as_slice(&text));
	bool regular = sql_regular_expression(sql, &written);
	buffer_free(&text);
	if (!ignore_case) {
		not_text(sql, negated);
		sql->dialect->as_text(sql, alias, condition->attribute);
		sql_text(sql, regular ? " ~ " : " LIKE ");
		sql_value(sql, NULL, value_text(written));
		return;
	}
	sql_text(sql, "LOWER(");
	sql->dialect->as_text(sql, alias, condition->attribute);
	sql_text(sql, negated ? (regular ? ") !~ LOWER(" : ") NOT LIKE LOWER(")
	                      : (regular ? ") ~ LOWER(" : ") LIKE LOWER("));
	sql_value(sql, NULL, value_text(written));
	sql_text(sql, ")");
}

static void without_case(struct sql *sql, const struct condition *condition, const char *alias, bool negated)
{
	if (condition->values[0].kind == VALUE_NULL) {
		sql_column(sql, alias, condition->attribute->column);
		sql_text(sql, negated ? " IS NOT NULL" : " IS NULL");
	} else {
		pattern(sql, condition, alias, false, false, true, negated);
	}
}

static void between(struct sql *sql, const struct condition *condition, const char *alias)
{
	sql_column(sql, alias, condition->attribute->column);
	sql_text(sql, " BETWEEN ");
	sql_value(sql, condition->attribute, condition->values[0]);
	sql_text(sql, " AND ");
	sql_value(sql, condition->attribute, condition->values[1]);
}

void sql_comparison(struct sql *sql, const struct condition *condition, const char *alias)
{
	switch (condition->comparison) {
	case QUERY_EQ:
		compare(sql, condition, alias, " = ");
		break;
	case QUERY_NE:
		compare(sql, condition, alias, " <> ");
		break;
	case QUERY_LT:
		compare(sql, condition, alias, " < ");
		break;
	case QUERY_LTE:
		compare(sql, condition, alias, " <= ");
		break;
	case QUERY_GT:
		compare(sql, condition, alias, " > ");
		break;
	case QUERY_GTE:
		compare(sql, condition, alias, " >= ");
		break;
	case QUERY_IN:
	case QUERY_NOT_IN:
		in_list(sql, condition, alias, condition->comparison == QUERY_NOT_IN);
		break;
	case QUERY_BETWEEN:
		between(sql, condition, alias);
		break;
	case QUERY_NULL:
	case QUERY_NOT_NULL:
		sql_column(sql, alias, condition->attribute->column);
		sql_text(sql, condition->comparison == QUERY_NULL ? " IS NULL" : " IS NOT NULL");
		break;
	case QUERY_EQI:
	case QUERY_NEI:
		without_case(sql, condition, alias, condition->comparison == QUERY_NEI);
		break;
	case QUERY_STARTS_WITH:
	case QUERY_STARTS_WITHI:
		pattern(sql, condition, alias, false, true, condition->comparison == QUERY_STARTS_WITHI, false);
		break;
	case QUERY_ENDS_WITH:
	case QUERY_ENDS_WITHI:
		pattern(sql, condition, alias, true, false, condition->comparison == QUERY_ENDS_WITHI, false);
		break;
	case QUERY_CONTAINS:
	case QUERY_CONTAINSI:
		pattern(sql, condition, alias, true, true, condition->comparison == QUERY_CONTAINSI, false);
		break;
	case QUERY_NOT_CONTAINS:
	case QUERY_NOT_CONTAINSI:
		pattern(sql, condition, alias, true, true, condition->comparison == QUERY_NOT_CONTAINSI, true);
		break;
	}
}

enum sql_truth sql_truth_without_entry(const struct condition *condition)
{
	bool null_value = condition->value_count && condition->values[0].kind == VALUE_NULL;
	switch (condition->comparison) {
	case QUERY_NULL:
		return SQL_TRUE;
	case QUERY_NOT_NULL:
		return SQL_FALSE;
	case QUERY_EQ:
	case QUERY_EQI:
		return null_value ? SQL_TRUE : SQL_UNKNOWN;
	case QUERY_NE:
	case QUERY_NEI:
		return null_value ? SQL_FALSE : SQL_UNKNOWN;
	case QUERY_IN:
		return condition->value_count ? SQL_UNKNOWN : SQL_FALSE;
	case QUERY_NOT_IN:
		return condition->value_count ? SQL_UNKNOWN : SQL_TRUE;
	default:
		return SQL_UNKNOWN;
	}
}
