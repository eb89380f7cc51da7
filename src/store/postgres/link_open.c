/* Opening and closing connections. */
#include "link_open.h"

#include "base/base.h"
#include "version.h"

#include <stdlib.h>

enum { SET_UP_TIME = 5000 /* ms for what is asked when a connection is new */ };

/* One result outside of transactions; NULL when none came. */
static PGresult *ask(struct postgres_link *link, int64_t deadline)
{
	PGresult *result, *end;
	if (!postgres_wire_flush(link->pg, &link->target->waiting, deadline) ||
	    !postgres_wire_receive(link->pg, &link->target->waiting, deadline, &result))
		return NULL;
	if (result && postgres_wire_receive(link->pg, &link->target->waiting, deadline, &end))
		PQclear(end);
	return result;
}

/* A pooler may take the start-up options and ignore them. */
static bool options_hold(struct postgres_link *link, int64_t deadline)
{
	if (!PQsendQuery(link->pg, "SELECT current_setting('default_transaction_isolation')"))
		return false;
	PGresult *result = ask(link, deadline);
	bool hold = PQresultStatus(result) == PGRES_TUPLES_OK && PQntuples(result) == 1 &&
	            strcmp(PQgetvalue(result, 0, 0), "repeatable read") == 0;
	PQclear(result);
	return hold;
}

static bool prepare_version(struct postgres_link *link, int64_t deadline)
{
	if (!PQsendPrepare(link->pg, POSTGRES_VERSION_NAME, POSTGRES_VERSION_STATEMENT, 0, NULL))
		return false;
	PGresult *result = ask(link, deadline);
	bool done = PQresultStatus(result) == PGRES_COMMAND_OK;
	PQclear(result);
	return done;
}

static bool set_up(struct postgres_link *link, int64_t deadline, bool *refuses_options)
{
	PQsetNoticeProcessor(link->pg, postgres_log_notice, NULL);
	if (PQsetnonblocking(link->pg, 1) != 0)
		return false;
	if (!link->pooled && !options_hold(link, deadline)) {
		*refuses_options = PQstatus(link->pg) == CONNECTION_OK;
		return false;
	}
	if (link->prepares && !prepare_version(link, deadline))
		return false;
	return PQenterPipelineMode(link->pg) == 1;
}

struct postgres_link *postgres_link_open(const struct postgres_target *target, bool pooled, bool prepares,
                                         bool *refuses_options, struct buffer *reason)
{
	const struct conninfo *conninfo = pooled ? &target->pooled : &target->direct;
	struct postgres_link *link = memory_alloc(sizeof *link);
	link->target = target;
	link->pooled = pooled;
	link->prepares = prepares && !pooled;
	link->pg = PQconnectdbParams(conninfo->keywords, conninfo->values, 0);
	*refuses_options = false;
	if (!link->pg) {
		buffer_text(reason, "no memory for a connection");
		postgres_link_close(link);
		return NULL;
	}
	bool connected = PQstatus(link->pg) == CONNECTION_OK;
	if (connected && set_up(link, clock_milliseconds() + SET_UP_TIME, refuses_options))
		return link;
	const char *message = PQerrorMessage(link->pg);
	if (!connected && !pooled && strstr(message, "unsupported startup parameter"))
		*refuses_options = true;
	struct slice text = slice_trim(slice_of(message));
	buffer_slice(reason, text.len ? text : SLICE("no answer in time"));
	postgres_link_close(link);
	return NULL;
}

void postgres_link_close(struct postgres_link *link)
{
	if (!link)
		return;
	PQfinish(link->pg);
	postgres_statements_free(&link->statements);
	free(link);
}
