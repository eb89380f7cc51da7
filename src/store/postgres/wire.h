/* Inside the room `store`: waiting for what a PostgreSQL server has to say, with nonblocking connections of libpq. */
#ifndef LECTERN_STORE_POSTGRES_WIRE_H
#define LECTERN_STORE_POSTGRES_WIRE_H

#include "base/base.h"

#include "libpq/libpq.h"

/* How long, and until when, a server is waited for. */
struct postgres_waiting {
	int64_t patience;                    /* ms until an answer is given up: longer than the server's own limit */
	bool (*is_cancelled)(void *context); /* asked now and then: true when the server was found dead. May be NULL */
	void *context;
};

/* What a server says beside its answers, for PQsetNoticeProcessor. */
void postgres_log_notice(void *context, const char *message);

/* Sends all that is to be sent. False when the connection is lost, the deadline has passed or the server was given up.
 */
bool postgres_wire_flush(PGconn *pg, const struct postgres_waiting *waiting, int64_t deadline);

/* The next result, or NULL at the end of a statement's results. False as above. */
bool postgres_wire_receive(PGconn *pg, const struct postgres_waiting *waiting, int64_t deadline, PGresult **result);

#endif
