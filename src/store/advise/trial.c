/* What an index gains, measured: the statement is run with values of some rows of the table, as the values that it was
 * slow with are not known. */
#include "trial.h"

#include "store/schema/statements.h"

enum { SAMPLES = 5, RUNS = 5, PAGE = 25, LONG_MS = 2000, SLOW_MS = 1 };

/* A gain that is worth an index. */
static const double worth = 1.5;

struct trial {
	struct index_candidate *candidate;
	struct migration_database *database;
	struct arena *arena;
	const char *ids[SAMPLES];
	size_t id_count;
};

static void write_column(const struct trial *trial, struct buffer *sql, const char *column)
{
	buffer_text(sql, "t0.");
	schema_write_name(sql, trial->database->client, column);
}

static void write_sample(const struct trial *trial, struct buffer *sql, const char *column, const char *id)
{
	const enum database_client client = trial->database->client;
	buffer_text(sql, "(select s.");
	schema_write_name(sql, client, column);
	buffer_text(sql, " from ");
	schema_write_name(sql, client, trial->candidate->table->name);
	buffer_format(sql, " s where s.id = %s)", id);
}

static void write_conditions(const struct trial *trial, struct buffer *sql, const char *id)
{
	const struct index_candidate *candidate = trial->candidate;
	const char *before = " where ";
	if (candidate->live) {
		buffer_text(sql, before);
		write_column(trial, sql, candidate->table->type->published_at->column);
		buffer_text(sql, " is not null");
		before = " and ";
	}
	for (size_t i = 0; i < candidate->equal.count; i++, before = " and ") {
		buffer_text(sql, before);
		write_column(trial, sql, candidate->equal.names[i]);
		buffer_text(sql, " = ");
		write_sample(trial, sql, candidate->equal.names[i], id);
	}
	for (size_t i = 0; i < candidate->range.count; i++, before = " and ") {
		buffer_text(sql, before);
		write_column(trial, sql, candidate->range.names[i]);
		buffer_text(sql, " >= ");
		write_sample(trial, sql, candidate->range.names[i], id);
	}
}

static const char *write_statement(const struct trial *trial, const char *id, bool counts)
{
	const struct index_candidate *candidate = trial->candidate;
	struct buffer sql = {0};
	buffer_text(&sql, counts ? "select count(*) from " : "select t0.* from ");
	schema_write_name(&sql, trial->database->client, candidate->table->name);
	buffer_text(&sql, " t0");
	write_conditions(trial, &sql, id);
	if (!counts) {
		buffer_text(&sql, " order by ");
		for (size_t i = 0; i < candidate->sorts.count; i++) {
			write_column(trial, &sql, candidate->sorts.names[i]);
			buffer_text(&sql, candidate->sorts.descending[i] ? " desc, " : ", ");
		}
		buffer_format(&sql, "t0.id limit %d", PAGE);
	}
	const char *text = arena_copy(trial->arena, buffer_as_slice(&sql));
	buffer_free(&sql);
	return text;
}

/* The shortest of some runs, in milliseconds. */
static bool time_statement(const struct trial *trial, const char *sql, double *milliseconds, struct error *error)
{
	*milliseconds = 0;
	for (int i = 0; i < RUNS; i++) {
		struct arena *arena = arena_create();
		const char **cells;
		size_t count;
		const int64_t begun = clock_nanoseconds();
		const bool done = trial->database->rows(trial->database, sql, arena, &cells, &count, error);
		const double took = (double)(clock_nanoseconds() - begun) / 1e6;
		arena_destroy(arena);
		if (!done)
			return false;
		if (!i || took < *milliseconds)
			*milliseconds = took;
		if (took > LONG_MS)
			break;
	}
	return true;
}

/* The median of the samples. */
static bool time_samples(const struct trial *trial, bool counts, double *milliseconds, struct error *error)
{
	double times[SAMPLES] = {0};
	for (size_t i = 0; i < trial->id_count; i++) {
		double took;
		if (!time_statement(trial, write_statement(trial, trial->ids[i], counts), &took, error))
			return false;
		size_t at = i;
		for (; at && times[at - 1] > took; at--)
			times[at] = times[at - 1];
		times[at] = took;
	}
	*milliseconds = times[trial->id_count / 2];
	return true;
}

static bool time_both(const struct trial *trial, double *list, double *count, struct error *error)
{
	const struct index_candidate *candidate = trial->candidate;
	return (!candidate->lists || time_samples(trial, false, list, error)) &&
	       (!candidate->counts || time_samples(trial, true, count, error));
}

/* Lists with the same filters in the order of their ids, for which the database may take the index and sort. */
static bool time_plain(const struct trial *trial, double *milliseconds, struct error *error)
{
	struct index_candidate plain = *trial->candidate;
	struct trial of_plain = *trial;
	*milliseconds = 0;
	plain.sorts.count = 0;
	of_plain.candidate = &plain;
	return !trial->candidate->sorts.count || time_samples(&of_plain, false, milliseconds, error);
}

static bool ask_number(const struct trial *trial, const char *sql, int64_t *number, struct error *error)
{
	const char **cells;
	size_t count;
	*number = 0;
	if (!trial->database->rows(trial->database, sql, trial->arena, &cells, &count, error))
		return false;
	if (count && cells[0])
		slice_to_int64(slice_of(cells[0]), number);
	return true;
}

/* Rows from all over the table, which have values to compare with. */
static bool choose_samples(struct trial *trial, struct error *error)
{
	struct index_candidate *candidate = trial->candidate;
	struct buffer from = {0};
	buffer_text(&from, " from ");
	schema_write_name(&from, trial->database->client, candidate->table->name);
	buffer_text(&from, " t0 where 1 = 1");
	for (size_t i = 0; i < candidate->equal.count + candidate->range.count; i++) {
		buffer_text(&from, " and ");
		write_column(trial, &from,
		             i < candidate->equal.count ? candidate->equal.names[i]
		                                        : candidate->range.names[i - candidate->equal.count]);
		buffer_text(&from, " is not null");
	}
	const char *rows = arena_copy(trial->arena, buffer_as_slice(&from));
	buffer_free(&from);
	bool done = ask_number(trial, arena_format(trial->arena, "select count(*)%s", rows), &candidate->rows, error);
	for (int i = 0; i < SAMPLES && done && candidate->rows; i++) {
		int64_t id;
		const long long offset = (long long)(candidate->rows * (2 * i + 1) / (2 * SAMPLES));
		done = ask_number(
		    trial,
		    arena_format(trial->arena, "select t0.id%s order by t0.id limit 1 offset %lld", rows, offset), &id,
		    error);
		trial->ids[trial->id_count++] = arena_format(trial->arena, "%lld", (long long)id);
	}
	return done;
}

static bool read_size(const struct trial *trial, int64_t *bytes, struct error *error)
{
	if (trial->database->client == DATABASE_SQLITE)
		return ask_number(trial,
		                  "select p.page_count * s.page_size from pragma_page_count p, pragma_page_size s",
		                  bytes, error);
	struct buffer name = {0};
	schema_write_name(&name, DATABASE_POSTGRES,
	                  schema_cut_name(trial->arena, DATABASE_POSTGRES, trial->candidate->index.name));
	struct buffer sql = {0};
	buffer_text(&sql, "select coalesce(pg_relation_size(to_regclass(");
	schema_write_text(&sql, buffer_as_slice(&name));
	buffer_text(&sql, ")), 0)");
	const bool done = ask_number(trial, buffer_terminate(&sql), bytes, error);
	buffer_free(&sql);
	buffer_free(&name);
	return done;
}

static bool run(const struct trial *trial, struct buffer *sql, struct error *error)
{
	const bool done = trial->database->run(trial->database, buffer_terminate(sql), error);
	buffer_free(sql);
	return done;
}

static bool gains(double before, double after)
{
	return before > worth * after;
}

/* A list and its total are mostly asked for together. The total of PostgreSQL may gain only when the table has been
 * vacuumed, which its copy never was: the index is worth it for the list alone, where it does the total no harm; and
 * the reverse. */
static bool helps_both(const struct index_candidate *candidate)
{
	const double list = candidate->list_before, list_after = candidate->list_after;
	const double count = candidate->count_before, count_after = candidate->count_after;
	return gains(list + count, list_after + count_after) ||
	       (gains(list, list_after) && !gains(count_after, count)) ||
	       (gains(count, count_after) && !gains(list_after, list));
}

bool candidate_try(struct index_candidate *candidate, struct migration_database *database, struct arena *arena,
                   bool *helps, struct error *error)
{
	struct trial trial = {.candidate = candidate, .database = database, .arena = arena};
	struct buffer sql = {0};
	int64_t before, after;
	double plain_before, plain_after;
	*helps = false;
	if (!choose_samples(&trial, error) ||
	    !time_both(&trial, &candidate->list_before, &candidate->count_before, error) ||
	    !time_plain(&trial, &plain_before, error) || !read_size(&trial, &before, error))
		return false;
	schema_write_index(&sql, database->client, candidate->table, &candidate->index);
	if (!run(&trial, &sql, error) || !time_both(&trial, &candidate->list_after, &candidate->count_after, error) ||
	    !time_plain(&trial, &plain_after, error) || !read_size(&trial, &after, error))
		return false;
	candidate->bytes = after - before;
	candidate->slows_plain = plain_after > SLOW_MS && plain_after > worth * plain_before;
	*helps = helps_both(candidate);
	if (*helps)
		return true;
	sql = (struct buffer){0};
	schema_write_index_drop(&sql, database->client, candidate->table, &candidate->index);
	return run(&trial, &sql, error);
}
