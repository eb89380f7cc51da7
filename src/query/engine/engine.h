/* Inside the room `query`: parameters as code gives them to strapi.db.query, which are JSON. Nothing is checked against
 * what a caller may see. Errors are worded as Strapi's query engine words them; those without a class are called
 * "Error", with status 500. */
#ifndef LECTERN_QUERY_ENGINE_H
#define LECTERN_QUERY_ENGINE_H

#include "query/reader.h"

#include <json-c/json.h>

struct engine {
	struct arena *arena;
	const struct registry *registry;
	struct error *error;
	size_t populates, conditions; /* made so far */
	unsigned depth;               /* of populates */
	bool undefined;               /* an id was compared with it in the where that is read */
};

/* An Error of JavaScript. Returns false. */
bool engine_fail(const struct engine *engine, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* ---- values.c: JavaScript values; what JSON has not is an object with the member "@", such as {"@":"undefined"} ----
 */

bool engine_is_tag(struct json_object *json, const char *tag);

/* A plain object of JavaScript. */
bool engine_is_record(struct json_object *json);

bool engine_is_truthy(struct json_object *json);

/* What JavaScript's String() makes of a value. */
struct slice engine_text(const struct engine *engine, struct json_object *json);

/* The day, or else the time, that a tagged Date is by the local clock of the code; without text for one that is none.
 * It is the Date's own. */
struct slice engine_local_part(enum attribute_type type, struct json_object *date);

/* JavaScript's Number(); false for NaN. */
bool engine_number(const struct engine *engine, struct json_object *json, double *number);

/* A value to compare a column with, as the attribute stores it. */
bool engine_cast(const struct engine *engine, const struct attribute *attribute, struct json_object *json,
                 struct value *value);

/* ---- the parameters ---- */

bool engine_read_where(struct engine *engine, const struct content_type *type, struct json_object *where,
                       struct condition **condition);
bool engine_read_select(const struct engine *engine, struct json_object *select, struct query *query);
void engine_add_id(struct query *query); /* where fields are chosen */
bool engine_read_order(const struct engine *engine, struct json_object *order, struct query *query);
/* A column's name, or a list of them. The entries are sorted by them where nothing else sorts them, as SQLite has them
 * then. */
bool engine_read_groups(const struct engine *engine, struct json_object *groups, struct query *query);

/* The filter of a query, which has one, as `where`. */
struct json_object *engine_write_where(const struct query *query);

/* All of them, into a plain query. `filters` are those of the entries that it is populated from, or NULL. */
bool engine_read_params(struct engine *engine, struct json_object *params, struct json_object *filters,
                        struct query *query);

/* A JSON string; the caller owns it. */
static inline struct json_object *engine_new_text(struct slice text)
{
	return json_object_new_string_len(text.ptr, (int)text.len);
}

#endif
