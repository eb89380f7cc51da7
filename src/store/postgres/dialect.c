#include "dialect.h"

#include "store/sql/sql.h"

#include <math.h>
#include <stdio.h>

/* A number is compared as what the column is, unless that could not hold it: 1.5 or 1e30 with an integer column. */
static const char *number_cast(const struct bind *bind)
{
	if (bind->attribute && bind->attribute->type == ATTRIBUTE_FLOAT)
		return "double precision";
	if (bind->value.kind == VALUE_INTEGER && !(bind->attribute && bind->attribute->type == ATTRIBUTE_DECIMAL))
		return "bigint";
	return isfinite(bind->value.number) ? "numeric" : "double precision";
}

/* The type of a value that says nothing of it itself. */
static const char *column_cast(const struct attribute *attribute)
{
	switch (attribute ? attribute->type : ATTRIBUTE_TEXT) {
	case ATTRIBUTE_DATE:
		return "date";
	case ATTRIBUTE_TIME:
		return "time";
	case ATTRIBUTE_DATETIME:
	case ATTRIBUTE_TIMESTAMP:
		return "timestamp";
	case ATTRIBUTE_ID:
	case ATTRIBUTE_INTEGER:
	case ATTRIBUTE_BIGINTEGER:
		return "bigint";
	case ATTRIBUTE_FLOAT:
		return "double precision";
	case ATTRIBUTE_DECIMAL:
		return "numeric";
	case ATTRIBUTE_BOOLEAN:
		return "boolean";
	case ATTRIBUTE_ARRAY:
	case ATTRIBUTE_JSON:
	case ATTRIBUTE_BLOCKS:
		return "jsonb";
	default:
		return "text";
	}
}

static const char *cast_of(const struct bind *bind)
{
	switch (bind->value.kind) {
	case VALUE_INTEGER:
	case VALUE_NUMBER:
		return number_cast(bind);
	case VALUE_BOOLEAN:
		return "boolean";
	case VALUE_DATETIME:
		return "timestamp";
	default:
		return column_cast(bind->attribute);
	}
}

void postgres_write_placeholder(struct sql *sql, size_t number, const struct bind *bind)
{
	buffer_byte(&sql->text, '$');
	buffer_int(&sql->text, (int64_t)number);
	buffer_text(&sql->text, "::");
	buffer_text(&sql->text, cast_of(bind));
}

void postgres_write_ids_table(struct sql *sql, size_t number, const char *alias)
{
	buffer_format(&sql->text, "unnest($%zu::bigint[]) AS %s(value)", number, alias);
}

void postgres_write_in_ids(struct sql *sql, const char *alias, const char *column, size_t number)
{
	sql_column(sql, alias, column);
	buffer_format(&sql->text, " = ANY($%zu::bigint[])", number);
}

void postgres_write_as_text(struct sql *sql, const char *alias, const struct attribute *attribute)
{
	if (strcmp(column_cast(attribute), "text") == 0) {
		sql_column(sql, alias, attribute->column);
		return;
	}
	sql_text(sql, "CAST(");
	sql_column(sql, alias, attribute->column);
	sql_text(sql, " AS text)");
}

/* LIKE tries a pattern anew at each character of a text, and can't be interrupted meanwhile: a pattern of 15,500
 * characters on a text of a megabyte takes ten seconds, whatever statement_timeout says. Regular expressions take time
 * in proportion to the text. */
enum { LONGEST_LIKE = 256 };

static bool is_sign(char c)
{
	unsigned char byte = (unsigned char)c;
	return byte > ' ' && byte < 0x7F && !(byte >= '0' && byte <= '9') && !(byte >= 'A' && byte <= 'Z') &&
	       !(byte >= 'a' && byte <= 'z');
}

bool postgres_regular_expression(struct arena *arena, struct slice pattern, struct slice *expression)
{
	/* What is bound to the beginning is tried once. */
	if (pattern.len <= LONGEST_LIKE || slice_find(pattern, '%') >= pattern.len - 1)
		return false;
	/* Each byte becomes two at most. */
	char *text = arena_alloc_unset(arena, 2 * pattern.len + 8);
	size_t length = 0, at = 0, end = pattern.len;
	memcpy(text, "***:^", 5);
	length = 5;
	while (at < end && pattern.ptr[at] == '%')
		at++;
	if (at)
		length--;
	bool open = false; /* a '%' stands before */
	for (; at < end; at++) {
		char c = pattern.ptr[at];
		if (c == '%') {
			open = true;
			continue;
		}
		/* Nothing behind the escape: LIKE refuses that. */
		if (c == '\\' && ++at == end)
			return false;
		if (open) {
			text[length++] = '.';
			text[length++] = '*';
		}
		open = false;
		if (c == '_') {
			text[length++] = '.';
			continue;
		}
		c = pattern.ptr[at];
		if (is_sign(c))
			text[length++] = '\\';
		text[length++] = c;
	}
	if (!open)
		text[length++] = '$';
	*expression = (struct slice){text, length};
	return true;
}

/* The sequence is found by the table's name as SQL has it, given as a text. */
void postgres_write_continue_ids(struct sql *sql, const char *table)
{
	struct sql name = {0};
	sql_name(&name, table);
	buffer_terminate(&name.text);
	sql_text(sql, "SELECT setval(pg_get_serial_sequence(");
	sql_value(sql, NULL, value_text(arena_copy_slice(sql->arena, buffer_as_slice(&name.text))));
	sql_text(sql, ", 'id'), COALESCE(MAX(id), 1), MAX(id) IS NOT NULL) FROM ");
	sql_name(sql, table);
	buffer_free(&name.text);
}

/* The names are one text, so that the statement is the same for any number of them. No name has that character. */
void postgres_write_next_ids(struct sql *sql, const char *const *tables, size_t count)
{
	struct sql names = {0};
	for (size_t i = 0; i < count; i++) {
		if (i)
			buffer_byte(&names.text, '\x1f');
		sql_name(&names, tables[i]);
	}
	sql_text(sql, "SELECT nextval(pg_get_serial_sequence(p.name, 'id')) FROM unnest(string_to_array(");
	sql_value(sql, NULL, value_text(arena_copy_slice(sql->arena, buffer_as_slice(&names.text))));
	sql_text(sql, ", chr(31))) WITH ORDINALITY AS p(name, place) ORDER BY p.place");
	buffer_free(&names.text);
}

/* ---- values ---- */

/* "{1,2,3}" */
static const char *ids_text(struct arena *arena, const int64_t *ids, size_t count)
{
	struct buffer text = {0};
	buffer_byte(&text, '{');
	for (size_t i = 0; i < count; i++) {
		if (i)
			buffer_byte(&text, ',');
		buffer_int(&text, ids[i]);
	}
	buffer_byte(&text, '}');
	const char *copy = arena_copy(arena, buffer_as_slice(&text));
	buffer_free(&text);
	return copy;
}

static const char *number_text(struct arena *arena, double number)
{
	if (!isfinite(number))
		return isnan(number) ? "NaN" : number > 0 ? "Infinity" : "-Infinity";
	struct buffer text = {0};
	json_write_double(&text, number);
	const char *copy = arena_copy(arena, buffer_as_slice(&text));
	buffer_free(&text);
	return copy;
}

/* PostgreSQL's times end where those of JavaScript go on; nothing is stored out there. */
static const char *datetime_text(struct arena *arena, int64_t milliseconds)
{
	static const int64_t earliest = -210866803200000, latest = 9224318015999999;
	char text[DATETIME_ISO_SIZE];
	if (milliseconds < earliest || milliseconds > latest || !datetime_format_iso(milliseconds, text))
		return milliseconds < 0 ? "-infinity" : "infinity";
	/* ISO's year 0 is 1 BC, and large years have a sign. */
	if (text[0] == '-') {
		int year = 0;
		const char *rest = text + 1;
		for (; *rest >= '0' && *rest <= '9'; rest++)
			year = year * 10 + (*rest - '0');
		return arena_format(arena, "%04d%s BC", year + 1, rest);
	}
	if (strncmp(text, "0000", 4) == 0)
		return arena_format(arena, "0001%s BC", text + 4);
	return arena_copy(arena, slice_of(text[0] == '+' ? text + 1 : text));
}

static bool bind_value(struct arena *arena, const struct value *value, const char **text, struct error *error)
{
	switch (value->kind) {
	case VALUE_NULL:
		*text = NULL;
		break;
	case VALUE_TEXT:
		if (value->text.len && memchr(value->text.ptr, '\0', value->text.len))
			return error_validation(error, "Invalid value: expected a text without NUL characters");
		*text = arena_copy(arena, value->text);
		break;
	case VALUE_INTEGER:
		*text = arena_format(arena, "%lld", (long long)value->integer);
		break;
	case VALUE_NUMBER:
		*text = number_text(arena, value->number);
		break;
	case VALUE_BOOLEAN:
		*text = value->integer ? "t" : "f";
		break;
	case VALUE_DATETIME:
		*text = datetime_text(arena, value->integer);
		break;
	}
	return true;
}

/* What was no number counts as one beyond all: SQLite compares ids with any text, PostgreSQL does not. */
static bool is_no_number(const struct bind *bind)
{
	return bind->attribute &&
	       (bind->attribute->type == ATTRIBUTE_ID || bind->attribute->type == ATTRIBUTE_BIGINTEGER) &&
	       bind->value.kind == VALUE_NUMBER && !isfinite(bind->value.number);
}

bool postgres_bind_values(struct arena *arena, const struct bind *binds, size_t count, const char ***values,
                          struct error *error)
{
	*values = arena_array(arena, count, sizeof **values);
	for (size_t i = 0; i < count; i++) {
		if (binds[i].kind == BIND_IDS)
			(*values)[i] = ids_text(arena, binds[i].ids, binds[i].id_count);
		else if (is_no_number(&binds[i]))
			return error_validation(error, "Invalid value for %s. Expected a number",
			                        binds[i].attribute->name);
		else if (!bind_value(arena, &binds[i].value, &(*values)[i], error))
			return false;
	}
	return true;
}
