#include "clock.h"

#include <time.h>

static int64_t read_clock(clockid_t clock, int64_t unit)
{
	struct timespec now;
	clock_gettime(clock, &now);
	return (int64_t)now.tv_sec * (1000000000 / unit) + now.tv_nsec / unit;
}

int64_t clock_nanoseconds(void)
{
	return read_clock(CLOCK_MONOTONIC, 1);
}

int64_t clock_milliseconds(void)
{
	return read_clock(CLOCK_MONOTONIC, 1000000);
}

int64_t clock_coarse(void)
{
	return read_clock(CLOCK_MONOTONIC_COARSE, 1000000);
}
