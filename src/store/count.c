/* Counting entries. */
#include "count.h"
#include "cursor.h"
#include "store/sql/select_from.h"

/* Adds what the session sees to the key of a total. False when that is not known, or not yet. */
static bool write_seen(struct store_session *session, struct buffer *key)
{
	uint64_t seen = session->store->driver->version_seen(session->connection);
	if (seen)
		buffer_format(key, "|%llx", (unsigned long long)seen);
	return seen;
}

static void write_count(struct store_session *session, const struct query *query, struct sql *sql)
{
	session_start_sql(session, sql);
	sql->aliases = 1;
	sql_text(sql, "SELECT COUNT(*) FROM ");
	sql_name(sql, query->type->table);
	sql_text(sql, " AS t0");
	sql_conditions(sql, query, "t0", false);
}

void count_keep(struct store_session *session, const struct query *query, int64_t count)
{
	struct sql sql;
	struct buffer key = {0};
	write_count(session, query, &sql);
	totals_write_key(&key, &sql);
	if (write_seen(session, &key))
		totals_keep(&session->store->totals, buffer_as_slice(&key), count);
	buffer_free(&key);
	buffer_free(&sql.text);
}

bool store_count(struct store_session *session, const struct query *query, int64_t *count, struct error *error)
{
	struct sql sql;
	struct buffer key = {0};
	struct totals *totals = &session->store->totals;
	bool done = true;
	if (!session_admits(session, query, error))
		return false;
	write_count(session, query, &sql);
	totals_write_key(&key, &sql);
	session_note_tables(session, buffer_as_slice(&sql.text));
	bool known = !session->writes && write_seen(session, &key);
	if (!known || !totals_find(totals, buffer_as_slice(&key), count)) {
		done = session_read_number(session, &sql, query, count, error);
		if (done && !session->writes && (known || write_seen(session, &key)))
			totals_keep(totals, buffer_as_slice(&key), *count);
	}
	buffer_free(&key);
	buffer_free(&sql.text);
	return done;
}

/* Totals of any state of the database have keys without its version. */
bool store_estimate(struct store_session *session, const struct query *query, int64_t *count, struct error *error)
{
	enum { OLDEST = 60000 };
	struct sql sql;
	struct buffer key = {0};
	write_count(session, query, &sql);
	totals_write_key(&key, &sql);
	session_note_tables(session, buffer_as_slice(&sql.text));
	bool done =
	    !session->writes && totals_find_recent(&session->store->totals, buffer_as_slice(&key), OLDEST, count);
	if (!done) {
		done = store_count(session, query, count, error);
		if (done)
			totals_keep(&session->store->totals, buffer_as_slice(&key), *count);
	}
	buffer_free(&key);
	buffer_free(&sql.text);
	return done;
}

bool store_count_related(struct store_session *session, const struct store_select *select, struct store_cursor **cursor,
                         struct error *error)
{
	static const struct attribute integer = {.name = "count", .column = "count", .type = ATTRIBUTE_ID};
	const struct attribute **columns = arena_array(session->arena, 2, sizeof *columns);
	struct sql sql;
	char link_alias[SQL_ALIAS_SIZE];
	columns[0] = columns[1] = &integer;
	if (!session_admits(session, select->query, error))
		return false;
	session_start_sql(session, &sql);
	sql.aliases = 1;
	sql_text(&sql, "SELECT p.\"value\", COUNT(*) FROM ");
	select_write_via(&sql, select, link_alias);
	sql_conditions(&sql, select->query, "t0", false);
	sql_text(&sql, " GROUP BY p.\"value\"");
	if (!session_open_cursor(session, &sql, columns, 2, 1, cursor, error))
		return false;
	(*cursor)->query = select->query;
	return true;
}

bool store_count_of_each(struct store_session *session, const struct content_type *owner,
                         const struct attribute *relation, const int64_t *ids, size_t count, int64_t *counts,
                         struct error *error)
{
	const struct store_select select = {
	    .query = query_create(session->arena, relation->target),
	    .via = relation,
	    .owner = owner,
	    .parents = ids,
	    .parent_count = count,
	};
	struct store_cursor *cursor;
	struct cell cell;
	bool row, done;
	if (!count)
		return true;
	if (!store_count_related(session, &select, &cursor, error))
		return false;
	while ((done = store_next(cursor, &row, error)) && row) {
		store_cell(cursor, 0, &cell);
		for (size_t i = 0; i < count; i++)
			if (ids[i] == store_id(cursor))
				counts[i] = cell.integer;
	}
	store_close_cursor(cursor);
	return done;
}
