#include "database_tls.h"

#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#define SSL "connection.connection.ssl"

/* The authorities that the system trusts, as Debian has them. */
static const char system_authorities[] = "/etc/ssl/certs/ca-certificates.crt";

enum { MOST_BYTES = 1 << 20 };

/* A Buffer of Node's: {"type": "Buffer", "data": [45, …]}. */
static bool add_bytes(struct buffer *text, struct json_object *bytes)
{
	for (size_t i = 0; i < json_count(bytes); i++) {
		const int byte = json_object_get_int(json_item(bytes, i));
		if (byte < 0 || byte > 255)
			return false;
		buffer_byte(text, (char)byte);
	}
	return true;
}

/* A text, a Buffer, or a list of them. */
static bool add_text(struct buffer *text, struct json_object *json)
{
	bool good = true;
	if (json_object_is_type(json, json_type_object))
		return add_bytes(text, json_member_of_type(json, "data", json_type_array));
	if (!json_object_is_type(json, json_type_array)) {
		buffer_slice(text, json_string(json));
		buffer_byte(text, '\n');
		return json_object_is_type(json, json_type_string);
	}
	for (size_t i = 0; good && i < json_count(json); i++)
		good = !json_object_is_type(json_item(json, i), json_type_array) && add_text(text, json_item(json, i));
	return good;
}

/* The path of a file that has this text, which nobody but this process can open; NULL where there can be none. */
static const char *put_text(struct arena *arena, const struct buffer *text)
{
	const struct slice bytes = buffer_as_slice(text);
	const int file = memfd_create("lectern-tls", MFD_CLOEXEC);
	/* libpq takes no key that others may read. */
	if (file >= 0 && fchmod(file, S_IRUSR | S_IWUSR) == 0 &&
	    write(file, bytes.ptr, bytes.len) == (ssize_t)bytes.len)
		return arena_format(arena, "/proc/self/fd/%d", file);
	if (file >= 0)
		close(file);
	return NULL;
}

static const char *read_text(struct settings *settings, const struct config_file *file, const char *path)
{
	struct setting setting;
	struct buffer text = {0};
	const char *place = NULL;
	if (!setting_find(settings, file, path, NULL, &setting))
		return NULL;
	/* A variable that is empty says nothing to Node, either. */
	if (json_object_is_type(setting.json, json_type_string) && json_object_get_string_len(setting.json) == 0)
		return NULL;
	if (!add_text(&text, setting.json) || !strstr(buffer_terminate(&text), "-----BEGIN ") || text.len > MOST_BYTES)
		setting_refuse_secret(settings, &setting, "the text of a certificate or key in PEM format");
	else if (!(place = put_text(settings->arena, &text)))
		setting_refuse_secret(settings, &setting, "less: there is no memory for it");
	buffer_free(&text);
	return place;
}

/* libpq looks into a file of the user's; Node trusts what the system does. */
static const char *usual_authorities(struct settings *settings)
{
	const char *home = getenv("HOME"), *named = getenv("PGSSLROOTCERT");
	if ((named && *named) ||
	    (home && access(arena_format(settings->arena, "%s/.postgresql/root.crt", home), F_OK) == 0))
		return NULL;
	return access(system_authorities, R_OK) == 0 ? system_authorities : NULL;
}

struct database_tls database_read_tls(struct settings *settings, const struct config_file *file)
{
	struct database_tls tls = {0};
	struct setting setting, details;
	bool wanted = true, verified = true;
	setting_text(settings, file, "connection.connection.sslrootcert", NULL, &tls.authority);
	if (!setting_find(settings, file, SSL, "DATABASE_SSL", &setting))
		return tls;
	if (!json_object_is_type(setting.json, json_type_object))
		setting_flag(settings, file, SSL, "DATABASE_SSL", &wanted);
	if (!wanted) {
		tls.mode = "disable";
		return tls;
	}
	/* A variable says whether, and an object in the file how all the same. */
	const char *authority = NULL;
	if (setting_find(settings, file, SSL, NULL, &details) && json_object_is_type(details.json, json_type_object)) {
		setting_flag(settings, file, SSL ".rejectUnauthorized", NULL, &verified);
		tls.certificate = read_text(settings, file, SSL ".cert");
		tls.key = read_text(settings, file, SSL ".key");
		authority = read_text(settings, file, SSL ".ca");
	}
	/* Node checks the server's certificate and its name unless it is told not to. With an authority libpq would
	 * check the server in either mode. */
	tls.mode = verified ? "verify-full" : "require";
	if (verified && !tls.authority)
		tls.authority = authority ? authority : usual_authorities(settings);
	return tls;
}
