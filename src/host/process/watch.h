/* Inside the folder `process`: looking after the processes. Without the lock of the host, but where it says so. */
#ifndef LECTERN_HOST_PROCESS_WATCH_H
#define LECTERN_HOST_PROCESS_WATCH_H

#include "state.h"

/* Waits for something to be done, `wait` milliseconds at most, and does it. */
void watch_turn(struct host *host, int wait);

/* Starts a process, which is asked from then on; ends one, and what it was asked for; fails all asks of a list. With
 * the lock. */
bool watch_start(struct host *host, struct error *error);
void watch_end(struct host *host, struct process **place);
void watch_fail_all(struct host *host, struct ask **asks, int status, const char *message);

/* Calls on_change of host_watch when asks can be answered now, or not any more. With the lock. */
void watch_report(struct host *host);

/* Ends the wait of the thread that does it. From any thread. */
void watch_wake(struct host *host);

#endif
