/* Inside the room `transfer`: rows of an import, written by the dozen. */
#ifndef LECTERN_TRANSFER_WRITER_H
#define LECTERN_TRANSFER_WRITER_H

#include "line.h"

struct transfer_writer;

/* `scratch`: the arena that the session uses. */
struct transfer_writer *transfer_writer_create(struct store_session *session, struct arena *scratch);
void transfer_writer_destroy(struct transfer_writer *writer);

/* Where the next line is to be read: its values stay there until they are written. */
struct arena *transfer_writer_arena(struct transfer_writer *writer);

/* Adds the row of a line; `number` is the line's own, for the message of the error. */
bool transfer_writer_add(struct transfer_writer *writer, const struct transfer_line *line, int64_t number,
                         struct error *error);

/* Writes what was added and is not written yet. */
bool transfer_writer_flush(struct transfer_writer *writer, struct error *error);

#endif
