/* Tables of links as earlier versions of Strapi made them: without an id, and with whole numbers as orders. PostgreSQL
 * changes such a table where it is. SQLite can't, so the table is made anew there, and its rows are copied. */
#include "rebuild.h"
#include "listed.h"
#include "store/schema/statements.h"

static const char *name_of(const struct migration_plan *plan, const char *name)
{
	struct buffer text = {0};
	schema_write_name(&text, plan->client, name);
	const char *copy = arena_copy(plan->arena, buffer_as_slice(&text));
	buffer_free(&text);
	return copy;
}

static const char *text_of(const struct migration_plan *plan, const char *value)
{
	struct buffer text = {0};
	schema_write_text(&text, slice_of(value));
	const char *copy = arena_copy(plan->arena, buffer_as_slice(&text));
	buffer_free(&text);
	return copy;
}

static void add(struct migration_plan *plan, const char *sql)
{
	struct buffer text = {0};
	buffer_text(&text, sql);
	plan_add(plan, &text, NULL);
}

static bool is_old_order(const struct migration_plan *plan, const struct schema_table *table,
                         const struct schema_column *column)
{
	const char *actual = plan_column_type(plan, table->name, column->name);
	return actual && column->reference && column->type == COLUMN_DOUBLE && strcmp(actual, "integer") == 0;
}

static bool has_old_orders(const struct migration_plan *plan, const struct schema_table *table)
{
	for (size_t i = 0; i < table->column_count; i++)
		if (is_old_order(plan, table, &table->columns[i]))
			return true;
	return false;
}

bool plan_must_rebuild(const struct migration_plan *plan, const struct schema_table *table)
{
	if (plan->client != DATABASE_SQLITE || table->type || table->own || !plan_has_table(plan, table->name))
		return false;
	return !plan_has_column(plan, table->name, "id") || has_old_orders(plan, table);
}

static const struct schema_column *find_column(const struct schema_table *table, const char *name)
{
	for (size_t i = 0; i < table->column_count; i++)
		if (slice_equals_ignoring_case(slice_of(table->columns[i].name), slice_of(name)))
			return &table->columns[i];
	return NULL;
}

static bool is_index_of(const struct schema_table *table, const char *name)
{
	for (size_t i = 0; i < table->index_count; i++)
		if (strcmp(table->indexes[i].name, name) == 0)
			return true;
	return false;
}

/* What the table has, and what hangs on it. Columns: name, type. Parts, which are indexes and triggers: name, text. */
struct table_parts {
	const char **columns, **parts;
	size_t column_count, part_count;
};

static bool look_at(const struct migration_plan *plan, struct migration_database *database,
                    const struct schema_table *table, struct table_parts *found, struct error *error)
{
	const char *name = text_of(plan, table->name);
	return database->rows(
		   database,
		   arena_format(plan->arena, "select name, type from pragma_table_info(%s) order by cid", name),
		   plan->arena, &found->columns, &found->column_count, error) &&
	       database->rows(database,
	                      arena_format(plan->arena,
	                                   "select name, sql from sqlite_master where type in ('index', 'trigger') and "
	                                   "sql is not null and tbl_name = %s order by rowid",
	                                   name),
	                      plan->arena, &found->parts, &found->part_count, error);
}

/* Columns that someone added to the table stay, behind those of the schema. */
static void create_table(struct migration_plan *plan, const struct schema_table *table, const struct table_parts *found)
{
	struct buffer sql = {0};
	schema_write_table(&sql, plan->client, table);
	plan_add(plan, &sql, NULL);
	for (size_t i = 0; i < found->column_count; i++)
		if (!find_column(table, found->columns[2 * i]))
			add(plan, arena_format(plan->arena, "alter table %s add column %s %s null",
			                       name_of(plan, table->name), name_of(plan, found->columns[2 * i]),
			                       found->columns[2 * i + 1]));
}

/* Rows keep their order: those without an id get theirs in the order in which they were inserted. */
static void copy_rows(struct migration_plan *plan, const struct schema_table *table, const struct table_parts *found,
                      const char *copy)
{
	struct buffer names = {0};
	for (size_t i = 0; i < found->column_count; i++) {
		buffer_text(&names, i ? ", " : "");
		schema_write_name(&names, plan->client, found->columns[2 * i]);
	}
	add(plan, arena_format(plan->arena, "insert into %s (%s) select %s from temp.%s order by rowid",
	                       name_of(plan, table->name), buffer_terminate(&names), buffer_terminate(&names), copy));
	buffer_free(&names);
}

static void create_parts(struct migration_plan *plan, const struct schema_table *table, const struct table_parts *found)
{
	for (size_t i = 0; i < found->part_count; i++)
		if (!is_index_of(table, found->parts[2 * i]))
			add(plan, found->parts[2 * i + 1]);
}

/* Earlier versions of Strapi kept no link from being stored twice. */
static void add_indexes(struct migration_plan *plan, const struct schema_table *table)
{
	for (size_t i = 0; i < table->index_count; i++) {
		struct buffer sql = {0};
		if (table->indexes[i].unique) {
			plan_add_index(plan, table, &table->indexes[i]);
			continue;
		}
		schema_write_index(&sql, plan->client, table, &table->indexes[i]);
		plan_add(plan, &sql, NULL);
	}
}

bool plan_add_rebuild(struct migration_plan *plan, struct migration_database *database,
                      const struct schema_table *table, struct error *error)
{
	const char *name = name_of(plan, table->name);
	const char *copy = name_of(plan, arena_format(plan->arena, "lectern_copied_%s", table->name));
	struct table_parts found;
	if (!look_at(plan, database, table, &found, error))
		return false;
	size_t first = plan->count;
	add(plan, arena_format(plan->arena, "create temp table %s as select * from %s order by rowid", copy, name));
	add(plan, arena_format(plan->arena, "drop table %s", name));
	create_table(plan, table, &found);
	copy_rows(plan, table, &found, copy);
	add(plan, arena_format(plan->arena, "drop table temp.%s", copy));
	create_parts(plan, table, &found);
	plan->changes[first].description = arena_format(plan->arena, "table %s", table->name);
	plan->changes[first].rebuilds = true;
	plan->rebuilds = true;
	listed_add_table(plan, table);
	add_indexes(plan, table);
	return true;
}

void plan_change_old_orders(struct migration_plan *plan, const struct schema_table *table)
{
	for (size_t i = 0; i < table->column_count; i++) {
		const struct schema_column *column = &table->columns[i];
		struct buffer sql = {0};
		if (!is_old_order(plan, table, column))
			continue;
		const char *name = name_of(plan, column->name);
		buffer_format(&sql, "alter table %s alter column %s drop default, alter column %s type %s",
		              name_of(plan, table->name), name, name, schema_type_name(plan->client, column->type));
		plan_add(plan, &sql, arena_format(plan->arena, "column %s.%s", table->name, column->name))->converts =
		    true;
		listed_add_column(plan, table, column);
	}
}
