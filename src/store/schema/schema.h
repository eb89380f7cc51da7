/* Inside the room `store`: which tables a project's database has, in the layout of Strapi: names, types, indexes
 * and foreign keys as it makes them itself. */
#ifndef LECTERN_STORE_SCHEMA_H
#define LECTERN_STORE_SCHEMA_H

#include "model/model.h"

/* What a column holds. Each database has its own words for it: see statements.h. */
enum column_type {
	COLUMN_INCREMENTS, /* the primary key */
	COLUMN_STRING,
	COLUMN_TEXT,
	COLUMN_INTEGER,
	COLUMN_BIGINTEGER,
	COLUMN_DOUBLE,
	COLUMN_DECIMAL,
	COLUMN_DATE,
	COLUMN_TIME,
	COLUMN_DATETIME,
	COLUMN_TIMESTAMP,
	COLUMN_BOOLEAN,
	COLUMN_JSON,
	COLUMN_PLAIN_JSON, /* two columns of Strapi's own tables are of types that no attribute has */
	COLUMN_PLAIN_DATETIME,
};

struct schema_column {
	const char *name;
	enum column_type type;
	bool reference; /* an id or an order of other rows, which Strapi calls unsigned */
	bool unique;    /* has a unique index of its own */
};

enum { INDEX_COLUMNS = MODEL_INDEX_COLUMNS };

struct schema_index {
	const char *name;
	const char *columns[INDEX_COLUMNS];
	bool descending[INDEX_COLUMNS];
	size_t column_count;
	bool unique;
	bool declared; /* a model asks for it: it is made anew where the database has another of its name */
	bool unlisted; /* not in the description that Strapi keeps, and so of no concern to it */
};

/* From one column to the id of another table. */
struct schema_key {
	const char *name, *column, *table;
	bool cascade; /* rows go with the row that they point to; else the column becomes null */
};

struct schema_table {
	const char *name;
	const struct content_type *type; /* whose entries are in it; NULL for all other tables */
	bool housekeeping;               /* of Strapi's own, and of no use to lectern: made in an empty database only */
	bool own;                        /* lectern's, unknown to Strapi */
	bool unlisted;                   /* not in the description that Strapi keeps in strapi_database_schema */
	struct schema_column *columns;
	size_t column_count, column_capacity;
	struct schema_index *indexes;
	size_t index_count, index_capacity;
	struct schema_key *keys;
	size_t key_count, key_capacity;
};

struct schema {
	struct arena *arena;
	struct schema_table **tables; /* those of types first, then those of links */
	size_t count, capacity;
	struct map by_name; /* -> struct schema_table * */
};

/* Describes all tables of `registry`, in `arena`. Fails when two of them would have the same name. */
bool schema_describe(struct arena *arena, const struct registry *registry, struct schema *schema, struct error *error);

const struct schema_table *schema_find(const struct schema *schema, const char *name); /* or NULL */

/* For the files that describe tables. Names must live as long as the schema. */
struct schema_table *schema_add_table(struct schema *schema, const char *name); /* with its id */
struct schema_column *schema_add_column(struct schema *schema, struct schema_table *table, const char *name,
                                        enum column_type type);
void schema_add_reference(struct schema *schema, struct schema_table *table, const char *name);
void schema_add_order(struct schema *schema, struct schema_table *table, const char *name);
struct schema_index *schema_add_index(struct schema *schema, struct schema_table *table, const char *name,
                                      const char *column);
void schema_add_key(struct schema *schema, struct schema_table *table, const char *name, const char *column,
                    const char *target, bool cascade);

/* The tables of links that `type` owns. */
void schema_add_links(struct schema *schema, const struct content_type *type);

/* Strapi's own tables: those before and those after the tables of types. */
void schema_add_settings(struct schema *schema);
void schema_add_housekeeping(struct schema *schema);

/* lectern's own table. */
void schema_add_own(struct schema *schema);

/* The columns createdBy and updatedBy of a table, with their indexes and keys. */
void schema_add_join_column(struct schema *schema, struct schema_table *table, const char *column, const char *target);

#endif
