/* What is to be told when a change is on disk, or is not in force: parts of a transaction that are undone take theirs
 * with them. */
#include "endings.h"

void store_add_ending(struct store_session *session, struct store_ending *ending)
{
	ending->depth = session->depth;
	ending->next = session->endings;
	session->endings = ending;
}

/* The first added runs first. */
void endings_run(struct store_ending *endings, bool done)
{
	struct store_ending *ordered = NULL, *next;
	for (; endings; endings = next) {
		next = endings->next;
		endings->next = ordered;
		ordered = endings;
	}
	for (; ordered; ordered = next) {
		next = ordered->next;
		ordered->run(ordered, done);
	}
}

/* Those of the innermost part belong to the one around it. */
static void keep(struct store_session *session)
{
	for (struct store_ending *ending = session->endings; ending && ending->depth == session->depth;
	     ending = ending->next)
		ending->depth--;
	session->depth--;
}

static void undo(struct store_session *session)
{
	struct store_ending *undone = session->endings, **end = &undone;
	while (*end && (*end)->depth == session->depth)
		end = &(*end)->next;
	session->endings = *end;
	*end = NULL;
	session->depth--;
	endings_run(undone, false);
}

bool endings_savepoint(struct store_session *session, enum savepoint step, struct error *error)
{
	if (!session->store->driver->savepoint(session->connection, step, error))
		return false;
	if (step == SAVEPOINT_BEGIN)
		session->depth++;
	else if (step == SAVEPOINT_KEEP)
		keep(session);
	else
		undo(session);
	return true;
}
