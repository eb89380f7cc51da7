/* Inside the room `store`: the thread that writes. store.h tells what it does with jobs. */
#ifndef LECTERN_STORE_WRITER_H
#define LECTERN_STORE_WRITER_H

#include "session.h"

/* Starts the thread. Fails with 500. */
bool writer_start(struct store *store, struct error *error);
/* Runs the jobs that wait, and ends the thread. */
void writer_stop(struct store *store);
/* Has it look again at what there is to do. From any thread. */
void writer_wake(struct store *store);

#endif
