/* Inside the folder `process`: asks and their answers. All with the lock of the host held, but where it says so. */
#ifndef LECTERN_HOST_PROCESS_ASKS_H
#define LECTERN_HOST_PROCESS_ASKS_H

#include "state.h"

/* Takes an ask out of its list, with its answer or with the reason why there is none. Whoever waits is told by
 * asks_tell. */
void asks_end(struct host *host, struct ask **place, struct host_answer *answer);
void asks_fail(struct host *host, struct ask **place, int status, const char *message);

/* Gives an ask, which is in no list, to a process. */
void asks_send(struct host *host, struct process *process, struct ask *ask);

/* Asks a process what each is asked first. */
void asks_begin(struct host *host, struct process *process);

/* Tells who waits what has ended, and gives calls to the services. Without the lock. */
void asks_tell(struct host *host);

#endif
