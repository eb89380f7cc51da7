/* _q as SQL. */
#include "sql.h"

/* Each search tells something of the fields that it looks into. Strapi searches private fields of the project's own
 * types for everybody. */
static bool may_search(const struct query *query, const struct attribute *attribute)
{
	if (!query->searched)
		return !attribute->is_private;
	for (size_t i = 0; i < query->searched_count; i++)
		if (query->searched[i] == attribute)
			return true;
	return false;
}

/* _q searches the id, every text, and every number when the text is a number. It never searches passwords. */
static bool is_searched(const struct attribute *attribute, bool numeric)
{
	if (!attribute->searchable)
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

static void search_column(struct sql *sql, const char *alias, const struct attribute *attribute, struct value value,
                          bool regular)
{
	if (regular) {
		sql_text(sql, "LOWER(");
		sql->dialect->as_text(sql, alias, attribute);
		sql_text(sql, ") ~ LOWER(");
		sql_value(sql, NULL, value);
		sql_text(sql, ")");
		return;
	}
	sql->dialect->as_text(sql, alias, attribute);
	sql_text(sql, sql->dialect->search_operator);
	sql_value(sql, NULL, value);
	sql_text(sql, sql->dialect->search_suffix);
}

void sql_search(struct sql *sql, const struct query *query, const char *alias)
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
	struct slice pattern = arena_copy_slice(sql->arena, buffer_as_slice(&escaped));
	buffer_free(&escaped);
	bool regular = sql_regular_expression(sql, &pattern);
	struct value value = value_text(pattern);
	sql_text(sql, "(");
	search_column(sql, alias, &query->type->id, value, regular);
	for (size_t i = 0; i < query->type->attribute_count; i++) {
		const struct attribute *attribute = &query->type->attributes[i];
		if (!is_searched(attribute, numeric) || !may_search(query, attribute))
			continue;
		sql_text(sql, " OR ");
		search_column(sql, alias, attribute, value, regular);
	}
	sql_text(sql, ")");
}
