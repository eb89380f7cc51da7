/* Parts of a transaction that are kept or undone by themselves. */
#include "endings.h"

bool store_writes(const struct store_session *session)
{
	return session->writes;
}

bool store_begin_undoable(struct store_session *session, struct error *error)
{
	return endings_savepoint(session, SAVEPOINT_BEGIN, error);
}

bool store_keep(struct store_session *session, struct error *error)
{
	return endings_savepoint(session, SAVEPOINT_KEEP, error);
}

bool store_undo(struct store_session *session, struct error *error)
{
	last_orders_forget_all(session->last_orders);
	return endings_savepoint(session, SAVEPOINT_UNDO, error);
}
