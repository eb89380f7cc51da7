/* Filters, search and publication state as SQL. */
#include "sql.h"

#include <stdio.h>

static bool has_related(const struct condition *condition)
{
	if (condition->kind == CONDITION_RELATED)
		return true;
	for (const struct condition *at = condition->children; at; at = at->next)
		if (has_related(at))
			return true;
	return false;
}

static void not_text(struct sql *sql, bool negated)
{
	if (negated)
		sql_text(sql, "NOT ");
}

static void compare(struct sql *sql, const struct condition *condition, const char *alias, const char *operator)
{
	sql_column(sql, alias, condition->attribute->column);
	if (condition->values[0].kind == VALUE_NULL && (condition->operator== QUERY_EQ || condition->operator== QUERY_NE)) {
		sql_text(sql, condition->operator== QUERY_EQ ? " IS NULL" : " IS NOT NULL");
		return;
	}
	sql_text(sql, operator);
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

static void pattern(struct sql *sql, const struct condition *condition, const char *alias, bool any_before,
                    bool any_behind, bool ignore_case, bool negated)
{
	struct slice text = pattern_text(condition);
	struct value value = value_text(slice_of(arena_format(sql->arena, "%s%.*s%s", any_before ? "%" : "",
	                                                      (int)text.len, text.ptr, any_behind ? "%" : "")));
	if (!ignore_case) {
		not_text(sql, negated);
		sql->dialect->as_text(sql, alias, condition->attribute);
		sql_text(sql, " LIKE ");
		sql_value(sql, NULL, value);
		return;
	}
	sql_text(sql, "LOWER(");
	sql->dialect->as_text(sql, alias, condition->attribute);
	sql_text(sql, negated ? ") NOT LIKE LOWER(" : ") LIKE LOWER(");
	sql_value(sql, NULL, value);
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

static void comparison(struct sql *sql, const struct condition *condition, const char *alias)
{
	switch (condition->operator) {
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
		in_list(sql, condition, alias, condition->operator== QUERY_NOT_IN);
		break;
	case QUERY_BETWEEN:
		between(sql, condition, alias);
		break;
	case QUERY_NULL:
	case QUERY_NOT_NULL:
		sql_column(sql, alias, condition->attribute->column);
		sql_text(sql, condition->operator== QUERY_NULL ? " IS NULL" : " IS NOT NULL");
		break;
	case QUERY_EQI:
	case QUERY_NEI:
		without_case(sql, condition, alias, condition->operator== QUERY_NEI);
		break;
	case QUERY_STARTS_WITH:
	case QUERY_STARTS_WITHI:
		pattern(sql, condition, alias, false, true, condition->operator== QUERY_STARTS_WITHI, false);
		break;
	case QUERY_ENDS_WITH:
	case QUERY_ENDS_WITHI:
		pattern(sql, condition, alias, true, false, condition->operator== QUERY_ENDS_WITHI, false);
		break;
	case QUERY_CONTAINS:
	case QUERY_CONTAINSI:
		pattern(sql, condition, alias, true, true, condition->operator== QUERY_CONTAINSI, false);
		break;
	case QUERY_NOT_CONTAINS:
	case QUERY_NOT_CONTAINSI:
		pattern(sql, condition, alias, true, true, condition->operator== QUERY_NOT_CONTAINSI, true);
		break;
	}
}

/* Inside a sub-select every related condition has joined its table before the conditions are written; the aliases are
 * found again in the order of the walk. */
struct joined {
	const struct condition *condition;
	char alias[SQL_ALIAS_SIZE];
	struct joined *next;
};

static void write_joins(struct sql *sql, const struct content_type *type, const struct condition *condition,
                        const char *alias, struct joined ***tail)
{
	const char *inner_alias = alias;
	const struct content_type *inner_type = type;
	if (condition->kind == CONDITION_RELATED) {
		struct joined *joined = arena_alloc(sql->arena, sizeof *joined);
		joined->condition = condition;
		sql_join(sql, " LEFT JOIN ", type, condition->attribute, alias, joined->alias);
		**tail = joined;
		*tail = &joined->next;
		inner_alias = joined->alias;
		inner_type = condition->attribute->target;
	}
	for (const struct condition *at = condition->children; at; at = at->next)
		write_joins(sql, inner_type, at, inner_alias, tail);
}

static void write_condition(struct sql *sql, const struct condition *condition, const char *alias,
                            struct joined **joined)
{
	const char *separator = condition->kind == CONDITION_OR ? " OR " : " AND ";
	if (condition->kind == CONDITION_COMPARE) {
		comparison(sql, condition, alias);
		return;
	}
	if (condition->kind == CONDITION_RELATED) {
		alias = (*joined)->alias;
		*joined = (*joined)->next;
	}
	if (!condition->children) {
		sql_text(sql, "1 = 1");
		return;
	}
	not_text(sql, condition->kind == CONDITION_NOT);
	sql_text(sql, "(");
	for (const struct condition *at = condition->children; at; at = at->next) {
		if (at != condition->children)
			sql_text(sql, separator);
		write_condition(sql, at, alias, joined);
	}
	sql_text(sql, ")");
}

void sql_condition(struct sql *sql, const struct condition *condition, const char *alias)
{
	struct joined *none = NULL;
	write_condition(sql, condition, alias, &none);
}

/* An entry matches when any row of its left joins does. A sub-select keeps these joins from multiplying the rows. */
static void related_condition(struct sql *sql, const struct content_type *type, const struct condition *condition,
                              const char *alias)
{
	char inner[SQL_ALIAS_SIZE];
	struct joined *joined = NULL, **tail = &joined;
	sql_alias(sql, inner);
	sql_column(sql, alias, "id");
	sql_text(sql, " IN (SELECT ");
	sql_column(sql, inner, "id");
	sql_text(sql, " FROM ");
	sql_name(sql, type->table);
	sql_text(sql, " AS ");
	sql_text(sql, inner);
	write_joins(sql, type, condition, inner, &tail);
	sql_text(sql, " WHERE ");
	write_condition(sql, condition, inner, &joined);
	sql_text(sql, ")");
}

static void separate(struct sql *sql, bool *where)
{
	sql_text(sql, *where ? " AND " : " WHERE ");
	*where = true;
}

/* The parts of the outermost conjunction are written apart, so that each needs only its own joins. */
static void filter(struct sql *sql, const struct query *query, const struct condition *condition, const char *alias,
                   bool *where)
{
	if (condition->kind == CONDITION_AND) {
		for (const struct condition *at = condition->children; at; at = at->next)
			filter(sql, query, at, alias, where);
		return;
	}
	separate(sql, where);
	if (has_related(condition))
		related_condition(sql, query->type, condition, alias);
	else
		sql_condition(sql, condition, alias);
}

/* _q: the id and every text, and with a number to search for every number too. Passwords never; private fields of the
 * project's own types as the reference does, of the server's types never. */
static bool is_searched(const struct content_type *type, const struct attribute *attribute, bool numeric)
{
	if (!attribute->searchable || (attribute->is_private && type->plugin))
		return false;
	switch (attribute->type) {
	case ATTRIBUTE_STRING:
	case ATTRIBUTE_TEXT:
	case ATTRIBUTE_RICHTEXT:
	case ATTRIBUTE_UID:
	case ATTRIBUTE_EMAIL:
	case ATTRIBUTE_ENUMERATION:
		return true;
	case ATTRIBUTE_INTEGER:
	case ATTRIBUTE_BIGINTEGER:
	case ATTRIBUTE_FLOAT:
	case ATTRIBUTE_DECIMAL:
		return numeric;
	default:
		return false;
	}
}

static void search_column(struct sql *sql, const char *alias, const struct attribute *attribute, struct value value)
{
	sql->dialect->as_text(sql, alias, attribute);
	sql_text(sql, sql->dialect->search_operator);
	sql_value(sql, NULL, value);
	sql_text(sql, sql->dialect->search_suffix);
}

static void search(struct sql *sql, const struct query *query, const char *alias)
{
	double number;
	bool numeric = query_text_is_number(query->search, &number);
	struct buffer escaped = {0};
	buffer_byte(&escaped, '%');
	for (size_t i = 0; i < query->search.len; i++) {
		char c = query->search.ptr[i];
		if (c == '*' || c == '%' || c == '\\')
			buffer_byte(&escaped, '\\');
		buffer_byte(&escaped, c);
	}
	buffer_byte(&escaped, '%');
	struct value value = value_text(arena_copy_slice(sql->arena, buffer_as_slice(&escaped)));
	buffer_free(&escaped);
	sql_text(sql, "(");
	search_column(sql, alias, &query->type->id, value);
	for (size_t i = 0; i < query->type->attribute_count; i++) {
		const struct attribute *attribute = &query->type->attributes[i];
		if (!is_searched(query->type, attribute, numeric))
			continue;
		sql_text(sql, " OR ");
		search_column(sql, alias, attribute, value);
	}
	sql_text(sql, ")");
}

void sql_conditions(struct sql *sql, const struct query *query, const char *alias, bool where)
{
	if (query->publication == PUBLICATION_LIVE && query->type->published_at) {
		separate(sql, &where);
		sql_column(sql, alias, query->type->published_at->column);
		sql_text(sql, " IS NOT NULL");
	}
	if (query->filter)
		filter(sql, query, query->filter, alias, &where);
	if (query->search.len) {
		separate(sql, &where);
		search(sql, query, alias);
	}
}
