/* The links of dynamic zones and polymorphic attributes: ids and types, read before the entries themselves. */
#include "session.h"
#include "store/sql/sql.h"

static void write_links(struct sql *sql, const struct attribute *attribute, const int64_t *parents, size_t count)
{
	const struct link_storage *link = &attribute->link;
	sql_text(sql, "SELECT ");
	sql_column(sql, "l", link->owner_column);
	sql_text(sql, ", ");
	sql_column(sql, "l", link->target_column);
	sql_text(sql, ", ");
	sql_column(sql, "l", link->type_column);
	sql_text(sql, " FROM ");
	/* A join, so that the parents lead: the other indexes of such tables find half of the table. */
	sql->dialect->ids_table(sql, sql_bind_ids(sql, parents, count), "p");
	sql_text(sql, " JOIN ");
	sql_name(sql, link->table);
	sql_text(sql, " AS l ON ");
	sql_column(sql, "l", link->owner_column);
	sql_text(sql, " = ");
	sql_column(sql, "p", "value");
	if (link->field) {
		sql_text(sql, " AND l.\"field\" = ");
		sql_value(sql, NULL, value_text(slice_of(link->field)));
	}
	sql_text(sql, " ORDER BY ");
	sql_column(sql, "l", link->owner_column);
	if (link->order_column) {
		sql_text(sql, ", ");
		sql_column(sql, "l", link->order_column);
	}
	sql_text(sql, ", l.\"id\"");
}

bool store_select_links(struct store_session *session, const struct content_type *owner,
                        const struct attribute *attribute, const int64_t *parents, size_t parent_count,
                        struct store_link **links, size_t *count, struct error *error)
{
	static const struct attribute text = {.name = "type", .column = "type", .type = ATTRIBUTE_STRING};
	const struct attribute *columns[] = {&owner->id, &owner->id, &text};
	const struct driver *driver = session->store->driver;
	struct driver_rows *rows;
	struct sql sql;
	size_t capacity = 0;
	bool row, done;
	*links = NULL;
	*count = 0;
	session_start_sql(session, &sql);
	write_links(&sql, attribute, parents, parent_count);
	done = session_run(session, &sql, buffer_as_slice(&sql.text), columns, COUNT_OF(columns), &rows, error);
	buffer_free(&sql.text);
	if (!done)
		return false;
	while ((done = driver->next(rows, &row, error)) && row) {
		struct cell parent, target, type;
		driver->cell(rows, 0, &parent);
		driver->cell(rows, 1, &target);
		driver->cell(rows, 2, &type);
		const struct content_type *found =
		    type.kind == CELL_TEXT ? model_type(session->store->registry, type.text) : NULL;
		/* A type that is not known counts only for a relation to one entry: see store_link. */
		bool known = found || (type.kind == CELL_TEXT && attribute->link.kind == LINK_COLUMN_OWNER);
		if (!known || target.kind != CELL_INTEGER || parent.kind != CELL_INTEGER)
			continue;
		*links = arena_grow(session->arena, *links, *count, &capacity, sizeof **links);
		(*links)[(*count)++] = (struct store_link){parent.integer, target.integer, found};
	}
	driver->finish(rows);
	return done;
}
