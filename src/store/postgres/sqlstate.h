/* Inside the room `store`: what a failure that PostgreSQL reports means for the connection, the transaction and the
 * caller. */
#ifndef LECTERN_STORE_POSTGRES_SQLSTATE_H
#define LECTERN_STORE_POSTGRES_SQLSTATE_H

#include "libpq/libpq.h"

#include <stdbool.h>

enum sqlstate_meaning {
	SQLSTATE_LOST,       /* the connection, or the server, is of no more use */
	SQLSTATE_AGAIN,      /* a conflict with others: the same may succeed now */
	SQLSTATE_CANCELLED,  /* it took too long, or an operator ended it */
	SQLSTATE_UNREADY,    /* the transaction can't do this: it is read only */
	SQLSTATE_UNPREPARED, /* what was prepared is not there, or there already: a pooler is between */
	SQLSTATE_OUTDATED,   /* a table was changed since the statement was prepared */
	SQLSTATE_TAKEN,      /* a unique index has the value */
	SQLSTATE_RULE,       /* another rule of the tables is broken */
	SQLSTATE_VALUE,      /* a value that its type does not have */
	SQLSTATE_OTHER,      /* a mistake of ours, as a rule */
};

/* What the state of a result that is a failure says; one that has none comes from libpq, which lost the connection. */
enum sqlstate_meaning sqlstate_of(const PGresult *result);

/* Of what is outdated: whether it is a plan that returns other columns than the tables have now. Other features that
 * the server lacks have the same state. */
bool sqlstate_is_old_plan(const PGresult *result);

/* What the server says of it, for people. Lives as long as the result. */
const char *sqlstate_message(const PGresult *result);

#endif
