/* Inside the room `host`: what the process is asked first. */
#ifndef LECTERN_HOST_LOAD_H
#define LECTERN_HOST_LOAD_H

#include "survey.h"

/* Writes an ask of that name, with all that loading the project's code takes. */
void load_write_ask(struct buffer *head, const char *name, const char *environment);

#endif
