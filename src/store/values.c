#include "store.h"

static void write_text(struct buffer *buffer, const struct cell *cell)
{
	if (cell->kind == CELL_TEXT)
		json_write_string(buffer, cell->text);
	else
		buffer_add(buffer, "null", 4);
}

static void write_number(struct buffer *buffer, const struct cell *cell)
{
	if (cell->kind == CELL_INTEGER)
		buffer_int(buffer, cell->integer);
	else
		json_write_double(buffer, cell->number);
}

/* What is no JSON is shown as the text that it is. */
static void write_json(struct buffer *buffer, const struct cell *cell)
{
	if (cell->kind != CELL_TEXT || !json_write_compact(buffer, cell->text))
		write_text(buffer, cell);
}

void value_write(struct buffer *buffer, const struct attribute *attribute, const struct cell *cell)
{
	if (cell->kind == CELL_NULL) {
		buffer_add(buffer, "null", 4);
		return;
	}
	switch (attribute->type) {
	case ATTRIBUTE_ID:
	case ATTRIBUTE_INTEGER:
	case ATTRIBUTE_FLOAT:
	case ATTRIBUTE_DECIMAL:
		write_number(buffer, cell);
		break;
	case ATTRIBUTE_BOOLEAN:
		buffer_text(buffer, cell->integer ? "true" : "false");
		break;
	case ATTRIBUTE_DATETIME:
		json_write_datetime(buffer, cell->integer);
		break;
	case ATTRIBUTE_TIMESTAMP:
		/* Strapi gives timestamps as texts of milliseconds. */
		buffer_byte(buffer, '"');
		buffer_int(buffer, cell->integer);
		buffer_byte(buffer, '"');
		break;
	case ATTRIBUTE_ARRAY:
	case ATTRIBUTE_JSON:
	case ATTRIBUTE_BLOCKS:
		write_json(buffer, cell);
		break;
	default:
		write_text(buffer, cell);
		break;
	}
}
