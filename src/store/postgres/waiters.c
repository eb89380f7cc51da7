#include "waiters.h"

#include <time.h>

void waiters_init(struct waiters *waiters)
{
	pthread_condattr_t clock;
	waiters->newest = waiters->done = 0;
	pthread_mutex_init(&waiters->lock, NULL);
	pthread_condattr_init(&clock);
	pthread_condattr_setclock(&clock, CLOCK_MONOTONIC);
	pthread_cond_init(&waiters->changed, &clock);
	pthread_condattr_destroy(&clock);
}

void waiters_free(struct waiters *waiters)
{
	pthread_cond_destroy(&waiters->changed);
	pthread_mutex_destroy(&waiters->lock);
}

uint64_t waiters_add(struct waiters *waiters)
{
	pthread_mutex_lock(&waiters->lock);
	const uint64_t number = ++waiters->newest;
	pthread_mutex_unlock(&waiters->lock);
	return number;
}

bool waiters_wait(struct waiters *waiters, uint64_t number, const atomic_bool *going_on, int seconds)
{
	struct timespec until;
	int expired = 0;
	clock_gettime(CLOCK_MONOTONIC, &until);
	until.tv_sec += seconds;
	pthread_mutex_lock(&waiters->lock);
	while (waiters->done < number && !expired && atomic_load(going_on))
		expired = pthread_cond_timedwait(&waiters->changed, &waiters->lock, &until);
	const bool done = waiters->done >= number;
	pthread_mutex_unlock(&waiters->lock);
	return done;
}

uint64_t waiters_newest(struct waiters *waiters)
{
	pthread_mutex_lock(&waiters->lock);
	const uint64_t newest = waiters->newest > waiters->done ? waiters->newest : 0;
	pthread_mutex_unlock(&waiters->lock);
	return newest;
}

void waiters_end(struct waiters *waiters, uint64_t number)
{
	pthread_mutex_lock(&waiters->lock);
	if (number > waiters->done)
		waiters->done = number;
	pthread_cond_broadcast(&waiters->changed);
	pthread_mutex_unlock(&waiters->lock);
}
