#include "clock.h"

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

int64_t clock_of_thread(void)
{
	return read_clock(CLOCK_THREAD_CPUTIME_ID, 1);
}

void clock_init_condition(pthread_cond_t *condition)
{
	pthread_condattr_t attributes;
	pthread_condattr_init(&attributes);
	pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
	pthread_cond_init(condition, &attributes);
	pthread_condattr_destroy(&attributes);
}

struct timespec clock_deadline(int64_t milliseconds)
{
	const int64_t end = clock_nanoseconds() + milliseconds * 1000000;
	return (struct timespec){.tv_sec = end / 1000000000, .tv_nsec = end % 1000000000};
}
