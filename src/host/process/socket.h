/* Inside the folder `process`: bytes from a process and to it. All with the lock of the host held. */
#ifndef LECTERN_HOST_PROCESS_SOCKET_H
#define LECTERN_HOST_PROCESS_SOCKET_H

#include "state.h"

/* Reads and writes what can be. False when the process has ended, or sends nonsense. */
bool socket_read(struct host *host, struct process *process);
bool socket_write(struct process *process);

/* Logs the lines that it printed; `whole`: also one that has no end yet. */
void socket_read_output(struct process *process, bool whole);

#endif
