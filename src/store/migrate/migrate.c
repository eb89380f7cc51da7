#include "migrate.h"

#include "plan.h"

#include <unistd.h>

/* ---- telling ---- */

static void print_sql(const struct migration_plan *plan, FILE *out)
{
	for (size_t i = 0; i < plan->note_count; i++)
		fprintf(out, "-- %s\n", plan->notes[i]);
	for (size_t i = 0; i < plan->count; i++)
		fprintf(out, "%s;\n", plan->changes[i].sql);
}

static const char *verb_of(const struct change *change)
{
	return change->drops ? "drop" : change->converts ? "change" : change->rebuilds ? "rebuild" : "add";
}

static void print_notes(const struct migration_plan *plan, FILE *out)
{
	for (size_t i = 0; i < plan->note_count; i++) {
		if (out)
			fprintf(out, "%s\n", plan->notes[i]);
		else
			log_message(LOG_WARNING, "Database: %s", plan->notes[i]);
	}
}

static void announce(const struct migration_plan *plan, FILE *out)
{
	size_t tables = 0;
	for (size_t i = 0; i < plan->count; i++) {
		const struct change *change = &plan->changes[i];
		if (!change->description)
			continue;
		tables += !change->optional;
		if (out)
			fprintf(out, "%s %s\n", verb_of(change), change->description);
		else if (!plan->fresh)
			log_message(LOG_INFO, "Database: %s %s", verb_of(change), change->description);
	}
	if (plan->fresh && !out)
		log_message(LOG_INFO, "Database: it was empty; making %zu tables", tables);
	if (out)
		fflush(out);
}

/* ---- doing ---- */

/* The transaction goes on when the change fails. */
static bool try_change(struct migration_database *database, const struct change *change, struct error *error)
{
	struct error refused;
	if (!database->run(database, "savepoint change", error))
		return false;
	if (database->run(database, change->sql, &refused))
		return database->run(database, "release savepoint change", error);
	if (!database->run(database, "rollback to savepoint change", error))
		return false;
	log_message(LOG_WARNING, "Database: no %s was made: %s", change->description, refused.message);
	return database->run(database, "release savepoint change", error);
}

static bool make_changes(struct migration_database *database, const struct migration_plan *plan, struct error *error)
{
	for (size_t i = 0; i < plan->count; i++) {
		const struct change *change = &plan->changes[i];
		if (!(change->optional ? try_change(database, change, error)
		                       : database->run(database, change->sql, error)))
			return false;
	}
	return true;
}

/* *path: the copy, or NULL where none is needed. */
static bool keep_copy(struct migration_database *database, const struct migration_plan *plan, bool rebuilds, FILE *out,
                      const char **path, struct error *error)
{
	*path = NULL;
	if (!plan->rebuilds)
		return true;
	if (!rebuilds)
		return error_set(error, 503, "ServiceUnavailableError",
		                 "The database was changed while it was looked at; please try again");
	if (!database->keep_copy(database, plan->arena, path, error))
		return false;
	if (out)
		fprintf(out, "copy of the database: %s\n", *path);
	else
		log_message(LOG_INFO, "Database: tables are made anew; a copy of it as it was is kept in %s", *path);
	return true;
}

/* With the lock held the database is looked at again: another server may have been faster. `rebuilds`: it is prepared
 * for tables that are made anew. */
static bool migrate_locked(struct migration_database *database, const struct schema *schema,
                           const struct migrate_options *options, bool rebuilds, struct arena *arena,
                           struct error *error)
{
	struct migration_plan plan;
	bool done = plan_make(&plan, database, schema, options, arena, error);
	if (done && plan.count) {
		const char *copy;
		announce(&plan, options->out);
		done = keep_copy(database, &plan, rebuilds, options->out, &copy, error);
		if (done && !(done = make_changes(database, &plan, error)) && copy)
			unlink(copy);
	}
	plan_free(&plan);
	return done;
}

static void roll_back(struct migration_database *database)
{
	struct error ignored;
	database->run(database, "rollback", &ignored);
}

static bool wants_only_own(const struct migration_plan *plan)
{
	for (size_t i = 0; i < plan->count; i++)
		if (!plan->changes[i].own)
			return false;
	return true;
}

/* What a first look has found. */
struct look {
	bool needed;   /* something is to be changed */
	bool only_own; /* nothing but lectern's own tables */
	bool rebuilds; /* tables are to be made anew */
	struct migrate_lacks lacks;
};

static bool look_first(struct migration_database *database, const struct schema *schema,
                       const struct migrate_options *options, struct arena *arena, struct look *look,
                       struct error *error)
{
	struct migration_plan plan;
	if (!database->begin(database, false, error))
		return false;
	bool done = plan_make(&plan, database, schema, options, arena, error);
	*look =
	    (struct look){.needed = done && plan.count, .only_own = wants_only_own(&plan), .rebuilds = plan.rebuilds};
	if (done)
		look->lacks =
		    (struct migrate_lacks){.ended_tokens = !plan_has_table(&plan, "lectern_ended_tokens"),
		                           .deliveries = !plan_has_table(&plan, "lectern_webhook_deliveries")};
	if (done && options->dry_run && options->out)
		print_sql(&plan, options->out);
	else if (done)
		print_notes(&plan, options->out);
	plan_free(&plan);
	roll_back(database);
	return done;
}

static bool migrate(struct migration_database *database, const struct schema *schema,
                    const struct migrate_options *options, struct arena *arena, struct error *error)
{
	struct look look;
	if (!look_first(database, schema, options, arena, &look, error))
		return false;
	if (!look.needed || options->dry_run)
		return true;
	if ((!look.rebuilds || database->expect_rebuilds(database, error)) && database->begin(database, true, error) &&
	    migrate_locked(database, schema, options, look.rebuilds, arena, error) &&
	    database->run(database, "commit", error))
		return true;
	roll_back(database);
	if (!look.only_own || !options->lacks)
		return false;
	*options->lacks = look.lacks;
	log_message(LOG_WARNING, "Database: it can't be written, and lacks %s: %s",
	            look.lacks.ended_tokens ? "the table of users' tokens that have ended"
	            : look.lacks.deliveries ? "the table of webhooks' deliveries"
	                                    : "triggers that tell of changes",
	            error->message);
	return true;
}

bool store_migrate(const struct config *config, const struct registry *registry, const struct migrate_options *options,
                   struct error *error)
{
	struct migration_database database;
	struct schema schema;
	struct arena *arena = arena_create();
	bool done = schema_describe(arena, registry, &schema, error);
	if (done) {
		done = migration_open(&database, config, !options->dry_run, arena, error) &&
		       migrate(&database, &schema, options, arena, error);
		database.close(&database);
	}
	arena_destroy(arena);
	return done;
}
