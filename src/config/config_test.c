/* Projects written to a temporary folder: what their configuration becomes, and what is said of its mistakes. */
#include "config.h"
#include "database.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

static struct arena *arena;
static char folder[64];

static const char *const files[] = {"config/server.json", "config/api.json",     "config/database.json",
                                    "config/admin.json",  "config/plugins.json", ".env"};
static const char *const variables[] = {"HOST",
                                        "PORT",
                                        "DATABASE_URL",
                                        "JWT_SECRET",
                                        "DATABASE_PORT",
                                        "API_TOKEN_SALT",
                                        "ADMIN_JWT_SECRET",
                                        "LECTERN_THREADS",
                                        "DATABASE_CLIENT",
                                        "DATABASE_HOST",
                                        "DATABASE_FILENAME",
                                        "NODE_ENV"};

static void write_file(const char *name, const char *text)
{
	FILE *file = fopen(arena_format(arena, "%s/%s", folder, name), "w");
	assert_non_null(file);
	fputs(text, file);
	fclose(file);
}

static struct config *load(const struct config_overrides *overrides, struct finding **mistakes)
{
	struct findings findings;
	findings_init(&findings, arena);
	struct config *config = config_load(arena, folder, overrides, NULL, &findings);
	*mistakes = findings.first;
	return config;
}

static struct config *load_right(void)
{
	struct finding *mistakes;
	struct config *config = load(NULL, &mistakes);
	if (!config)
		fail_msg("%s: %s: %s", mistakes->file, mistakes->path, mistakes->message);
	assert_null(mistakes);
	return config;
}

static void check_mistake(const char *file, const char *path, const char *part)
{
	struct finding *mistakes;
	assert_null(load(NULL, &mistakes));
	assert_non_null(mistakes);
	assert_string_equal(mistakes->file, file);
	assert_string_equal(mistakes->path, path);
	if (!strstr(mistakes->message, part))
		fail_msg("expected %s in %s", part, mistakes->message);
	assert_null(mistakes->next);
}

static void check_text_mistake(const char *file, const char *text, const char *path, const char *part)
{
	write_file(file, text);
	check_mistake(file, path, part);
	unlink(arena_format(arena, "%s/%s", folder, file));
}

static void defaults(void **state)
{
	(void)state;
	struct config *config = load_right();
	assert_string_equal(config->directory, folder);
	assert_string_equal(config->host, "127.0.0.1");
	assert_int_equal(config->port, 1337);
	assert_true(config->threads >= 1);
	assert_int_equal(config->request_timeout, 30);
	assert_int_equal(config->idle_timeout, 65);
	assert_int_equal(config->default_limit, 25);
	assert_int_equal(config->max_limit, 0);
	assert_true(config->with_count);
	assert_string_equal(config->prefix, "/api");
	assert_int_equal(config->max_populate_depth, 10);
	assert_int_equal(config->client, DATABASE_SQLITE);
	assert_string_equal(config->sqlite_path, arena_format(arena, "%s/.tmp/data.db", folder));
	assert_null(config->jwt_secret);
	assert_null(config->api_token_salt);
	assert_int_equal(config->cors_origin_count, 1);
	assert_string_equal(config->cors_origins[0], "*");
	assert_true(config->prepared_statements);
}

static void reads_the_files(void **state)
{
	(void)state;
	write_file("config/server.json",
	           "{\"host\": \"0.0.0.0\", \"port\": 8080, \"threads\": 3, \"requestTimeout\": 7, \"idleTimeout\": 9,"
	           "\"maxBodySize\": 5000, \"logRequests\": true, \"proxy\": {\"koa\": true}, \"app\": {\"keys\": []},"
	           "\"cors\": {\"origin\": [\"https://a.example\", \"https://b.example\"]}}\n \t");
	write_file("config/api.json", "{\"rest\": {\"defaultLimit\": 10, \"maxLimit\": 100, \"withCount\": false,"
	                              "\"prefix\": \"/content/v1/\", \"maxPopulateDepth\": 4}, \"responses\": "
	                              "{\"privateAttributes\": [\"a\", \"b\"]}}");
	write_file("config/plugins.json", "{\"users-permissions\": {\"config\": {\"jwtSecret\": \"j\"}}}");
	write_file("config/admin.json", "{\"apiToken\": {\"salt\": \"s\"}, \"auth\": {\"secret\": \"a\"}}");
	write_file("config/database.json", "{\"connection\": {\"client\": \"sqlite\", \"connection\": {\"filename\":"
	                                   "\"/var/data.db\"}, \"pool\": {\"min\": 2, \"max\": 5}}}");
	struct config *config = load_right();
	assert_string_equal(config->host, "0.0.0.0");
	assert_int_equal(config->port, 8080);
	assert_int_equal(config->threads, 3);
	assert_int_equal(config->request_timeout, 7);
	assert_int_equal(config->idle_timeout, 9);
	assert_int_equal(config->max_body, 5000);
	assert_true(config->log_requests);
	assert_true(config->trust_proxy);
	assert_int_equal(config->cors_origin_count, 2);
	assert_string_equal(config->cors_origins[1], "https://b.example");
	assert_int_equal(config->default_limit, 10);
	assert_int_equal(config->max_limit, 100);
	assert_false(config->with_count);
	assert_string_equal(config->prefix, "/content/v1");
	assert_int_equal(config->max_populate_depth, 4);
	assert_int_equal(config->private_attribute_count, 2);
	assert_string_equal(config->private_attributes[1], "b");
	assert_string_equal(config->jwt_secret, "j");
	assert_string_equal(config->api_token_salt, "s");
	assert_string_equal(config->admin_jwt_secret, "a");
	assert_string_equal(config->sqlite_path, "/var/data.db");
	assert_int_equal(config->pool_min, 2);
	assert_int_equal(config->pool_max, 5);
	write_file("config/api.json", "{\"rest\": {\"maxLimit\": false}}");
	assert_int_equal(load_right()->max_limit, 0);
}

static void each_source_overrides_the_one_before(void **state)
{
	struct finding *mistakes;
	(void)state;
	write_file("config/server.json", "{\"host\": \"file\", \"port\": 1}");
	assert_int_equal(load_right()->port, 1);
	assert_string_equal(load_right()->environment, "development");
	write_file(".env", "PORT=2\nHOST=dotenv\nJWT_SECRET=dotenv\nNODE_ENV=staging\n");
	assert_int_equal(load_right()->port, 2);
	assert_string_equal(load_right()->environment, "staging");
	assert_string_equal(load_right()->host, "dotenv");
	setenv("PORT", "3", 1);
	setenv("NODE_ENV", "production", 1);
	setenv("HOST", "", 1);
	setenv("JWT_SECRET", "environment", 1);
	assert_int_equal(load_right()->port, 3);
	assert_string_equal(load_right()->host, "dotenv");
	assert_string_equal(load_right()->jwt_secret, "environment");
	assert_string_equal(load_right()->environment, "production");
	struct config *config =
	    load(&(struct config_overrides){.environment = "test", .port = 4, .host = "option", .log_requests = true},
	         &mistakes);
	assert_non_null(config);
	assert_int_equal(config->port, 4);
	assert_string_equal(config->host, "option");
	assert_string_equal(config->environment, "test");
	assert_true(config->log_requests);
}

static void databases_by_url(void **state)
{
	struct finding *mistakes;
	(void)state;
	write_file("config/database.json", "{\"connection\": {\"client\": \"mysql\"}}");
	write_file(".env", "DATABASE_URL=sqlite:one.db");
	assert_string_equal(load_right()->sqlite_path, arena_format(arena, "%s/one.db", folder));
	setenv("DATABASE_URL", "sqlite:two.db", 1);
	assert_string_equal(load_right()->sqlite_path, "two.db");
	setenv("DATABASE_URL", "sqlite:///three.db", 1);
	assert_string_equal(load_right()->sqlite_path, "/three.db");
	setenv("DATABASE_URL", "postgresql://u:p@h/d", 1);
	assert_int_equal(load_right()->client, DATABASE_POSTGRES);
	assert_string_equal(load_right()->postgres_url, "postgresql://u:p@h/d");
	struct config *config = load(&(struct config_overrides){.database = "sqlite:four.db"}, &mistakes);
	assert_non_null(config);
	assert_int_equal(config->client, DATABASE_SQLITE);
	assert_string_equal(config->sqlite_path, "four.db");
	static const char *const wrong[] = {"mysql://x", "sqlite:", "sqlite::memory:", "postgres://h/d?nope=1", "x.db"};
	for (size_t i = 0; i < COUNT_OF(wrong); i++) {
		assert_null(load(&(struct config_overrides){.database = wrong[i]}, &mistakes));
		assert_string_equal(mistakes->file, "command line");
		assert_string_equal(mistakes->path, "--database");
		assert_non_null(strstr(mistakes->message, wrong[i]));
	}
	assert_null(load(&(struct config_overrides){.database = "mysql://u:secret@h"}, &mistakes));
	assert_null(strstr(mistakes->message, "secret"));
	setenv("DATABASE_URL", "mysql://u:secret@h", 1);
	check_mistake("environment", "DATABASE_URL", "expected sqlite:PATH");
}

static void postgres_by_parts(void **state)
{
	(void)state;
	write_file("config/database.json", "{\"connection\": {\"client\": \"postgres\", \"connection\": {\"host\": "
	                                   "\"db\", \"port\": 5433, \"database\":"
	                                   "\"my data\", \"user\": \"o'hara\", \"password\": \"back\\\\slash\", "
	                                   "\"schema\": \"cms\", \"ssl\": true}}}");
	struct config *config = load_right();
	assert_int_equal(config->client, DATABASE_POSTGRES);
	const char *parts = "host='db' port='5433' dbname='my data' user='o\\'hara' "
			    "password='back\\\\slash' sslmode='verify-full'";
	assert_memory_equal(config->postgres_url, parts, strlen(parts));
	assert_string_equal(config->postgres_schema, "cms");
	setenv("DATABASE_HOST", "elsewhere", 1);
	assert_non_null(strstr(load_right()->postgres_url, "host='elsewhere'"));
	write_file("config/database.json",
	           "{\"connection\": {\"client\": \"postgres\", \"connection\": {\"connectionString\":"
	           "\"postgres://h/d\"}, \"replicas\": [\"host=a\", \"postgres://b\"]}}");
	config = load_right();
	assert_string_equal(config->postgres_url, "postgres://h/d");
	assert_int_equal(config->replica_count, 2);
	write_file("config/database.json",
	           "{\"connection\": {\"client\": \"postgres\", \"connection\": {\"connectionString\":"
	           "\"postgres://h/d\", \"ssl\": {\"rejectUnauthorized\": false}}}}");
	assert_string_equal(load_right()->postgres_url, "postgres://h/d?sslmode=require");
	setenv("DATABASE_SSL", "true", 1);
	assert_string_equal(load_right()->postgres_url, "postgres://h/d?sslmode=require");
	setenv("DATABASE_SSL", "false", 1);
	assert_string_equal(load_right()->postgres_url, "postgres://h/d?sslmode=disable");
	unsetenv("DATABASE_SSL");
	write_file("config/database.json",
	           "{\"connection\": {\"client\": \"postgres\", \"connection\": {\"connectionString\":"
	           "\"postgres://h/d?sslmode=disable\", \"ssl\": true}}}");
	assert_string_equal(load_right()->postgres_url, "postgres://h/d?sslmode=disable");
	write_file("config/database.json",
	           "{\"connection\": {\"client\": \"postgres\", \"connection\": {\"connectionString\": \"host=h\", "
	           "\"ssl\": {\"ca\": [\"-----BEGIN A\", \"B\"], \"key\": \"\"}}}}");
	const char *place = strstr(load_right()->postgres_url, "/proc/self/fd/");
	assert_non_null(place);
	char written[32] = "";
	FILE *authorities = fopen(place, "r");
	assert_non_null(authorities);
	assert_int_equal(fread(written, 1, sizeof written - 1, authorities), strlen("-----BEGIN A\nB\n"));
	assert_string_equal(written, "-----BEGIN A\nB\n");
	fclose(authorities);
	write_file("config/database.json",
	           "{\"connection\": {\"client\": \"postgres\", \"connection\": {\"ssl\": {\"cert\": \"/a/path\"}}}}");
	check_mistake("config/database.json", "$.connection.connection.ssl.cert", "the text of a certificate");
	write_file("config/database.json",
	           "{\"connection\": {\"client\": \"postgres\", \"connection\": \"postgres://h/e\"}}");
	assert_string_equal(load_right()->postgres_url, "postgres://h/e");
}

static void escapes_connection_strings(void **state)
{
	struct buffer conninfo = {0};
	(void)state;
	conninfo_add(&conninfo, "a", "x' y='z\\");
	conninfo_add(&conninfo, "b", NULL);
	conninfo_add(&conninfo, "c", "");
	assert_string_equal(buffer_terminate(&conninfo), "a='x\\' y=\\'z\\\\' c=''");
	buffer_free(&conninfo);
}

static void mistakes_in_server(void **state)
{
	(void)state;
	const char *file = "config/server.json";
	check_text_mistake(file, "{\"port\": \"x\"}", "$.port", "expected a port between 1 and 65535, got \"x\"");
	check_text_mistake(file, "{\"port\": 65536}", "$.port", "got 65536");
	check_text_mistake(file, "{\"port\": 0}", "$.port", "got 0");
	check_text_mistake(file, "{\"port\": 1.5}", "$.port", "got 1.5");
	check_text_mistake(file, "{\"port\": 99999999999999999999}", "$.port", "expected a port");
	check_text_mistake(file, "{\"host\": 5}", "$.host", "got a JSON int");
	check_text_mistake(file, "{\"host\": \"\"}", "$.host", "not empty");
	check_text_mistake(file, "{\"logRequests\": \"maybe\"}", "$.logRequests", "true or false, got \"maybe\"");
	check_text_mistake(file, "{\"requestTimeout\": 0}", "$.requestTimeout", "seconds");
	check_text_mistake(file, "{\"cors\": []}", "$.cors", "expected an object");
	check_text_mistake(file, "{\"cors\": {\"origin\": [\"a\", 1]}}", "$.cors.origin[1]", "text");
	check_text_mistake(file, "{\"cors\": {\"origin\": {}}}", "$.cors.origin", "list");
	check_text_mistake(file, "[]", "$", "expected an object");
	check_text_mistake(file, "{\n\"port\": 1,\n}", "$", "line 3");
	check_text_mistake(file, "{\"port\": 1} x", "$", "not valid JSON");
	check_text_mistake(file, "{\"port\": ", "$", "not valid JSON");
	check_text_mistake(file, "", "$", "not valid JSON");
	setenv("PORT", "http", 1);
	check_mistake("environment", "PORT", "got \"http\"");
}

static void mistakes_elsewhere(void **state)
{
	(void)state;
	check_text_mistake("config/api.json", "{\"rest\": {\"maxLimit\": true}}", "$.rest.maxLimit",
	                   "or false for no limit");
	check_text_mistake("config/api.json", "{\"rest\": 1}", "$.rest", "expected an object");
	check_text_mistake("config/api.json", "{\"rest\": {\"prefix\": \"api\"}}", "$.rest.prefix", "begins with /");
	check_text_mistake("config/api.json", "{\"rest\": {\"defaultLimit\": 0}}", "$.rest.defaultLimit", "got 0");
	check_text_mistake("config/plugins.json", "{\"users-permissions\": {\"config\": {\"jwtSecret\": 5}}}",
	                   "$.users-permissions.config.jwtSecret", "text");
	check_text_mistake("config/database.json", "{\"connection\": {\"client\": \"mysql\"}}", "$.connection.client",
	                   "expected \"sqlite\" or \"postgres\", got \"mysql\"");
	check_text_mistake("config/database.json", "{\"connection\": {\"connection\": {\"filename\": \":memory:\"}}}",
	                   "$.connection.connection.filename", "path of a database file");
	check_text_mistake("config/database.json",
	                   "{\"connection\": {\"client\": \"pg\", \"connection\": {\"port\": []}}}",
	                   "$.connection.connection.port", "port");
	check_text_mistake("config/database.json",
	                   "{\"connection\": {\"client\": \"pg\", \"connection\": {\"connectionString\": \"=\"}}}",
	                   "$.connection.connection.connectionString", "connection string");
	check_text_mistake("config/database.json", "{\"connection\": {\"pool\": {\"max\": 0}}}",
	                   "$.connection.pool.max", "connections");
}

static void all_mistakes_are_told(void **state)
{
	struct finding *mistakes;
	size_t count = 0;
	(void)state;
	write_file("config/server.json", "{\"port\": \"x\", \"threads\": \"y\", \"proxy\": 5}");
	write_file("config/api.json", "{");
	assert_null(load(NULL, &mistakes));
	for (; mistakes; mistakes = mistakes->next)
		count++;
	assert_int_equal(count, 4);
}

static int set_up(void **state)
{
	(void)state;
	arena = arena_create();
	for (size_t i = 0; i < COUNT_OF(variables); i++)
		unsetenv(variables[i]);
	snprintf(folder, sizeof folder, "/tmp/lectern-config-XXXXXX");
	return mkdtemp(folder) && mkdir(arena_format(arena, "%s/config", folder), 0700) == 0 ? 0 : -1;
}

static int tear_down(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT_OF(files); i++)
		unlink(arena_format(arena, "%s/%s", folder, files[i]));
	rmdir(arena_format(arena, "%s/config", folder));
	rmdir(folder);
	arena_destroy(arena);
	return 0;
}

#define WITH_FOLDER(test) cmocka_unit_test_setup_teardown(test, set_up, tear_down)

int main(void)
{
	const struct CMUnitTest tests[] = {
	    WITH_FOLDER(defaults),
	    WITH_FOLDER(reads_the_files),
	    WITH_FOLDER(each_source_overrides_the_one_before),
	    WITH_FOLDER(databases_by_url),
	    WITH_FOLDER(postgres_by_parts),
	    WITH_FOLDER(escapes_connection_strings),
	    WITH_FOLDER(mistakes_in_server),
	    WITH_FOLDER(mistakes_elsewhere),
	    WITH_FOLDER(all_mistakes_are_told),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
