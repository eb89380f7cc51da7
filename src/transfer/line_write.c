/* Lines of an export, written. */
#include "line_write.h"

#include "value.h"

const char *const transfer_kind_names[TRANSFER_KINDS] = {"settings", "entries", "links"};

void transfer_write_header(struct buffer *buffer, const int64_t counts[TRANSFER_KINDS])
{
	buffer_format(buffer, "{\"format\":\"%s\",\"version\":%d,\"lectern\":\"%s\",\"counts\":{", TRANSFER_FORMAT,
	              TRANSFER_VERSION, LECTERN_VERSION);
	for (size_t i = 0; i < TRANSFER_KINDS; i++)
		buffer_format(buffer, "%s\"%s\":%lld", i ? "," : "", transfer_kind_names[i], (long long)counts[i]);
	buffer_text(buffer, "}}");
}

static void write_name(struct buffer *buffer, const char *name, bool *first)
{
	if (!*first)
		buffer_byte(buffer, ',');
	*first = false;
	json_write_string(buffer, slice_of(name));
	buffer_byte(buffer, ':');
}

/* Two columns make one value. */
static void write_any_entry(struct buffer *buffer, struct store_cursor *cursor, size_t column, const char *name,
                            bool *first)
{
	struct cell cell;
	store_cell(cursor, column + 1, &cell);
	if (cell.kind != CELL_TEXT)
		return;
	write_name(buffer, name, first);
	buffer_text(buffer, "{\"type\":");
	json_write_string(buffer, cell.text);
	store_cell(cursor, column, &cell);
	if (cell.kind == CELL_INTEGER) {
		buffer_text(buffer, ",\"id\":");
		buffer_int(buffer, cell.integer);
	}
	buffer_byte(buffer, '}');
}

/* What is null is left out. */
static void write_columns(struct buffer *buffer, const struct transfer_table *table, struct store_cursor *cursor,
                          bool first)
{
	for (size_t i = 0; i < table->store.column_count; i++) {
		const struct transfer_column *column = &table->columns[i];
		struct cell cell;
		if (column->role == ROLE_ANY_ID) {
			write_any_entry(buffer, cursor, i++, column->name, &first);
			continue;
		}
		store_cell(cursor, i, &cell);
		if (cell.kind == CELL_NULL)
			continue;
		write_name(buffer, column->name, &first);
		transfer_write_value(buffer, column->attribute, &cell);
	}
}

void transfer_write_row(struct buffer *buffer, const struct transfer_table *table, struct store_cursor *cursor)
{
	switch (table->kind) {
	case TRANSFER_SETTING:
		buffer_byte(buffer, '{');
		write_columns(buffer, table, cursor, true);
		break;
	case TRANSFER_ENTRY:
		buffer_format(buffer, "{\"type\":\"%s\",\"id\":%lld,\"fields\":{", table->type->uid,
		              (long long)store_id(cursor));
		write_columns(buffer, table, cursor, true);
		buffer_byte(buffer, '}');
		break;
	default:
		buffer_format(buffer, "{\"link\":\"%s\"", table->type->uid);
		if (table->field) {
			buffer_text(buffer, ",\"field\":");
			json_write_string(buffer, slice_of(table->field));
		}
		write_columns(buffer, table, cursor, false);
		break;
	}
	buffer_byte(buffer, '}');
}
