/* Settings of Strapi's archives: rows of its core store, and webhooks. */
#include "write.h"

static bool write_row(struct strapi_writing *writing, void *jsonl, const struct transfer_table *table,
                      struct store_cursor *cursor)
{
	struct buffer *line = &writing->line;
	const bool is_setting = table->kind == TRANSFER_SETTING;
	buffer_format(line, "{\"type\":\"%s\",\"value\":{\"id\":%lld", is_setting ? "core-store" : "webhook",
	              (long long)store_id(cursor));
	for (size_t i = 0; i < table->store.column_count; i++) {
		const struct transfer_column *column = &table->columns[i];
		struct cell cell;
		store_cell(cursor, i, &cell);
		json_write_name(line, is_setting && i == 0 ? SLICE("key") : slice_of(column->name));
		if (cell.kind == CELL_NULL)
			buffer_text(line, "null");
		else
			value_write(line, column->attribute, &cell);
	}
	buffer_text(line, "}}");
	return jsonl_add(jsonl, line);
}

bool strapi_write_configuration(struct strapi_writing *writing)
{
	const struct content_type *webhook = model_internal(writing->registry, SLICE("webhook"));
	struct jsonl jsonl;
	bool done = jsonl_open(&jsonl, &writing->writer, STRAPI_CONFIGURATION);
	for (size_t i = 0; done && i < writing->tables->count; i++) {
		const struct transfer_table *table = writing->tables->items[i];
		if (table->kind == TRANSFER_SETTING ||
		    (webhook && table->type == webhook && table->kind == TRANSFER_ENTRY))
			done = strapi_visit_rows(writing, table, write_row, &jsonl);
	}
	done = done && jsonl_finish(&jsonl);
	writing->result->settings = jsonl.lines;
	jsonl_close(&jsonl);
	return done;
}
