/* Dropping what models had once: only what Strapi's description lists, so that tables of others stay, and
 * nothing of Strapi's own or of its plugins. */
#include "prune.h"
#include "kept_indexes.h"
#include "listed.h"
#include "model_indexes.h"
#include "store/schema/statements.h"

static struct json_object *member(struct json_object *object, const char *name)
{
	return json_member(object, name);
}

static const char *name_of(struct json_object *item)
{
	return json_object_get_string(member(item, "name"));
}

static size_t length_of(struct json_object *array)
{
	return json_object_is_type(array, json_type_array) ? json_object_array_length(array) : 0;
}

static bool begins_with(const char *text, const char *start)
{
	return strncmp(text, start, strlen(start)) == 0;
}

/* The table of a plugin's type, or one of its links. */
static bool is_of_plugin(struct json_object *content_types, const char *table)
{
	if (!json_object_is_type(content_types, json_type_object))
		return false;
	json_object_object_foreach(content_types, uid, type)
	{
		const char *its = json_object_get_string(member(type, "collectionName"));
		size_t length = its ? strlen(its) : 0;
		bool own = begins_with(uid, "plugin::") || begins_with(uid, "admin::");
		if (own && length && strncmp(table, its, length) == 0 && (!table[length] || table[length] == '_'))
			return true;
	}
	return false;
}

static void drop_table(struct migration_plan *plan, const char *name)
{
	struct buffer sql = {0};
	buffer_text(&sql, "drop table ");
	schema_write_name(&sql, plan->client, name);
	if (plan->client == DATABASE_POSTGRES)
		buffer_text(&sql, " cascade");
	plan_add(plan, &sql, arena_format(plan->arena, "table %s", name))->drops = true;
}

static void drop_tables(struct migration_plan *plan)
{
	struct json_object *tables = member(plan->listed, "tables");
	struct json_object *content_types = json_parse_stored(slice_of(plan->content_types));
	/* From the end, where the links are: a table goes before those that it points to. */
	for (size_t i = length_of(tables); i-- > 0;) {
		const char *name = name_of(json_object_array_get_idx(tables, i));
		if (!name || schema_find(plan->schema, name) || begins_with(name, "strapi_") ||
		    is_of_plugin(content_types, name))
			continue;
		const char *kept = arena_copy(plan->arena, slice_of(name));
		if (plan_has_table(plan, kept))
			drop_table(plan, kept);
		listed_remove(plan, tables, kept);
	}
	json_object_put(content_types);
}

static bool has_column(const struct schema_table *table, const char *name)
{
	for (size_t i = 0; i < table->column_count; i++)
		if (strcmp(table->columns[i].name, name) == 0)
			return true;
	return false;
}

static bool names_column(struct json_object *item, const char *column)
{
	struct json_object *columns = member(item, "columns");
	for (size_t i = 0; i < length_of(columns); i++) {
		const char *name = json_object_get_string(json_object_array_get_idx(columns, i));
		if (name && strcmp(name, column) == 0)
			return true;
	}
	return false;
}

/* SQLite drops no column that has an index. */
static void drop_indexes(struct migration_plan *plan, struct json_object *indexes, const char *column)
{
	for (size_t i = length_of(indexes); i-- > 0;) {
		struct json_object *item = json_object_array_get_idx(indexes, i);
		struct buffer sql = {0};
		if (!name_of(item) || !names_column(item, column))
			continue;
		const char *name = arena_copy(plan->arena, slice_of(name_of(item)));
		if (plan->client == DATABASE_SQLITE && plan_has_index(plan, name)) {
			buffer_text(&sql, "drop index ");
			schema_write_name(&sql, plan->client, name);
			plan_add(plan, &sql, NULL)->drops = true;
		}
		listed_remove(plan, indexes, name);
	}
}

static bool has_key(struct json_object *keys, const char *column)
{
	for (size_t i = 0; i < length_of(keys); i++)
		if (names_column(json_object_array_get_idx(keys, i), column))
			return true;
	return false;
}

static void remove_keys(struct migration_plan *plan, struct json_object *keys, const char *column)
{
	for (size_t i = length_of(keys); i-- > 0;) {
		struct json_object *item = json_object_array_get_idx(keys, i);
		if (name_of(item) && names_column(item, column))
			listed_remove(plan, keys, arena_copy(plan->arena, slice_of(name_of(item))));
	}
}

static void drop_column(struct migration_plan *plan, const struct schema_table *table, struct json_object *listed,
                        const char *column)
{
	struct buffer sql = {0};
	const char *description = arena_format(plan->arena, "column %s.%s", table->name, column);
	if (plan_has_column(plan, table->name, column)) {
		if (plan->client == DATABASE_SQLITE && has_key(member(listed, "foreignKeys"), column)) {
			log_message(LOG_WARNING, "%s stays: SQLite drops no column with a foreign key", description);
			return;
		}
		drop_indexes(plan, member(listed, "indexes"), column);
		buffer_text(&sql, "alter table ");
		schema_write_name(&sql, plan->client, table->name);
		buffer_text(&sql, " drop column ");
		schema_write_name(&sql, plan->client, column);
		plan_add(plan, &sql, description)->drops = true;
	}
	drop_indexes(plan, member(listed, "indexes"), column);
	remove_keys(plan, member(listed, "foreignKeys"), column);
	listed_remove(plan, member(listed, "columns"), column);
}

static void drop_columns(struct migration_plan *plan, const struct schema_table *table)
{
	struct json_object *listed = listed_table(plan, table->name), *columns = member(listed, "columns");
	for (size_t i = length_of(columns); i-- > 0;) {
		const char *name = name_of(json_object_array_get_idx(columns, i));
		if (name && !has_column(table, name))
			drop_column(plan, table, listed, arena_copy(plan->arena, slice_of(name)));
	}
}

/* ---- indexes ---- */

static void add_index_drop(struct migration_plan *plan, const struct schema_table *table, const char *name, bool unique)
{
	const struct schema_index index = {.name = name, .unique = unique};
	struct buffer sql = {0};
	schema_write_index_drop(&sql, plan->client, table, &index);
	plan_add(plan, &sql, arena_format(plan->arena, "index %s", name))->drops = true;
}

static bool has_index(const struct schema_table *table, const char *name)
{
	for (size_t i = 0; i < table->index_count; i++)
		if (strcmp(table->indexes[i].name, name) == 0)
			return true;
	return false;
}

/* Whether all of its columns ("rating", "rating:desc") stay; else it goes with one of them. */
static bool has_columns(struct migration_plan *plan, const struct schema_table *table, struct json_object *item)
{
	struct json_object *columns = member(item, "columns");
	for (size_t i = 0; i < length_of(columns); i++) {
		const struct slice text = json_string(json_object_array_get_idx(columns, i));
		const struct slice name = {text.ptr, slice_find(text, ':')};
		if (!name.len || !has_column(table, arena_copy(plan->arena, name)))
			return false;
	}
	return length_of(columns) > 0;
}

static void drop_listed_indexes(struct migration_plan *plan, const struct schema_table *table)
{
	struct json_object *indexes = member(listed_table(plan, table->name), "indexes");
	for (size_t i = length_of(indexes); i-- > 0;) {
		struct json_object *item = json_object_array_get_idx(indexes, i);
		const char *name = name_of(item), *type = json_object_get_string(member(item, "type"));
		if (!name || has_index(table, name) || !has_columns(plan, table, item))
			continue;
		const char *kept = arena_copy(plan->arena, slice_of(name));
		if (plan_has_index(plan, kept))
			add_index_drop(plan, table, kept, type && strcmp(type, "unique") == 0);
		listed_remove(plan, indexes, kept);
	}
}

static bool is_advised(struct json_object *advised, const char *name)
{
	for (size_t i = 0; i < length_of(advised); i++) {
		const char *its = name_of(json_object_array_get_idx(advised, i));
		if (its && strcmp(its, name) == 0)
			return true;
	}
	return false;
}

/* Those that `lectern advise` has made of columns that go: the list keeps them, and nobody makes them again. */
static void drop_advised_indexes(struct migration_plan *plan, struct json_object *advised)
{
	for (size_t i = 0; i < length_of(advised); i++) {
		struct json_object *item = json_object_array_get_idx(advised, i);
		const char *name = name_of(item), *its = json_object_get_string(member(item, "table"));
		const struct schema_table *table = its ? schema_find(plan->schema, its) : NULL;
		if (name && table && !has_columns(plan, table, item) && plan_has_index(plan, name))
			add_index_drop(plan, table, arena_copy(plan->arena, slice_of(name)), false);
	}
}

static void drop_model_indexes(struct migration_plan *plan, struct migration_database *database,
                               const char *const *names, size_t count)
{
	struct json_object *advised = kept_indexes_read(database, plan->arena);
	drop_advised_indexes(plan, advised);
	for (size_t i = 0; i < count; i++)
		if (plan_has_index(plan, names[i]) && !model_indexes_wants(plan, names[i]) &&
		    !is_advised(advised, names[i]))
			add_index_drop(plan, NULL, names[i], false);
	json_object_put(advised);
}

void plan_add_drops(struct migration_plan *plan, struct migration_database *database, const char *const *model_indexes,
                    size_t count)
{
	const struct schema *schema = plan->schema;
	/* Before the columns that they are of: SQLite drops none that has an index. */
	drop_model_indexes(plan, database, model_indexes, count);
	if (!plan->listed)
		return;
	drop_tables(plan);
	for (size_t i = 0; i < schema->count; i++)
		if (!schema->tables[i]->housekeeping) {
			drop_listed_indexes(plan, schema->tables[i]);
			drop_columns(plan, schema->tables[i]);
		}
}
