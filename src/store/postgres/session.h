/* Inside the PostgreSQL driver: sessions. The functions are those of struct driver (store/driver.h), in its order,
 * which says what each does. A session is used by one thread at a time; sessions of several threads run beside each
 * other. */
#ifndef LECTERN_STORE_POSTGRES_SESSION_H
#define LECTERN_STORE_POSTGRES_SESSION_H

#include "listener.h"
#include "pool.h"
#include "store/driver.h"

#include <stdatomic.h>

struct postgres_writer;

enum { POSTGRES_RIGHTS_TABLES = 16 };

/* What a thread has between begin and end. */
struct driver_session {
	struct postgres_pool *pool;
	struct postgres_reader *reader; /* NULL: it was lost */
	struct postgres_writer *writer; /* not NULL: this is the connection that writes */
	struct postgres_database *database;
	size_t thread;
	unsigned statements;   /* of this session */
	struct budget *budget; /* of this session, or NULL */
	bool primary;          /* of the primary, whatever replicas there are */
	bool limited;          /* of the writer: reads have a limit, and what they wait counts */
	bool started;          /* an answer was read: another connection would see another moment */
	bool behind;           /* what others committed before it began may be not known yet, where it must be */
};

struct postgres_database {
	struct postgres_pool *pool;
	struct driver_session *connections; /* one a thread */
	_Atomic int64_t usual;              /* nanoseconds that the answers took of late, to sessions with a turn */
	struct driver_session writing;
	struct postgres_listener *listener;      /* NULL: nothing is heard */
	const struct changes *changes;           /* NULL: nothing is heard */
	bool exact;                              /* each session catches up first */
	uint16_t rights[POSTGRES_RIGHTS_TABLES]; /* tables of callers, their rights and the settings */
	size_t rights_count;
};

bool postgres_open(const struct config *config, const struct registry *registry, size_t threads, void **opened,
                   struct error *error);
void postgres_close(void *opened);
void postgres_hear_changes(void *opened, const struct config *config, struct changes *changes);
bool postgres_knows_changes(struct driver_session *connection);
bool postgres_begin(void *opened, size_t thread, struct driver_session **connection, struct error *error);
void postgres_end(struct driver_session *connection);
bool postgres_begin_primary(void *opened, size_t thread, struct driver_session **connection, struct error *error);
void postgres_use_budget(struct driver_session *connection, struct budget *budget);
void postgres_limit_reads(struct driver_session *connection, int64_t limit);
int64_t postgres_turn(void *opened);
bool postgres_begin_write(void *opened, size_t thread, struct driver_session **connection, struct error *error);
bool postgres_commit(struct driver_session *connection, struct error *error);
void postgres_roll_back(struct driver_session *connection);
bool postgres_savepoint(struct driver_session *connection, enum savepoint step, struct error *error);
uint64_t postgres_version(struct driver_session *connection);
uint64_t postgres_version_seen(struct driver_session *connection);

/* Gives the session's connection back to the pool; the session has none then. */
void postgres_give_back(struct driver_session *connection);

/* Notes how long an answer took, in nanoseconds, for postgres_turn. */
void postgres_note_usual(struct postgres_database *database, int64_t took);

#endif
