#include "server_readers.h"

#include <stdlib.h>

/* ---- taking and giving back ---- */

static struct postgres_reader *take_idle(struct postgres_server *server, size_t thread)
{
	struct postgres_reader **at = &server->idle;
	while (*at && (*at)->thread != thread)
		at = &(*at)->next;
	if (!*at)
		at = &server->idle;
	struct postgres_reader *reader = *at;
	if (reader) {
		*at = reader->next;
		server->idle_count--;
	}
	return reader;
}

/* Under the lock. Waits for an idle connection, or for one to be *opened. NULL otherwise: down, or busy. */
static struct postgres_reader *wait_for_idle(struct postgres_server *server, size_t thread, bool background,
                                             int64_t deadline, bool *open, bool *busy)
{
	struct postgres_reader *reader = NULL;
	for (; atomic_load(&server->up);) {
		bool may_take = !background || server->background < (server->most + 1) / 2;
		if (may_take && (reader = take_idle(server, thread)))
			break;
		if (may_take && postgres_server_count_one_more(server)) {
			*open = true;
			return NULL;
		}
		if (clock_milliseconds() >= deadline) {
			*busy = true;
			return NULL;
		}
		bool full = server->count < server->most && server->full_until < deadline;
		postgres_server_wait(&server->freed, &server->lock, full ? server->full_until : deadline);
	}
	return reader;
}

static void note_background_end(struct postgres_server *server)
{
	pthread_mutex_lock(&server->lock);
	server->background--;
	pthread_mutex_unlock(&server->lock);
}

struct postgres_reader *postgres_server_take(struct postgres_server *server, size_t thread, bool background,
                                             int64_t deadline, bool *busy)
{
	struct postgres_reader *reader;
	bool open;
	*busy = false;
	do {
		open = false;
		pthread_mutex_lock(&server->lock);
		reader = wait_for_idle(server, thread, background, deadline, &open, busy);
		server->background += background && (reader || open);
		pthread_mutex_unlock(&server->lock);
		if (open)
			reader = postgres_server_open_counted(server);
		if (open && !reader && background)
			note_background_end(server);
	} while (open && !reader && atomic_load(&server->up));
	if (reader) {
		reader->thread = thread;
		reader->background = background;
	}
	return reader;
}

void postgres_server_give(struct postgres_server *server, struct postgres_reader *reader)
{
	struct postgres_reader *closed = NULL;
	pthread_mutex_lock(&server->lock);
	server->background -= reader->background;
	const bool full = postgres_statements_are_many(&reader->pipeline.statements);
	if (!reader->lost && !full && reader->generation == server->generation) {
		postgres_server_put_idle(server, reader);
		server->answered = reader->idle_since;
	} else {
		if (reader->lost && !reader->spent && reader->generation == server->generation) {
			server->generation++;
			closed = postgres_server_forget_idle(server);
		}
		server->count--;
		reader->next = closed;
		closed = reader;
	}
	/* Whom a signal wakes may be one of the background, which may not take it. */
	pthread_cond_broadcast(&server->freed);
	pthread_mutex_unlock(&server->lock);
	postgres_server_close_readers(closed);
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
	clock_init_condition(&server->freed);
	clock_init_condition(&server->wake);
	server->target.waiting.is_cancelled = found_dead;
	server->target.waiting.context = server;
	server->delay = POSTGRES_FIRST_DELAY;
	server->answered = clock_milliseconds();
	struct postgres_reader *reader = postgres_server_connect(server, reason);
	if (!reader)
		return false;
	server->count = 1;
	postgres_server_put_idle(server, reader);
	atomic_store(&server->up, true);
	return true;
}

void postgres_server_stop(struct postgres_server *server)
{
	pthread_mutex_lock(&server->lock);
	server->closing = true;
	pthread_cond_signal(&server->wake);
	pthread_mutex_unlock(&server->lock);
	if (server->keeping)
		pthread_join(server->keeper, NULL);
	postgres_server_close_readers(postgres_server_forget_idle(server));
	pthread_cond_destroy(&server->freed);
	pthread_cond_destroy(&server->wake);
	pthread_mutex_destroy(&server->lock);
}
