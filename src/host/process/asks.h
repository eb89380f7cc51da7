/* Inside the folder `process`: asks and their answers. All with the lock of the host held, but where it says so. */
#ifndef LECTERN_HOST_PROCESS_ASKS_H
#define LECTERN_HOST_PROCESS_ASKS_H

#include "state.h"

/* Takes an ask out of its list, with its answer or with the reason why there is none. asks_deliver calls its
 * receiver. */
void asks_end(struct host *host, struct ask **place, struct host_answer *answer);
void asks_fail(struct host *host, struct ask **place, int status, const char *message);

/* The process that is to be asked next: of those that are ready the one with the fewest asks. NULL: none is ready. */
struct process *asks_next_process(const struct host *host);

/* How many processes are asked, or will be: all but those that are retired. */
unsigned asks_count_processes(const struct host *host);

/* Gives an ask, which is in no list, to a process. */
void asks_send(struct host *host, struct process *process, struct ask *ask);

/* Asks a process what each is asked first. */
void asks_begin(struct host *host, struct process *process);

/* Calls the receivers of asks that have ended, and passes calls to the services. Without the lock. */
void asks_deliver(struct host *host);

#endif
