#include "memory.h"

#include "clock.h"
#include "log.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

enum {
	RECOVERY_PAUSE = 20, /* milliseconds between two tries */
	/* Memory may be there in pieces only: after so many milliseconds a smaller reserve has to do. */
	PATIENCE = 5000,
	LEAST_RESERVE = 4 << 20,
	WAIT = 10, /* milliseconds between two tries of an allocation */
	MOST_WAITS = 500,
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; /* of all that is not atomic */
static void *reserve;
static size_t wanted, held; /* bytes of the reserve: at first, and now */
static bool reported;
static int64_t tried, first_tried; /* milliseconds of the monotonic clock */
static atomic_bool is_short;
static atomic_uint waiting; /* threads, for memory */

static void *map(size_t bytes)
{
	void *at = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	return at == MAP_FAILED ? NULL : at;
}

/* With the lock held. */
static bool hold(size_t bytes)
{
	void *at = map(bytes);
	if (!at)
		return false;
	held = bytes;
	reserve = at;
	atomic_store(&is_short, false);
	return true;
}

void memory_hold_back(size_t bytes)
{
	pthread_mutex_lock(&lock);
	if (hold(bytes))
		wanted = bytes;
	pthread_mutex_unlock(&lock);
}

static void release(void)
{
	pthread_mutex_lock(&lock);
	if (reserve) {
		munmap(reserve, held);
		reserve = NULL;
		atomic_store(&is_short, true);
	}
	pthread_mutex_unlock(&lock);
}

/* Requests that end meanwhile give theirs back, and nobody takes it for the reserve. */
static void wait_for_memory(size_t size, unsigned *waits)
{
	const struct timespec pause = {.tv_nsec = WAIT * 1000000};
	if (!wanted || ++*waits > MOST_WAITS) {
		fprintf(stderr, "lectern: out of memory, for %zu bytes\n", size);
		abort();
	}
	atomic_fetch_add(&waiting, 1);
	nanosleep(&pause, NULL);
	atomic_fetch_sub(&waiting, 1);
}

void *memory_alloc(size_t size)
{
	void *at;
	if (!size)
		size = 1;
	for (unsigned waits = 0; !(at = calloc(1, size)); wait_for_memory(size, &waits)) {
		release();
		if ((at = calloc(1, size)))
			break;
	}
	return at;
}

void *memory_resize(void *old, size_t size)
{
	void *at;
	if (!size)
		size = 1;
	for (unsigned waits = 0; !(at = realloc(old, size)); wait_for_memory(size, &waits)) {
		release();
		if ((at = realloc(old, size)))
			break;
	}
	return at;
}

bool memory_is_short(void)
{
	return atomic_load_explicit(&is_short, memory_order_relaxed);
}

/* With the lock held. */
static bool take_back(int64_t now)
{
	const size_t least = now - first_tried > PATIENCE ? LEAST_RESERVE : wanted;
#ifdef __GLIBC__
	malloc_trim(0);
#endif
	for (size_t bytes = wanted; bytes >= least; bytes /= 2)
		if (hold(bytes))
			return true;
	return false;
}

bool memory_recover(void)
{
	if (!memory_is_short())
		return true;
	bool first = false, recovered = false;
	int64_t now = clock_milliseconds();
	pthread_mutex_lock(&lock);
	if (!reserve && !reported) {
		reported = first = true;
		first_tried = now;
	}
	if (!reserve && now - tried >= RECOVERY_PAUSE && !atomic_load(&waiting)) {
		tried = now;
		recovered = take_back(now);
		reported = reported && !recovered;
	}
	pthread_mutex_unlock(&lock);
	if (first)
		log_message(LOG_WARNING, "memory is short: new requests are answered with 503 until others have ended");
	if (recovered)
		log_message(LOG_INFO, "there is memory again: requests are answered");
	return !memory_is_short();
}

bool memory_has(size_t bytes)
{
	void *at = map(bytes);
	if (at)
		munmap(at, bytes);
	return at;
}
