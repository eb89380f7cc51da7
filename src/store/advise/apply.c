/* Making an index while servers go on. On SQLite those who write wait until it is made, and those who read don't; on
 * PostgreSQL nobody does. */
#include "apply.h"

#include "store/migrate/kept_indexes.h"
#include "store/schema/statements.h"

static bool run(struct migration_database *database, struct buffer *sql, struct error *error)
{
	const bool done = database->run(database, buffer_terminate(sql), error);
	buffer_free(sql);
	*sql = (struct buffer){0};
	return done;
}

static bool make_on_sqlite(const struct index_candidate *candidate, struct migration_database *database,
                           struct error *error)
{
	struct buffer sql = {0};
	schema_write_index(&sql, DATABASE_SQLITE, candidate->table, &candidate->index);
	return run(database, &sql, error);
}

/* Outside of transactions, where the settings of the migration don't count: names have their schema with them. */
static bool make_on_postgres(const struct index_candidate *candidate, struct migration_database *database,
                             struct arena *arena, struct error *error)
{
	const char **cells;
	size_t count;
	struct buffer sql = {0};
	struct error ignored;
	if (!database->begin(database, false, error))
		return false;
	const bool asked = database->rows(database, "select current_schema()", arena, &cells, &count, error);
	if (!database->run(database, "rollback", &ignored) || !asked)
		return false;
	const char *schema = count && cells[0] ? cells[0] : "public";
	schema_write_index_concurrently(&sql, schema, candidate->table, &candidate->index);
	if (run(database, &sql, error))
		return true;
	/* What is left of it is no index, and has its name. */
	buffer_text(&sql, "drop index concurrently if exists ");
	schema_write_name(&sql, DATABASE_POSTGRES, schema);
	buffer_byte(&sql, '.');
	schema_write_name(&sql, DATABASE_POSTGRES, schema_cut_name(arena, DATABASE_POSTGRES, candidate->index.name));
	run(database, &sql, &ignored);
	return false;
}

bool candidate_apply(const struct index_candidate *candidate, struct migration_database *database, struct arena *arena,
                     struct error *error)
{
	return (database->client == DATABASE_SQLITE ? make_on_sqlite(candidate, database, error)
	                                            : make_on_postgres(candidate, database, arena, error)) &&
	       kept_indexes_add(database, candidate->table, &candidate->index, arena, error);
}
