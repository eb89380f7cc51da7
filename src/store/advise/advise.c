#include "advise.h"

#include "apply.h"
#include "store/migrate/copy.h"
#include "store/schema/statements.h"
#include "trial.h"

#include <unistd.h>

/* How many candidates are tried. */
enum { MOST_TRIED = 32 };

struct advising {
	const struct config *config;
	const struct advise_options *options;
	struct arena *arena;
	struct index_candidates candidates;
	size_t advised;
};

/* ---- telling ---- */

static void print_columns(FILE *out, const char *before, const struct column_list *list, const char *behind)
{
	for (size_t i = 0; i < list->count; i++)
		fprintf(out, "%s%s%s%s", i ? ", " : before, list->names[i], behind, list->descending[i] ? " down" : "");
}

static void print_time(FILE *out, const char *what, double before, double after)
{
	fprintf(out, "  %s: %.2f ms, with the index %.2f ms\n", what, before, after);
}

static void print_index(FILE *out, const struct schema_index *index)
{
	for (size_t i = 0; i < index->column_count; i++)
		fprintf(out, "%s\"%s%s\"", i ? ", " : "", index->columns[i], index->descending[i] ? ":desc" : "");
}

static void print(const struct advising *advising, const struct index_candidate *candidate)
{
	FILE *out = advising->options->out;
	fprintf(out, "%s", candidate->table->name);
	print_columns(out, " where ", &candidate->equal, " =");
	print_columns(out, candidate->equal.count ? ", " : " where ", &candidate->range, " in a range");
	print_columns(out, ", sorted by ", &candidate->sorts, "");
	fputc('\n', out);
	if (candidate->runs)
		fprintf(out, "  %lld slow statements took %.1f s, the longest %.1f ms\n", (long long)candidate->runs,
		        (double)candidate->nanoseconds / 1e9, (double)candidate->longest / 1e6);
	else
		fprintf(out, "  would be slow with an index above\n");
	fprintf(out, "  index %s\n", candidate->index.name);
	if (candidate->lists)
		print_time(out, "a list", candidate->list_before, candidate->list_after);
	if (candidate->counts)
		print_time(out, "its total", candidate->count_before, candidate->count_after);
	fprintf(out, "  %.1f MB for %lld rows, measured on a copy of the %s\n", (double)candidate->bytes / 1e6,
	        (long long)candidate->rows, advising->config->client == DATABASE_SQLITE ? "database" : "table");
	fprintf(out, "  for options.indexes of the model: {\"columns\": [");
	print_index(out, &candidate->index);
	fprintf(out, "]}\n");
}

/* ---- measuring ---- */

typedef bool prepare_trial(const struct index_candidate *candidate, struct migration_database *database,
                           struct arena *arena, struct error *error);

/* The names of the indexes that the database has. */
static bool read_indexes(struct migration_database *database, struct arena *arena, struct map *names,
                         struct error *error)
{
	enum { CELLS = 3 };
	const char **cells;
	size_t count;
	map_init(names, arena);
	if (!database->rows(database, database->indexes_query, arena, &cells, &count, error))
		return false;
	for (size_t i = 0; i < count; i++)
		map_set(names, slice_of(cells[CELLS * i + 1]), names);
	return true;
}

/* The same filters without a sort get an index of their own, which is tried later. */
static void add_plain(struct advising *advising, const struct index_candidate *candidate)
{
	struct index_candidate plain = {.table = candidate->table,
	                                .equal = candidate->equal,
	                                .range = candidate->range,
	                                .live = candidate->live,
	                                .lists = true};
	candidate_make_index(&plain, advising->arena);
	if (plain.narrows && !candidates_find_same(&advising->candidates, &plain))
		candidates_add(&advising->candidates, &plain);
}

static bool try_all(struct advising *advising, struct migration_database *copy, bool *helps, prepare_trial *prepare,
                    struct error *error)
{
	struct map there;
	if (!read_indexes(copy, advising->arena, &there, error))
		return false;
	for (size_t i = 0; i < advising->candidates.count && i < MOST_TRIED; i++) {
		struct index_candidate *candidate = &advising->candidates.items[i];
		const char *name = schema_cut_name(advising->arena, copy->client, candidate->index.name);
		if (map_get(&there, slice_of(name)))
			continue;
		if ((prepare && !prepare(candidate, copy, advising->arena, error)) ||
		    !candidate_try(candidate, copy, advising->arena, &helps[i], error))
			return false;
		if (helps[i] && candidate->slows_plain)
			add_plain(advising, candidate);
	}
	return true;
}

static bool try_on_sqlite(struct advising *advising, bool *helps, struct error *error)
{
	struct migration_database database;
	struct config copied = *advising->config;
	const char *path;
	if (!migration_copy_sqlite(advising->config->sqlite_path, advising->arena, &path, error))
		return error_set(error, 503, "ServiceUnavailableError",
		                 "%s can't be copied to a file beside it, where indexes are measured",
		                 advising->config->sqlite_path);
	copied.sqlite_path = path;
	bool done = migration_open(&database, &copied, false, advising->arena, error) &&
	            database.run(&database, "pragma journal_mode = delete; pragma synchronous = off", error) &&
	            try_all(advising, &database, helps, NULL, error);
	database.close(&database);
	unlink(path);
	return done;
}

/* The table's rows in a temporary one of its name, which hides it. */
static bool copy_table(const struct index_candidate *candidate, struct migration_database *database,
                       struct arena *arena, struct error *error)
{
	const char **cells;
	size_t count;
	struct buffer name = {0}, sql = {0};
	schema_write_name(&name, DATABASE_POSTGRES, schema_cut_name(arena, DATABASE_POSTGRES, candidate->table->name));
	const char *table = arena_copy(arena, buffer_as_slice(&name));
	buffer_free(&name);
	buffer_text(&sql, "select to_regclass(");
	schema_write_text(&sql, slice_of(arena_format(arena, "pg_temp.%s", table)));
	buffer_text(&sql, "), quote_ident(current_schema())");
	const bool asked = database->rows(database, buffer_terminate(&sql), arena, &cells, &count, error);
	buffer_free(&sql);
	if (!asked || cells[0])
		return asked;
	return database->run(
	    database,
	    arena_format(arena,
	                 "create temporary table %s (like %s.%s including all) on commit drop; insert into "
	                 "pg_temp.%s select * from %s.%s; analyze pg_temp.%s",
	                 table, cells[1], table, table, cells[1], table, table),
	    error);
}

static bool try_on_postgres(struct advising *advising, bool *helps, struct error *error)
{
	struct migration_database database;
	struct error ignored;
	bool done = migration_open(&database, advising->config, false, advising->arena, error) &&
	            database.run(&database, "begin isolation level repeatable read read write", error);
	done = done && database.run(&database, database.settings, error) &&
	       try_all(advising, &database, helps, copy_table, error);
	if (database.handle)
		database.run(&database, "rollback", &ignored);
	database.close(&database);
	return done;
}

/* ---- making ---- */

static bool apply_all(struct advising *advising, const bool *helps, struct error *error)
{
	struct migration_database database;
	bool done = migration_open(&database, advising->config, false, advising->arena, error);
	for (size_t i = 0; i < advising->candidates.count && i < MOST_TRIED && done; i++) {
		const struct index_candidate *candidate = &advising->candidates.items[i];
		if (!helps[i])
			continue;
		const int64_t begun = clock_milliseconds();
		done = candidate_apply(candidate, &database, advising->arena, error);
		if (done)
			fprintf(advising->options->out, "made %s in %lld ms\n", candidate->index.name,
			        (long long)(clock_milliseconds() - begun));
	}
	database.close(&database);
	return done;
}

static bool advise(struct advising *advising, struct error *error)
{
	const bool sqlite = advising->config->client == DATABASE_SQLITE;
	struct index_candidates *candidates = &advising->candidates;
	FILE *out = advising->options->out;
	bool helps[MOST_TRIED] = {false};
	if (!candidates->count) {
		fprintf(out, "no statement that an index would serve was slow\n");
		return true;
	}
	if (!(sqlite ? try_on_sqlite : try_on_postgres)(advising, helps, error))
		return false;
	for (size_t i = 0; i < candidates->count && i < MOST_TRIED; i++) {
		if (helps[i])
			print(advising, &candidates->items[i]);
		advising->advised += helps[i];
	}
	fprintf(out, "%zu of %zu kinds of slow statements would gain by an index; %zu more that no index serves\n",
	        advising->advised, candidates->count, candidates->unserved);
	return !advising->options->apply || apply_all(advising, helps, error);
}

bool store_advise(const struct config *config, const struct registry *registry, const struct advise_options *options,
                  struct error *error)
{
	struct schema schema;
	struct advising advising = {.config = config, .options = options, .arena = arena_create()};
	advising.candidates.arena = advising.arena;
	bool done = schema_describe(advising.arena, registry, &schema, error);
	if (done) {
		candidates_read(&advising.candidates, config->directory, &schema);
		done = advise(&advising, error);
	}
	arena_destroy(advising.arena);
	return done;
}
