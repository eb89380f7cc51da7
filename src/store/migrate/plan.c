#include "convert.h"
#include "kept_indexes.h"
#include "listed.h"
#include "model_indexes.h"
#include "prune.h"
#include "rebuild.h"
#include "seed.h"
#include "store/schema/statements.h"
#include "triggers.h"

/* ---- what is there ---- */

static const char *cut(const struct migration_plan *plan, const char *name)
{
	return schema_cut_name(plan->arena, plan->client, name);
}

bool plan_has_table(const struct migration_plan *plan, const char *table)
{
	return map_get(&plan->existing.columns, slice_of(cut(plan, table))) != NULL;
}

const char *plan_column_type(const struct migration_plan *plan, const char *table, const char *column)
{
	const struct map *columns = map_get(&plan->existing.columns, slice_of(cut(plan, table)));
	return columns ? map_get(columns, slice_of(cut(plan, column))) : NULL;
}

bool plan_has_column(const struct migration_plan *plan, const char *table, const char *column)
{
	return plan_column_type(plan, table, column) != NULL;
}

bool plan_has_index(const struct migration_plan *plan, const char *name)
{
	return map_get(&plan->existing.indexes, slice_of(cut(plan, name))) != NULL;
}

static const char *key_name(const struct migration_plan *plan, const char *table, const char *key)
{
	return arena_format(plan->arena, "%s.%s", cut(plan, table), cut(plan, key));
}

/* Rows of table and column and its type, of table and index, of table and key. */
static void keep_column(struct migration_plan *plan, const char **cells)
{
	struct map *columns = map_get(&plan->existing.columns, slice_of(cells[0]));
	if (!columns) {
		columns = arena_alloc(plan->arena, sizeof *columns);
		map_init(columns, plan->arena);
		map_set(&plan->existing.columns, slice_of(cells[0]), columns);
	}
	map_set(columns, slice_of(cells[1]), (void *)(uintptr_t)(cells[2] ? cells[2] : ""));
}

static void keep_index(struct migration_plan *plan, const char **cells)
{
	map_set(&plan->existing.indexes, slice_of(cells[1]), (void *)(uintptr_t)(cells[2] ? cells[2] : ""));
}

static void keep_key(struct migration_plan *plan, const char **cells)
{
	map_set(&plan->existing.keys, slice_of(key_name(plan, cells[0], cells[1])), plan);
}

static bool look(struct migration_plan *plan, struct migration_database *database, const char *query, size_t width,
                 void (*keep)(struct migration_plan *plan, const char **cells), struct error *error)
{
	const char **cells;
	size_t count;
	if (!query)
		return true;
	if (!database->rows(database, query, plan->arena, &cells, &count, error))
		return false;
	for (size_t i = 0; i < count; i++)
		keep(plan, cells + width * i);
	return true;
}

static bool look_around(struct migration_plan *plan, struct migration_database *database, struct error *error)
{
	map_init(&plan->existing.columns, plan->arena);
	map_init(&plan->existing.indexes, plan->arena);
	map_init(&plan->existing.keys, plan->arena);
	return look(plan, database, database->columns_query, 3, keep_column, error) &&
	       look(plan, database, database->indexes_query, 3, keep_index, error) &&
	       look(plan, database, database->keys_query, 2, keep_key, error);
}

/* ---- what is missing ---- */

struct change *plan_add(struct migration_plan *plan, struct buffer *sql, const char *description)
{
	plan->changes = arena_grow(plan->arena, plan->changes, plan->count, &plan->capacity, sizeof *plan->changes);
	struct change *change = &plan->changes[plan->count++];
	*change = (struct change){.description = description, .sql = arena_copy(plan->arena, buffer_as_slice(sql))};
	buffer_free(sql);
	*sql = (struct buffer){0};
	return change;
}

void plan_note(struct migration_plan *plan, const char *text)
{
	plan->notes = arena_grow(plan->arena, plan->notes, plan->note_count, &plan->note_capacity, sizeof *plan->notes);
	plan->notes[plan->note_count++] = text;
}

/* Strapi drops tables that it does not know, but for those that this setting names. */
static void persist_table(struct migration_plan *plan, const char *name)
{
	static const char settings[] = "strapi_core_store_settings", key[] = "core_persisted_tables";
	struct buffer sql = {0};
	buffer_format(&sql,
	              "update %s set value = case when value = '[]' then '[' else substr(value, 1, length(value) - 1) "
	              "|| ',' end || '\"%s\"]' where key = '%s' and value like '[%%]' and value not like '%%\"%s\"%%'",
	              settings, name, key, name);
	plan_add(plan, &sql, NULL)->own = true;
	buffer_format(&sql,
	              "insert into %s (key, value, type) select '%s', '[\"%s\"]', 'array' where not exists (select 1 "
	              "from %s where key = '%s')",
	              settings, key, name, settings, key);
	plan_add(plan, &sql, NULL)->own = true;
}

static void add_table(struct migration_plan *plan, const struct schema_table *table)
{
	size_t before = plan->count;
	struct buffer sql = {0};
	schema_write_table(&sql, plan->client, table);
	plan_add(plan, &sql, arena_format(plan->arena, "table %s", table->name));
	for (size_t i = 0; i < table->index_count; i++) {
		schema_write_index(&sql, plan->client, table, &table->indexes[i]);
		plan_add(plan, &sql, NULL);
	}
	for (size_t i = before; i < plan->count; i++)
		plan->changes[i].own = table->own;
	if (table->own)
		persist_table(plan, table->name);
	listed_add_table(plan, table);
}

void plan_add_index(struct migration_plan *plan, const struct schema_table *table, const struct schema_index *index)
{
	struct buffer sql = {0};
	schema_write_index(&sql, plan->client, table, index);
	plan_add(plan, &sql, arena_format(plan->arena, "index %s", index->name))->optional = true;
	listed_add_index(plan, table, index);
}

/* An index as look_around describes those that are there. */
static bool is_as_wanted(const struct migration_plan *plan, const struct schema_index *index)
{
	const char *there = map_get(&plan->existing.indexes, slice_of(cut(plan, index->name)));
	struct buffer wanted = {0};
	buffer_text(&wanted, index->unique ? "unique " : "");
	for (size_t i = 0; i < index->column_count; i++)
		buffer_format(&wanted, "%s%s%s", i ? "," : "", cut(plan, index->columns[i]),
		              index->descending[i] ? ":desc" : "");
	bool is = slice_equals(slice_of(there), buffer_as_slice(&wanted));
	buffer_free(&wanted);
	return is;
}

/* A model has another index of a name that is there: as in Strapi, the new one takes its place. */
static void renew_index(struct migration_plan *plan, const struct schema_table *table, const struct schema_index *index)
{
	struct buffer sql = {0};
	schema_write_index_drop(&sql, plan->client, table, index);
	buffer_text(&sql, "; ");
	schema_write_index(&sql, plan->client, table, index);
	plan_add(plan, &sql, arena_format(plan->arena, "index %s, anew", index->name))->optional = true;
	listed_add_index(plan, table, index);
}

static void add_missing_index(struct migration_plan *plan, const struct schema_table *table,
                              const struct schema_index *index)
{
	if (!plan_has_index(plan, index->name))
		plan_add_index(plan, table, index);
	else if (index->declared && !is_as_wanted(plan, index))
		renew_index(plan, table, index);
}

/* Entries that were there before a type had language versions, or drafts, go on as they were: in the default locale,
 * published. */
static void fill_column(struct migration_plan *plan, const struct schema_table *table,
                        const struct schema_column *column)
{
	const struct content_type *type = table->type;
	struct buffer sql = {0};
	bool locale = type && type->locale && type->locale->column == column->name;
	bool published = type && type->published_at && type->published_at->column == column->name;
	if (!locale && !published)
		return;
	buffer_text(&sql, "update ");
	schema_write_name(&sql, plan->client, table->name);
	buffer_text(&sql, " set ");
	schema_write_name(&sql, plan->client, column->name);
	buffer_text(&sql, " = ");
	if (published)
		schema_write_name(&sql, plan->client, type->created_at->column);
	else
		buffer_text(&sql, "coalesce((select replace(s.value, '\"', '') from strapi_core_store_settings s "
		                  "where s.key = 'plugin_i18n_default_locale'), 'en')");
	plan_add(plan, &sql, NULL);
}

static void add_column(struct migration_plan *plan, const struct schema_table *table,
                       const struct schema_column *column)
{
	struct buffer sql = {0};
	schema_write_column(&sql, plan->client, table, column);
	plan_add(plan, &sql, arena_format(plan->arena, "column %s.%s", table->name, column->name));
	listed_add_column(plan, table, column);
	for (size_t i = 0; i < table->key_count; i++)
		if (strcmp(table->keys[i].column, column->name) == 0)
			listed_add_key(plan, table, &table->keys[i]);
	fill_column(plan, table, column);
}

static bool add_missing_parts(struct migration_plan *plan, struct migration_database *database,
                              const struct schema_table *table, struct error *error)
{
	if (plan_must_rebuild(plan, table))
		return plan_add_rebuild(plan, database, table, error);
	if (plan->client == DATABASE_POSTGRES && !table->type)
		plan_change_old_orders(plan, table);
	for (size_t i = 0; i < table->column_count; i++)
		if (!plan_has_column(plan, table->name, table->columns[i].name))
			add_column(plan, table, &table->columns[i]);
	for (size_t i = 0; i < table->index_count; i++)
		add_missing_index(plan, table, &table->indexes[i]);
	return true;
}

static void add_keys(struct migration_plan *plan, const struct schema_table *table)
{
	bool made_here = !plan_has_table(plan, table->name);
	for (size_t i = 0; i < table->key_count; i++) {
		const struct schema_key *key = &table->keys[i];
		struct buffer sql = {0};
		if (map_get(&plan->existing.keys, slice_of(key_name(plan, table->name, key->name))))
			continue;
		schema_write_key(&sql, table, key);
		const char *description = arena_format(plan->arena, "foreign key %s", key->name);
		plan_add(plan, &sql, made_here ? NULL : description)->optional = !made_here;
		if (!made_here)
			listed_add_key(plan, table, key);
	}
}

static bool is_wanted(const struct migration_plan *plan, const struct schema_table *table)
{
	return plan->fresh || !table->housekeeping;
}

static bool add_all(struct migration_plan *plan, struct migration_database *database, struct error *error)
{
	const struct schema *schema = plan->schema;
	for (size_t i = 0; i < schema->count; i++)
		if (!plan_has_table(plan, schema->tables[i]->name) && is_wanted(plan, schema->tables[i]))
			add_table(plan, schema->tables[i]);
	for (size_t i = 0; i < schema->count; i++)
		if (plan_has_table(plan, schema->tables[i]->name) && !schema->tables[i]->housekeeping &&
		    !add_missing_parts(plan, database, schema->tables[i], error))
			return false;
	/* A key needs both its tables. On SQLite they are part of the tables. */
	for (size_t i = 0; i < schema->count && plan->client == DATABASE_POSTGRES; i++)
		if (plan->fresh || !schema->tables[i]->housekeeping)
			add_keys(plan, schema->tables[i]);
	return true;
}

bool plan_make(struct migration_plan *plan, struct migration_database *database, const struct schema *schema,
               const struct migrate_options *options, struct arena *arena, struct error *error)
{
	*plan = (struct migration_plan){.arena = arena, .client = database->client, .schema = schema};
	if (!look_around(plan, database, error))
		return false;
	plan->fresh = !plan_has_table(plan, "strapi_core_store_settings");
	if (!listed_read(plan, database, error))
		return false;
	if (!add_all(plan, database, error) || !plan_add_conversions(plan, database, options, error))
		return false;
	plan_add_kept_indexes(plan, database);
	if (!plan_add_triggers(plan, database, error))
		return false;
	plan_add_seeds(plan, options->seed);
	if (options->prune || plan->count) {
		size_t count;
		const char *const *noted = model_indexes_read(plan, database, &count);
		if (options->prune)
			plan_add_drops(plan, database, noted, count);
		plan_note_model_indexes(plan, noted, count, options->prune);
	}
	listed_write(plan);
	return true;
}

void plan_free(struct migration_plan *plan)
{
	json_object_put(plan->listed);
}
