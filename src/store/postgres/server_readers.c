/* The connections of a server: opening and closing them, and what shows that it is full or down. */
#include "server_readers.h"
#include "reader_open.h"

#include <stdlib.h>
#include <time.h>

enum { FULL_PAUSE = 1000 /* ms until a server that takes no more connections is asked for another */ };

void postgres_server_close_readers(struct postgres_reader *list)
{
	while (list) {
		struct postgres_reader *next = list->next;
		postgres_reader_close(list);
		list = next;
	}
}

struct postgres_reader *postgres_server_forget_idle(struct postgres_server *server)
{
	struct postgres_reader *list = server->idle;
	server->count -= server->idle_count;
	server->idle = NULL;
	server->idle_count = 0;
	return list;
}

struct postgres_reader *postgres_server_connect(struct postgres_server *server, struct buffer *reason)
{
	bool refuses_options = false, found = false;
	pthread_mutex_lock(&server->lock);
	bool pooled = server->pooled, prepares = server->prepares;
	unsigned generation = server->generation;
	pthread_mutex_unlock(&server->lock);
	struct postgres_reader *reader =
	    postgres_reader_open(&server->target, pooled, prepares, &refuses_options, reason);
	if (!reader && refuses_options) {
		reason->len = 0;
		pooled = found = true;
		reader = postgres_reader_open(&server->target, true, prepares, &refuses_options, reason);
	}
	if (found)
		log_message(LOG_INFO,
		            "PostgreSQL %s %s: start-up options are not taken, so there is a pooler between: settings "
		            "go with each transaction, statements are %s",
		            server->role, server->target.direct.label,
		            reader && reader->pipeline.prepares ? "prepared, as it carries them" : "not prepared");
	if (pooled) {
		pthread_mutex_lock(&server->lock);
		server->pooled = true;
		server->carries = reader ? reader->pipeline.prepares : server->carries;
		pthread_mutex_unlock(&server->lock);
	}
	if (reader)
		reader->generation = generation;
	return reader;
}

struct postgres_reader *postgres_server_mark_down(struct postgres_server *server, const struct buffer *reason)
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
	return postgres_server_forget_idle(server);
}

bool postgres_server_count_one_more(struct postgres_server *server)
{
	int64_t now = clock_milliseconds();
	if (server->count >= server->most || (server->count > 0 && now < server->full_until))
		return false;
	if (server->full)
		server->full_until = now + FULL_PAUSE;
	server->count++;
	return true;
}

/* Under the lock. A server that takes no more connections serves those that it has; when these are lost, too, it is
 * down. */
static struct postgres_reader *note_refusal(struct postgres_server *server, const struct buffer *reason)
{
	if (server->count == 0)
		return postgres_server_mark_down(server, reason);
	if (!server->full)
		log_message(LOG_WARNING, "PostgreSQL %s %s takes no more connections than %u: %.*s", server->role,
		            server->target.direct.label, server->count, (int)reason->len,
		            reason->len ? reason->data : "");
	server->full = true;
	server->full_until = clock_milliseconds() + FULL_PAUSE;
	return NULL;
}

struct postgres_reader *postgres_server_open_counted(struct postgres_server *server)
{
	struct buffer reason = {0};
	struct postgres_reader *reader = postgres_server_connect(server, &reason), *closed = NULL;
	pthread_mutex_lock(&server->lock);
	if (reader) {
		server->full = false;
	} else {
		server->count--;
		closed = note_refusal(server, &reason);
	}
	pthread_mutex_unlock(&server->lock);
	postgres_server_close_readers(closed);
	buffer_free(&reason);
	return reader;
}

void postgres_server_wait(pthread_cond_t *condition, pthread_mutex_t *lock, int64_t clock)
{
	struct timespec until = {.tv_sec = clock / 1000, .tv_nsec = clock % 1000 * 1000000};
	pthread_cond_timedwait(condition, lock, &until);
}

void postgres_server_put_idle(struct postgres_server *server, struct postgres_reader *reader)
{
	reader->idle_since = clock_milliseconds();
	reader->next = server->idle;
	server->idle = reader;
	server->idle_count++;
}
