/* The door of the room `command`: what is typed on the command line.
 *
 * Threads: the main thread. */
#ifndef LECTERN_COMMAND_COMMAND_H
#define LECTERN_COMMAND_COMMAND_H

/* Runs the command in `arguments` (of main). Returns the exit status: 0, 1 when the command failed, 2 when there is no
 * such command or option. */
int command_run(int count, char **arguments);

#endif
