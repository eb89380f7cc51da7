#include "database.h"

#include "database_tls.h"
#include "package.h"
#include "unread.h"

#include "libpq/libpq.h"
#include <stdlib.h>

static const char expected_url[] = "sqlite:PATH, or postgres://user:password@host:port/database";

void conninfo_add(struct buffer *conninfo, const char *name, const char *value)
{
	if (!value)
		return;
	buffer_format(conninfo, "%s%s='", conninfo->len ? " " : "", name);
	for (; *value; value++) {
		if (*value == '\'' || *value == '\\')
			buffer_byte(conninfo, '\\');
		buffer_byte(conninfo, *value);
	}
	buffer_byte(conninfo, '\'');
}

/* Where libpq is missing, who opens the database says so. */
static bool is_conninfo(const char *text)
{
	struct error error;
	if (!libpq_load(&error))
		return true;
	PQconninfoOption *parsed = libpq.PQconninfoParse(text, NULL);
	libpq.PQconninfoFree(parsed);
	return parsed != NULL;
}

static bool is_postgres_url(const char *text)
{
	struct slice url = slice_of(text);
	return slice_starts_with(url, SLICE("postgres://")) || slice_starts_with(url, SLICE("postgresql://"));
}

/* `base`: the folder that a relative path is relative to; NULL: the working folder. */
static bool use_sqlite(struct settings *settings, const char *path, const char *base, struct config *config)
{
	if (!*path || strcmp(path, ":memory:") == 0)
		return false;
	config->client = DATABASE_SQLITE;
	bool as_it_is = path[0] == '/' || !base;
	config->sqlite_path = as_it_is ? path : arena_format(settings->arena, "%s/%s", base, path);
	return true;
}

static bool use_url(struct settings *settings, const char *url, const char *base, struct config *config)
{
	struct slice text = slice_of(url);
	if (slice_starts_with(text, SLICE("sqlite://")))
		return use_sqlite(settings, url + sizeof "sqlite://" - 1, base, config);
	if (slice_starts_with(text, SLICE("sqlite:")))
		return use_sqlite(settings, url + sizeof "sqlite:" - 1, base, config);
	if (!is_postgres_url(url) || !is_conninfo(url))
		return false;
	config->client = DATABASE_POSTGRES;
	config->postgres_url = url;
	return true;
}

static void read_client(struct settings *settings, const struct config_file *file, struct config *config)
{
	static const struct {
		const char *name;
		enum database_client client;
	} clients[] = {
	    {"sqlite", DATABASE_SQLITE},     {"better-sqlite3", DATABASE_SQLITE}, {"sqlite3", DATABASE_SQLITE},
	    {"postgres", DATABASE_POSTGRES}, {"postgresql", DATABASE_POSTGRES},   {"pg", DATABASE_POSTGRES},
	};
	struct setting setting;
	if (!setting_find(settings, file, "connection.client", "DATABASE_CLIENT", &setting))
		return;
	const char *name = setting_as_text(settings, &setting);
	for (size_t i = 0; name && i < COUNT_OF(clients); i++) {
		if (strcmp(clients[i].name, name) == 0) {
			config->client = clients[i].client;
			return;
		}
	}
	setting_refuse(settings, &setting, "\"sqlite\" or \"postgres\"");
}

static void read_sqlite(struct settings *settings, const struct config_file *file, struct config *config)
{
	struct setting setting;
	const char *path = ".tmp/data.db";
	if (setting_find(settings, file, "connection.connection.filename", "DATABASE_FILENAME", &setting))
		path = setting_as_text(settings, &setting);
	if (!path || !use_sqlite(settings, path, settings->directory, config))
		setting_refuse(settings, &setting, "the path of a database file");
}

static void read_postgres_parts(struct settings *settings, const struct config_file *file, struct config *config)
{
	const char *host = "localhost", *database = NULL, *user = NULL, *password = NULL;
	int64_t port = 5432;
	setting_text(settings, file, "connection.connection.host", "DATABASE_HOST", &host);
	setting_integer(settings, file, "connection.connection.port", "DATABASE_PORT", "a port between 1 and 65535", 1,
	                65535, &port);
	setting_text(settings, file, "connection.connection.database", "DATABASE_NAME", &database);
	setting_text(settings, file, "connection.connection.user", "DATABASE_USERNAME", &user);
	setting_text(settings, file, "connection.connection.password", "DATABASE_PASSWORD", &password);
	const struct database_tls tls = database_read_tls(settings, file);
	struct buffer conninfo = {0};
	conninfo_add(&conninfo, "host", host);
	conninfo_add(&conninfo, "port", arena_format(settings->arena, "%d", (int)port));
	conninfo_add(&conninfo, "dbname", database);
	conninfo_add(&conninfo, "user", user);
	conninfo_add(&conninfo, "password", password);
	conninfo_add(&conninfo, "sslmode", tls.mode);
	conninfo_add(&conninfo, "sslrootcert", tls.authority);
	conninfo_add(&conninfo, "sslcert", tls.certificate);
	conninfo_add(&conninfo, "sslkey", tls.key);
	config->postgres_url = arena_copy(settings->arena, buffer_as_slice(&conninfo));
	buffer_free(&conninfo);
}

/* Where the text says nothing of TLS, what stands beside it counts. */
static const char *with_tls(struct settings *settings, const struct config_file *file, const char *url)
{
	const struct database_tls tls = database_read_tls(settings, file);
	const char *const options[][2] = {
	    {"sslmode", tls.mode},
	    {"sslrootcert", tls.authority},
	    {"sslcert", tls.certificate},
	    {"sslkey", tls.key},
	};
	const char *made = url;
	if (strstr(url, "sslmode") || !tls.mode)
		return url;
	for (size_t i = 0; i < COUNT_OF(options); i++) {
		const char *between = !is_postgres_url(url) ? " " : strchr(made, '?') ? "&" : "?";
		if (options[i][1])
			made = arena_format(settings->arena, "%s%s%s=%s", made, between, options[i][0], options[i][1]);
	}
	return made;
}

/* The connection as one text: "connection" itself, or its connectionString. */
static bool read_postgres_url(struct settings *settings, const struct config_file *file, struct config *config)
{
	struct setting setting;
	bool found = setting_find(settings, file, "connection.connection", NULL, &setting);
	const bool whole = found && json_object_is_type(setting.json, json_type_string);
	if (found && !whole)
		found = setting_find(settings, file, "connection.connection.connectionString", NULL, &setting);
	if (!found)
		return false;
	config->postgres_url = setting_as_text(settings, &setting);
	if (!config->postgres_url || !is_conninfo(config->postgres_url))
		setting_refuse_secret(settings, &setting, "a PostgreSQL connection string");
	else if (!whole)
		config->postgres_url = with_tls(settings, file, config->postgres_url);
	return true;
}

static void read_postgres(struct settings *settings, const struct config_file *file, struct config *config)
{
	if (!read_postgres_url(settings, file, config))
		read_postgres_parts(settings, file, config);
}

/* Code that opens PostgreSQL has most likely read that variable by itself, and knows more than stands in it. */
static bool is_of_code(struct settings *settings, const struct config_file *file, const char *url)
{
	struct setting client;
	return is_postgres_url(url) && setting_find(settings, file, "connection.client", NULL, &client) &&
	       strncmp(setting_as_text(settings, &client) ? setting_as_text(settings, &client) : "", "postgres", 8) ==
	           0;
}

/* DATABASE_URL: in the environment a relative path is relative to the working folder, in .env to the project. */
static bool read_url_variable(struct settings *settings, const struct config_file *file, struct config *config)
{
	struct setting setting;
	if (!setting_find(settings, file, "", "DATABASE_URL", &setting) || !setting.text)
		return false;
	const char *url = setting_as_text(settings, &setting);
	if (file->in_code && (setting.from_env_file || is_of_code(settings, file, url)))
		return false;
	if (file->in_code)
		findings_add(settings->findings, FINDING_TOLD, file->shown_name, NULL,
		             "DATABASE_URL of the environment says which database it is, and not this file");
	if (!use_url(settings, url, setting.from_env_file ? settings->directory : NULL, config))
		setting_refuse_secret(settings, &setting, expected_url);
	return true;
}

static void read_replicas(struct settings *settings, const struct config_file *file, struct config *config)
{
	setting_list(settings, file, "connection.replicas", NULL, &config->replica_urls, &config->replica_count);
	for (size_t i = 0; i < config->replica_count; i++)
		if (!is_conninfo(config->replica_urls[i]))
			settings_mistake(settings, file->name,
			                 arena_format(settings->arena, "$.connection.replicas[%zu]", i),
			                 "expected a PostgreSQL connection string");
}

static void read_limits(struct settings *settings, const struct config_file *file, struct config *config)
{
	int64_t low = config->pool_min, high = config->pool_max, timeout = config->statement_timeout;
	setting_integer(settings, file, "connection.pool.min", NULL, "a number of connections between 0 and 1000", 0,
	                1000, &low);
	setting_integer(settings, file, "connection.pool.max", NULL, "a number of connections between 1 and 1000", 1,
	                1000, &high);
	setting_integer(settings, file, "connection.statementTimeout", NULL, "milliseconds between 1 and 3600000", 1,
	                3600000, &timeout);
	setting_flag(settings, file, "connection.preparedStatements", NULL, &config->prepared_statements);
	setting_truth(settings, file, "settings.runMigrations", &config->run_migrations);
	config->pool_min = (unsigned)(low < high ? low : high);
	config->pool_max = (unsigned)high;
	config->statement_timeout = (unsigned)timeout;
}

/* What was given is shown only where it can't hold a password. */
static void refuse_override(struct settings *settings, const char *override)
{
	bool secret = strchr(override, '@') || strstr(override, "password");
	settings_mistake(settings, "command line", "--database", "expected %s%s%s", expected_url,
	                 secret ? "" : ", got ", secret ? "" : override);
}

/* Whether that is where a project has its database when nobody says otherwise. The folder of the file may be written in
 * another way. */
static bool is_default(struct settings *settings, const char *path)
{
	const char *expected = arena_format(settings->arena, "%s/.tmp/data.db", settings->directory);
	const char *slash = strrchr(path, '/');
	if (strcmp(path, expected) == 0)
		return true;
	if (!slash || strcmp(slash, "/data.db") != 0)
		return false;
	char *folder = realpath(arena_copy(settings->arena, (struct slice){path, (size_t)(slash - path)}), NULL);
	char *wanted = realpath(arena_format(settings->arena, "%s/.tmp", settings->directory), NULL);
	bool same = folder && wanted && strcmp(folder, wanted) == 0;
	free(folder);
	free(wanted);
	return same;
}

/* What only projects on a database server have. */
static void find_other(struct settings *settings, struct config *config)
{
	static const char *const variables[] = {"DATABASE_HOST", "DATABASE_NAME", "DATABASE_USERNAME",
	                                        "DATABASE_PASSWORD"};
	static const char *const clients[] = {"pg", "mysql", "mysql2"};
	bool from_file;
	for (size_t i = 0; i < COUNT_OF(variables) && !config->other_database; i++)
		if (env_get(&settings->env, variables[i], &from_file))
			config->other_database = arena_format(settings->arena, "%s in %s", variables[i],
			                                      from_file ? settings->env.file_name : "the environment");
	if (package_depends_on(settings, "better-sqlite3") || package_depends_on(settings, "sqlite3"))
		return;
	for (size_t i = 0; i < COUNT_OF(clients) && !config->other_database; i++)
		if (package_depends_on(settings, clients[i]))
			config->other_database =
			    arena_format(settings->arena, "the client %s in package.json", clients[i]);
}

void database_read(struct settings *settings, const char *override, struct config *config)
{
	const struct config_file *file = config_file_open(settings, "config/database.json");
	if (file->in_code && file->root && !json_member(file->root, "connection"))
		settings_mistake(settings, file->shown_name, "$.connection", "there is none");
	read_limits(settings, file, config);
	read_replicas(settings, file, config);
	struct setting connection;
	if (!setting_find(settings, file, "connection.connection", NULL, &connection) ||
	    !json_object_is_type(connection.json, json_type_string))
		setting_text(settings, file, "connection.connection.schema", "DATABASE_SCHEMA",
		             &config->postgres_schema);
	if (override) {
		if (!use_url(settings, override, NULL, config))
			refuse_override(settings, override);
	} else if (!read_url_variable(settings, file, config)) {
		read_client(settings, file, config);
		if (config->client == DATABASE_SQLITE)
			read_sqlite(settings, file, config);
		else
			read_postgres(settings, file, config);
	}
	if (config->client == DATABASE_SQLITE) {
		config->database_is_default = config->sqlite_path && is_default(settings, config->sqlite_path);
		find_other(settings, config);
	}
	bool from_file;
	unread_find(settings, override || env_get(&settings->env, "DATABASE_URL", &from_file), config);
}
