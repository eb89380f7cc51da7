#include "admin.h"

#include "durations.h"

#include <sys/stat.h>

/* The path of an absolute URL: what is behind the host, without the query. */
static const char *path_of(struct arena *arena, const char *url)
{
	const char *host = strstr(url, "://");
	const char *path = host ? strchr(host + 3, '/') : NULL;
	if (!path)
		return "";
	struct slice text = {path, strcspn(path, "?#")};
	while (text.len && text.ptr[text.len - 1] == '/')
		text.len--;
	return arena_copy(arena, text);
}

/* As Strapi has it: admin.url is the path of the panel. The path of a whole server.url is what a proxy takes away. */
static const char *panel_path(struct arena *arena, const struct config *config)
{
	const char *path = path_of(arena, config->admin_url), *before = path_of(arena, config->public_url);
	const size_t length = strlen(before);
	if (!config->url_is_path && length && strncmp(path, before, length) == 0 && path[length] == '/')
		path += length;
	return path;
}

static void read_directory(struct settings *settings, const struct config_file *file, struct config *config)
{
	const char *path = NULL;
	struct stat found;
	config->admin.directory = arena_format(settings->arena, "%s/dist/build", config->directory);
	if (stat(config->admin.directory, &found) != 0)
		config->admin.directory = arena_format(settings->arena, "%s/build", config->directory);
	setting_text(settings, file, "buildFolder", NULL, &path);
	if (path)
		config->admin.directory =
		    path[0] == '/' ? path : arena_format(settings->arena, "%s/%s", config->directory, path);
}

static void read_rate_limit(struct settings *settings, const struct config_file *file, struct config_rate_limit *limit)
{
	int64_t most = limit->most;
	setting_flag(settings, file, "rateLimit.enabled", NULL, &limit->enabled);
	duration_read(settings, file, "rateLimit.interval", 1,
	              "milliseconds, a text such as \"5m\" or an object such as {\"min\": 5}", &limit->interval);
	setting_integer(settings, file, "rateLimit.max", NULL, "a number of requests, at least 1", 1, INT32_MAX / 20,
	                &most);
	limit->most = (unsigned)most;
	/* Many people may share an address. */
	limit->most_by_address = limit->most * 10;
}

static void read_mail(struct settings *settings, const struct config_file *file, struct config_admin *admin)
{
	setting_text(settings, file, "forgotPassword.from", NULL, &admin->mail_from);
	setting_text(settings, file, "forgotPassword.replyTo", NULL, &admin->mail_reply_to);
	setting_text(settings, file, "forgotPassword.emailTemplate.subject", NULL, &admin->mail_subject);
	setting_text(settings, file, "forgotPassword.emailTemplate.text", NULL, &admin->mail_text);
	setting_text(settings, file, "forgotPassword.emailTemplate.html", NULL, &admin->mail_html);
}

static void read_package(struct settings *settings, struct config_admin *admin)
{
	struct json_object *uuid =
	    json_member_of_type(json_member(settings->package, "strapi"), "uuid", json_type_string);
	struct json_object *dependencies = json_member_of_type(settings->package, "dependencies", json_type_object);
	struct json_object *version = json_member_of_type(dependencies, "@strapi/strapi", json_type_string);
	admin->strapi_version = version ? arena_copy(settings->arena, json_string(version)) : "4.26.2";
	if (uuid)
		admin->uuid = arena_copy(settings->arena, json_string(uuid));
	if (dependencies)
		admin->dependencies = json_keep(settings->arena, json_object_get(dependencies));
}

void admin_read(struct settings *settings, struct config *config)
{
	const struct config_file *file = config_file_open(settings, "config/admin.json");
	struct config_admin *admin = &config->admin;
	*admin = (struct config_admin){
	    .enabled = true,
	    .panel = true,
	    .path = panel_path(settings->arena, config),
	    .jwt_lifetime = INT64_C(30) * 24 * 3600,
	    .rate_limit = {.enabled = true, .interval = INT64_C(5) * 60 * 1000, .most = 5},
	};
	setting_flag(settings, file, "enabled", NULL, &admin->enabled);
	setting_flag(settings, file, "serveAdminPanel", NULL, &admin->panel);
	duration_read_lifetime(settings, file, "auth.options.expiresIn", "no admin", &admin->jwt_lifetime);
	read_directory(settings, file, config);
	read_rate_limit(settings, file, &admin->rate_limit);
	read_mail(settings, file, admin);
	read_package(settings, admin);
}
