#include "sqlite_cells.h"

static struct slice text_of(sqlite3_stmt *statement, int column)
{
	const char *text = (const char *)sqlite3_column_text(statement, column);
	return (struct slice){text, text ? (size_t)sqlite3_column_bytes(statement, column) : 0};
}

static void read_text(sqlite3_stmt *statement, int column, struct cell *cell)
{
	cell->kind = CELL_TEXT;
	cell->text = text_of(statement, column);
}

static void read_number(sqlite3_stmt *statement, int column, int type, struct cell *cell)
{
	if (type == SQLITE_INTEGER) {
		cell->kind = CELL_INTEGER;
		cell->integer = sqlite3_column_int64(statement, column);
		return;
	}
	cell->kind = CELL_NUMBER;
	cell->number = sqlite3_column_double(statement, column);
	if (type == SQLITE_TEXT && !query_text_is_number(text_of(statement, column), &cell->number))
		cell->kind = CELL_NULL;
}

/* Milliseconds since 1970, or text that other programs put there. */
static void read_datetime(sqlite3_stmt *statement, int column, int type, struct cell *cell)
{
	cell->kind = CELL_INTEGER;
	if (type == SQLITE_TEXT) {
		if (!datetime_parse_iso(text_of(statement, column), &cell->integer))
			cell->kind = CELL_NULL;
		return;
	}
	cell->integer = sqlite3_column_int64(statement, column);
}

static void read_boolean(sqlite3_stmt *statement, int column, struct cell *cell)
{
	struct slice text = text_of(statement, column);
	cell->kind = slice_is(text, "1") || slice_is(text, "0") ? CELL_INTEGER : CELL_NULL;
	cell->integer = slice_is(text, "1");
}

/* The reference reads SQLite's integers as JavaScript numbers: beyond 2^53 they are rounded, and clients see that. */
static void read_biginteger(sqlite3_stmt *statement, int column, struct buffer *scratch, struct cell *cell)
{
	scratch->len = 0;
	json_write_double(scratch, (double)sqlite3_column_int64(statement, column));
	cell->kind = CELL_TEXT;
	cell->text = buffer_as_slice(scratch);
}

void sqlite_read_cell(sqlite3_stmt *statement, int column, const struct attribute *attribute, struct buffer *scratch,
                      struct cell *cell)
{
	int type = sqlite3_column_type(statement, column);
	if (type == SQLITE_NULL) {
		cell->kind = CELL_NULL;
		return;
	}
	switch (attribute->type) {
	case ATTRIBUTE_ID:
	case ATTRIBUTE_INTEGER:
	case ATTRIBUTE_FLOAT:
	case ATTRIBUTE_DECIMAL:
		read_number(statement, column, type, cell);
		break;
	case ATTRIBUTE_DATETIME:
	case ATTRIBUTE_TIMESTAMP:
		read_datetime(statement, column, type, cell);
		break;
	case ATTRIBUTE_BOOLEAN:
		if (type == SQLITE_INTEGER) {
			cell->integer = sqlite3_column_int64(statement, column);
			cell->kind = cell->integer == 0 || cell->integer == 1 ? CELL_INTEGER : CELL_NULL;
		} else {
			read_boolean(statement, column, cell);
		}
		break;
	case ATTRIBUTE_BIGINTEGER:
		if (type == SQLITE_INTEGER) {
			read_biginteger(statement, column, scratch, cell);
			break;
		}
		/* fall through */
	default:
		read_text(statement, column, cell);
		break;
	}
}
