/* Inside the room `store`: the SQL that makes and changes tables, in the words of each database. */
#ifndef LECTERN_STORE_SCHEMA_STATEMENTS_H
#define LECTERN_STORE_SCHEMA_STATEMENTS_H

#include "config/config.h"
#include "schema.h"

/* A name as the database keeps it: PostgreSQL cuts those of more than 63 bytes. */
const char *schema_cut_name(struct arena *arena, enum database_client client, const char *name);

/* A quoted name, and a quoted text. */
void schema_write_name(struct buffer *sql, enum database_client client, const char *name);
void schema_write_text(struct buffer *sql, struct slice text);

/* The column's type: "varchar(255)". */
const char *schema_type_name(enum database_client client, enum column_type type);

/* CREATE TABLE; on SQLite with its foreign keys, which can't be added later there. */
void schema_write_table(struct buffer *sql, enum database_client client, const struct schema_table *table);
void schema_write_index(struct buffer *sql, enum database_client client, const struct schema_table *table,
                        const struct schema_index *index);
/* PostgreSQL only: CREATE INDEX CONCURRENTLY, outside of transactions. */
void schema_write_index_concurrently(struct buffer *sql, const char *schema, const struct schema_table *table,
                                     const struct schema_index *index);
/* DROP INDEX, which may have been made otherwise than `index` says. */
void schema_write_index_drop(struct buffer *sql, enum database_client client, const struct schema_table *table,
                             const struct schema_index *index);
/* PostgreSQL only. */
void schema_write_key(struct buffer *sql, const struct schema_table *table, const struct schema_key *key);
/* ADD COLUMN; on SQLite with its foreign key, if it has one. */
void schema_write_column(struct buffer *sql, enum database_client client, const struct schema_table *table,
                         const struct schema_column *column);

#endif
