#include "transfer.h"

#include "line_write.h"
#include "progress.h"

#include <errno.h>

enum { PAGE_ROWS = 1000, OUT_BYTES = 256 * 1024, KEPT_BYTES = 1024 * 1024 };

struct exporter {
	struct store_session *session;
	const struct transfer_tables *tables;
	struct arena *page; /* what one page needs */
	FILE *out;
	struct buffer text;
	struct transfer_progress progress;
	struct transfer_result *result;
	struct error *error;
};

static bool flush(struct exporter *exporter)
{
	bool done = fwrite(exporter->text.data, 1, exporter->text.len, exporter->out) == exporter->text.len;
	exporter->text.len = 0;
	return done || error_set(exporter->error, 500, "InternalServerError", "The output can't be written: %s",
	                         strerror(errno));
}

static bool count_rows(struct exporter *exporter, int64_t counts[TRANSFER_KINDS])
{
	for (size_t i = 0; i < exporter->tables->count; i++) {
		const struct transfer_table *table = exporter->tables->items[i];
		int64_t count, all = 0;
		arena_reset(exporter->page, KEPT_BYTES);
		if (!store_count_rows(exporter->session, &table->store, false, &count, exporter->error))
			return false;
		if (table->kind == TRANSFER_LINK) {
			if (!store_count_rows(exporter->session, &table->store, true, &all, exporter->error))
				return false;
			exporter->result->left_out += all - count;
		}
		counts[table->kind] += count;
	}
	return true;
}

static bool end_line(struct exporter *exporter, const struct transfer_table *table, size_t start, int64_t id)
{
	if (exporter->text.len - start > TRANSFER_LONGEST_LINE)
		return error_set(exporter->error, 500, "InternalServerError",
		                 "Row %lld of the table %s is longer than the %d MiB that a line may have",
		                 (long long)id, table->store.name, TRANSFER_LONGEST_LINE / 1024 / 1024);
	buffer_byte(&exporter->text, '\n');
	progress_step(&exporter->progress);
	return exporter->text.len < OUT_BYTES || flush(exporter);
}

static bool write_rows(struct exporter *exporter, const struct transfer_table *table, struct store_cursor *cursor,
                       int64_t *last, size_t *count)
{
	bool row;
	while (store_next(cursor, &row, exporter->error)) {
		if (!row)
			return true;
		size_t start = exporter->text.len;
		*last = store_id(cursor);
		(*count)++;
		if (!store_row_counts(cursor))
			continue;
		transfer_write_row(&exporter->text, table, cursor);
		if (!end_line(exporter, table, start, *last))
			return false;
	}
	return false;
}

static bool write_table(struct exporter *exporter, const struct transfer_table *table)
{
	/* Ids may be below 1 where other programs wrote. */
	int64_t last = INT64_MIN;
	size_t count;
	do {
		struct store_cursor *cursor;
		count = 0;
		arena_reset(exporter->page, KEPT_BYTES);
		if (!store_select_rows(exporter->session, &table->store, last, PAGE_ROWS, &cursor, exporter->error))
			return false;
		bool done = write_rows(exporter, table, cursor, &last, &count);
		store_close_cursor(cursor);
		if (!done)
			return false;
	} while (count == PAGE_ROWS);
	return true;
}

static bool write_all(struct exporter *exporter)
{
	int64_t counts[TRANSFER_KINDS] = {0};
	if (!count_rows(exporter, counts))
		return false;
	exporter->result->settings = counts[TRANSFER_SETTING];
	exporter->result->entries = counts[TRANSFER_ENTRY];
	exporter->result->links = counts[TRANSFER_LINK];
	exporter->progress.total = counts[TRANSFER_SETTING] + counts[TRANSFER_ENTRY] + counts[TRANSFER_LINK];
	transfer_write_header(&exporter->text, counts);
	buffer_byte(&exporter->text, '\n');
	for (size_t i = 0; i < exporter->tables->count; i++)
		if (!write_table(exporter, exporter->tables->items[i]))
			return false;
	if (!flush(exporter))
		return false;
	return fflush(exporter->out) == 0 || error_set(exporter->error, 500, "InternalServerError",
	                                               "The output can't be written: %s", strerror(errno));
}

bool transfer_export(struct store *store, const struct registry *registry, FILE *out, FILE *progress,
                     struct transfer_result *result, struct error *error)
{
	struct arena *arena = arena_create(), *page = arena_create();
	struct exporter exporter = {.page = page, .out = out, .result = result, .error = error};
	*result = (struct transfer_result){.entries = 0};
	exporter.tables = transfer_describe(arena, registry);
	bool done = store_begin(store, 0, arena, &exporter.session, error);
	if (done) {
		store_use_arena(exporter.session, page);
		store_take_time(exporter.session);
		progress_start(&exporter.progress, progress, "Exporting", 0);
		done = write_all(&exporter);
		result->seconds = progress_end(&exporter.progress);
		store_end(exporter.session);
	}
	buffer_free(&exporter.text);
	arena_destroy(page);
	arena_destroy(arena);
	return done;
}
