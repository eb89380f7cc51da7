/* Inside the PostgreSQL driver: those who wait until the listener has caught up (listener.h). Each has a number; the
 * listener notes the last one before it asks the server, and ends the waiting of all up to it with the answer. All
 * functions may be called from any thread. */
#ifndef LECTERN_STORE_POSTGRES_WAITERS_H
#define LECTERN_STORE_POSTGRES_WAITERS_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

struct waiters {
	pthread_mutex_t lock;
	pthread_cond_t changed;
	uint64_t newest, done; /* with the lock: the last who came, and the last who needs to wait no more */
};

void waiters_init(struct waiters *waiters);
void waiters_free(struct waiters *waiters);

/* A new one's number, to wait under. */
uint64_t waiters_add(struct waiters *waiters);

/* Waits until the number is done, at most `seconds`, and only while *going_on. True when it is done. */
bool waiters_wait(struct waiters *waiters, uint64_t number, const atomic_bool *going_on, int seconds);

/* The newest number; 0 when nobody waits. */
uint64_t waiters_newest(struct waiters *waiters);

/* All up to the number are done. 0: nobody is, but all look at *going_on again. */
void waiters_end(struct waiters *waiters, uint64_t number);

#endif
