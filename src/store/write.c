/* Writing rows. */
#include "cursor.h"
#include "store/sql/sql.h"

#include <assert.h>

/* NULL has no type of its own: it is written, not bound. */
static void write_value(struct sql *sql, const struct store_field *field)
{
	if (field->value.kind == VALUE_NULL)
		sql_text(sql, "NULL");
	else
		sql_value(sql, field->attribute, field->value);
}

static void write_assignments(struct sql *sql, const struct store_field *fields, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		if (i)
			sql_text(sql, ", ");
		sql_name(sql, fields[i].column);
		sql_text(sql, " = ");
		write_value(sql, &fields[i]);
	}
}

/* `id`: 0 where the database gives the row its id. */
static void write_insert(struct sql *sql, const char *table, int64_t id, const struct store_field *fields, size_t count)
{
	sql_text(sql, "INSERT INTO ");
	sql_name(sql, table);
	if (!count && !id) {
		sql_text(sql, " DEFAULT VALUES");
		return;
	}
	sql_text(sql, id ? " (\"id\"" : " (");
	for (size_t i = 0; i < count; i++) {
		sql_text(sql, i || id ? ", " : "");
		sql_name(sql, fields[i].column);
	}
	sql_text(sql, ") VALUES (");
	if (id)
		sql_value(sql, NULL, value_integer(id));
	for (size_t i = 0; i < count; i++) {
		sql_text(sql, i || id ? ", " : "");
		write_value(sql, &fields[i]);
	}
	sql_text(sql, ")");
}

bool store_insert(struct store_session *session, const char *table, const struct store_field *fields, size_t count,
                  int64_t *id, struct error *error)
{
	const struct driver *driver = session->store->driver;
	struct sql sql;
	session_start_sql(session, &sql);
	const int64_t known = id ? *id : 0;
	write_insert(&sql, table, known, fields, count);
	if (!id || known || driver->inserted_id) {
		if (!session_execute(session, &sql, error))
			return false;
		if (id && !known)
			*id = driver->inserted_id(session->connection);
		return true;
	}
	sql_text(&sql, " RETURNING \"id\"");
	bool done = session_read_number(session, &sql, NULL, id, error);
	buffer_free(&sql.text);
	return done;
}

static void write_where(struct sql *sql, const struct store_where *where)
{
	const char *before = " WHERE ";
	if (where->column) {
		sql_text(sql, before);
		sql_name(sql, where->column);
		sql_text(sql, " = ");
		sql_value(sql, NULL, value_integer(where->id));
		before = " AND ";
	}
	if (where->and_column) {
		sql_text(sql, before);
		sql_name(sql, where->and_column);
		sql_text(sql, " = ");
		sql_value(sql, NULL, value_text(slice_of(where->and_text)));
		before = " AND ";
	}
	if (where->ids) {
		sql_text(sql, before);
		sql->dialect->in_ids(sql, "t0", "id", sql_bind_ids(sql, where->ids, where->id_count));
	}
}

bool store_update(struct store_session *session, const char *table, const struct store_where *where,
                  const struct store_field *fields, size_t count, struct error *error)
{
	struct sql sql;
	assert(where->column || where->ids || where->and_column);
	if (!count)
		return true;
	session_start_sql(session, &sql);
	sql_text(&sql, "UPDATE ");
	sql_name(&sql, table);
	sql_text(&sql, " AS t0 SET ");
	write_assignments(&sql, fields, count);
	write_where(&sql, where);
	return session_execute(session, &sql, error);
}

bool store_set_setting(struct store_session *session, const char *key, const char *type, struct slice json,
                       struct error *error)
{
	static const char table[] = "strapi_core_store_settings";
	const struct store_field fields[] = {
	    {"value", NULL, value_text(json)},
	    {"key", NULL, value_text(slice_of(key))},
	    {"type", NULL, value_text(slice_of(type))},
	};
	const struct store_where where = {.and_column = "key", .and_text = key};
	struct slice known;
	if (!store_setting(session, key, &known, error))
		return false;
	return known.len ? store_update(session, table, &where, fields, 1, error)
	                 : store_insert(session, table, fields, COUNT_OF(fields), NULL, error);
}

bool store_delete(struct store_session *session, const char *table, const char *column, const int64_t *ids,
                  size_t count, struct error *error)
{
	struct sql sql;
	if (!count)
		return true;
	last_orders_forget(session->last_orders, table);
	session_start_sql(session, &sql);
	sql_text(&sql, "DELETE FROM ");
	sql_name(&sql, table);
	sql_text(&sql, " AS t0 WHERE ");
	sql.dialect->in_ids(&sql, "t0", column, sql_bind_ids(&sql, ids, count));
	return session_execute(session, &sql, error);
}
