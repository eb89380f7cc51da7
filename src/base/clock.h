/* The monotonic clock: time that passes, wherever somebody sets the time of day (datetime_now). */
#ifndef LECTERN_BASE_CLOCK_H
#define LECTERN_BASE_CLOCK_H

#include <stdint.h>

int64_t clock_nanoseconds(void);
int64_t clock_milliseconds(void);

/* Milliseconds, up to some ten too few: costs next to nothing. */
int64_t clock_coarse(void);

#endif
