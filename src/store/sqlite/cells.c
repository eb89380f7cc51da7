#include "cells.h"

static struct slice text_of(sqlite3_value *value)
{
	const char *text = (const char *)sqlite3_value_text(value);
	return (struct slice){text, text ? (size_t)sqlite3_value_bytes(value) : 0};
}

static void read_text(sqlite3_value *value, struct cell *cell)
{
	cell->kind = CELL_TEXT;
	cell->text = text_of(value);
}

static void read_number(sqlite3_value *value, int type, struct cell *cell)
{
	if (type == SQLITE_INTEGER) {
		cell->kind = CELL_INTEGER;
		cell->integer = sqlite3_value_int64(value);
		return;
	}
	cell->kind = CELL_NUMBER;
	cell->number = sqlite3_value_double(value);
	if (type == SQLITE_TEXT && !query_text_is_number(text_of(value), &cell->number))
		cell->kind = CELL_NULL;
}

/* Milliseconds since 1970, or text that other programs put there. */
static void read_datetime(sqlite3_value *value, int type, struct cell *cell)
{
	cell->kind = CELL_INTEGER;
	if (type == SQLITE_TEXT) {
		if (!datetime_parse_iso(text_of(value), &cell->integer))
			cell->kind = CELL_NULL;
		return;
	}
	cell->integer = sqlite3_value_int64(value);
}

static void read_boolean(sqlite3_value *value, struct cell *cell)
{
	struct slice text = text_of(value);
	cell->kind = slice_is(text, "1") || slice_is(text, "0") ? CELL_INTEGER : CELL_NULL;
	cell->integer = slice_is(text, "1");
}

/* Strapi reads SQLite's numbers as JavaScript does: beyond 2^53 integers are rounded, and clients see that. As
 * text of SQLite's own they would have 15 digits. */
static void read_number_as_text(sqlite3_value *value, struct buffer *scratch, struct cell *cell)
{
	scratch->len = 0;
	json_write_double(scratch, sqlite3_value_double(value));
	cell->kind = CELL_TEXT;
	cell->text = buffer_as_slice(scratch);
}

void sqlite_read_cell(sqlite3_value *value, const struct attribute *attribute, struct buffer *scratch,
                      struct cell *cell)
{
	int type = sqlite3_value_type(value);
	if (type == SQLITE_NULL) {
		cell->kind = CELL_NULL;
		return;
	}
	switch (attribute->type) {
	case ATTRIBUTE_ID:
	case ATTRIBUTE_INTEGER:
	case ATTRIBUTE_FLOAT:
	case ATTRIBUTE_DECIMAL:
		read_number(value, type, cell);
		break;
	case ATTRIBUTE_DATETIME:
	case ATTRIBUTE_TIMESTAMP:
		read_datetime(value, type, cell);
		break;
	case ATTRIBUTE_BOOLEAN:
		if (type == SQLITE_INTEGER) {
			cell->integer = sqlite3_value_int64(value);
			cell->kind = cell->integer == 0 || cell->integer == 1 ? CELL_INTEGER : CELL_NULL;
		} else {
			read_boolean(value, cell);
		}
		break;
	case ATTRIBUTE_BIGINTEGER:
		if (type != SQLITE_TEXT) {
			read_number_as_text(value, scratch, cell);
			break;
		}
		read_text(value, cell);
		break;
	case ATTRIBUTE_JSON:
	case ATTRIBUTE_BLOCKS:
		/* The column turns a text that is a number into one. */
		if (type == SQLITE_FLOAT) {
			read_number_as_text(value, scratch, cell);
			break;
		}
		/* fall through */
	default:
		read_text(value, cell);
		break;
	}
}
