#include "shapes.h"

#include <errno.h>
#include <stdlib.h>
#include <time.h>

enum { SECONDS_BETWEEN_WRITES = 5, LARGEST_JSON = 16384 };

static struct shape *slot_of(struct shapes *shapes, uint64_t hash)
{
	for (size_t i = 0; i < SHAPES_MOST; i++) {
		struct shape *slot = &shapes->slots[(hash + i) % SHAPES_MOST];
		if (!slot->hash || slot->hash == hash)
			return slot;
	}
	return NULL;
}

/* With the lock held: takes all that was noted. The caller frees what it gets. */
static struct shape *take(struct shapes *shapes, size_t *count)
{
	struct shape *taken = calloc(SHAPES_MOST, sizeof *taken);
	*count = 0;
	if (!taken)
		return NULL;
	for (size_t i = 0; i < SHAPES_MOST; i++)
		if (shapes->slots[i].hash)
			taken[(*count)++] = shapes->slots[i];
	memset(shapes->slots, 0, sizeof shapes->slots);
	shapes->count = 0;
	return taken;
}

static void release(struct shape *taken, size_t count)
{
	for (size_t i = 0; i < count; i++)
		free(taken[i].json);
	free(taken);
}

/* With the lock held, which it lets go of meanwhile. */
static void write_out(struct shapes *shapes)
{
	size_t count;
	struct shape *taken = take(shapes, &count);
	pthread_mutex_unlock(&shapes->lock);
	bool done = !count || shapes_add_to_file(shapes->folder, taken, count);
	release(taken, count);
	pthread_mutex_lock(&shapes->lock);
	if (!done && !shapes->failed)
		log_message(LOG_INFO, "%s/.tmp can't be written: lectern advise will not know of slow statements",
		            shapes->folder);
	shapes->failed = !done;
}

static void *run(void *context)
{
	struct shapes *shapes = context;
	pthread_mutex_lock(&shapes->lock);
	while (!shapes->stopping) {
		struct timespec until;
		clock_gettime(CLOCK_MONOTONIC, &until);
		until.tv_sec += SECONDS_BETWEEN_WRITES;
		while (!shapes->stopping &&
		       pthread_cond_timedwait(&shapes->changed, &shapes->lock, &until) != ETIMEDOUT)
			;
		write_out(shapes);
		while (!shapes->stopping && !shapes->count)
			pthread_cond_wait(&shapes->changed, &shapes->lock);
	}
	write_out(shapes);
	pthread_mutex_unlock(&shapes->lock);
	return NULL;
}

void shapes_start(struct shapes *shapes, const char *folder)
{
	pthread_condattr_t attributes;
	pthread_condattr_init(&attributes);
	pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
	pthread_mutex_init(&shapes->lock, NULL);
	pthread_cond_init(&shapes->changed, &attributes);
	pthread_condattr_destroy(&attributes);
	shapes->folder = folder;
}

void shapes_stop(struct shapes *shapes)
{
	if (!shapes->folder)
		return;
	pthread_mutex_lock(&shapes->lock);
	shapes->stopping = true;
	pthread_cond_signal(&shapes->changed);
	const bool running = shapes->running;
	pthread_mutex_unlock(&shapes->lock);
	if (running)
		pthread_join(shapes->thread, NULL);
	pthread_mutex_destroy(&shapes->lock);
	pthread_cond_destroy(&shapes->changed);
	shapes->folder = NULL;
}

/* With the lock held. */
static void add(struct shapes *shapes, struct shape *slot, const struct shape_run *run)
{
	if (!slot->hash) {
		struct buffer json = {0};
		shape_write(&json, run);
		slot->json = json.len <= LARGEST_JSON ? strdup(buffer_terminate(&json)) : NULL;
		buffer_free(&json);
		if (!slot->json)
			return;
		slot->hash = slice_hash(run->text);
		shapes->count++;
	}
	slot->count++;
	slot->rows += run->rows;
	slot->steps += run->steps;
	slot->nanoseconds += run->nanoseconds;
	if (slot->longest < run->nanoseconds)
		slot->longest = run->nanoseconds;
}

void shapes_note(struct shapes *shapes, const struct shape_run *noted)
{
	pthread_mutex_lock(&shapes->lock);
	struct shape *slot = shapes->stopping ? NULL : slot_of(shapes, slice_hash(noted->text));
	const bool first = shapes->count == 0;
	if (slot)
		add(shapes, slot, noted);
	if (!shapes->running && !shapes->stopping)
		shapes->running = pthread_create(&shapes->thread, NULL, run, shapes) == 0;
	else if (first)
		pthread_cond_signal(&shapes->changed);
	pthread_mutex_unlock(&shapes->lock);
}
