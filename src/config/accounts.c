#include "accounts.h"
#include "durations.h"
#include "user_tokens.h"

#include <stdio.h>

void accounts_defaults(struct config *config)
{
	config->jwt_lifetime = 30 * 24 * 3600;
	config->rate_limit = (struct config_rate_limit){.enabled = true, .interval = 60000, .most = 10};
	config->mail = (struct config_mail){.host = "127.0.0.1", .port = 0, .verify = true};
}

/* ---- users-permissions ---- */

static void read_rate_limit(struct settings *settings, const struct config_file *file, struct config_rate_limit *limit)
{
	static const char requests[] = "a number of requests, at least 1";
	int64_t input = 0, most_by_address = 0;
	setting_flag(settings, file, "users-permissions.config.ratelimit.enabled", NULL, &limit->enabled);
	duration_read(settings, file, "users-permissions.config.ratelimit.interval", 1,
	              "milliseconds, a text such as \"5m\" or an object such as {\"min\": 5}", &limit->interval);
	setting_integer(settings, file, "users-permissions.config.ratelimit.max", NULL, requests, 1, INT32_MAX / 20,
	                &input);
	setting_integer(settings, file, "users-permissions.config.ratelimit.maxPerAddress", NULL, requests, 1,
	                INT32_MAX, &most_by_address);
	limit->most = input ? (unsigned)input : limit->most;
	/* Many people may share an address. */
	limit->most_by_address = most_by_address ? (unsigned)most_by_address : limit->most * 10;
	/* What a project sets Strapi counts by the address alone when somebody signs in. */
	limit->most_sign_in = input && !most_by_address ? limit->most : limit->most_by_address;
}

/* ---- email ---- */

static void read_provider(struct settings *settings, const struct config_file *file, struct config_mail *mail)
{
	struct setting setting;
	if (!setting_find(settings, file, "email.config.provider", NULL, &setting))
		return;
	const char *name = setting_as_text(settings, &setting);
	if (name && (strcmp(name, "nodemailer") == 0 || strcmp(name, "smtp") == 0 ||
	             strcmp(name, "@strapi/provider-email-nodemailer") == 0))
		mail->provider = MAIL_SMTP;
	else if (name && strcmp(name, "outbox") == 0)
		mail->provider = MAIL_OUTBOX;
	else if (name && file->in_code)
		findings_add(
		    settings->findings, FINDING_CLOSES, setting.file, setting.path,
		    "lectern has no provider %s: mails of accounts go through the project's own, where it is installed "
		    "and Node.js runs the code, and admins get none; \"nodemailer\" is the one that it has",
		    name);
	else
		setting_refuse(settings, &setting, "\"nodemailer\" (SMTP) or \"outbox\" (files in a folder)");
}

/* An address: a text, or an object as nodemailer {name, address} and SendGrid {name, email} take it. */
static void read_address(struct settings *settings, const struct config_file *file, const char *path,
                         const char **address)
{
	struct setting setting;
	if (!setting_find(settings, file, path, NULL, &setting))
		return;
	const char *text = setting_as_text(settings, &setting), *name = NULL;
	if (!text && json_object_is_type(setting.json, json_type_object)) {
		struct json_object *part = json_member_of_type(setting.json, "address", json_type_string);
		if (!part)
			part = json_member_of_type(setting.json, "email", json_type_string);
		text = part ? arena_copy(settings->arena, json_string(part)) : NULL;
		part = json_member_of_type(setting.json, "name", json_type_string);
		name = part ? arena_copy(settings->arena, json_string(part)) : NULL;
	}
	if (text && *text)
		*address = name ? arena_format(settings->arena, "%s <%s>", name, text) : text;
	else
		setting_refuse(settings, &setting, "an address such as \"Shop <mail@example.com>\"");
}

static void read_mail(struct settings *settings, const struct config_file *file, struct config *config)
{
	struct config_mail *mail = &config->mail;
	int64_t port = 0;
	bool ignore_tls = false, require_tls = false;
	struct setting service;
	size_t found = settings->findings->count;
	read_provider(settings, file, mail);
	/* Strapi starts with whatever code gives its provider, and fails when it sends a mail. */
	if (file->in_code)
		settings->wrong = FINDING_CLOSES;
	config->mail.provider_name = "sendmail";
	setting_text(settings, file, "email.config.provider", NULL, &mail->provider_name);
	setting_text(settings, file, "email.config.settings.testAddress", NULL, &mail->test_address);
	setting_text(settings, file, "email.config.providerOptions.host", "SMTP_HOST", &mail->host);
	setting_integer(settings, file, "email.config.providerOptions.port", "SMTP_PORT", "a port between 1 and 65535",
	                1, 65535, &port);
	setting_flag(settings, file, "email.config.providerOptions.secure", NULL, &mail->secure);
	setting_flag(settings, file, "email.config.providerOptions.ignoreTLS", NULL, &ignore_tls);
	setting_flag(settings, file, "email.config.providerOptions.requireTLS", NULL, &require_tls);
	setting_flag(settings, file, "email.config.providerOptions.tls.rejectUnauthorized", NULL, &mail->verify);
	setting_text(settings, file, "email.config.providerOptions.auth.user", "SMTP_USERNAME", &mail->user);
	setting_text(settings, file, "email.config.providerOptions.auth.pass", "SMTP_PASSWORD", &mail->password);
	setting_text(settings, file, "email.config.providerOptions.directory", NULL, &mail->directory);
	/* The code has put the server's address in its place, where nodemailer is installed. */
	if (setting_find(settings, file, "email.config.providerOptions.service", NULL, &service))
		settings_mistake(settings, service.file, service.path, "Strapi has this setting, lectern does not");
	if (settings->findings->count > found && file->in_code)
		mail->provider = MAIL_NONE;
	/* As Strapi, whose plugin has this setting where the project has none. */
	mail->default_from = "Strapi <no-reply@strapi.io>";
	read_address(settings, file, "email.config.settings.defaultFrom", &mail->default_from);
	read_address(settings, file, "email.config.settings.defaultReplyTo", &mail->default_reply_to);
	settings->wrong = FINDING_MISTAKE;
	mail->tls = ignore_tls ? MAIL_TLS_NEVER : require_tls ? MAIL_TLS_ALWAYS : MAIL_TLS_OFFERED;
	mail->port = port ? (uint16_t)port : mail->secure ? 465 : 587;
	if (!mail->directory)
		mail->directory = ".tmp/outbox";
	if (mail->directory[0] != '/')
		mail->directory = arena_format(settings->arena, "%s/%s", config->directory, mail->directory);
}

/* ---- where the server is reached ---- */

static void read_url(struct settings *settings, const char *file_name, const char *path, const char **url)
{
	const struct config_file *file = config_file_open(settings, file_name);
	const char *found = "";
	setting_text(settings, file, path, NULL, &found);
	struct slice trimmed = slice_of(found);
	while (trimmed.len && strchr("/ ", trimmed.ptr[trimmed.len - 1]))
		trimmed.len--;
	while (trimmed.len && strchr("/ ", trimmed.ptr[0])) {
		trimmed.ptr++;
		trimmed.len--;
	}
	const bool is_path = trimmed.len && !slice_starts_with(trimmed, SLICE("http"));
	*url = arena_format(settings->arena, "%s%.*s", is_path ? "/" : "", (int)trimmed.len, trimmed.ptr);
}

/* As Strapi makes them: "/admin" is behind the server's own address. */
static void read_urls(struct settings *settings, struct config *config)
{
	const char *admin;
	read_url(settings, "config/server.json", "url", &config->public_url);
	read_url(settings, "config/admin.json", "url", &admin);
	config->url_is_path = config->public_url[0] == '/';
	if (strncmp(config->public_url, "http", 4) != 0)
		config->public_url = arena_format(settings->arena, "http://%s:%u%s", config->host,
		                                  (unsigned)config->port, config->public_url);
	if (!*admin)
		admin = "/admin";
	config->admin_url =
	    strncmp(admin, "http", 4) == 0 ? admin : arena_format(settings->arena, "%s%s", config->public_url, admin);
}

/* Whether code says where clients may be sent that come back from a provider. */
static bool validates_callbacks(const struct config_file *file)
{
	for (size_t i = 0; file->functions && i < json_object_array_length(file->functions); i++)
		if (strcmp(json_object_get_string(json_object_array_get_idx(file->functions, i)),
		           "users-permissions.config.callback.validate") == 0)
			return true;
	return false;
}

void accounts_read(struct settings *settings, struct config *config)
{
	const struct config_file *file = config_file_open(settings, "config/plugins.json");
	struct setting fields;
	user_tokens_read(settings, file, config);
	read_rate_limit(settings, file, &config->rate_limit);
	config->has_register_fields =
	    setting_find(settings, file, "users-permissions.config.register.allowedFields", NULL, &fields);
	setting_list(settings, file, "users-permissions.config.register.allowedFields", NULL, &config->register_fields,
	             &config->register_field_count);
	config->validates_callbacks = validates_callbacks(file);
	read_mail(settings, file, config);
	read_urls(settings, config);
}
