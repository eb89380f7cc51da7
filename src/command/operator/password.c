#include "password.h"

#include <openssl/crypto.h>
#include <termios.h>
#include <unistd.h>

enum { GENERATED_BYTES = 12, LONGEST_LINE = 1024 };

/* The line lives in the arena, without its end. */
static bool read_line(struct arena *arena, const char **line, struct error *error)
{
	char text[LONGEST_LINE];
	if (!fgets(text, sizeof text, stdin))
		return error_validation(error, "Expected the password as the first line of standard input");
	size_t length = strcspn(text, "\r\n");
	if (!text[length] && length == sizeof text - 1)
		return error_validation(error, "The password is too long");
	*line = arena_copy(arena, (struct slice){text, length});
	OPENSSL_cleanse(text, sizeof text);
	return true;
}

bool password_prompt(const char *question, struct arena *arena, const char **line, struct error *error)
{
	struct termios before, silent;
	fputs(question, stderr);
	bool hidden = tcgetattr(STDIN_FILENO, &before) == 0;
	if (hidden) {
		silent = before;
		silent.c_lflag &= ~(tcflag_t)ECHO;
		tcsetattr(STDIN_FILENO, TCSAFLUSH, &silent);
	}
	bool done = read_line(arena, line, error);
	if (hidden)
		tcsetattr(STDIN_FILENO, TCSAFLUSH, &before);
	fputc('\n', stderr);
	return done;
}

bool password_read(struct operator_command *command)
{
	const char *again;
	if (command->options.generate) {
		command->password = operator_random(command, GENERATED_BYTES);
		return true;
	}
	if (!isatty(STDIN_FILENO))
		return read_line(command->arena, &command->password, command->error);
	return password_prompt("New password: ", command->arena, &command->password, command->error) &&
	       password_prompt("Once more: ", command->arena, &again, command->error) &&
	       (strcmp(command->password, again) == 0 || error_validation(command->error, "The two passwords differ"));
}
