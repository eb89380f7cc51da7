#include "password.h"

#include <openssl/crypto.h>
#include <termios.h>
#include <unistd.h>

enum { GENERATED_BYTES = 12, LONGEST_LINE = 1024 };

/* The line lives in the arena, without its end. */
static bool read_line(struct operator* this, const char **line)
{
	char text[LONGEST_LINE];
	if (!fgets(text, sizeof text, stdin))
		return error_validation(this->error, "Expected the password as the first line of standard input");
	size_t length = strcspn(text, "\r\n");
	if (!text[length] && length == sizeof text - 1)
		return error_validation(this->error, "The password is too long");
	*line = arena_copy(this->arena, (struct slice){text, length});
	OPENSSL_cleanse(text, sizeof text);
	return true;
}

static bool ask(struct operator* this, const char *question, const char **line)
{
	struct termios before, silent;
	fputs(question, stderr);
	bool hidden = tcgetattr(STDIN_FILENO, &before) == 0;
	if (hidden) {
		silent = before;
		silent.c_lflag &= ~(tcflag_t)ECHO;
		tcsetattr(STDIN_FILENO, TCSAFLUSH, &silent);
	}
	bool done = read_line(this, line);
	if (hidden)
		tcsetattr(STDIN_FILENO, TCSAFLUSH, &before);
	fputc('\n', stderr);
	return done;
}

bool password_read(struct operator* this)
{
	const char *again;
	if (this->options.generate) {
		this->password = operator_random(this, GENERATED_BYTES);
		return true;
	}
	if (!isatty(STDIN_FILENO))
		return read_line(this, &this->password);
	return ask(this, "New password: ", &this->password) && ask(this, "Once more: ", &again) &&
	       (strcmp(this->password, again) == 0 || error_validation(this->error, "The two passwords differ"));
}
