#include "wire.h"

#include <errno.h>
#include <poll.h>
#include <time.h>

/* Longest wait in one go, in ms: how late a server found dead is noticed. */
enum { WAIT_SLICE = 250 };

static bool wait_for(PGconn *pg, const struct postgres_waiting *waiting, short events, int64_t deadline)
{
	struct pollfd socket = {.fd = libpq.PQsocket(pg), .events = events};
	for (;;) {
		int64_t left = deadline - clock_milliseconds();
		int ready = poll(&socket, 1, left <= 0 ? 0 : left < WAIT_SLICE ? (int)left : WAIT_SLICE);
		if (ready > 0)
			return true;
		if (ready < 0 && errno != EINTR)
			return false;
		if (left <= 0 || (waiting->is_cancelled && waiting->is_cancelled(waiting->context)))
			return false;
	}
}

void postgres_log_notice(void *context, const char *message)
{
	(void)context;
	log_message(LOG_DEBUG, "PostgreSQL: %s", message);
}

bool postgres_wire_flush(PGconn *pg, const struct postgres_waiting *waiting, int64_t deadline)
{
	int unsent;
	while ((unsent = libpq.PQflush(pg)) > 0) {
		/* The server may be unable to read on before we take what it says. */
		if (!wait_for(pg, waiting, POLLIN | POLLOUT, deadline) || !libpq.PQconsumeInput(pg))
			return false;
	}
	return unsent == 0;
}

bool postgres_wire_receive(PGconn *pg, const struct postgres_waiting *waiting, int64_t deadline, PGresult **result)
{
	while (libpq.PQisBusy(pg))
		if (!wait_for(pg, waiting, POLLIN, deadline) || !libpq.PQconsumeInput(pg))
			return false;
	*result = libpq.PQgetResult(pg);
	return true;
}
