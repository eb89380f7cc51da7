/* Inside the room `content`: how large an answer will be, before it is written. */
#ifndef LECTERN_CONTENT_READ_SIZE_H
#define LECTERN_CONTENT_READ_SIZE_H

#include "entries.h"

/* Measures the entries of a level, when all levels below it are measured. */
void size_measure(struct arena *arena, struct entries *entries);

/* Refuses with 400 an answer that is too large, with 503 one that there was no memory for. The entries are measured. */
bool size_check(const struct content_result *result, struct error *error);

#endif
