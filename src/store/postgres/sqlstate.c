#include "sqlstate.h"

#include "base/base.h"

/* Whole states, or the classes that they begin with; the first that fits counts. */
static const struct {
	const char *begins;
	enum sqlstate_meaning meaning;
} meanings[] = {
    {"08", SQLSTATE_LOST},
    {"57P", SQLSTATE_LOST},
    {"25P03", SQLSTATE_LOST},
    /* A transaction that was just begun: a pooler has given away a server in the midst of another's, which failed. What
     * comes behind a failure of our own is not sent. */
    {"25P02", SQLSTATE_LOST},
    {"53", SQLSTATE_LOST},
    {"58", SQLSTATE_LOST},
    {"40", SQLSTATE_AGAIN},
    {"55P03", SQLSTATE_AGAIN},
    {"57", SQLSTATE_CANCELLED},
    {"25", SQLSTATE_UNREADY},
    {"26000", SQLSTATE_UNPREPARED},
    {"42P05", SQLSTATE_UNPREPARED},
    {"0A000", SQLSTATE_OUTDATED},
    {"23505", SQLSTATE_TAKEN},
    {"23", SQLSTATE_RULE},
    {"22", SQLSTATE_VALUE},
};

enum sqlstate_meaning sqlstate_of(const PGresult *result)
{
	const char *state = libpq.PQresultErrorField(result, PG_DIAG_SQLSTATE);
	if (!state)
		return SQLSTATE_LOST;
	for (size_t i = 0; i < COUNT_OF(meanings); i++)
		if (strncmp(state, meanings[i].begins, strlen(meanings[i].begins)) == 0)
			return meanings[i].meaning;
	return SQLSTATE_OTHER;
}

bool sqlstate_is_old_plan(const PGresult *result)
{
	/* The message is in the server's language. */
	const char *function = libpq.PQresultErrorField(result, PG_DIAG_SOURCE_FUNCTION);
	return function && strcmp(function, "RevalidateCachedQuery") == 0;
}

const char *sqlstate_message(const PGresult *result)
{
	const char *message = libpq.PQresultErrorField(result, PG_DIAG_MESSAGE_PRIMARY);
	return message ? message : libpq.PQresultErrorMessage(result);
}
