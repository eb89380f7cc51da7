/* Import: one pass over the lines that checks, one that writes, and sometimes one that adds what could not be written
 * at once. */
#include "transfer.h"

#include "check.h"
#include "input.h"
#include "progress.h"
#include "writer.h"

enum { MOST_MISTAKES = 20, KEPT_BYTES = 1024 * 1024 };

struct import {
	struct store *store;
	const struct transfer_import_options *options;
	struct transfer_tables *tables;
	struct transfer_reader reader;
	struct transfer_input input;
	struct transfer_check *check;
	struct transfer_progress progress;
	struct transfer_result *result;
	struct error *error;
};

/* ---- the first pass ---- */

static void count_line(struct import *import, const struct transfer_line *line)
{
	int64_t *counts[] = {&import->result->settings, &import->result->entries, &import->result->links};
	if (line->table)
		(*counts[line->table->kind])++;
}

static bool check_line(struct import *import, struct slice text, struct arena *scratch, struct transfer_line *line,
                       struct error *mistake)
{
	if (!transfer_read_line(&import->reader, text, scratch, line, mistake))
		return false;
	if (import->input.line == 1 && line->table)
		return error_validation(mistake, "expected the header {\"format\": \"" TRANSFER_FORMAT "\", ...}");
	if (import->input.line > 1 && !line->table)
		return error_validation(mistake, "a header stands in the first line only");
	count_line(import, line);
	return !line->table || transfer_check_line(import->check, line, mistake);
}

/* A file that was cut off ends within a line, or has fewer lines than it says. */
static bool check_counts(struct import *import, const struct transfer_line *header)
{
	const int64_t counts[] = {import->result->settings, import->result->entries, import->result->links};
	static const char *const names[] = {"settings", "entries", "links"};
	if (!import->input.line)
		return error_validation(import->error, "The input is empty. Expected what lectern export writes");
	for (size_t i = 0; header->counted && i < COUNT_OF(counts); i++)
		if (counts[i] != header->counts[i])
			return error_validation(
			    import->error,
			    "The input has %lld %s. Expected %lld, as its first line says: it is not whole",
			    (long long)counts[i], names[i], (long long)header->counts[i]);
	return true;
}

static bool check_lines(struct import *import, struct arena *scratch, struct transfer_line *header)
{
	size_t mistakes = 0;
	struct slice text;
	bool found = true;
	while (mistakes < MOST_MISTAKES) {
		struct transfer_line line;
		struct error mistake;
		arena_reset(scratch, KEPT_BYTES);
		if (!input_line(&import->input, TRANSFER_LONGEST_LINE, &text, &found, import->error))
			return false;
		if (!found)
			break;
		if (!check_line(import, text, scratch, &line, &mistake)) {
			mistakes++;
			fprintf(import->options->mistakes, "line %lld: %s\n", (long long)import->input.line,
			        mistake.message);
		} else if (!line.table) {
			*header = line;
			import->progress.total = line.counts[0] + line.counts[1] + line.counts[2];
		}
		progress_step(&import->progress);
	}
	if (mistakes && found)
		fprintf(import->options->mistakes, "There may be more.\n");
	return !mistakes || error_validation(import->error, "The input has mistakes. Nothing was written");
}

static bool first_pass(struct import *import)
{
	struct arena *scratch = arena_create();
	struct transfer_line header = {.counted = false};
	progress_start(&import->progress, import->options->progress, "Checking", 0);
	bool done = check_lines(import, scratch, &header);
	import->result->seconds += progress_end(&import->progress);
	arena_destroy(scratch);
	return done && check_counts(import, &header);
}

/* ---- the second ---- */

/* The lines were checked, but references can only be looked at now, and the file may have been changed meanwhile. */
static bool write_line(struct import *import, struct transfer_writer *writer, struct slice text)
{
	struct transfer_line line;
	struct error mistake;
	if (transfer_read_line(&import->reader, text, transfer_writer_arena(writer), &line, &mistake)) {
		if (!line.table)
			return true;
		if (transfer_resolve_line(import->check, &line, &mistake))
			return transfer_writer_add(writer, &line, import->input.line, import->error);
	}
	return error_validation(import->error, "Line %lld: %.400s", (long long)import->input.line, mistake.message);
}

static bool write_lines(struct import *import, struct transfer_writer *writer)
{
	struct slice text;
	bool found;
	if (!input_rewind(&import->input, import->error))
		return false;
	while (input_line(&import->input, TRANSFER_LONGEST_LINE, &text, &found, import->error)) {
		if (!found)
			return transfer_writer_flush(writer, import->error);
		if (!write_line(import, writer, text))
			return false;
		progress_step(&import->progress);
	}
	return false;
}

/* ---- the third: references to entries that stood further down ---- */

static bool complete_lines(struct import *import, struct store_session *session, struct arena *scratch)
{
	struct slice text;
	bool found;
	if (!transfer_check_is_incomplete(import->check))
		return true;
	if (!input_rewind(&import->input, import->error))
		return false;
	while (input_line(&import->input, TRANSFER_LONGEST_LINE, &text, &found, import->error)) {
		struct transfer_line line;
		if (!found)
			return true;
		arena_reset(scratch, KEPT_BYTES);
		if (!transfer_read_line(&import->reader, text, scratch, &line, import->error) ||
		    !transfer_complete_line(import->check, session, &line, import->error))
			return false;
	}
	return false;
}

/* ---- all of it ---- */

static bool continue_ids(struct import *import, struct store_session *session, struct arena *scratch)
{
	for (size_t i = 0; i < import->tables->count; i++) {
		arena_reset(scratch, KEPT_BYTES);
		if (!store_continue_ids(session, &import->tables->items[i]->store, import->error))
			return false;
	}
	return true;
}

static bool write_all(struct import *import, struct store_session *session, struct arena *scratch)
{
	bool done;
	store_take_time(session);
	store_use_arena(session, scratch);
	if ((!import->options->replace && !transfer_check_empty(import->check, session, scratch, import->error)) ||
	    !transfer_check_clear(import->check, session, scratch, import->error))
		return false;
	progress_start(&import->progress, import->options->progress, "Importing",
	               import->result->settings + import->result->entries + import->result->links);
	struct transfer_writer *writer = transfer_writer_create(session, scratch);
	done = write_lines(import, writer);
	transfer_writer_destroy(writer);
	done = done && complete_lines(import, session, scratch) && continue_ids(import, session, scratch);
	import->result->seconds += progress_end(&import->progress);
	return done;
}

static bool second_pass(struct import *import, struct arena *arena)
{
	struct store_session *session;
	struct arena *scratch = arena_create();
	bool done = store_begin_write(import->store, 0, arena, &session, import->error);
	if (done) {
		done = write_all(import, session, scratch);
		if (done)
			done = store_commit(session, import->error);
		else
			store_roll_back(session);
	}
	arena_destroy(scratch);
	return done;
}

/* What is there already is looked at before long inputs are. */
static bool look_first(struct import *import, struct arena *arena)
{
	struct store_session *session;
	struct arena *scratch = arena_create();
	bool done = store_begin(import->store, 0, arena, &session, import->error);
	if (done) {
		store_take_time(session);
		store_use_arena(session, scratch);
		import->reader.strict = store_has_strict_ids(session);
		done = (import->options->replace ||
		        transfer_check_empty(import->check, session, scratch, import->error)) &&
		       transfer_check_note_existing(import->check, session, scratch, import->error);
		store_end(session);
	}
	arena_destroy(scratch);
	return done;
}

bool transfer_import(struct store *store, const struct registry *registry, FILE *in,
                     const struct transfer_import_options *options, struct transfer_result *result, struct error *error)
{
	struct import import = {.store = store, .options = options, .result = result, .error = error};
	struct arena *arena = arena_create();
	*result = (struct transfer_result){.entries = 0};
	import.tables = transfer_describe(arena, registry);
	import.check = transfer_check_create(arena, import.tables, options);
	transfer_reader_open(&import.reader, import.tables, false);
	bool done = look_first(&import, arena) && input_open(&import.input, in, error);
	if (done) {
		done = first_pass(&import) && second_pass(&import, arena);
		input_close(&import.input);
	}
	transfer_check_destroy(import.check);
	arena_destroy(arena);
	return done;
}
