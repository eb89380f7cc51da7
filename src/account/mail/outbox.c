/* Mails as files in a folder, for development. */
#include "smtp.h"

#include <errno.h>
#include <fcntl.h>
#include <openssl/rand.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static bool make_folder(const char *path)
{
	char part[4096];
	size_t len = strlen(path);
	if (len >= sizeof part)
		return false;
	for (size_t i = 1; i <= len; i++) {
		if (path[i] != '/' && path[i] != '\0')
			continue;
		memcpy(part, path, i);
		part[i] = '\0';
		if (mkdir(part, 0700) != 0 && errno != EEXIST)
			return false;
	}
	return true;
}

static void add_member(struct json_object *json, const char *name, const char *value)
{
	json_object_object_add(json, name, json_object_new_string(value ? value : ""));
}

static void write_json(struct buffer *text, const struct mail *mail)
{
	struct json_object *json = json_object_new_object();
	add_member(json, "to", mail->to);
	add_member(json, "from", mail->from);
	add_member(json, "replyTo", mail->reply_to);
	add_member(json, "subject", mail->subject);
	add_member(json, "text", mail->text);
	add_member(json, "html", mail->html);
	json_write_indented(text, json);
	buffer_byte(text, '\n');
	json_object_put(json);
}

/* Under its name it is there whole or not at all. */
static bool write_file(const char *directory, struct slice text)
{
	char iso[DATETIME_ISO_SIZE];
	unsigned char random[8];
	struct buffer path = {0}, hidden = {0};
	bool done = false;
	if (RAND_bytes(random, sizeof random) != 1)
		return false;
	datetime_format_iso(datetime_now(), iso);
	buffer_format(&path, "%s/%s-", directory, iso);
	buffer_format(&hidden, "%s/.", directory);
	for (size_t i = 0; i < sizeof random; i++) {
		buffer_format(&path, "%02x", random[i]);
		buffer_format(&hidden, "%02x", random[i]);
	}
	buffer_text(&path, ".json");
	int file = open(buffer_terminate(&hidden), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
	if (file >= 0) {
		done = write(file, text.ptr, text.len) == (ssize_t)text.len;
		done = close(file) == 0 && done && rename(hidden.data, buffer_terminate(&path)) == 0;
		if (!done)
			unlink(hidden.data);
	}
	buffer_free(&path);
	buffer_free(&hidden);
	return done;
}

enum mail_result mail_to_outbox(const struct config_mail *config, const struct mail *mail, char *reason)
{
	struct buffer json = {0};
	write_json(&json, mail);
	bool done = make_folder(config->directory) && write_file(config->directory, buffer_as_slice(&json));
	buffer_free(&json);
	if (!done)
		snprintf(reason, MAIL_REASON_SIZE, "%.200s can't be written", config->directory);
	return done ? MAIL_SENT : MAIL_REFUSED;
}
