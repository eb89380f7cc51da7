/* The one connection that writes, and its transactions. */
#include "writer.h"
#include "file.h"
#include "published.h"

static void close_writer(struct sqlite_database *database)
{
	sqlite_disconnect(&database->writer);
	database->writer = (struct driver_session){.of = database};
	database->writer_losses++;
}

/* A connection to a file that could not be written stays one for reading: it is opened anew, as the file may be mended.
 */
static bool find_writable(struct sqlite_database *database, struct error *error)
{
	struct driver_session *writer = &database->writer;
	if (writer->database && !sqlite_is_read_only(writer))
		return true;
	close_writer(database);
	sqlite_match_modes(database->path);
	struct error reason; /* logged by connect() */
	if (sqlite_connect_writer(database, &reason)) {
		published_watch(database);
		return true;
	}
	close_writer(database);
	return error_unavailable(error, "SQLite: %s can't be opened for writing", database->path);
}

bool sqlite_begin_write(void *opened, size_t thread, struct driver_session **connection, struct error *error)
{
	struct sqlite_database *database = opened;
	(void)thread;
	pthread_mutex_lock(&database->writing);
	*connection = &database->writer;
	if ((sqlite_file_is_there(database) || sqlite_file_refuse(database, error)) && find_writable(database, error) &&
	    sqlite_execute(*connection, "BEGIN IMMEDIATE", error)) {
		published_begin(database);
		return true;
	}
	pthread_mutex_unlock(&database->writing);
	return false;
}

void sqlite_roll_back(struct driver_session *connection)
{
	sqlite_abandon(connection);
	connection->of->writer_losses++;
	pthread_mutex_unlock(&connection->of->writing);
}

bool sqlite_commit(struct driver_session *connection, struct error *error)
{
	struct sqlite_database *database = connection->of;
	bool there = sqlite_file_is_there(database) || sqlite_file_refuse(database, error);
	if (there && sqlite_execute(connection, "COMMIT", error)) {
		published_commit(database);
		pthread_mutex_unlock(&connection->of->writing);
		return true;
	}
	sqlite_roll_back(connection);
	return false;
}

/* In data_version a connection sees what others committed, and not its own. */
uint64_t sqlite_writer_version(struct driver_session *connection)
{
	uint64_t version = 0;
	struct error error; /* was logged */
	if (!sqlite_read_version(connection, &version, &error))
		connection->of->writer_losses++;
	return (version << 32) + connection->of->writer_losses + 1;
}

bool sqlite_savepoint(struct driver_session *connection, enum savepoint step, struct error *error)
{
	static const char *const texts[] = {
	    [SAVEPOINT_BEGIN] = "SAVEPOINT job",
	    [SAVEPOINT_KEEP] = "RELEASE job",
	    [SAVEPOINT_UNDO] = "ROLLBACK TO job; RELEASE job",
	};
	return sqlite_execute(connection, texts[step], error);
}
