#include "triggers.h"
#include "store/schema/statements.h"

static const char function[] =
    "create or replace function lectern_tell_changes() returns trigger language plpgsql as $$ begin perform "
    "pg_notify('" MIGRATE_CHANNEL "', tg_table_schema || '.' || tg_table_name); return null; end $$";

/* Deliveries come and go with each change, and no answer is made of them. */
static bool is_wanted(const struct migration_plan *plan, const struct schema_table *table)
{
	return (plan->fresh || !table->housekeeping) && strcmp(table->name, "lectern_webhook_deliveries") != 0;
}

/* It tells whatever session_replication_role says: also of what logical replication brings. */
static void write_trigger(struct buffer *sql, const struct migration_plan *plan, const struct schema_table *table)
{
	buffer_text(sql, "; drop trigger if exists " MIGRATE_TRIGGER " on ");
	schema_write_name(sql, plan->client, table->name);
	buffer_text(sql, "; create trigger " MIGRATE_TRIGGER " after insert or update or delete or truncate on ");
	schema_write_name(sql, plan->client, table->name);
	buffer_text(sql, " for each statement execute function lectern_tell_changes(); alter table ");
	schema_write_name(sql, plan->client, table->name);
	buffer_text(sql, " enable always trigger " MIGRATE_TRIGGER);
}

bool plan_add_triggers(struct migration_plan *plan, struct migration_database *database, struct error *error)
{
	const char **tables;
	size_t count, wanted = 0;
	struct map there;
	struct buffer sql = {0};
	if (!database->triggers_query)
		return true;
	if (!database->rows(database, database->triggers_query, plan->arena, &tables, &count, error))
		return false;
	map_init(&there, plan->arena);
	for (size_t i = 0; i < count; i++)
		map_set(&there, slice_of(tables[i]), plan);
	buffer_text(&sql, function);
	for (size_t i = 0; i < plan->schema->count; i++) {
		const struct schema_table *table = plan->schema->tables[i];
		const char *name = schema_cut_name(plan->arena, plan->client, table->name);
		if (!is_wanted(plan, table) || map_get(&there, slice_of(name)))
			continue;
		write_trigger(&sql, plan, table);
		wanted++;
	}
	if (wanted) {
		struct change *change = plan_add(plan, &sql, "triggers that tell of changes");
		change->optional = change->own = true;
	}
	buffer_free(&sql);
	return true;
}
