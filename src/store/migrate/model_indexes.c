#include "model_indexes.h"
#include "store/schema/statements.h"

static const char key[] = "lectern_model_indexes";

const char **model_indexes_read(struct migration_plan *plan, struct migration_database *database, size_t *count)
{
	const char **cells, **names;
	size_t rows;
	struct error ignored;
	const char *sql =
	    arena_format(plan->arena, "select value from strapi_core_store_settings where key = '%s' order by id", key);
	*count = 0;
	if (plan->fresh || !database->rows(database, sql, plan->arena, &cells, &rows, &ignored) || !rows || !cells[0])
		return NULL;
	struct json_object *list = json_parse_stored(slice_of(cells[0]));
	const size_t length = json_object_is_type(list, json_type_array) ? json_object_array_length(list) : 0;
	names = arena_array(plan->arena, length, sizeof *names);
	for (size_t i = 0; i < length; i++) {
		const struct slice name = json_string(json_object_array_get_idx(list, i));
		if (name.len)
			names[(*count)++] = arena_copy(plan->arena, name);
	}
	json_object_put(list);
	return names;
}

bool model_indexes_wants(const struct migration_plan *plan, const char *name)
{
	for (size_t i = 0; i < plan->schema->count; i++) {
		const struct schema_table *table = plan->schema->tables[i];
		for (size_t j = 0; j < table->index_count; j++)
			if (table->indexes[j].declared && table->indexes[j].unlisted &&
			    strcmp(table->indexes[j].name, name) == 0)
				return true;
	}
	return false;
}

static void add_name(struct buffer *json, const char *name)
{
	buffer_text(json, json->len ? "," : "[");
	json_write_string(json, slice_of(name));
}

static const char *finish_list(struct migration_plan *plan, struct buffer *json)
{
	buffer_text(json, json->len ? "]" : "[]");
	const char *text = arena_copy(plan->arena, buffer_as_slice(json));
	buffer_free(json);
	return text;
}

static const char *write_wanted(struct migration_plan *plan, const char *const *noted, size_t count, bool drops)
{
	struct buffer json = {0};
	for (size_t i = 0; i < plan->schema->count; i++) {
		const struct schema_table *table = plan->schema->tables[i];
		for (size_t j = 0; j < table->index_count; j++)
			if (table->indexes[j].declared && table->indexes[j].unlisted)
				add_name(&json, table->indexes[j].name);
	}
	for (size_t i = 0; i < count; i++)
		if (!drops && !model_indexes_wants(plan, noted[i]) && plan_has_index(plan, noted[i]))
			add_name(&json, noted[i]);
	return finish_list(plan, &json);
}

static const char *write_noted(struct migration_plan *plan, const char *const *noted, size_t count)
{
	struct buffer json = {0};
	for (size_t i = 0; i < count; i++)
		add_name(&json, noted[i]);
	return finish_list(plan, &json);
}

void plan_note_model_indexes(struct migration_plan *plan, const char *const *noted, size_t count, bool drops)
{
	const char *wanted = write_wanted(plan, noted, count, drops);
	struct buffer sql = {0};
	if (strcmp(wanted, write_noted(plan, noted, count)) == 0)
		return;
	buffer_format(&sql, "delete from strapi_core_store_settings where key = '%s'", key);
	plan_add(plan, &sql, NULL);
	buffer_format(&sql, "insert into strapi_core_store_settings (key, value, type) values ('%s', ", key);
	schema_write_text(&sql, slice_of(wanted));
	buffer_text(&sql, ", 'array')");
	plan_add(plan, &sql, NULL);
}
