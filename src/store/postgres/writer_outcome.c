/* What became of a transaction whose COMMIT was sent and not answered: the server knows it by its number. */
#include "writer_outcome.h"
#include "writer_statements.h"

#include <unistd.h>

enum {
	FINDING_TIME = 10000, /* ms; a server that was restarted has time to come back */
	FINDING_PAUSE = 250,
};

/* With the answers that are to be waited for anyway it costs no round trip. */
bool postgres_writer_settle_with_number(struct postgres_writer *writer, struct error *error)
{
	struct postgres_query query = {.rows = NULL};
	bool done = postgres_writer_send(writer, SLICE("SELECT pg_current_xact_id()::text"), 0, NULL, &query, error) &&
	            postgres_writer_settle(writer, error);
	if (done && libpq.PQntuples(query.rows) == 1)
		snprintf(writer->transaction, sizeof writer->transaction, "%s", libpq.PQgetvalue(query.rows, 0, 0));
	libpq.PQclear(query.rows);
	return done;
}

enum outcome { NOT_FOUND, STILL_OPEN, COMMITTED, ABORTED, FORGOTTEN };

static enum outcome outcome_of(const PGresult *rows)
{
	const char *status = libpq.PQntuples(rows) == 1 ? libpq.PQgetvalue(rows, 0, 0) : "";
	if (strcmp(status, "committed") == 0)
		return COMMITTED;
	if (strcmp(status, "aborted") == 0)
		return ABORTED;
	return strcmp(status, "in progress") == 0 ? STILL_OPEN : FORGOTTEN;
}

static enum outcome ask(struct postgres_writer *writer)
{
	const char *const values[] = {writer->transaction};
	struct postgres_query query = {.rows = NULL};
	struct error ignored;
	enum outcome outcome = NOT_FOUND;
	if (postgres_writer_connect(writer, &ignored) &&
	    postgres_writer_send(writer, SLICE("SELECT pg_xact_status($1::xid8)"), 1, values, &query, &ignored) &&
	    postgres_writer_receive(writer, &query, &ignored))
		outcome = outcome_of(query.rows);
	else if (writer->pipeline.pg && !writer->lost)
		outcome = FORGOTTEN; /* it was restored from an earlier state, and knows of no such transaction */
	libpq.PQclear(query.rows);
	if (writer->pipeline.pg && !postgres_writer_synchronize(writer, &ignored))
		postgres_writer_disconnect(writer);
	return outcome;
}

bool postgres_writer_find_outcome(struct postgres_writer *writer, struct error *error)
{
	int64_t deadline = clock_milliseconds() + FINDING_TIME;
	enum outcome outcome = NOT_FOUND;
	postgres_writer_disconnect(writer);
	while (writer->transaction[0] && (outcome == NOT_FOUND || outcome == STILL_OPEN)) {
		outcome = ask(writer);
		if (clock_milliseconds() >= deadline)
			break;
		if (outcome == NOT_FOUND || outcome == STILL_OPEN)
			usleep(FINDING_PAUSE * 1000);
	}
	if (outcome == COMMITTED)
		return true;
	if (outcome == ABORTED)
		return error_unavailable(error,
		                         "PostgreSQL: the connection was lost during COMMIT, which was not done");
	return error_unavailable(error, "PostgreSQL: the connection was lost during COMMIT, and it can't be found out "
	                                "whether it was done");
}
