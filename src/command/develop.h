/* Inside the room `command`: a project that is loaded again while it is served, when its files change on disk or the
 * panel has written models. For the main thread. */
#ifndef LECTERN_COMMAND_DEVELOP_H
#define LECTERN_COMMAND_DEVELOP_H

#include "serving.h"

/* A server that runs, and the memory that it lives in. */
struct running {
	struct serving *service;
	struct arena *arena;
};

struct development;

/* False with *error when files can't be watched, or in production. The paths in `options` must outlive it. */
bool development_open(const struct command_options *options, const struct config *config,
                      struct development **development, struct error *error);
void development_close(struct development *development); /* NULL is fine */

/* For the servers: see struct api_admin_development. NULL for NULL. */
struct api_admin_development *development_of_panel(struct development *development);

/* The two descriptors to be polled for reading: files have changed, models were written. */
void development_descriptors(const struct development *development, int descriptors[2]);

/* To be called when one of them can be read, and DEVELOPMENT_SETTLES ms after it said so, until it says no: is there
 * something to wait for still? When files have not changed for that long the project is loaded again: *running is
 * another server then, and the one before has ended. With a mistake, which the log tells, all stays as it was. */
enum { DEVELOPMENT_SETTLES = 150 };
bool development_look(struct development *development, struct running *running);

#endif
