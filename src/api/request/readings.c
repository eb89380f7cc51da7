#include "readings.h"

#include "turn.h"
#include "workers.h"

#include <stdlib.h>

struct shared_read {
	struct shared_read *next;
	struct cached *answer;   /* NULL: there is none */
	struct request *waiting; /* the last that came, by request->waits_beside */
	size_t waiting_count;
	uint64_t hash;
	size_t key_length;
	char key[];
};

void readings_init(struct readings *readings)
{
	*readings = (struct readings){.first = NULL};
	pthread_mutex_init(&readings->lock, NULL);
}

void readings_free(struct readings *readings)
{
	pthread_mutex_destroy(&readings->lock);
}

/* With the lock. */
static struct shared_read *find(struct readings *readings, struct slice key)
{
	const uint64_t hash = slice_hash(key);
	struct shared_read *reading = readings->first;
	while (reading &&
	       (reading->hash != hash || !slice_equals((struct slice){reading->key, reading->key_length}, key)))
		reading = reading->next;
	return reading;
}

static bool has_room(const struct shared_read *reading)
{
	return reading->waiting_count < READINGS_MOST_WAITING;
}

bool readings_may_wait(struct readings *readings, const struct request *request, struct slice key)
{
	if (!atomic_load(&readings->count) || request->has_waited || request->reading)
		return false;
	pthread_mutex_lock(&readings->lock);
	const struct shared_read *reading = find(readings, key);
	const bool may = reading && has_room(reading);
	pthread_mutex_unlock(&readings->lock);
	return may;
}

static struct shared_read *create(struct slice key)
{
	struct shared_read *reading = malloc(sizeof *reading + key.len);
	if (!reading)
		return NULL;
	*reading = (struct shared_read){.hash = slice_hash(key), .key_length = key.len};
	memcpy(reading->key, key.ptr, key.len);
	return reading;
}

bool readings_join(struct readings *readings, struct request *request, struct slice key)
{
	bool waits = false;
	if (request->reading)
		return false;
	pthread_mutex_lock(&readings->lock);
	struct shared_read *reading = find(readings, key);
	if (reading && !request->has_waited && has_room(reading)) {
		waits = request->has_waited = true;
		request->waits_beside = reading->waiting;
		reading->waiting = request;
		reading->waiting_count++;
	} else if (!reading && (reading = create(key))) {
		request->reading = reading;
		reading->next = readings->first;
		readings->first = reading;
		atomic_fetch_add(&readings->count, 1);
	}
	pthread_mutex_unlock(&readings->lock);
	return waits;
}

void readings_set_answer(struct request *request, struct cached *answer)
{
	if (request->reading)
		request->reading->answer = cache_share(answer);
}

static struct request *take_out(struct readings *readings, struct shared_read *reading)
{
	pthread_mutex_lock(&readings->lock);
	struct shared_read **place = &readings->first;
	while (*place != reading)
		place = &(*place)->next;
	*place = reading->next;
	atomic_fetch_sub(&readings->count, 1);
	pthread_mutex_unlock(&readings->lock);
	return reading->waiting;
}

void readings_end(struct readings *readings, struct request *request)
{
	struct shared_read *reading = request->reading;
	if (!reading)
		return;
	request->reading = NULL;
	struct request *waiting = take_out(readings, reading);
	while (waiting) {
		/* Once it is given to another thread it may end at any time. */
		struct request *next = waiting->waits_beside;
		waiting->shared_answer = reading->answer ? cache_share(reading->answer) : NULL;
		turn_go_on(waiting, false);
		waiting = next;
	}
	cache_release(reading->answer);
	free(reading);
}
