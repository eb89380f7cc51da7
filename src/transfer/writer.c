#include "writer.h"

#include <stdlib.h>

enum { BATCH_ROWS = 64, BATCH_BYTES = 4 * 1024 * 1024, KEPT_BYTES = 1024 * 1024 };

/* Rows of one table. */
struct transfer_writer {
	struct store_session *session;
	struct arena *scratch, *texts;
	const struct transfer_table *table;
	struct value *values;
	size_t value_capacity, count;
	int64_t ids[BATCH_ROWS];
	int64_t first_line, last_line;
};

struct transfer_writer *transfer_writer_create(struct store_session *session, struct arena *scratch)
{
	struct transfer_writer *writer = calloc(1, sizeof *writer);
	if (!writer)
		abort();
	writer->session = session;
	writer->scratch = scratch;
	writer->texts = arena_create();
	return writer;
}

void transfer_writer_destroy(struct transfer_writer *writer)
{
	arena_destroy(writer->texts);
	free(writer->values);
	free(writer);
}

struct arena *transfer_writer_arena(struct transfer_writer *writer)
{
	return writer->texts;
}

static bool write_batch(struct transfer_writer *writer, struct error *error)
{
	const struct transfer_table *table = writer->table;
	struct error reason;
	if (!writer->count)
		return true;
	arena_reset(writer->scratch, KEPT_BYTES);
	bool done =
	    store_insert_rows(writer->session, &table->store, table->kind == TRANSFER_ENTRY ? writer->ids : NULL,
	                      writer->values, writer->count, &reason);
	writer->count = 0;
	return done || error_set(error, reason.status, reason.name, "Lines %lld to %lld: %.400s",
	                         (long long)writer->first_line, (long long)writer->last_line, reason.message);
}

static void start_batch(struct transfer_writer *writer, const struct transfer_table *table, int64_t number)
{
	size_t needed = table->store.column_count * BATCH_ROWS;
	writer->table = table;
	writer->first_line = number;
	if (needed <= writer->value_capacity)
		return;
	free(writer->values);
	writer->values = calloc(needed, sizeof *writer->values);
	if (!writer->values)
		abort();
	writer->value_capacity = needed;
}

bool transfer_writer_add(struct transfer_writer *writer, const struct transfer_line *line, int64_t number,
                         struct error *error)
{
	size_t columns = line->table->store.column_count;
	if (writer->count && line->table != writer->table && !write_batch(writer, error))
		return false;
	if (!writer->count)
		start_batch(writer, line->table, number);
	if (columns)
		memcpy(writer->values + writer->count * columns, line->values, columns * sizeof *line->values);
	writer->ids[writer->count++] = line->id;
	writer->last_line = number;
	if (writer->count == BATCH_ROWS || arena_size(writer->texts) > BATCH_BYTES)
		return transfer_writer_flush(writer, error);
	return true;
}

bool transfer_writer_flush(struct transfer_writer *writer, struct error *error)
{
	bool done = write_batch(writer, error);
	arena_reset(writer->texts, KEPT_BYTES);
	return done;
}
