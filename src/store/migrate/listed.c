/* Strapi keeps a description of all tables in its database, and believes it rather than the database: what is
 * added or dropped must stand there too, or its next start would try to do the same. */
#include "listed.h"
#include "store/schema/statements.h"

static bool read_one(struct migration_plan *plan, struct migration_database *database, const char *query,
                     const char **text, struct error *error)
{
	const char **cells;
	size_t count;
	*text = NULL;
	if (!database->rows(database, query, plan->arena, &cells, &count, error))
		return false;
	if (count)
		*text = cells[0];
	return true;
}

bool listed_read(struct migration_plan *plan, struct migration_database *database, struct error *error)
{
	const char *text = "{\"tables\": []}";
	if (!plan->fresh && !read_one(plan, database,
	                              "select value from strapi_core_store_settings where key = "
	                              "'strapi_content_types_schema' order by id",
	                              &plan->content_types, error))
		return false;
	if (!plan->fresh && !plan_has_table(plan, "strapi_database_schema"))
		return true;
	if (!plan->fresh &&
	    !read_one(plan, database, "select schema from strapi_database_schema order by time desc", &text, error))
		return false;
	plan->listed = json_parse_stored(slice_of(text));
	return true;
}

static struct json_object *member(struct json_object *object, const char *name)
{
	return json_member(object, name);
}

static struct json_object *find(struct json_object *array, const char *name, size_t *at)
{
	size_t count = json_object_is_type(array, json_type_array) ? json_object_array_length(array) : 0;
	for (size_t i = 0; i < count; i++) {
		struct json_object *item = json_object_array_get_idx(array, i);
		const char *its = json_object_get_string(member(item, "name"));
		if (its && strcmp(its, name) == 0) {
			*at = i;
			return item;
		}
	}
	return NULL;
}

struct json_object *listed_table(const struct migration_plan *plan, const char *name)
{
	size_t at;
	return find(member(plan->listed, "tables"), name, &at);
}

void listed_remove(struct migration_plan *plan, struct json_object *array, const char *name)
{
	size_t at;
	if (!find(array, name, &at))
		return;
	json_object_array_del_idx(array, at, 1);
	plan->listed_changed = true;
}

/* ---- writing items, with their keys in the order of Strapi ---- */

static void write_name(struct buffer *json, const char *before, const char *name)
{
	buffer_text(json, before);
	json_write_string(json, slice_of(name));
}

static void write_column(struct buffer *json, const struct schema_column *column)
{
	static const char *const types[] = {
	    [COLUMN_INCREMENTS] = "\"increments\",\"args\":[{\"primary\":true,\"primaryKey\":true}]",
	    [COLUMN_STRING] = "\"string\",\"args\":[]",
	    [COLUMN_TEXT] = "\"text\",\"args\":[\"longtext\"]",
	    [COLUMN_INTEGER] = "\"integer\",\"args\":[]",
	    [COLUMN_BIGINTEGER] = "\"bigInteger\",\"args\":[]",
	    [COLUMN_DOUBLE] = "\"double\",\"args\":[]",
	    [COLUMN_DECIMAL] = "\"decimal\",\"args\":[10,2]",
	    [COLUMN_DATE] = "\"date\",\"args\":[]",
	    [COLUMN_TIME] = "\"time\",\"args\":[{\"precision\":3}]",
	    [COLUMN_DATETIME] = "\"datetime\",\"args\":[{\"useTz\":false,\"precision\":6}]",
	    [COLUMN_TIMESTAMP] = "\"timestamp\",\"args\":[{\"useTz\":false,\"precision\":6}]",
	    [COLUMN_BOOLEAN] = "\"boolean\",\"args\":[]",
	    [COLUMN_JSON] = "\"jsonb\",\"args\":[]",
	    [COLUMN_PLAIN_JSON] = "\"json\",\"args\":[]",
	    [COLUMN_PLAIN_DATETIME] = "\"datetime\",\"args\":[{\"useTz\":false}]",
	};
	write_name(json, "{\"name\":", column->name);
	buffer_format(json, ",\"type\":%s,\"defaultTo\":null,\"notNullable\":%s,\"unsigned\":%s%s}",
	              types[column->type], column->type == COLUMN_INCREMENTS ? "true" : "false",
	              column->reference ? "true" : "false", column->unique ? ",\"unique\":true" : "");
}

static void write_index(struct buffer *json, const struct schema_index *index)
{
	write_name(json, "{\"name\":", index->name);
	for (size_t i = 0; i < index->column_count; i++)
		write_name(json, i ? "," : ",\"columns\":[", index->columns[i]);
	buffer_text(json, index->unique ? "],\"type\":\"unique\"}" : "]}");
}

static void write_key(struct buffer *json, const struct schema_key *key)
{
	write_name(json, "{\"name\":", key->name);
	write_name(json, ",\"columns\":[", key->column);
	write_name(json, "],\"referencedColumns\":[\"id\"],\"referencedTable\":", key->table);
	buffer_format(json, ",\"onDelete\":\"%s\"}", key->cascade ? "CASCADE" : "SET NULL");
}

static void write_table(struct buffer *json, const struct schema_table *table)
{
	write_name(json, "{\"name\":", table->name);
	buffer_text(json, ",\"indexes\":[");
	for (size_t i = 0, written = 0; i < table->index_count; i++)
		if (!table->indexes[i].unlisted) {
			buffer_text(json, written++ ? "," : "");
			write_index(json, &table->indexes[i]);
		}
	buffer_text(json, "],\"foreignKeys\":[");
	for (size_t i = 0; i < table->key_count; i++) {
		buffer_text(json, i ? "," : "");
		write_key(json, &table->keys[i]);
	}
	buffer_text(json, "],\"columns\":[");
	for (size_t i = 0; i < table->column_count; i++) {
		buffer_text(json, i ? "," : "");
		write_column(json, &table->columns[i]);
	}
	buffer_text(json, "]}");
}

/* ---- adding ---- */

/* Puts the item in the array, in place of one of its name. */
static void put(struct migration_plan *plan, struct json_object *array, const char *name, struct buffer *json)
{
	if (json_object_is_type(array, json_type_array)) {
		listed_remove(plan, array, name);
		json_object_array_add(array, json_parse_stored(buffer_as_slice(json)));
		plan->listed_changed = true;
	}
	buffer_free(json);
}

void listed_add_table(struct migration_plan *plan, const struct schema_table *table)
{
	struct buffer json = {0};
	if (table->unlisted)
		return;
	write_table(&json, table);
	put(plan, member(plan->listed, "tables"), table->name, &json);
}

void listed_add_column(struct migration_plan *plan, const struct schema_table *table,
                       const struct schema_column *column)
{
	struct buffer json = {0};
	write_column(&json, column);
	put(plan, member(listed_table(plan, table->name), "columns"), column->name, &json);
}

void listed_add_index(struct migration_plan *plan, const struct schema_table *table, const struct schema_index *index)
{
	struct buffer json = {0};
	if (index->unlisted)
		return;
	write_index(&json, index);
	put(plan, member(listed_table(plan, table->name), "indexes"), index->name, &json);
}

void listed_add_key(struct migration_plan *plan, const struct schema_table *table, const struct schema_key *key)
{
	struct buffer json = {0};
	write_key(&json, key);
	put(plan, member(listed_table(plan, table->name), "foreignKeys"), key->name, &json);
}

/* The hash is of no text: so Strapi compares the tables one by one at its next start, finds them as it wants
 * them, and writes its own. */
void listed_write(struct migration_plan *plan)
{
	struct buffer sql = {0};
	char time[DATETIME_ISO_SIZE];
	if (!plan->listed_changed)
		return;
	buffer_text(&sql, "delete from strapi_database_schema");
	plan_add(plan, &sql, NULL);
	buffer_text(&sql, "insert into strapi_database_schema (schema, time, hash) values (");
	schema_write_text(&sql, slice_of(json_print(plan->arena, plan->listed)));
	int64_t now = datetime_now();
	datetime_format_iso(now, time);
	if (plan->client == DATABASE_SQLITE)
		buffer_format(&sql, ", %lld, 'lectern')", (long long)now);
	else
		buffer_format(&sql, ", '%s', 'lectern')", time);
	plan_add(plan, &sql, NULL);
}
