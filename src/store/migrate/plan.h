/* Inside the room `store`: what a database lacks, and the statements that add it. */
#ifndef LECTERN_STORE_MIGRATE_PLAN_H
#define LECTERN_STORE_MIGRATE_PLAN_H

#include "database.h"
#include "migrate.h"
#include "store/schema/schema.h"

#include <json-c/json.h>

/* What the database has. */
struct existing {
	struct map columns; /* table -> struct map * of its columns -> the name of their type */
	struct map indexes; /* by name -> its columns: "rating:desc,id"; those of a unique one begin with "unique " */
	struct map keys;    /* by "table.name" */
};

struct change {
	const char *description; /* "table restaurants": for people; NULL: goes without saying */
	const char *sql;
	bool optional; /* rows that are there may forbid it, and nothing is lost without */
	bool drops, converts, rebuilds;
	bool own; /* of lectern's own table */
};

struct migration_plan {
	struct arena *arena;
	enum database_client client;
	const struct schema *schema;
	struct existing existing;
	bool fresh;    /* the database is empty, or has only tables of others */
	bool rebuilds; /* a table is made anew, and its rows are copied */
	/* The description of all tables that Strapi keeps; NULL when there is none. */
	struct json_object *listed;
	bool listed_changed;
	const char *content_types; /* Strapi's own copy of the models, as JSON; NULL when there is none */
	struct change *changes;
	size_t count, capacity;
	const char **notes; /* what is not changed, for people */
	size_t note_count, note_capacity;
};

/* Compares the database with the schema. `plan` is set whole; free it whatever comes of it. */
bool plan_make(struct migration_plan *plan, struct migration_database *database, const struct schema *schema,
               const struct migrate_options *options, struct arena *arena, struct error *error);
void plan_free(struct migration_plan *plan);

bool plan_has_table(const struct migration_plan *plan, const char *table);
bool plan_has_column(const struct migration_plan *plan, const char *table, const char *column);
const char *plan_column_type(const struct migration_plan *plan, const char *table, const char *column); /* or NULL */
bool plan_has_index(const struct migration_plan *plan, const char *name);

/* Adds a statement, whose text is copied and emptied. `description` may be NULL. */
struct change *plan_add(struct migration_plan *plan, struct buffer *sql, const char *description);

/* Adds an index that rows may forbid. */
void plan_add_index(struct migration_plan *plan, const struct schema_table *table, const struct schema_index *index);

/* Adds a line that tells what stays as it is, and why. */
void plan_note(struct migration_plan *plan, const char *text);

#endif
