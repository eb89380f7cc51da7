#include "kept_indexes.h"
#include "store/schema/statements.h"

static const char key[] = "lectern_indexes";

struct json_object *kept_indexes_read(struct migration_database *database, struct arena *arena)
{
	const char **cells;
	size_t count;
	struct error ignored;
	const char *sql =
	    arena_format(arena, "select value from strapi_core_store_settings where key = '%s' order by id", key);
	if (!database->rows(database, sql, arena, &cells, &count, &ignored) || !count || !cells[0])
		return NULL;
	struct json_object *list = json_parse_stored(slice_of(cells[0]));
	if (json_object_is_type(list, json_type_array))
		return list;
	json_object_put(list);
	return NULL;
}

static bool has_column(const struct schema_table *table, const char *name)
{
	for (size_t i = 0; i < table->column_count; i++)
		if (strcmp(table->columns[i].name, name) == 0)
			return true;
	return false;
}

/* {"table":"restaurants","name":"…","columns":["rating:desc","id"]}. False when it is of no use any more. */
static bool read_index(struct migration_plan *plan, struct json_object *item, const struct schema_table **table,
                       struct schema_index *index)
{
	const char *table_name = json_object_get_string(json_member(item, "table"));
	const char *name = json_object_get_string(json_member(item, "name"));
	struct json_object *columns = json_member(item, "columns");
	const size_t count = json_object_is_type(columns, json_type_array) ? json_object_array_length(columns) : 0;
	*table = table_name ? schema_find(plan->schema, table_name) : NULL;
	if (!*table || !name || !*name || !count || count > INDEX_COLUMNS)
		return false;
	*index = (struct schema_index){.name = arena_copy(plan->arena, slice_of(name)), .unlisted = true};
	for (size_t i = 0; i < count; i++) {
		const char *text = json_object_get_string(json_object_array_get_idx(columns, i));
		const size_t length = text ? strcspn(text, ":") : 0;
		const char *column = arena_copy(plan->arena, (struct slice){text ? text : "", length});
		if (!has_column(*table, column))
			return false;
		index->descending[i] = strcmp(text + length, ":desc") == 0;
		index->columns[index->column_count++] = column;
	}
	return true;
}

static bool is_of_model(const struct schema_table *table, const char *name)
{
	for (size_t i = 0; i < table->index_count; i++)
		if (strcmp(table->indexes[i].name, name) == 0)
			return true;
	return false;
}

void plan_add_kept_indexes(struct migration_plan *plan, struct migration_database *database)
{
	if (plan->fresh)
		return;
	struct json_object *list = kept_indexes_read(database, plan->arena);
	const size_t count = list ? json_object_array_length(list) : 0;
	for (size_t i = 0; i < count; i++) {
		const struct schema_table *table;
		struct schema_index index;
		if (read_index(plan, json_object_array_get_idx(list, i), &table, &index) &&
		    plan_has_table(plan, table->name) && !plan_has_index(plan, index.name) &&
		    !is_of_model(table, index.name))
			plan_add_index(plan, table, &index);
	}
	json_object_put(list);
}

static const char *write_item(struct arena *arena, const struct schema_table *table, const struct schema_index *index)
{
	struct buffer json = {0};
	buffer_text(&json, "{\"table\":");
	json_write_string(&json, slice_of(table->name));
	buffer_text(&json, ",\"name\":");
	json_write_string(&json, slice_of(index->name));
	buffer_text(&json, ",\"columns\":[");
	for (size_t i = 0; i < index->column_count; i++) {
		const char *column =
		    arena_format(arena, "%s%s", index->columns[i], index->descending[i] ? ":desc" : "");
		buffer_text(&json, i ? "," : "");
		json_write_string(&json, slice_of(column));
	}
	buffer_text(&json, "]}");
	const char *text = arena_copy(arena, buffer_as_slice(&json));
	buffer_free(&json);
	return text;
}

static bool store(struct migration_database *database, struct json_object *list, struct arena *arena,
                  struct error *error)
{
	struct buffer sql = {0};
	buffer_format(&sql, "delete from strapi_core_store_settings where key = '%s'", key);
	bool done = database->run(database, buffer_terminate(&sql), error);
	buffer_free(&sql);
	sql = (struct buffer){0};
	buffer_format(&sql, "insert into strapi_core_store_settings (key, value, type) values ('%s', ", key);
	schema_write_text(&sql, slice_of(json_print(arena, list)));
	buffer_text(&sql, ", 'array')");
	done = done && database->run(database, buffer_terminate(&sql), error);
	buffer_free(&sql);
	return done;
}

bool kept_indexes_add(struct migration_database *database, const struct schema_table *table,
                      const struct schema_index *index, struct arena *arena, struct error *error)
{
	struct error ignored;
	if (!database->begin(database, true, error))
		return false;
	struct json_object *list = kept_indexes_read(database, arena);
	if (!list)
		list = json_object_new_array();
	bool listed = false;
	for (size_t i = 0; i < json_object_array_length(list) && !listed; i++) {
		const char *name = json_object_get_string(json_member(json_object_array_get_idx(list, i), "name"));
		listed = name && strcmp(name, index->name) == 0;
	}
	if (!listed)
		json_object_array_add(list, json_parse_stored(slice_of(write_item(arena, table, index))));
	const bool done = (listed || store(database, list, arena, error)) && database->run(database, "commit", error);
	json_object_put(list);
	if (!done)
		database->run(database, "rollback", &ignored);
	return done;
}
