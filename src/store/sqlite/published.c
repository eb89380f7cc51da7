#include "published.h"

static void note_row(void *context, int operation, const char *database_name, const char *table, sqlite3_int64 row)
{
	const struct sqlite_database *database = context;
	(void)operation;
	(void)database_name;
	(void)row;
	store_tables_add(database->written, slice_of(table));
}

void published_watch(struct sqlite_database *database)
{
	if (database->changes && database->writer.database)
		sqlite3_update_hook(database->writer.database, note_row, database);
}

void published_start(void *opened, struct changes *changes, struct store_tables *written)
{
	struct sqlite_database *database = opened;
	database->changes = changes;
	database->written = written;
	published_watch(database);
}

/* The header as it is now; 0 where there is none. */
static uint64_t current_number(struct snapshot *snapshot)
{
	snapshot_note_before(snapshot);
	snapshot->steady = snapshot->index != NULL;
	return snapshot_number(snapshot);
}

/* With the lock `writing` held, and no transaction of this process committed since `published` that is not in it. */
static void publish_others(struct sqlite_database *database, uint64_t number)
{
	if (number && number == atomic_load(&database->published))
		return;
	changes_publish(database->changes, NULL);
	atomic_store(&database->published, number);
}

void published_begin(struct sqlite_database *database)
{
	struct driver_session *writer = &database->writer;
	if (!database->changes)
		return;
	snapshot_find_index(&writer->snapshot, writer->database);
	publish_others(database, current_number(&writer->snapshot));
	database->commits_before = snapshot_commits(&writer->snapshot);
}

void published_commit(struct sqlite_database *database)
{
	struct driver_session *writer = &database->writer;
	if (!database->changes)
		return;
	const uint64_t number = current_number(&writer->snapshot);
	/* Somebody may have committed right behind this one. */
	const bool alone = number && snapshot_commits(&writer->snapshot) - database->commits_before <= 1;
	changes_publish(database->changes, alone ? database->written : NULL);
	atomic_store(&database->published, number);
}

bool published_is_all_known(struct driver_session *connection)
{
	struct sqlite_database *database = connection->of;
	const uint64_t seen = snapshot_number(&connection->snapshot);
	if (!database->changes || !seen)
		return false;
	if (seen == atomic_load(&database->published))
		return true;
	/* Who writes publishes what others have written, too. */
	if (pthread_mutex_trylock(&database->writing) != 0)
		return false;
	if (seen != atomic_load(&database->published) && snapshot_is_newest(&connection->snapshot))
		publish_others(database, seen);
	pthread_mutex_unlock(&database->writing);
	return seen == atomic_load(&database->published);
}
