/* Part of the door of the room `store`: whole tables, page by page, for export and import.
 *
 * Rows are taken as they are: what they mean is known to those that describe the tables. */
#ifndef LECTERN_STORE_TRANSFER_H
#define LECTERN_STORE_TRANSFER_H

#include "model/model.h"

struct store_session;
struct store_cursor;
struct value;

struct store_column {
	const char *column;
	const struct attribute *as;      /* what it is written as */
	const struct attribute *read_as; /* NULL: the same */
};

/* One end of a link: the entry of that id must be there. */
struct store_end {
	const char *column;
	const char *type_column; /* names the entry's type by its uid; NULL: there is one type */
	const struct content_type **types;
	size_t type_count;
};

struct store_table {
	const char *name;
	struct store_column *columns; /* beside the id */
	size_t column_count;
	/* Which rows count. */
	struct store_end *ends;
	size_t end_count;
	const char *field_column; /* has one of `fields`; NULL: is not looked at */
	const char **fields;
	size_t field_count;
	const char *but_column, *but_text; /* rows with this text do not count, nor are they deleted; or NULL */
};

/* From here on all that the session allocates lives in `arena`, which may be reset between two calls. */
void store_use_arena(struct store_session *session, struct arena *arena);

/* The session may take longer than that of a request. */
void store_take_time(struct store_session *session);

/* How many rows count, or with `all` how many there are. */
bool store_count_rows(struct store_session *session, const struct store_table *table, bool all, int64_t *count,
                      struct error *error);

/* The rows with an id above `after`, at most `limit` of them, in the order of ids, those that do not count among them.
 * To be read with store_next, store_id, store_row_counts and store_cell; the cells are the table's columns. */
bool store_select_rows(struct store_session *session, const struct store_table *table, int64_t after, int64_t limit,
                       struct store_cursor **cursor, struct error *error);

bool store_row_counts(const struct store_cursor *cursor);

/* Adds rows: row after row the values of all columns. `ids`: theirs; NULL: the database gives them. */
bool store_insert_rows(struct store_session *session, const struct store_table *table, const int64_t *ids,
                       const struct value *values, size_t row_count, struct error *error);

/* Removes all rows of a table, those that do not count included (but see but_text). */
bool store_empty_table(struct store_session *session, const struct store_table *table, struct error *error);

/* After rows were added with ids of their own: the next row gets an id above all of them. */
bool store_continue_ids(struct store_session *session, const struct store_table *table, struct error *error);

#endif
