/* _q as SQL. */
#include "sql.h"

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
