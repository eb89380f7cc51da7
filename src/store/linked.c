/* Leaving out what has no links. */
#include "session.h"

#include "store/sql/sql.h"

/* Whether the links of the attribute stand in rows of a table of their own. In one of components or files there are
 * rows of other fields, too. */
static bool has_rows(const struct link_storage *link)
{
	return link->kind == LINK_TABLE ||
	       (link->field && (link->kind == LINK_COMPONENTS || link->kind == LINK_MORPH_TARGET));
}

static bool is_text(const struct driver *driver, struct driver_rows *rows, size_t column, const char *text)
{
	struct cell cell;
	driver->cell(rows, column, &cell);
	return cell.kind == CELL_TEXT && slice_is(cell.text, text);
}

/* The type and the field of a row that may be the attribute's. */
struct wanted {
	const char *field, *type; /* or NULL: any */
};

static void write_statement(struct sql *sql, const struct link_storage *link, const struct wanted *wanted)
{
	sql_text(sql, "SELECT ");
	sql_column(sql, "l", link->owner_column);
	sql_text(sql, wanted->field ? ", l.\"field\"" : ", NULL");
	if (wanted->type) {
		sql_text(sql, ", ");
		sql_column(sql, "l", link->type_column);
	}
	sql_text(sql, " FROM ");
	sql_name(sql, link->table);
	sql_text(sql, " AS l LIMIT ");
	sql_value(sql, NULL, value_integer(LINKED_MOST + 1));
}

/* Reads the owners of all links of the attribute, and counts the rows of its table, up to one more than are kept. */
static bool read_owners(struct store_session *session, const struct link_storage *link, const struct wanted *wanted,
                        int64_t *owners, size_t *count, size_t *row_count, struct error *error)
{
	static const struct attribute id = {.name = "id", .column = "id", .type = ATTRIBUTE_ID};
	static const struct attribute text = {.name = "text", .column = "text", .type = ATTRIBUTE_STRING};
	const struct attribute *columns[] = {&id, &text, &text};
	const struct driver *driver = session->store->driver;
	struct driver_rows *running;
	struct sql sql;
	bool row = false;
	*count = *row_count = 0;
	session_start_sql(session, &sql);
	write_statement(&sql, link, wanted);
	bool done =
	    session_run(session, &sql, buffer_as_slice(&sql.text), columns, wanted->type ? 3 : 2, &running, error);
	buffer_free(&sql.text);
	if (!done)
		return false;
	while ((done = driver->next(running, &row, error)) && row) {
		++*row_count;
		if ((!wanted->field || is_text(driver, running, 1, wanted->field)) &&
		    (!wanted->type || is_text(driver, running, 2, wanted->type)))
			owners[(*count)++] = driver_integer(driver, running, 0);
	}
	driver->finish(running);
	return done;
}

bool store_leave_linked(struct store_session *session, const struct content_type *owner,
                        const struct attribute *attribute, int64_t *ids, size_t *count, struct error *error)
{
	const struct link_storage *link = &attribute->link;
	const struct wanted wanted = {link->field, link->kind == LINK_MORPH_TARGET ? owner->uid : NULL};
	struct linked *linked = &session->store->linked;
	const struct changes *changes = &session->store->changes;
	/* Where others' changes are heard of a moment later, the statement is asked. */
	if (!has_rows(link) || !*count || !session->store->driver->observe_changes || !store_knows_changes(session))
		return true;
	const uint16_t table = store_table_number(slice_of(link->table));
	enum linked_answer answer = linked_filter(linked, changes, attribute, table, session->moment, ids, count);
	if (answer == LINKED_WORTH_READING) {
		size_t read, rows;
		int64_t *owners = arena_alloc_unset(session->arena, (LINKED_MOST + 1) * sizeof *owners);
		if (!read_owners(session, link, &wanted, owners, &read, &rows, error))
			return false;
		linked_keep(linked, attribute, session->moment, owners, read, rows);
		answer = linked_filter(linked, changes, attribute, table, session->moment, ids, count);
	}
	/* What was left out is read of the table, too. */
	if (answer == LINKED_KNOWN && session->tables)
		store_tables_add(session->tables, slice_of(link->table));
	return true;
}
