/* The clocks of the server. The monotonic one measures time that passes, however the time of day (datetime_now) is set.
 * For any thread. */
#ifndef LECTERN_BASE_CLOCK_H
#define LECTERN_BASE_CLOCK_H

#include <pthread.h>
#include <stdint.h>
#include <time.h>

int64_t clock_nanoseconds(void);
int64_t clock_milliseconds(void);

/* Milliseconds, up to some ten too few: costs next to nothing. */
int64_t clock_coarse(void);

/* Nanoseconds of a processor that the calling thread has used. */
int64_t clock_of_thread(void);

/* A condition of the monotonic clock. */
void clock_init_condition(pthread_cond_t *condition);

/* The moment so many milliseconds from now, for pthread_cond_timedwait on such a condition. */
struct timespec clock_deadline(int64_t milliseconds);

#endif
