#include "config.h"

#include "accounts.h"
#include "admin.h"
#include "api.h"
#include "database.h"
#include "graphql.h"
#include "keys.h"
#include "middlewares.h"
#include "package.h"
#include "sharing.h"
#include "unread.h"
#include "uploads.h"
#include "webhooks.h"

#include <sched.h>
#include <unistd.h>

enum {
	LARGEST_BODY = 1024 * 1024 * 1024,
	MOST_THREADS = 256,
	LONGEST_TIMEOUT = 3600,
	LONGEST_REQUEST = 3600000,
	MOST_CONNECTIONS = 1000000,
};

/* The processors that this process may use, which may be fewer than there are. */
static unsigned processors(void)
{
	cpu_set_t allowed;
	/* The set has room for 1,024; where there are more the call fails. */
	long count =
	    sched_getaffinity(0, sizeof allowed, &allowed) == 0 ? CPU_COUNT(&allowed) : sysconf(_SC_NPROCESSORS_ONLN);
	return count < 1 ? 1 : count > MOST_THREADS ? MOST_THREADS : (unsigned)count;
}

/* Bytes. */
static const int64_t LARGEST_CACHE = INT64_C(16) << 30;

static void set_defaults(struct config *config, struct arena *arena, const char *directory)
{
	static const char *any_origin[] = {"*"};
	*config = (struct config){
	    .directory = directory,
	    .host = "127.0.0.1",
	    .port = 1337,
	    .threads = processors(),
	    .max_connections = 4096,
	    .request_timeout = 30,
	    .idle_timeout = 65,
	    .request_time = 2000,
	    .max_body = 1024 * 1024,
	    .form_limit = CONFIG_FORM_LIMIT,
	    .text_limit = CONFIG_FORM_LIMIT,
	    .cache_bytes = 32 << 20,
	    .cors_origins = any_origin,
	    .cors_origin_count = 1,
	    .default_limit = 25,
	    .with_count = true,
	    .prefix = "/api",
	    .max_populate_depth = 10,
	    .postgres_schema = "public",
	    .pool_max = 10,
	    .statement_timeout = 30000,
	    .run_migrations = true,
	    .prepared_statements = true,
	};
	uploads_defaults(config, arena);
	accounts_defaults(config);
	graphql_defaults(&config->graphql);
}

static void read_number(struct settings *settings, const struct config_file *file, const char *path,
                        const char *variable, const char *expected, int64_t low, int64_t high, unsigned *value)
{
	int64_t number = *value;
	setting_integer(settings, file, path, variable, expected, low, high, &number);
	*value = (unsigned)number;
}

static void read_proxy(struct settings *settings, const struct config_file *file, struct config *config)
{
	struct setting setting;
	if (!setting_find(settings, file, "proxy", NULL, &setting))
		return;
	if (!json_object_is_type(setting.json, json_type_object)) {
		setting_truth(settings, file, "proxy", &config->trust_proxy);
		return;
	}
	/* Strapi 4 takes any object for true. */
	config->trust_proxy = file->in_code;
	setting_flag(settings, file, "proxy.koa", NULL, &config->trust_proxy);
}

/* Strapi runs tasks when cron is enabled, and does not start with what is no task: the code says so. */
static void read_tasks(struct settings *settings, struct config *config, const struct config_file *file)
{
	bool enabled = false;
	struct setting tasks;
	if (!file->in_code)
		return;
	setting_truth(settings, file, "cron.enabled", &enabled);
	if (!enabled)
		return;
	if (setting_find(settings, file, "cron.tasks", NULL, &tasks))
		config->has_tasks = json_object_is_type(tasks.json, json_type_object)
		                        ? json_object_object_length(tasks.json) > 0
		                        : json_is_truthy(tasks.json);
	for (size_t i = 0; file->functions && i < json_object_array_length(file->functions); i++) {
		const char *path = json_object_get_string(json_object_array_get_idx(file->functions, i));
		config->has_tasks |= strncmp(path, "cron.tasks.", 11) == 0;
	}
}

/* Settings that Strapi does not have: code means something else by their names, and Strapi starts with any value. */
static void read_own(struct settings *settings, const struct config_file *file, struct config *config)
{
	static const char seconds[] = "seconds between 1 and 3600";
	int64_t body = (int64_t)config->max_body, cache = (int64_t)config->cache_bytes;
	if (file->in_code)
		settings->wrong = FINDING_TOLD;
	read_number(settings, file, "threads", "LECTERN_THREADS", "a number of threads between 1 and 256", 1,
	            MOST_THREADS, &config->threads);
	read_number(settings, file, "maxConnections", NULL, "a number of connections between 1 and 1000000", 1,
	            MOST_CONNECTIONS, &config->max_connections);
	read_number(settings, file, "maxConnectionsPerAddress", NULL,
	            "a number of connections between 1 and 1000000, or 0", 0, MOST_CONNECTIONS,
	            &config->max_per_address);
	read_number(settings, file, "requestTimeout", NULL, seconds, 1, LONGEST_TIMEOUT, &config->request_timeout);
	read_number(settings, file, "idleTimeout", NULL, seconds, 1, LONGEST_TIMEOUT, &config->idle_timeout);
	read_number(settings, file, "maxRequestTime", NULL, "milliseconds between 1 and 3600000, or 0 for any", 0,
	            LONGEST_REQUEST, &config->request_time);
	setting_integer(settings, file, "maxBodySize", NULL, "bytes between 1 and 1073741824", 1, LARGEST_BODY, &body);
	setting_integer(settings, file, "cache.maxSize", "LECTERN_CACHE", "bytes between 1048576 and 17179869184, or 0",
	                0, LARGEST_CACHE, &cache);
	setting_flag(settings, file, "cache.exact", "LECTERN_CACHE_EXACT", &config->cache_exact);
	sharing_read(settings, file, &config->sharing);
	setting_flag(settings, file, "logRequests", NULL, &config->log_requests);
	settings->wrong = FINDING_MISTAKE;
	/* Of code what strapi::cors has counts alone. */
	if (!file->in_code)
		setting_list(settings, file, "cors.origin", NULL, &config->cors_origins, &config->cors_origin_count);
	config->max_body = (size_t)body;
	config->cache_bytes = (size_t)cache;
}

static void read_server(struct settings *settings, struct config *config)
{
	const struct config_file *file = config_file_open(settings, "config/server.json");
	unsigned port = config->port;
	setting_text(settings, file, "host", "HOST", &config->host);
	read_number(settings, file, "port", "PORT", "a port between 1 and 65535", 1, 65535, &port);
	read_own(settings, file, config);
	read_tasks(settings, config, file);
	read_proxy(settings, file, config);
	config->port = (uint16_t)port;
}

static void release(void *json)
{
	json_object_put(json);
}

static void read_failure(struct settings *settings, const struct config_file *file, struct config *config)
{
	struct setting setting;
	if (!setting_find(settings, file, "onFailure", NULL, &setting))
		return;
	const char *text = setting_as_text(settings, &setting);
	config->leave_out_extensions = text && strcmp(text, "leaveOut") == 0;
	if (!config->leave_out_extensions && (!text || strcmp(text, "exit") != 0))
		setting_refuse(settings, &setting, "\"exit\" or \"leaveOut\"");
}

static void read_custom_fields(struct settings *settings, struct config *config)
{
	const struct config_file *file = config_file_open(settings, "config/custom-fields.json");
	struct setting types;
	if (!setting_find(settings, file, "types", NULL, &types))
		return;
	if (!json_object_is_type(types.json, json_type_object)) {
		setting_refuse(settings, &types, "an object with the type of each custom field");
		return;
	}
	struct model_custom_field *fields =
	    arena_array(settings->arena, (size_t)json_object_object_length(types.json), sizeof *fields);
	json_object_object_foreach(types.json, name, value)
	{
		const char *type = json_object_is_type(value, json_type_string) ? json_object_get_string(value) : "";
		struct model_custom_field *field = &fields[config->custom_field_count];
		field->name = arena_copy(settings->arena, slice_of(name));
		if (model_custom_field_type(type, &field->type))
			config->custom_field_count++;
		else
			settings_mistake(settings, types.file, arena_format(settings->arena, "$.types.%s", name),
			                 "expected the type that its plugin registers, such as \"string\" or \"json\"");
	}
	config->custom_fields = fields;
}

static void read_extensions(struct settings *settings, struct config *config)
{
	const struct config_file *file = config_file_open(settings, "config/extensions.json");
	struct setting own;
	bool enabled = true;
	setting_flag(settings, file, "enabled", NULL, &enabled);
	config->no_extensions = !enabled;
	setting_list(settings, file, "disabled", NULL, &config->disabled_extensions, &config->disabled_extension_count);
	read_failure(settings, file, config);
	if (setting_find(settings, file, "config", NULL, &own)) {
		if (json_object_is_type(own.json, json_type_object)) {
			config->extensions_config = json_object_get(own.json);
			arena_defer(settings->arena, release, config->extensions_config);
		} else {
			setting_refuse(settings, &own, "an object with a member for each extension");
		}
	}
}

/* Is it false that the project wants the plugin? What is neither an object nor true or false says nothing in code. */
static bool is_taken_away(struct settings *settings, const struct config_file *plugins, const char *name,
                          const char **path)
{
	struct setting setting;
	const bool found = setting_find(settings, plugins, name, NULL, &setting);
	bool enabled = true;
	*path = name;
	if (found && plugins->in_code && !json_object_is_type(setting.json, json_type_object))
		return json_object_is_type(setting.json, json_type_boolean) && !json_object_get_boolean(setting.json);
	if (found && !json_object_is_type(setting.json, json_type_object)) {
		setting_flag(settings, plugins, name, NULL, &enabled);
		return !enabled;
	}
	*path = arena_format(settings->arena, "%s.enabled", name);
	setting_truth(settings, plugins, *path, &enabled);
	return !enabled;
}

/* Of Strapi's plugins the first two can't be taken away here; the others not in Strapi, either, which starts with them
 * whatever config/plugins says (4.26.2, get-enabled-plugins.js). */
static void check_lasting_plugins(struct settings *settings, const struct config_file *plugins)
{
	static const char *const names[] = {"users-permissions", "i18n", "upload", "email"};
	for (size_t i = 0; i < COUNT_OF(names); i++) {
		const char *path;
		if (!is_taken_away(settings, plugins, names[i], &path))
			continue;
		findings_add(settings->findings, i < 2 ? FINDING_BLOCKS : FINDING_TOLD, config_file_of(plugins, path),
		             arena_format(settings->arena, "$.%s", path),
		             i < 2 ? "lectern can't do without the plugin %s: its routes and types stay"
		                   : "changes nothing: the plugin %s is always there, in Strapi, too",
		             names[i]);
	}
}

static void read_plugins_and_admin(struct settings *settings, struct config *config)
{
	const struct config_file *plugins = config_file_open(settings, "config/plugins.json");
	const struct config_file *admin = config_file_open(settings, "config/admin.json");
	check_lasting_plugins(settings, plugins);
	graphql_read(settings, plugins, &config->graphql);
	setting_text(settings, plugins, "users-permissions.config.jwtSecret", "JWT_SECRET", &config->jwt_secret);
	setting_text(settings, admin, "apiToken.salt", "API_TOKEN_SALT", &config->api_token_salt);
	setting_text(settings, admin, "transfer.token.salt", "TRANSFER_TOKEN_SALT", &config->transfer_token_salt);
	setting_text(settings, admin, "auth.secret", "ADMIN_JWT_SECRET", &config->admin_jwt_secret);
}

const char *config_environment(struct arena *arena, const char *directory, const struct config_overrides *overrides,
                               const char **env_path)
{
	struct settings settings;
	struct findings ignored;
	findings_init(&ignored, arena);
	settings_start(&settings, arena, directory, overrides ? overrides->environment : NULL, NULL, &ignored);
	*env_path = settings.env.path;
	return settings.environment;
}

bool config_has_code(struct arena *arena, const char *directory, const char *environment)
{
	return unread_has_code(arena, arena_format(arena, "%s/config", directory)) ||
	       unread_has_code(arena, arena_format(arena, "%s/config/env/%s", directory, environment));
}

struct config *config_load(struct arena *arena, const char *directory, const struct config_overrides *overrides,
                           const struct config_code *code, struct findings *findings)
{
	static const struct config_overrides none;
	struct settings settings;
	struct config *config = arena_alloc(arena, sizeof *config);
	if (!overrides)
		overrides = &none;
	directory = arena_copy(arena, slice_of(directory));
	set_defaults(config, arena, directory);
	settings_start(&settings, arena, directory, overrides->environment, code, findings);
	config->environment = settings.environment;
	config->env_path = settings.env.path;
	config->is_project = package_is_project(&settings);
	config->no_languages =
	    package_depends_on(&settings, "@strapi/strapi") && !package_depends_on(&settings, "@strapi/plugin-i18n");
	middlewares_read(&settings, config);
	read_server(&settings, config);
	api_read(&settings, config);
	read_plugins_and_admin(&settings, config);
	uploads_read(&settings, config);
	read_extensions(&settings, config);
	read_custom_fields(&settings, config);
	database_read(&settings, overrides->database, config);
	if (overrides->host)
		config->host = overrides->host;
	if (overrides->port)
		config->port = overrides->port;
	if (overrides->log_requests)
		config->log_requests = true;
	/* What has to be told of mails needs the host and the port. */
	accounts_read(&settings, config);
	admin_read(&settings, config);
	webhooks_read(&settings, config);
	keys_check(&settings);
	return findings_of_kind(findings, FINDING_MISTAKE) ? NULL : config;
}
