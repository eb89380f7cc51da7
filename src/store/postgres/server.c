#include "server.h"

#include <errno.h>
#include <stdlib.h>
#include <time.h>

enum {
	KEEPER_ROUND = 1000, /* ms */
	IDLE_LIMIT = 30000,  /* ms until a connection more than the fewest is closed */
	SILENCE = 1000,      /* ms without an answer before a server is asked whether it is there */
	FULL_PAUSE = 1000,   /* ms until a server that takes no more connections is asked for another */
};

/* ---- waiting ---- */

static void wait_until(pthread_cond_t *condition, pthread_mutex_t *lock, int64_t clock)
{
	struct timespec until = {.tv_sec = clock / 1000, .tv_nsec = clock % 1000 * 1000000};
	pthread_cond_timedwait(condition, lock, &until);
}

static void init_condition(pthread_cond_t *condition)
{
	pthread_condattr_t attributes;
	pthread_condattr_init(&attributes);
	pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
	pthread_cond_init(condition, &attributes);
	pthread_condattr_destroy(&attributes);
}

/* ---- connections (the lock is not held while one is opened or closed) ---- */

static void close_list(struct postgres_link *list)
{
	while (list) {
		struct postgres_link *next = list->next;
		postgres_link_close(list);
		list = next;
	}
}

/* Takes all idle connections away; the caller closes them. */
static struct postgres_link *forget_idle(struct postgres_server *server)
{
	struct postgres_link *list = server->idle;
	server->count -= server->idle_count;
	server->idle = NULL;
	server->idle_count = 0;
	return list;
}

static struct postgres_link *connect_as_it_is(struct postgres_server *server, struct buffer *reason)
{
	bool refuses_options = false;
	pthread_mutex_lock(&server->lock);
	bool pooled = server->pooled, prepares = server->prepares;
	unsigned generation = server->generation;
	pthread_mutex_unlock(&server->lock);
	struct postgres_link *link = postgres_link_open(&server->target, pooled, prepares, &refuses_options, reason);
	if (!link && refuses_options) {
		log_message(
		    LOG_INFO,
		    "PostgreSQL %s %s: start-up options are not taken, so there is a pooler between: settings go "
		    "with each transaction, statements are not prepared",
		    server->role, server->target.direct.label);
		pthread_mutex_lock(&server->lock);
		server->pooled = true;
		pthread_mutex_unlock(&server->lock);
		reason->len = 0;
		link = postgres_link_open(&server->target, true, false, &refuses_options, reason);
	}
	if (link)
		link->generation = generation;
	return link;
}

/* Under the lock. */
static struct postgres_link *mark_down(struct postgres_server *server, const struct buffer *reason)
{
	if (atomic_load(&server->up)) {
		log_message(LOG_WARNING, "PostgreSQL %s %s is down: %.*s", server->role, server->target.direct.label,
		            (int)reason->len, reason->len ? reason->data : "");
		atomic_store(&server->up, false);
		server->delay = POSTGRES_FIRST_DELAY;
	}
	server->generation++;
	pthread_cond_broadcast(&server->freed);
	pthread_cond_signal(&server->wake);
	return forget_idle(server);
}

/* Under the lock. Counts one connection more when it may be opened: of a full server one is asked for now and then. */
static bool count_one_more(struct postgres_server *server)
{
	int64_t now = postgres_clock();
	if (server->count >= server->most || (server->count > 0 && now < server->full_until))
		return false;
	if (server->full)
		server->full_until = now + FULL_PAUSE;
	server->count++;
	return true;
}

/* Under the lock. A server that takes no more connections serves those that it has; when these are lost, too, it is
 * down. */
static struct postgres_link *note_refusal(struct postgres_server *server, const struct buffer *reason)
{
	if (server->count == 0)
		return mark_down(server, reason);
	if (!server->full)
		log_message(LOG_WARNING, "PostgreSQL %s %s takes no more connections than %u: %.*s", server->role,
		            server->target.direct.label, server->count, (int)reason->len,
		            reason->len ? reason->data : "");
	server->full = true;
	server->full_until = postgres_clock() + FULL_PAUSE;
	return NULL;
}

/* Opens a connection whose place has been counted already. NULL: the server is down, or full. */
static struct postgres_link *open_counted(struct postgres_server *server)
{
	struct buffer reason = {0};
	struct postgres_link *link = connect_as_it_is(server, &reason), *closed = NULL;
	pthread_mutex_lock(&server->lock);
	if (link) {
		server->full = false;
	} else {
		server->count--;
		closed = note_refusal(server, &reason);
	}
	pthread_mutex_unlock(&server->lock);
	close_list(closed);
	buffer_free(&reason);
	return link;
}

/* ---- taking and giving back ---- */

static struct postgres_link *take_idle(struct postgres_server *server, size_t thread)
{
	struct postgres_link **at = &server->idle;
	while (*at && (*at)->thread != thread)
		at = &(*at)->next;
	if (!*at)
		at = &server->idle;
	struct postgres_link *link = *at;
	if (link) {
		*at = link->next;
		server->idle_count--;
	}
	return link;
}

/* Under the lock. Waits for an idle connection, or for one to be *opened. NULL otherwise: down, or busy. */
static struct postgres_link *wait_for_idle(struct postgres_server *server, size_t thread, int64_t deadline, bool *open,
                                           bool *busy)
{
	struct postgres_link *link = NULL;
	while (atomic_load(&server->up) && !(link = take_idle(server, thread))) {
		if (count_one_more(server)) {
			*open = true;
			return NULL;
		}
		if (postgres_clock() >= deadline) {
			*busy = true;
			return NULL;
		}
		bool full = server->count < server->most && server->full_until < deadline;
		wait_until(&server->freed, &server->lock, full ? server->full_until : deadline);
	}
	return link;
}

struct postgres_link *postgres_server_take(struct postgres_server *server, size_t thread, int64_t deadline, bool *busy)
{
	struct postgres_link *link;
	bool open;
	*busy = false;
	do {
		open = false;
		pthread_mutex_lock(&server->lock);
		link = wait_for_idle(server, thread, deadline, &open, busy);
		pthread_mutex_unlock(&server->lock);
		if (open)
			link = open_counted(server);
	} while (open && !link && atomic_load(&server->up));
	if (link)
		link->thread = thread;
	return link;
}

static void put_idle(struct postgres_server *server, struct postgres_link *link)
{
	link->idle_since = postgres_clock();
	link->next = server->idle;
	server->idle = link;
	server->idle_count++;
}

void postgres_server_give(struct postgres_server *server, struct postgres_link *link)
{
	struct postgres_link *closed = NULL;
	pthread_mutex_lock(&server->lock);
	if (!link->lost && link->generation == server->generation) {
		put_idle(server, link);
		server->answered = link->idle_since;
	} else {
		if (link->lost && !link->spent && link->generation == server->generation) {
			server->generation++;
			closed = forget_idle(server);
		}
		server->count--;
		link->next = closed;
		closed = link;
	}
	pthread_cond_signal(&server->freed);
	pthread_mutex_unlock(&server->lock);
	close_list(closed);
}

/* ---- the keeper ---- */

/* Tries to reach a server that is down. Under the lock, which is let go meanwhile. */
static void try_again(struct postgres_server *server)
{
	struct buffer reason = {0};
	wait_until(&server->wake, &server->lock, postgres_clock() + server->delay);
	if (server->closing)
		return;
	pthread_mutex_unlock(&server->lock);
	struct postgres_link *link = connect_as_it_is(server, &reason);
	pthread_mutex_lock(&server->lock);
	if (link) {
		log_message(LOG_INFO, "PostgreSQL %s %s is up again", server->role, server->target.direct.label);
		link->generation = server->generation;
		server->count++;
		put_idle(server, link);
		server->answered = link->idle_since;
		atomic_store(&server->silent, false);
		atomic_store(&server->up, true);
		pthread_cond_broadcast(&server->freed);
	} else {
		server->delay = server->delay * 2 < POSTGRES_LAST_DELAY ? server->delay * 2 : POSTGRES_LAST_DELAY;
	}
	buffer_free(&reason);
}

/* Takes away the connections that nobody needed for long. */
static struct postgres_link *trim(struct postgres_server *server)
{
	struct postgres_link *closed = NULL, **at = &server->idle;
	int64_t oldest = postgres_clock() - IDLE_LIMIT;
	while (*at && server->count > server->fewest) {
		struct postgres_link *link = *at;
		if (link->idle_since >= oldest) {
			at = &link->next;
			continue;
		}
		*at = link->next;
		link->next = closed;
		closed = link;
		server->idle_count--;
		server->count--;
	}
	return closed;
}

/* Opens one more connection when there are too few. Under the lock, which is let go meanwhile. */
static void fill(struct postgres_server *server)
{
	while (!server->closing && atomic_load(&server->up) && server->count < server->fewest &&
	       count_one_more(server)) {
		pthread_mutex_unlock(&server->lock);
		struct postgres_link *link = open_counted(server);
		if (link)
			postgres_server_give(server, link);
		pthread_mutex_lock(&server->lock);
	}
}

/* Connections are in use and none has come back for a while: either the statements are long, or the server is dead.
 * Under the lock, which is let go meanwhile. */
static void ask_when_silent(struct postgres_server *server)
{
	if (server->count == server->idle_count || postgres_clock() - server->answered < SILENCE)
		return;
	const struct conninfo *conninfo = &server->target.probe;
	struct buffer reason = {0};
	struct postgres_link *closed = NULL;
	buffer_text(&reason, "it does not answer");
	pthread_mutex_unlock(&server->lock);
	PGPing answer = PQpingParams(conninfo->keywords, conninfo->values, 1);
	pthread_mutex_lock(&server->lock);
	if (answer == PQPING_NO_RESPONSE && postgres_clock() - server->answered >= SILENCE) {
		atomic_store(&server->silent, true);
		closed = mark_down(server, &reason);
	}
	pthread_mutex_unlock(&server->lock);
	close_list(closed);
	buffer_free(&reason);
	pthread_mutex_lock(&server->lock);
}

static void *keep(void *context)
{
	struct postgres_server *server = context;
	pthread_mutex_lock(&server->lock);
	while (!server->closing) {
		if (!atomic_load(&server->up)) {
			try_again(server);
			continue;
		}
		wait_until(&server->wake, &server->lock, postgres_clock() + KEEPER_ROUND);
		if (server->closing || !atomic_load(&server->up))
			continue;
		struct postgres_link *closed = trim(server);
		pthread_mutex_unlock(&server->lock);
		close_list(closed);
		pthread_mutex_lock(&server->lock);
		fill(server);
		if (!server->closing && atomic_load(&server->up))
			ask_when_silent(server);
	}
	pthread_mutex_unlock(&server->lock);
	return NULL;
}

/* ---- beginning and end ---- */

static bool found_dead(void *context)
{
	struct postgres_server *server = context;
	return !atomic_load(&server->up);
}

bool postgres_server_start(struct postgres_server *server, struct buffer *reason)
{
	pthread_mutex_init(&server->lock, NULL);
	init_condition(&server->freed);
	init_condition(&server->wake);
	server->target.waiting.given_up = found_dead;
	server->target.waiting.context = server;
	server->delay = POSTGRES_FIRST_DELAY;
	server->answered = postgres_clock();
	struct postgres_link *link = connect_as_it_is(server, reason);
	if (!link)
		return false;
	server->count = 1;
	put_idle(server, link);
	atomic_store(&server->up, true);
	return true;
}

void postgres_server_keep(struct postgres_server *server)
{
	server->keeping = pthread_create(&server->keeper, NULL, keep, server) == 0;
	if (!server->keeping)
		abort();
}

void postgres_server_stop(struct postgres_server *server)
{
	pthread_mutex_lock(&server->lock);
	server->closing = true;
	pthread_cond_signal(&server->wake);
	pthread_mutex_unlock(&server->lock);
	if (server->keeping)
		pthread_join(server->keeper, NULL);
	close_list(forget_idle(server));
	pthread_cond_destroy(&server->freed);
	pthread_cond_destroy(&server->wake);
	pthread_mutex_destroy(&server->lock);
}
