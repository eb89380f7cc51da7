/* Links of Strapi's archives: rows of link tables, and columns of entries. */
#include "write.h"

/* A row whose link is written: the values of its columns, null where it has no such. */
struct row {
	const struct attribute *attribute;
	const struct content_type *type;
	int64_t from, to;
	struct slice to_type, to_field;
	struct cell order, inverse_order;
};

static void write_position(struct buffer *line, const struct cell *cell)
{
	if (cell->kind == CELL_NULL)
		return;
	json_write_name(line, SLICE("pos"));
	if (cell->kind == CELL_INTEGER)
		buffer_int(line, cell->integer);
	else
		json_write_double(line, cell->number);
}

static bool write_link(struct strapi_writing *writing, struct jsonl *jsonl, const struct row *row)
{
	struct buffer *line = &writing->line;
	const struct attribute *attribute = row->attribute;
	const bool any = attribute_is_morph_to(attribute);
	const struct slice type = any ? row->to_type : slice_of(attribute->target->uid);
	if (strapi_leaves_out(slice_of(row->type->uid)) || strapi_leaves_out(type))
		return true;
	buffer_format(line,
	              "{\"kind\":\"relation.%s\",\"relation\":\"%s\",\"left\":{\"type\":\"%s\",\"ref\":%lld,\"field\":",
	              any                              ? "morph"
	              : attribute->target == row->type ? "circular"
	                                               : "basic",
	              relation_kind_name(attribute->relation), row->type->uid, (long long)row->from);
	json_write_string(line, slice_of(attribute->name));
	if (!any)
		write_position(line, &row->order);
	buffer_text(line, "},\"right\":{\"type\":");
	json_write_string(line, type);
	buffer_format(line, ",\"ref\":%lld", (long long)row->to);
	if (any && row->to_field.len) {
		json_write_name(line, SLICE("field"));
		json_write_string(line, row->to_field);
	} else if (!any && attribute->inverse) {
		json_write_name(line, SLICE("field"));
		json_write_string(line, slice_of(attribute->inverse->name));
	}
	write_position(line, any ? &row->order : &row->inverse_order);
	buffer_text(line, "}}");
	return jsonl_add(jsonl, line);
}

/* A row of a link table. */
static bool write_table_row(struct strapi_writing *writing, void *jsonl, const struct transfer_table *table,
                            struct store_cursor *cursor)
{
	struct row row = {.attribute = map_get(&table->type->by_name, slice_of(table->field)), .type = table->type};
	for (size_t i = 0; i < table->store.column_count; i++) {
		const struct transfer_column *column = &table->columns[i];
		struct cell cell;
		store_cell(cursor, i, &cell);
		if (column->role == ROLE_FROM)
			row.from = cell.integer;
		else if (column->role == ROLE_TO)
			row.to = cell.integer;
		else if (column->role == ROLE_TYPE)
			row.to_type = cell.text;
		else if (strcmp(column->name, "toField") == 0)
			row.to_field = cell.kind == CELL_TEXT ? cell.text : (struct slice){0};
		else if (strcmp(column->name, "order") == 0)
			row.order = cell;
		else if (strcmp(column->name, "inverseOrder") == 0)
			row.inverse_order = cell;
	}
	return write_link(writing, jsonl, &row);
}

/* The relations that lie in the row of an entry. */
static bool write_entry_row(struct strapi_writing *writing, void *jsonl, const struct transfer_table *table,
                            struct store_cursor *cursor)
{
	for (size_t i = 0; i < table->store.column_count; i++) {
		const struct transfer_column *column = &table->columns[i];
		struct row row = {.type = table->type, .from = store_id(cursor)};
		struct cell cell;
		if (column->role != ROLE_REFERENCE && column->role != ROLE_ANY_ID)
			continue;
		row.attribute = map_get(&table->type->by_name, slice_of(column->name));
		store_cell(cursor, i, &cell);
		if (cell.kind != CELL_INTEGER)
			continue;
		row.to = cell.integer;
		if (column->role == ROLE_ANY_ID) {
			store_cell(cursor, i + 1, &cell);
			if (cell.kind != CELL_TEXT)
				continue;
			row.to_type = cell.text;
		}
		if (!write_link(writing, jsonl, &row))
			return false;
	}
	return true;
}

static bool has_references(const struct transfer_table *table)
{
	for (size_t i = 0; i < table->store.column_count; i++)
		if (table->columns[i].role == ROLE_REFERENCE || table->columns[i].role == ROLE_ANY_ID)
			return true;
	return false;
}

bool strapi_write_links(struct strapi_writing *writing)
{
	struct jsonl jsonl;
	bool done = jsonl_open(&jsonl, &writing->writer, STRAPI_LINKS);
	for (size_t i = 0; done && i < writing->tables->count; i++) {
		const struct transfer_table *table = writing->tables->items[i];
		/* Components stand in their entries. */
		const bool has_links = table->kind == TRANSFER_LINK
		                           ? table->field != NULL
		                           : table->kind == TRANSFER_ENTRY && has_references(table);
		if (has_links && !strapi_leaves_out(slice_of(table->type->uid)))
			done = strapi_visit_rows(
			    writing, table, table->kind == TRANSFER_LINK ? write_table_row : write_entry_row, &jsonl);
	}
	done = done && jsonl_finish(&jsonl);
	writing->result->links = jsonl.lines;
	jsonl_close(&jsonl);
	return done;
}
