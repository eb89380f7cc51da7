/* Statements that others wrote. */
#include "session.h"

bool store_run_raw(struct store_session *session, struct slice text, const struct value *values, size_t count,
                   struct buffer *json, struct error *error)
{
	struct bind *binds = arena_array(session->arena, count, sizeof *binds);
	for (size_t i = 0; i < count; i++)
		binds[i] = (struct bind){.kind = BIND_VALUE, .value = values[i]};
	session->statement_count++;
	/* Nobody knows which tables it reads, or changes. */
	if (session->tables)
		session->tables->all = true;
	if (session->writes)
		last_orders_forget_all(session->last_orders);
	return session->store->driver->raw(session->connection, text, binds, count, session->arena, json, error);
}

const char *store_client(const struct store *store)
{
	return store->driver->name;
}
