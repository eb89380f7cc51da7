/* Running statements in a session. */
#include "session.h"
#include "store/sql/sql.h"

void session_start_sql(struct store_session *session, struct sql *sql)
{
	*sql = (struct sql){.arena = session->arena, .dialect = &session->store->driver->dialect};
}

bool session_admits(struct store_session *session, const struct query *query, struct error *error)
{
	struct budget *budget = session->budget;
	struct sql_weight weight;
	if (!sql_check_size(query, error))
		return false;
	if (!budget || (!query->sort_count && !query->filter))
		return true;
	sql_weigh(query, &weight);
	if (!budget_take_sorts(budget, weight.sort_joins, error))
		return false;
	if (sql_is_heavy(&weight))
		budget_end_short(budget);
	return !budget->ended || budget_refuse(budget, NULL, error);
}

static bool check_tree(const struct query *query, struct budget *budget, struct error *error)
{
	struct sql_weight weight;
	sql_weigh(query, &weight);
	if (!sql_check_size(query, error) || !budget_take_sorts(budget, weight.sort_joins, error))
		return false;
	for (size_t i = 0; i < query->populate_count; i++) {
		const struct populate *populate = &query->populates[i];
		if (populate->query && !check_tree(populate->query, budget, error))
			return false;
		for (size_t j = 0; j < populate->by_type_count; j++)
			if (populate->by_type[j] && !check_tree(populate->by_type[j], budget, error))
				return false;
	}
	return true;
}

bool store_check_query(const struct store_session *session, const struct query *query, struct error *error)
{
	struct budget none, *budget = session->budget ? session->budget : &none;
	budget_init(&none, 0);
	const size_t sorts = budget->sorts;
	bool fits = check_tree(query, budget, error);
	budget->sorts = sorts;
	return fits;
}

bool session_may_run(struct store_session *session, struct slice text, struct error *error)
{
	struct budget *budget = session->budget;
	if (!budget)
		return true;
	if (!budget->ended && budget->turn_limit && heavy_knows(&session->store->heavy, text, budget->turn_limit))
		budget_end_early(budget);
	return !budget->ended || budget_refuse(budget, NULL, error);
}

void session_note_tables(struct store_session *session, struct slice text)
{
	if (!session->tables || (session->writes && changes_is_read(text)))
		return;
	session->has_written = true;
	changes_note(session->tables, text);
	/* A deletion takes what hangs on the rows with it, from tables that it does not name. */
	if (session->writes && slice_starts_with(text, SLICE("DELETE ")))
		session->tables->all |= !session->store->driver->observe_changes;
}

bool session_run(struct store_session *session, const struct sql *sql, struct slice text,
                 const struct attribute *const *columns, size_t column_count, struct driver_rows **rows,
                 struct error *error)
{
	if (!session_may_run(session, text, error))
		return false;
	session->statement_count++;
	session_note_tables(session, text);
	if (session->explained)
		explain_note(session, text, sql);
	return session->store->driver->run(session->connection, text, sql->binds, sql->bind_count, columns,
	                                   column_count, session->arena, rows, error);
}

static bool run_to_its_end(struct store_session *session, struct sql *sql, struct error *error)
{
	const struct driver *driver = session->store->driver;
	struct driver_rows *rows;
	bool row = true, done = session_run(session, sql, buffer_as_slice(&sql->text), NULL, 0, &rows, error);
	if (!done)
		return false;
	while ((done = driver->next(rows, &row, error)) && row)
		;
	driver->finish(rows);
	return done;
}

bool session_execute(struct store_session *session, struct sql *sql, struct error *error)
{
	const struct driver *driver = session->store->driver;
	bool done;
	if (session->writes && driver->execute) {
		session->statement_count++;
		session_note_tables(session, buffer_as_slice(&sql->text));
		done = driver->execute(session->connection, buffer_as_slice(&sql->text), sql->binds, sql->bind_count,
		                       session->arena, error);
	} else {
		done = run_to_its_end(session, sql, error);
	}
	buffer_free(&sql->text);
	return done;
}
