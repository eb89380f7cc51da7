/* Starting Node. */
#ifndef LECTERN_HOST_PROCESS_SPAWN_H
#define LECTERN_HOST_PROCESS_SPAWN_H

#include "base/base.h"

#include <sys/types.h>

struct spawn_options {
	const char *node;        /* the program, as spawn_find gives it */
	const char *directory;   /* where it runs */
	const char *environment; /* NODE_ENV */
	const char *env_path;    /* ENV_PATH, or NULL */
	unsigned memory;         /* MiB that its JavaScript may take */
};

struct spawned {
	pid_t pid;  /* also the number of its process group */
	int socket; /* to it; does not block */
	int output; /* what it writes to standard output and standard error; does not block */
};

/* The path of Node: what the variable LECTERN_NODE names, else `node` of PATH. NULL when there is none, or LECTERN_NODE
 * is "none". Lives in `arena`. */
const char *spawn_find(struct arena *arena);

/* Starts Node with the runtime, in a process group of its own. Of lectern it inherits the environment, one socket and a
 * pipe, and nothing else. It ends when the thread that called this ends. */
bool spawn_node(const struct spawn_options *options, struct spawned *spawned, struct error *error);

/* Kills it with all that it has started, and waits for its end. */
void spawn_kill(const struct spawned *spawned);

#endif
