#include "background.h"

#include <pthread.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <unistd.h>

enum { NICENESS = 5 };

struct background {
	pthread_mutex_t lock;
	pthread_cond_t changed;
	struct background_work *first, **last;
	size_t waiting, most_waiting;
	size_t numbered, thread_count;
	bool stopping;
	pthread_t threads[];
};

static struct background_work *take(struct background *background)
{
	pthread_mutex_lock(&background->lock);
	while (!background->first && !background->stopping)
		pthread_cond_wait(&background->changed, &background->lock);
	struct background_work *work = background->first;
	if (work) {
		background->first = work->next;
		background->waiting--;
		if (!background->first)
			background->last = &background->first;
	}
	pthread_mutex_unlock(&background->lock);
	return work;
}

static void *work_on(void *context)
{
	struct background *background = context;
	struct background_work *work;
	/* On Linux this is of the thread alone. Where it is refused, all threads are equal. */
	(void)setpriority(PRIO_PROCESS, (id_t)gettid(), NICENESS);
	pthread_mutex_lock(&background->lock);
	size_t thread = background->numbered++;
	pthread_mutex_unlock(&background->lock);
	while ((work = take(background)))
		work->run(work->context, thread);
	return NULL;
}

struct background *background_start(size_t threads, size_t most_waiting)
{
	struct background *background = calloc(1, sizeof *background + threads * sizeof *background->threads);
	if (!background)
		abort();
	background->last = &background->first;
	background->most_waiting = most_waiting;
	pthread_mutex_init(&background->lock, NULL);
	pthread_cond_init(&background->changed, NULL);
	for (; background->thread_count < threads; background->thread_count++)
		if (pthread_create(&background->threads[background->thread_count], NULL, work_on, background) != 0) {
			background_stop(background);
			return NULL;
		}
	return background;
}

bool background_submit(struct background *background, struct background_work *work)
{
	pthread_mutex_lock(&background->lock);
	bool taken = !background->stopping && background->waiting < background->most_waiting;
	if (taken) {
		work->next = NULL;
		*background->last = work;
		background->last = &work->next;
		background->waiting++;
		pthread_cond_signal(&background->changed);
	}
	pthread_mutex_unlock(&background->lock);
	return taken;
}

void background_stop(struct background *background)
{
	if (!background)
		return;
	pthread_mutex_lock(&background->lock);
	background->stopping = true;
	pthread_cond_broadcast(&background->changed);
	pthread_mutex_unlock(&background->lock);
	for (size_t i = 0; i < background->thread_count; i++)
		pthread_join(background->threads[i], NULL);
	pthread_cond_destroy(&background->changed);
	pthread_mutex_destroy(&background->lock);
	free(background);
}
