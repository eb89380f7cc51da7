#include "listener.h"
#include "conninfo.h"
#include "store/migrate/triggers.h"
#include "waiters.h"
#include "wire.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <sys/eventfd.h>
#include <unistd.h>

enum {
	ANSWER_TIME = 2000, /* ms for an answer */
	ASK_EVERY = 1000,   /* ms */
	FIRST_DELAY = 100,
	LAST_DELAY = 5000, /* ms between attempts to listen */
};

/* The tables, and what can be read as one, whose changes nobody tells. */
static const char silent_tables[] =
    "SELECT c.relname FROM pg_class c WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f') AND c.relnamespace = (SELECT oid "
    "FROM pg_namespace WHERE nspname = current_schema()) AND NOT EXISTS (SELECT 1 FROM pg_trigger t WHERE t.tgrelid = "
    "c.oid AND t.tgname = '" MIGRATE_TRIGGER "' AND t.tgenabled = 'A')";

struct postgres_listener {
	struct changes *changes;
	struct arena *arena;
	struct conninfo conninfo;
	const char *prefix; /* of the names that are told: "schema." */
	struct postgres_waiting waiting;
	pthread_t thread;
	int wake; /* an eventfd: readable when somebody waits, or the thread shall end */
	atomic_bool stopping, hears;
	struct waiters waiters;
	/* of the thread */
	PGconn *pg;
	bool asked;        /* a question is under way */
	uint64_t asked_by; /* the newest who waited then */
	int64_t answer_by; /* when that is given up: a time of clock_milliseconds */
	int64_t look_at;   /* when the silent tables are asked for again */
	bool told;         /* why it can't listen, since it last did */
};

/* ---- asking ---- */

/* One result outside of the listening; NULL when none came. */
static PGresult *ask(struct postgres_listener *listener, const char *sql)
{
	const int64_t deadline = clock_milliseconds() + ANSWER_TIME;
	PGresult *result = NULL, *end;
	if (!libpq.PQsendQuery(listener->pg, sql) || !postgres_wire_flush(listener->pg, &listener->waiting, deadline) ||
	    !postgres_wire_receive(listener->pg, &listener->waiting, deadline, &result))
		return NULL;
	if (result && postgres_wire_receive(listener->pg, &listener->waiting, deadline, &end))
		libpq.PQclear(end);
	return result;
}

/* A pooler gives its own number for the process of the server, and passes on no notifications. */
static bool is_direct(struct postgres_listener *listener)
{
	PGresult *result = ask(listener, "SELECT pg_backend_pid()");
	const bool direct = libpq.PQresultStatus(result) == PGRES_TUPLES_OK && libpq.PQntuples(result) == 1 &&
	                    atoi(libpq.PQgetvalue(result, 0, 0)) == libpq.PQbackendPID(listener->pg);
	libpq.PQclear(result);
	return direct;
}

static bool listen_to_changes(struct postgres_listener *listener)
{
	PGresult *result = ask(listener, "LISTEN " MIGRATE_CHANNEL);
	const bool done = libpq.PQresultStatus(result) == PGRES_COMMAND_OK;
	libpq.PQclear(result);
	return done;
}

/* ---- hearing ---- */

static void publish_silent_tables(struct postgres_listener *listener, const PGresult *result)
{
	struct store_tables silent = {.all = false};
	for (int row = 0; row < libpq.PQntuples(result); row++)
		store_tables_add(&silent, slice_of(libpq.PQgetvalue(result, row, 0)));
	changes_set_silent(listener->changes, &silent);
}

static void publish_notifications(struct postgres_listener *listener)
{
	const size_t length = strlen(listener->prefix);
	struct store_tables changed = {.all = false};
	bool any = false;
	PGnotify *notification;
	while ((notification = libpq.PQnotifies(listener->pg))) {
		if (strncmp(notification->extra, listener->prefix, length) == 0) {
			store_tables_add(&changed, slice_of(notification->extra + length));
			any = true;
		}
		libpq.PQfreemem(notification);
	}
	if (any)
		changes_publish(listener->changes, &changed);
}

/* ---- questions ---- */

/* What was committed before the question was sent has been published: the server sends notifications ahead of the end
 * of an answer. */
static void end_question(struct postgres_listener *listener)
{
	listener->asked = false;
	publish_notifications(listener);
	waiters_end(&listener->waiters, listener->asked_by);
}

/* Takes what has come of the answer. False when it was none. */
static bool take_answer(struct postgres_listener *listener)
{
	bool good = true;
	while (listener->asked && good && !libpq.PQisBusy(listener->pg)) {
		PGresult *result = libpq.PQgetResult(listener->pg);
		if (!result) {
			end_question(listener);
			break;
		}
		if (libpq.PQresultStatus(result) == PGRES_TUPLES_OK)
			publish_silent_tables(listener, result);
		else
			good = libpq.PQresultStatus(result) == PGRES_EMPTY_QUERY;
		libpq.PQclear(result);
	}
	return good;
}

/* Asks for the silent tables once a second, and nothing at all where somebody waits. */
static bool ask_next(struct postgres_listener *listener)
{
	const int64_t now = clock_milliseconds();
	if (listener->asked)
		return now < listener->answer_by;
	listener->asked_by = waiters_newest(&listener->waiters);
	const bool look = now >= listener->look_at;
	if (!look && !listener->asked_by)
		return true;
	listener->asked = true;
	listener->answer_by = now + ANSWER_TIME;
	if (look)
		listener->look_at = now + ASK_EVERY;
	return libpq.PQsendQuery(listener->pg, look ? silent_tables : "") && libpq.PQflush(listener->pg) >= 0;
}

static void drain(int wake)
{
	uint64_t count;
	if (read(wake, &count, sizeof count) < 0 && errno != EAGAIN)
		abort();
}

/* Waits for what comes next. False when the connection is lost, or the thread shall end. */
static bool hear(struct postgres_listener *listener)
{
	struct pollfd events[] = {
	    {.fd = libpq.PQsocket(listener->pg), .events = POLLIN},
	    {.fd = listener->wake, .events = POLLIN},
	};
	const int64_t left = (listener->asked ? listener->answer_by : listener->look_at) - clock_milliseconds();
	if (poll(events, 2, left < 0 ? 0 : (int)left) > 0) {
		if (events[1].revents)
			drain(listener->wake);
		if (events[0].revents && !libpq.PQconsumeInput(listener->pg))
			return false;
	}
	if (atomic_load(&listener->stopping))
		return false;
	publish_notifications(listener);
	return libpq.PQflush(listener->pg) >= 0 && take_answer(listener) && ask_next(listener);
}

/* ---- the connection ---- */

static void tell(struct postgres_listener *listener, const char *reason)
{
	if (!listener->told && !atomic_load(&listener->stopping))
		log_message(LOG_WARNING, "PostgreSQL %s: answers are not remembered: %.*s", listener->conninfo.label,
		            (int)strcspn(reason, "\n"), reason);
	listener->told = true;
}

/* Connects and listens. What others committed before it listened is published as any change. */
static bool begin(struct postgres_listener *listener)
{
	listener->pg = libpq.PQconnectdbParams(listener->conninfo.keywords, listener->conninfo.values, 0);
	if (libpq.PQstatus(listener->pg) != CONNECTION_OK || libpq.PQsetnonblocking(listener->pg, 1) != 0) {
		tell(listener, libpq.PQerrorMessage(listener->pg));
		return false;
	}
	libpq.PQsetNoticeProcessor(listener->pg, postgres_log_notice, NULL);
	if (!is_direct(listener)) {
		tell(listener, "a pooler stands between, which passes on no notifications");
		return false;
	}
	if (!listen_to_changes(listener)) {
		tell(listener, libpq.PQerrorMessage(listener->pg));
		return false;
	}
	PGresult *result = ask(listener, silent_tables);
	const bool known = libpq.PQresultStatus(result) == PGRES_TUPLES_OK;
	if (known)
		publish_silent_tables(listener, result);
	libpq.PQclear(result);
	if (!known) {
		tell(listener, libpq.PQerrorMessage(listener->pg));
		return false;
	}
	changes_publish(listener->changes, NULL);
	listener->asked = false;
	listener->look_at = clock_milliseconds() + ASK_EVERY;
	if (listener->told)
		log_message(LOG_INFO, "PostgreSQL %s: answers are remembered again", listener->conninfo.label);
	listener->told = false;
	atomic_store(&listener->hears, true);
	return true;
}

static void end(struct postgres_listener *listener)
{
	if (atomic_exchange(&listener->hears, false))
		tell(listener, "the connection that hears of changes is lost");
	waiters_end(&listener->waiters, 0);
	libpq.PQfinish(listener->pg);
	listener->pg = NULL;
}

/* Milliseconds; less when the thread shall end. */
static void wait_before_next(struct postgres_listener *listener, int delay)
{
	const int64_t until = clock_milliseconds() + delay;
	for (int64_t left = delay; left > 0 && !atomic_load(&listener->stopping); left = until - clock_milliseconds()) {
		struct pollfd wake = {.fd = listener->wake, .events = POLLIN};
		if (poll(&wake, 1, (int)left) > 0)
			drain(listener->wake);
	}
}

static void *run(void *context)
{
	struct postgres_listener *listener = context;
	int delay = FIRST_DELAY;
	while (!atomic_load(&listener->stopping)) {
		if (begin(listener)) {
			delay = FIRST_DELAY;
			while (hear(listener))
				;
		}
		end(listener);
		wait_before_next(listener, delay);
		delay = delay * 2 < LAST_DELAY ? delay * 2 : LAST_DELAY;
	}
	return NULL;
}

static bool is_stopping(void *context)
{
	struct postgres_listener *listener = context;
	return atomic_load(&listener->stopping);
}

static void destroy(struct postgres_listener *listener)
{
	if (listener->wake >= 0)
		close(listener->wake);
	waiters_free(&listener->waiters);
	arena_destroy(listener->arena);
	free(listener);
}

static void wake(struct postgres_listener *listener)
{
	const uint64_t one = 1;
	if (write(listener->wake, &one, sizeof one) != sizeof one && errno != EAGAIN)
		abort();
}

struct postgres_listener *postgres_listener_start(const struct config *config, struct changes *changes)
{
	struct postgres_listener *listener = memory_alloc(sizeof *listener);
	const struct conninfo_settings settings = {config->postgres_schema, ANSWER_TIME, false};
	struct error error;
	listener->arena = arena_create();
	listener->changes = changes;
	listener->prefix = arena_format(listener->arena, "%s.", config->postgres_schema);
	listener->waiting =
	    (struct postgres_waiting){.patience = ANSWER_TIME, .is_cancelled = is_stopping, .context = listener};
	listener->wake = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
	waiters_init(&listener->waiters);
	if (listener->wake < 0 ||
	    !conninfo_read(listener->arena, config->postgres_url, &settings, &listener->conninfo, &error)) {
		destroy(listener);
		return NULL;
	}
	conninfo_set(&listener->conninfo, "application_name", "lectern listener");
	if (pthread_create(&listener->thread, NULL, run, listener) != 0)
		abort();
	return listener;
}

void postgres_listener_stop(struct postgres_listener *listener)
{
	if (!listener)
		return;
	atomic_store(&listener->stopping, true);
	wake(listener);
	pthread_join(listener->thread, NULL);
	destroy(listener);
}

bool postgres_listener_hears(const struct postgres_listener *listener)
{
	return listener && atomic_load(&listener->hears);
}

bool postgres_listener_catch_up(struct postgres_listener *listener)
{
	if (!postgres_listener_hears(listener))
		return false;
	const uint64_t number = waiters_add(&listener->waiters);
	wake(listener);
	return waiters_wait(&listener->waiters, number, &listener->hears, ANSWER_TIME / 1000);
}
