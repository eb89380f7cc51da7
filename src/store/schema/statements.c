#include "statements.h"

enum { POSTGRES_NAME_BYTES = 63 };

const char *schema_cut_name(struct arena *arena, enum database_client client, const char *name)
{
	struct slice rest = slice_of(name);
	size_t length = 0, next;
	if (client == DATABASE_SQLITE || rest.len <= POSTGRES_NAME_BYTES)
		return name;
	while ((next = slice_character((struct slice){name + length, rest.len - length})) > 0 &&
	       length + next <= POSTGRES_NAME_BYTES)
		length += next;
	return arena_copy(arena, (struct slice){name, length});
}

static void write_quoted(struct buffer *sql, char quote, struct slice text)
{
	buffer_byte(sql, quote);
	for (size_t i = 0; i < text.len; i++) {
		if (text.ptr[i] == quote)
			buffer_byte(sql, quote);
		buffer_byte(sql, text.ptr[i]);
	}
	buffer_byte(sql, quote);
}

void schema_write_name(struct buffer *sql, enum database_client client, const char *name)
{
	/* SQLite keeps the text of CREATE TABLE, and Strapi reads it: so it is written as there. */
	write_quoted(sql, client == DATABASE_SQLITE ? '`' : '"', slice_of(name));
}

void schema_write_text(struct buffer *sql, struct slice text)
{
	write_quoted(sql, '\'', text);
}

const char *schema_type_name(enum database_client client, enum column_type type)
{
	static const char *const names[][2] = {
	    [COLUMN_INCREMENTS] = {"integer", "serial"},
	    [COLUMN_STRING] = {"varchar(255)", "varchar(255)"},
	    [COLUMN_TEXT] = {"text", "text"},
	    [COLUMN_INTEGER] = {"integer", "integer"},
	    [COLUMN_BIGINTEGER] = {"bigint", "bigint"},
	    [COLUMN_DOUBLE] = {"float", "double precision"},
	    [COLUMN_DECIMAL] = {"float", "numeric(10, 2)"},
	    [COLUMN_DATE] = {"date", "date"},
	    [COLUMN_TIME] = {"time", "time"},
	    [COLUMN_DATETIME] = {"datetime", "timestamp(6)"},
	    [COLUMN_TIMESTAMP] = {"datetime", "timestamp(6)"},
	    [COLUMN_BOOLEAN] = {"boolean", "boolean"},
	    [COLUMN_JSON] = {"json", "jsonb"},
	    [COLUMN_PLAIN_JSON] = {"json", "json"},
	    [COLUMN_PLAIN_DATETIME] = {"datetime", "timestamp"},
	};
	return names[type][client == DATABASE_POSTGRES];
}

static void write_definition(struct buffer *sql, enum database_client client, const struct schema_column *column)
{
	schema_write_name(sql, client, column->name);
	buffer_format(sql, " %s", schema_type_name(client, column->type));
	if (column->type != COLUMN_INCREMENTS)
		buffer_text(sql, " null");
	else if (client == DATABASE_SQLITE)
		buffer_text(sql, " not null primary key autoincrement");
	else
		buffer_text(sql, " primary key");
}

static void write_names(struct buffer *sql, enum database_client client, const char *const *names, size_t count)
{
	buffer_byte(sql, '(');
	for (size_t i = 0; i < count; i++) {
		if (i)
			buffer_text(sql, ", ");
		schema_write_name(sql, client, names[i]);
	}
	buffer_byte(sql, ')');
}

/* The columns of an index, with their directions. */
static void write_index_columns(struct buffer *sql, enum database_client client, const struct schema_index *index)
{
	buffer_byte(sql, '(');
	for (size_t i = 0; i < index->column_count; i++) {
		if (i)
			buffer_text(sql, ", ");
		schema_write_name(sql, client, index->columns[i]);
		if (index->descending[i])
			buffer_text(sql, " desc");
	}
	buffer_byte(sql, ')');
}

static void write_references(struct buffer *sql, enum database_client client, const struct schema_key *key)
{
	static const char *const id = "id";
	buffer_text(sql, " references ");
	schema_write_name(sql, client, key->table);
	buffer_byte(sql, ' ');
	write_names(sql, client, &id, 1);
	buffer_text(sql, key->cascade ? " on delete CASCADE" : " on delete SET NULL");
}

static void write_constraint(struct buffer *sql, enum database_client client, const struct schema_key *key)
{
	buffer_text(sql, "constraint ");
	schema_write_name(sql, client, key->name);
	buffer_text(sql, " foreign key ");
	write_names(sql, client, &key->column, 1);
	write_references(sql, client, key);
}

void schema_write_table(struct buffer *sql, enum database_client client, const struct schema_table *table)
{
	buffer_text(sql, "create table ");
	schema_write_name(sql, client, table->name);
	buffer_text(sql, " (");
	for (size_t i = 0; i < table->column_count; i++) {
		if (i)
			buffer_text(sql, ", ");
		write_definition(sql, client, &table->columns[i]);
	}
	for (size_t i = 0; i < table->key_count && client == DATABASE_SQLITE; i++) {
		buffer_text(sql, ", ");
		write_constraint(sql, client, &table->keys[i]);
	}
	buffer_byte(sql, ')');
}

static void write_alter(struct buffer *sql, enum database_client client, const struct schema_table *table)
{
	buffer_text(sql, "alter table ");
	schema_write_name(sql, client, table->name);
	buffer_text(sql, " add ");
}

void schema_write_index(struct buffer *sql, enum database_client client, const struct schema_table *table,
                        const struct schema_index *index)
{
	if (index->unique && client == DATABASE_POSTGRES && !index->unlisted) {
		write_alter(sql, client, table);
		buffer_text(sql, "constraint ");
		schema_write_name(sql, client, index->name);
		buffer_text(sql, " unique ");
	} else {
		buffer_text(sql, index->unique ? "create unique index " : "create index ");
		schema_write_name(sql, client, index->name);
		buffer_text(sql, " on ");
		schema_write_name(sql, client, table->name);
		buffer_byte(sql, ' ');
	}
	write_index_columns(sql, client, index);
}

void schema_write_index_concurrently(struct buffer *sql, const char *schema, const struct schema_table *table,
                                     const struct schema_index *index)
{
	buffer_text(sql, index->unique ? "create unique index concurrently " : "create index concurrently ");
	schema_write_name(sql, DATABASE_POSTGRES, index->name);
	buffer_text(sql, " on ");
	schema_write_name(sql, DATABASE_POSTGRES, schema);
	buffer_byte(sql, '.');
	schema_write_name(sql, DATABASE_POSTGRES, table->name);
	buffer_byte(sql, ' ');
	write_index_columns(sql, DATABASE_POSTGRES, index);
}

void schema_write_index_drop(struct buffer *sql, enum database_client client, const struct schema_table *table,
                             const struct schema_index *index)
{
	/* On PostgreSQL a constraint may stand behind a unique index. */
	if (index->unique && client == DATABASE_POSTGRES) {
		buffer_text(sql, "alter table ");
		schema_write_name(sql, client, table->name);
		buffer_text(sql, " drop constraint if exists ");
		schema_write_name(sql, client, index->name);
		buffer_text(sql, "; ");
	}
	buffer_text(sql, "drop index if exists ");
	schema_write_name(sql, client, index->name);
}

void schema_write_key(struct buffer *sql, const struct schema_table *table, const struct schema_key *key)
{
	write_alter(sql, DATABASE_POSTGRES, table);
	write_constraint(sql, DATABASE_POSTGRES, key);
}

void schema_write_column(struct buffer *sql, enum database_client client, const struct schema_table *table,
                         const struct schema_column *column)
{
	write_alter(sql, client, table);
	buffer_text(sql, "column ");
	write_definition(sql, client, column);
	for (size_t i = 0; i < table->key_count && client == DATABASE_SQLITE; i++) {
		const struct schema_key *key = &table->keys[i];
		if (strcmp(key->column, column->name) != 0)
			continue;
		buffer_text(sql, " constraint ");
		schema_write_name(sql, client, key->name);
		write_references(sql, client, key);
	}
}
