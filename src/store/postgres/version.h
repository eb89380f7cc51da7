/* Inside the room `store`: the statement that tells what a transaction sees. */
#ifndef LECTERN_STORE_POSTGRES_VERSION_H
#define LECTERN_STORE_POSTGRES_VERSION_H

/* Equal texts mean that the same transactions are visible. A replica does not tell all of it in its snapshot, but every
 * change of it is one of the position that it has replayed. */
#define POSTGRES_VERSION_COLUMN "pg_current_snapshot()::text || coalesce(pg_last_wal_replay_lsn()::text, '')"

/* The statement, and the name under which it is prepared on each connection. It sets the transaction's limit for each
 * statement, too: milliseconds, as text. */
#define POSTGRES_VERSION_STATEMENT "SELECT " POSTGRES_VERSION_COLUMN ", set_config('statement_timeout', $1, true)"
#define POSTGRES_VERSION_NAME "version"

#endif
