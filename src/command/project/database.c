#include "database.h"

#include "account/account.h"

#include <sys/stat.h>
#include <unistd.h>

static bool is_missing(const struct config *config)
{
	return config->client == DATABASE_SQLITE && access(config->sqlite_path, F_OK) != 0;
}

static bool is_link(const char *path)
{
	struct stat found;
	return lstat(path, &found) == 0 && S_ISLNK(found.st_mode);
}

bool database_is_known(const struct config *config, struct error *error)
{
	return !config->database_in_code ||
	       error_set(error, 500, "ConfigurationError",
	                 "Which database the project uses stands in %s, which is not read. Name it with --database or "
	                 "DATABASE_URL, or write what the file says into config/database.json",
	                 config->database_in_code);
}

bool database_permit(const struct config *config, bool create, struct error *error)
{
	const char *path = config->sqlite_path;
	if (!database_is_known(config, error))
		return false;
	if (!is_missing(config) || create)
		return true;
	if (is_link(path))
		return error_set(error, 500, "ConfigurationError",
		                 "There is no database %s: it is a link to what is not there. --create makes it", path);
	if (!config->database_is_default)
		return error_set(error, 500, "ConfigurationError",
		                 "There is no database %s. --create makes it, when it is not to be found elsewhere",
		                 path);
	if (config->other_database)
		return error_set(error, 500, "ConfigurationError",
		                 "There is no database %s, and %s tells of another one. Name that one with --database "
		                 "or DATABASE_URL; --create makes an empty one all the same",
		                 path, config->other_database);
	return true;
}

bool database_expect(const struct config *config, struct error *error)
{
	return database_is_known(config, error) &&
	       (!is_missing(config) ||
	        error_validation(error, "There is no database %s; lectern migrate makes it", config->sqlite_path));
}

bool database_prepare_admins(const struct config *config, const struct registry *registry, struct error *error)
{
	struct store *store;
	if (!store_open(config, registry, 1, &store, error))
		return false;
	struct content *content = content_open(registry, store_thread_count(store));
	bool done = account_prepare_admins(content, registry, store, error);
	content_close(content);
	store_close(store);
	return done;
}
