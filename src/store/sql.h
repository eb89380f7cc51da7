/* Inside the room `store`: SQL text from queries. */
#ifndef LECTERN_STORE_SQL_H
#define LECTERN_STORE_SQL_H

#include "driver.h"

enum { SQL_ALIAS_SIZE = 16 };

void sql_text(struct sql *sql, const char *text);

/* A column of a table alias, quoted: "t0"."name". */
void sql_column(struct sql *sql, const char *alias, const char *column);

/* A quoted name. Names come from models only; a quote in one is doubled all the same. */
void sql_name(struct sql *sql, const char *name);

/* Binds a value and writes its placeholder. */
void sql_value(struct sql *sql, const struct attribute *attribute, struct value value);

/* Binds ids and returns the number of the bind. */
size_t sql_bind_ids(struct sql *sql, const int64_t *ids, size_t count);

/* A new table alias: "t7". */
void sql_alias(struct sql *sql, char alias[SQL_ALIAS_SIZE]);

/* A join from the alias of an attribute's own type over the attribute to a new alias of the other side, with the
 * word for the kind of join (" JOIN " or " LEFT JOIN "). `link` gets the alias of the link table; empty when there is none. */
void sql_join(struct sql *sql, const char *join, const struct content_type *owner, const struct attribute *attribute,
              const char *from, char to[SQL_ALIAS_SIZE]);

/* The condition that joins a link table (or, for the column kinds, the other side itself) under `alias` to the owner's
 * id, given as alias and column: "l"."restaurant_id" = "p"."value" and the rest of what the link compares. */
void sql_link_condition(struct sql *sql, const struct content_type *owner, const struct attribute *attribute,
                        const char *alias, const char *owner_alias, const char *owner_column);

/* True when the links are columns of the other side's own table, so that no table lies between. */
bool sql_link_is_direct(const struct link *link);

/* All conditions of a query on `alias`: filter, search and publication state, each with " AND " or " WHERE " before it
 * (where: " WHERE " was written already). */
void sql_conditions(struct sql *sql, const struct query *query, const char *alias, bool where);

/* One condition tree, joins aside. */
void sql_condition(struct sql *sql, const struct condition *condition, const char *alias);

#endif
