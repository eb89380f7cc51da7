/* Inside the room `store`: SQL text from queries. */
#ifndef LECTERN_STORE_SQL_H
#define LECTERN_STORE_SQL_H

#include "store/driver.h"

enum { SQL_ALIAS_SIZE = 16 };

static inline void sql_text(struct sql *sql, const char *text)
{
	buffer_text(&sql->text, text);
}

/* A column of a table alias, quoted: "t0"."name". */
void sql_column(struct sql *sql, const char *alias, const char *column);

/* A quoted name. Names come from models only; a quote in one is doubled all the same. */
void sql_name(struct sql *sql, const char *name);

/* "restaurants" AS t1 */
void sql_table(struct sql *sql, const char *table, const char *alias);

/* The table of a link as t1; a relation that keeps nothing has an empty one, with the columns of its link. */
void sql_link_table(struct sql *sql, const struct link_storage *link, const char *alias);

/* Binds a value and writes its placeholder. */
void sql_value(struct sql *sql, const struct attribute *attribute, struct value value);

/* Binds ids and returns the number of the bind. */
size_t sql_bind_ids(struct sql *sql, const int64_t *ids, size_t count);

/* A new table alias: "t7". */
void sql_alias(struct sql *sql, char alias[SQL_ALIAS_SIZE]);

/* A join from the alias of an attribute's own type over the attribute to a new alias of the other side, with the
 * word for the kind of join (" JOIN " or " LEFT JOIN "). `link` gets the alias of the link table; empty when there is
 * none. */
void sql_join(struct sql *sql, const char *join, const struct content_type *owner, const struct attribute *attribute,
              const char *from, char to[SQL_ALIAS_SIZE]);

/* The condition that joins a link table (or, for the column kinds, the other side itself) under `alias` to the owner's
 * id, given as alias and column: "l"."restaurant_id" = "p"."value" and the rest of what the link compares. */
void sql_link_condition(struct sql *sql, const struct content_type *owner, const struct attribute *attribute,
                        const char *alias, const char *owner_alias, const char *owner_column);

/* The rest of that condition alone: what it compares beside the owner's id. False when there is nothing to. */
bool sql_link_kind(struct sql *sql, const struct content_type *owner, const struct attribute *attribute,
                   const char *alias);

/* SELECT of a column of the links of an attribute that go to entries that are there. The links get the alias `link`,
 * the entries the alias `target`; the two are the same when the links are columns of the entries. Not for join columns,
 * which are in the owner's table. */
void sql_select_links(struct sql *sql, const struct attribute *attribute, const char *column, char link[SQL_ALIAS_SIZE],
                      char target[SQL_ALIAS_SIZE]);

/* fields.c: as store_fields. *sorts is NULL, or says for each field which of the query's sorts, counted from 1, reads
 * the column in its place; 0: the entry itself. */
const struct attribute **sql_fields(struct arena *arena, const struct store_select *select, size_t *count,
                                    size_t **sorts);

/* True when the links are columns of the other side's own table, so that no table lies between. */
bool sql_link_is_direct(const struct link_storage *link);

/* The attribute of the type that has the column of an attribute of another one, of the same kind of value, and that
 * anybody may ask for who may ask for that; or NULL. */
const struct attribute *sql_own_attribute(const struct content_type *type, const struct attribute *attribute);

/* All conditions of a query on `alias`: filter, search and publication state, each with " AND " or " WHERE " before it
 * (where: " WHERE " was written already). */
void sql_conditions(struct sql *sql, const struct query *query, const char *alias, bool where);

/* The same on t0, for a query with groups: t0 is the first entry of each group among those that the query finds. */
void sql_firsts(struct sql *sql, const struct query *query, bool where);

/* search.c: the condition that a text of an entry has the query's search in it. */
void sql_search(struct sql *sql, const struct query *query, const char *alias);

/* compare.c: one comparison on a table alias. */
void sql_comparison(struct sql *sql, const struct condition *condition, const char *alias);

/* Puts a regular expression (operator ~) in the place of a pattern of LIKE, where the database needs it. */
bool sql_regular_expression(const struct sql *sql, struct slice *pattern);

/* limits.c: refuses with 400 a query whose filter or sorts no database could take. */
bool sql_check_size(const struct query *query, struct error *error);

/* How many relations a query's sorts and filters go over, and how many of these lead to many entries. */
struct sql_weight {
	size_t sort_joins, sort_lists, filter_lists;
};
void sql_weigh(const struct query *query, struct sql_weight *weight);

/* Whether a query of that weight takes long where there is much to read: rows multiply over lists. */
bool sql_is_heavy(const struct sql_weight *weight);

/* SQL's three truths, in their order: a conjunction is as true as its least part. */
enum sql_truth { SQL_FALSE, SQL_UNKNOWN, SQL_TRUE };

/* What a comparison comes to when its column is null. */
enum sql_truth sql_truth_without_entry(const struct condition *condition);

#endif
