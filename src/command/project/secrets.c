#include "secrets.h"

#include <errno.h>
#include <fcntl.h>
#include <openssl/rand.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

enum { SECRET_BYTES = 24, LONGEST_SECRET = 64, LARGEST_FILE = 1024 * 1024 };

const char *secrets_random(struct arena *arena, size_t bytes)
{
	unsigned char random[LONGEST_SECRET];
	char *hex = arena_alloc(arena, 2 * bytes + 1);
	if (bytes > sizeof random || RAND_bytes(random, (int)bytes) != 1)
		abort();
	for (size_t i = 0; i < bytes; i++)
		snprintf(hex + 2 * i, 3, "%02x", random[i]);
	return hex;
}

/* The whole file, which is locked, so that it does not change meanwhile. */
static bool read_all(int file, struct buffer *text)
{
	char part[4096];
	ssize_t got;
	while ((got = read(file, part, sizeof part)) > 0 && text->len <= LARGEST_FILE)
		buffer_add(text, part, (size_t)got);
	errno = got > 0 ? EFBIG : errno;
	return got == 0;
}

static bool write_all(int file, struct slice text)
{
	while (text.len) {
		ssize_t written = write(file, text.ptr, text.len);
		if (written <= 0)
			return false;
		text = (struct slice){text.ptr + written, text.len - (size_t)written};
	}
	return fsync(file) == 0;
}

/* Sets *secret to purpose the file has by now, as another server may have been faster, or adds it. */
static bool add_to(int file, struct arena *arena, const char *variable, const char **secret, bool *made)
{
	struct buffer text = {0}, line = {0};
	bool done = flock(file, LOCK_EX) == 0 && read_all(file, &text);
	if (done) {
		const char *known = config_variable_in(arena, buffer_as_slice(&text), variable);
		*made = !known;
		*secret = *made ? secrets_random(arena, SECRET_BYTES) : known;
		buffer_format(&line, "%s%s=%s\n", text.len && text.data[text.len - 1] != '\n' ? "\n" : "", variable,
		              *secret);
	}
	if (done && *made)
		done = write_all(file, buffer_as_slice(&line));
	int reason = errno;
	buffer_free(&text);
	buffer_free(&line);
	errno = reason;
	return done;
}

static bool make(const struct config *config, struct arena *arena, const char *variable, const char **secret,
                 struct error *error)
{
	struct stat found;
	bool made = false;
	int file = open(config->env_path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
	bool done = file >= 0 && add_to(file, arena, variable, secret, &made);
	int reason = errno;
	bool exposed = file >= 0 && fstat(file, &found) == 0 && (found.st_mode & 0077);
	if (file >= 0)
		close(file); /* the lock ends, too */
	if (!done)
		return error_set(error, 500, "ConfigurationError",
		                 "%s is not set, and a new one can't be written to %s: %s", variable, config->env_path,
		                 strerror(reason));
	if (made)
		log_message(LOG_WARNING, "%s was not set: one was made, and written to %s%s", variable,
		            config->env_path, exposed ? ", which others than its owner may read or write" : "");
	return true;
}

static bool need(const struct config *config, struct arena *arena, const char *variable, const char *setting,
                 const char *purpose, const char **secret, struct error *error)
{
	if (*secret)
		return true;
	if (strcmp(config->environment, "development") == 0)
		return make(config, arena, variable, secret, error);
	return error_set(error, 500, "ConfigurationError",
	                 "%s is not set: %s. Set it in the environment, in %s, or as %s; in development one is made",
	                 variable, purpose, config->env_path, setting);
}

bool secrets_need_jwt(struct config *config, struct arena *arena, struct error *error)
{
	return need(config, arena, "JWT_SECRET", "users-permissions.config.jwtSecret in config/plugins.json",
	            "it signs the tokens of users", &config->jwt_secret, error);
}

bool secrets_need_salt(struct config *config, struct arena *arena, struct error *error)
{
	return need(config, arena, "API_TOKEN_SALT", "apiToken.salt in config/admin.json",
	            "API tokens are valid with their salt alone", &config->api_token_salt, error);
}
