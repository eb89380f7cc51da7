/* Inside the PostgreSQL driver: opening and closing a connection. */
#ifndef LECTERN_STORE_POSTGRES_READER_OPEN_H
#define LECTERN_STORE_POSTGRES_READER_OPEN_H

#include "reader.h"

/* Connects, waiting for each of the target's hosts as long as its connect_timeout says. `pooled`: without start-up
 * options; with them, *refuses_options tells that a pooler between does not take or pass them. `prepares`: statements
 * may be prepared; they are, unless a pooler loses them: the reader's pipeline tells. NULL with the reason in `reason`.
 */
struct postgres_reader *postgres_reader_open(const struct postgres_target *target, bool pooled, bool prepares,
                                             bool *refuses_options, struct buffer *reason);
void postgres_reader_close(struct postgres_reader *reader);

#endif
