/* Leaving out what has no links. */
#include "session.h"

#include "store/sql/sql.h"

/* Reads the owners of all links, or of one more than are kept. */
static bool read_owners(struct store_session *session, const struct attribute *relation, int64_t *owners, size_t *count,
                        struct error *error)
{
	static const struct attribute integer = {.name = "id", .column = "id", .type = ATTRIBUTE_ID};
	const struct attribute *columns[] = {&integer};
	const struct driver *driver = session->store->driver;
	const struct link_storage *link = &relation->link;
	struct driver_rows *running;
	struct sql sql;
	bool row = false;
	*count = 0;
	session_start_sql(session, &sql);
	sql_text(&sql, "SELECT l.");
	sql_name(&sql, link->owner_column);
	sql_text(&sql, " FROM ");
	sql_name(&sql, link->table);
	sql_text(&sql, " AS l LIMIT ");
	sql_value(&sql, NULL, value_integer(LINKED_MOST + 1));
	bool done = session_run(session, &sql, buffer_as_slice(&sql.text), columns, 1, &running, error);
	buffer_free(&sql.text);
	if (!done)
		return false;
	while ((done = driver->next(running, &row, error)) && row && *count <= LINKED_MOST)
		owners[(*count)++] = driver_integer(driver, running, 0);
	driver->finish(running);
	return done;
}

bool store_leave_linked(struct store_session *session, const struct attribute *relation, int64_t *ids, size_t *count,
                        struct error *error)
{
	const struct link_storage *link = &relation->link;
	struct linked *linked = &session->store->linked;
	const struct changes *changes = &session->store->changes;
	/* Where others' changes are heard of a moment later, the statement is asked. */
	if (link->kind != LINK_TABLE || !*count || !session->store->driver->observe_changes ||
	    !store_knows_changes(session))
		return true;
	const uint16_t table = store_table_number(slice_of(link->table));
	enum linked_answer answer = linked_filter(linked, changes, relation, table, session->moment, ids, count);
	if (answer == LINKED_WORTH_READING) {
		size_t read;
		int64_t *owners = arena_alloc_unset(session->arena, (LINKED_MOST + 1) * sizeof *owners);
		if (!read_owners(session, relation, owners, &read, error))
			return false;
		linked_keep(linked, relation, session->moment, owners, read);
		answer = linked_filter(linked, changes, relation, table, session->moment, ids, count);
	}
	/* What was left out is read of the table, too. */
	if (answer == LINKED_KNOWN && session->tables)
		store_tables_add(session->tables, slice_of(link->table));
	return true;
}
