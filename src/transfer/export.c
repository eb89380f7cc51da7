#include "transfer.h"

#include "line_write.h"
#include "progress.h"

#include <errno.h>

enum { PAGE_ROWS = 1000, OUT_BYTES = 256 * 1024, KEPT_BYTES = 1024 * 1024 };

struct export
{
	struct store_session *session;
	const struct transfer_tables *tables;
	struct arena *page; /* what one page needs */
	FILE *out;
	struct buffer text;
	struct transfer_progress progress;
	struct transfer_result *result;
	struct error *error;
};

static bool flush(struct export *export)
{
	bool done = fwrite(export->text.data, 1, export->text.len, export->out) == export->text.len;
	export->text.len = 0;
	return done ||
	       error_set(export->error, 500, "InternalServerError", "The output can't be written: %s", strerror(errno));
}

static bool count_rows(struct export *export, int64_t counts[TRANSFER_KINDS])
{
	for (size_t i = 0; i < export->tables->count; i++) {
		const struct transfer_table *table = export->tables->items[i];
		int64_t count, all = 0;
		arena_reset(export->page, KEPT_BYTES);
		if (!store_count_rows(export->session, &table->store, false, &count, export->error))
			return false;
		if (table->kind == TRANSFER_LINK) {
			if (!store_count_rows(export->session, &table->store, true, &all, export->error))
				return false;
			export->result->left_out += all - count;
		}
		counts[table->kind] += count;
	}
	return true;
}

static bool end_line(struct export *export, const struct transfer_table *table, size_t start, int64_t id)
{
	if (export->text.len - start > TRANSFER_LONGEST_LINE)
		return error_set(export->error, 500, "InternalServerError",
		                 "Row %lld of the table %s is longer than the %d MiB that a line may have",
		                 (long long)id, table->store.name, TRANSFER_LONGEST_LINE / 1024 / 1024);
	buffer_byte(&export->text, '\n');
	progress_step(&export->progress);
	return export->text.len < OUT_BYTES || flush(export);
}

static bool write_rows(struct export *export, const struct transfer_table *table, struct store_cursor *cursor,
                       int64_t *last, size_t *count)
{
	bool row;
	while (store_next(cursor, &row, export->error)) {
		if (!row)
			return true;
		size_t start = export->text.len;
		*last = store_id(cursor);
		(*count)++;
		if (!store_row_counts(cursor))
			continue;
		transfer_write_row(&export->text, table, cursor);
		if (!end_line(export, table, start, *last))
			return false;
	}
	return false;
}

static bool write_table(struct export *export, const struct transfer_table *table)
{
	/* Ids may be below 1 where other programs wrote. */
	int64_t last = INT64_MIN;
	size_t count;
	do {
		struct store_cursor *cursor;
		count = 0;
		arena_reset(export->page, KEPT_BYTES);
		if (!store_select_rows(export->session, &table->store, last, PAGE_ROWS, &cursor, export->error))
			return false;
		bool done = write_rows(export, table, cursor, &last, &count);
		store_close_cursor(cursor);
		if (!done)
			return false;
	} while (count == PAGE_ROWS);
	return true;
}

static bool write_all(struct export *export)
{
	int64_t counts[TRANSFER_KINDS] = {0};
	if (!count_rows(export, counts))
		return false;
	export->result->settings = counts[TRANSFER_SETTING];
	export->result->entries = counts[TRANSFER_ENTRY];
	export->result->links = counts[TRANSFER_LINK];
	export->progress.total = counts[TRANSFER_SETTING] + counts[TRANSFER_ENTRY] + counts[TRANSFER_LINK];
	transfer_write_header(&export->text, counts);
	buffer_byte(&export->text, '\n');
	for (size_t i = 0; i < export->tables->count; i++)
		if (!write_table(export, export->tables->items[i]))
			return false;
	if (!flush(export))
		return false;
	return fflush(export->out) == 0 ||
	       error_set(export->error, 500, "InternalServerError", "The output can't be written: %s", strerror(errno));
}

bool transfer_export(struct store *store, const struct registry *registry, FILE *out, FILE *progress,
                     struct transfer_result *result, struct error *error)
{
	struct arena *arena = arena_create(), *page = arena_create();
	struct export export = {.page = page, .out = out, .result = result, .error = error};
	*result = (struct transfer_result){.entries = 0};
	export.tables = transfer_describe(arena, registry);
	bool done = store_begin(store, 0, arena, &export.session, error);
	if (done) {
		store_use_arena(export.session, page);
		store_take_time(export.session);
		progress_start(&export.progress, progress, "Exporting", 0);
		done = write_all(&export);
		result->seconds = progress_end(&export.progress);
		store_end(export.session);
	}
	buffer_free(&export.text);
	arena_destroy(page);
	arena_destroy(arena);
	return done;
}
