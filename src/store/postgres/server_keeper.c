/* The thread that looks after a server: reaches it again when it is down, closes and opens idle connections, and finds
 * out when it is silent. */
#include "server_keeper.h"
#include "server_readers.h"

#include <stdlib.h>

enum {
	KEEPER_ROUND = 1000, /* ms */
	IDLE_LIMIT = 30000,  /* ms until a connection more than the fewest is closed */
	SILENCE = 1000,      /* ms without an answer before a server is asked whether it is there */
};

/* Tries to reach a server that is down. Under the lock, which is let go meanwhile. */
static void try_again(struct postgres_server *server)
{
	struct buffer reason = {0};
	postgres_server_wait(&server->wake, &server->lock, clock_milliseconds() + server->delay);
	if (server->closing)
		return;
	pthread_mutex_unlock(&server->lock);
	struct postgres_reader *reader = postgres_server_connect(server, &reason);
	pthread_mutex_lock(&server->lock);
	if (reader) {
		log_message(LOG_INFO, "PostgreSQL %s %s is up again", server->role, server->target.direct.label);
		reader->generation = server->generation;
		server->count++;
		postgres_server_put_idle(server, reader);
		server->answered = reader->idle_since;
		atomic_store(&server->silent, false);
		atomic_store(&server->up, true);
		pthread_cond_broadcast(&server->freed);
	} else {
		server->delay = server->delay * 2 < POSTGRES_LAST_DELAY ? server->delay * 2 : POSTGRES_LAST_DELAY;
	}
	buffer_free(&reason);
}

/* Takes away the connections that nobody needed for long. */
static struct postgres_reader *trim(struct postgres_server *server)
{
	struct postgres_reader *closed = NULL, **at = &server->idle;
	int64_t oldest = clock_milliseconds() - IDLE_LIMIT;
	while (*at && server->count > server->fewest) {
		struct postgres_reader *reader = *at;
		if (reader->idle_since >= oldest) {
			at = &reader->next;
			continue;
		}
		*at = reader->next;
		reader->next = closed;
		closed = reader;
		server->idle_count--;
		server->count--;
	}
	return closed;
}

/* Opens one more connection when there are too few. Under the lock, which is let go meanwhile. */
static void fill(struct postgres_server *server)
{
	while (!server->closing && atomic_load(&server->up) && server->count < server->fewest &&
	       postgres_server_count_one_more(server)) {
		pthread_mutex_unlock(&server->lock);
		struct postgres_reader *reader = postgres_server_open_counted(server);
		if (reader)
			postgres_server_give(server, reader);
		pthread_mutex_lock(&server->lock);
	}
}

/* Connections are in use and none has come back for a while: either the statements are long, or the server is dead.
 * Under the lock, which is let go meanwhile. */
static void ask_when_silent(struct postgres_server *server)
{
	if (server->count == server->idle_count || clock_milliseconds() - server->answered < SILENCE)
		return;
	const struct conninfo *conninfo = &server->target.probe;
	struct buffer reason = {0};
	struct postgres_reader *closed = NULL;
	buffer_text(&reason, "it does not answer");
	pthread_mutex_unlock(&server->lock);
	PGPing answer = libpq.PQpingParams(conninfo->keywords, conninfo->values, 1);
	pthread_mutex_lock(&server->lock);
	if (answer == PQPING_NO_RESPONSE && clock_milliseconds() - server->answered >= SILENCE) {
		atomic_store(&server->silent, true);
		closed = postgres_server_mark_down(server, &reason);
	}
	pthread_mutex_unlock(&server->lock);
	postgres_server_close_readers(closed);
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
		postgres_server_wait(&server->wake, &server->lock, clock_milliseconds() + KEEPER_ROUND);
		if (server->closing || !atomic_load(&server->up))
			continue;
		struct postgres_reader *closed = trim(server);
		pthread_mutex_unlock(&server->lock);
		postgres_server_close_readers(closed);
		pthread_mutex_lock(&server->lock);
		fill(server);
		if (!server->closing && atomic_load(&server->up))
			ask_when_silent(server);
	}
	pthread_mutex_unlock(&server->lock);
	return NULL;
}

void postgres_server_keep(struct postgres_server *server)
{
	server->keeping = pthread_create(&server->keeper, NULL, keep, server) == 0;
	if (!server->keeping)
		abort();
}
