/* Rows of a cursor as the entries of a result. */
#include "rows.h"

struct row_writer rows_create_writer(struct arena *arena, const struct store_select *select)
{
	struct row_writer writer;
	struct buffer text = {0};
	writer.fields = store_fields(arena, select, &writer.count);
	writer.keys = arena_array(arena, writer.count, sizeof *writer.keys);
	writer.key_lengths = arena_array(arena, writer.count, sizeof *writer.key_lengths);
	for (size_t i = 0; i < writer.count; i++) {
		text.len = 0;
		if (i)
			buffer_byte(&text, ',');
		json_write_string(&text, slice_of(writer.fields[i]->name));
		buffer_byte(&text, ':');
		writer.keys[i] = arena_copy_slice(arena, buffer_as_slice(&text));
		writer.key_lengths[i] = text.len;
	}
	buffer_free(&text);
	return writer;
}

/* Remembers where the fields of the row written last end: entries are added one by one, at the end. */
static size_t *keep_ends(struct arena *arena, const struct row_writer *writer, struct content_result *result,
                         struct entries *entries)
{
	entries->text = &result->text;
	entries->key_lengths = writer->key_lengths;
	entries->ends = arena_grow(arena, entries->ends, entries->count - 1, &entries->end_capacity,
	                           (writer->count + 1) * sizeof *entries->ends);
	return entries->ends + (entries->count - 1) * (writer->count + 1);
}

static void write_row(const struct row_writer *writer, struct store_cursor *cursor, struct content_result *result,
                      struct entry *entry, size_t *ends)
{
	struct buffer *text = &result->text;
	entry->start = text->len;
	for (size_t i = 0; i < writer->count; i++) {
		struct cell cell;
		buffer_slice(text, writer->keys[i]);
		store_cell(cursor, i, &cell);
		value_write(text, writer->fields[i], &cell);
		if (ends)
			ends[i + 1] = text->len;
	}
	if (ends)
		ends[0] = entry->start;
	entry->length = text->len - entry->start;
}

/* Beside its text: where it lies, and that it hangs on another. */
enum { ROW_BYTES = 64 };

bool rows_spend(const struct content_call *call, struct content_result *result, struct error *error)
{
	size_t bytes = result->text.len - result->counted;
	if (result->text.failed)
		return budget_refuse_memory(error);
	result->counted = result->text.len;
	return budget_take_row(call->budget, error) && budget_take_bytes(call->budget, bytes + ROW_BYTES, error);
}

uint32_t rows_take(const struct content_call *call, const struct row_writer *writer, struct store_cursor *cursor,
                   struct content_result *result, struct entries *entries)
{
	bool added;
	uint32_t item = entries_add(call->arena, entries, store_id(cursor), &added);
	if (added) {
		size_t *ends = entries->query->selective ? keep_ends(call->arena, writer, result, entries) : NULL;
		write_row(writer, cursor, result, &entries->items[item], ends);
	}
	return item;
}
