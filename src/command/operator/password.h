/* Asks for a new password on the terminal. */
#ifndef LECTERN_COMMAND_PASSWORD_H
#define LECTERN_COMMAND_PASSWORD_H

#include "operator.h"

/* Sets this->password: made up when --generate-password asks for it, else asked for on a terminal, twice and without
 * showing it, else the first line of standard input. Never from the command line, which others can see. */
bool password_read(struct operator_command *command);

/* Asks for a secret on the terminal that is standard input, without showing it. It lives in the arena. */
bool password_prompt(const char *question, struct arena *arena, const char **line, struct error *error);

#endif
