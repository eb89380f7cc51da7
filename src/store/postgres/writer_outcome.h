/* Inside the writer: what became of a commit that was not answered. Called with postgres_writer.writing held. */
#ifndef LECTERN_STORE_POSTGRES_WRITER_OUTCOME_H
#define LECTERN_STORE_POSTGRES_WRITER_OUTCOME_H

#include "writer_state.h"

/* As postgres_writer_settle, and gets the number of the transaction unless it is known. */
bool postgres_writer_settle_with_number(struct postgres_writer *writer, struct error *error);

/* The connection broke during COMMIT. True when the server says that it was done; else *error tells what is known. */
bool postgres_writer_find_outcome(struct postgres_writer *writer, struct error *error);

#endif
