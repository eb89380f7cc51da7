#include "background.h"

#include <pthread.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <unistd.h>

struct background {
	pthread_mutex_t lock;
	pthread_cond_t changed;
	struct background_work *first, **last;
	struct background_options options;
	uint64_t *clients; /* by thread: whose work it does, or 0 */
	size_t waiting;
	size_t numbered, thread_count;
	bool stopping;
	pthread_t threads[];
};

static bool is_at_work(const struct background *background, uint64_t client)
{
	for (size_t i = 0; i < background->options.threads; i++)
		if (client && background->clients[i] == client)
			return true;
	return false;
}

/* The first of a client that has none at work; else the first. There is one. */
static struct background_work **next_of(struct background *background)
{
	for (struct background_work **at = &background->first; *at; at = &(*at)->next)
		if (!is_at_work(background, (*at)->client))
			return at;
	return &background->first;
}

static struct background_work *take(struct background *background, size_t thread)
{
	pthread_mutex_lock(&background->lock);
	background->clients[thread] = 0;
	while (!background->first && !background->stopping)
		pthread_cond_wait(&background->changed, &background->lock);
	struct background_work **next = next_of(background), *work = *next;
	if (work) {
		*next = work->next;
		if (background->last == &work->next)
			background->last = next;
		background->waiting--;
		background->clients[thread] = work->client;
	}
	pthread_mutex_unlock(&background->lock);
	return work;
}

static void *work_on(void *context)
{
	struct background *background = context;
	struct background_work *work;
	/* On Linux this is of the thread alone. Where it is refused, all threads are equal. */
	if (background->options.niceness)
		(void)setpriority(PRIO_PROCESS, (id_t)gettid(), background->options.niceness);
	pthread_mutex_lock(&background->lock);
	size_t thread = background->numbered++;
	pthread_mutex_unlock(&background->lock);
	while ((work = take(background, thread)))
		work->run(work->context, thread);
	return NULL;
}

struct background *background_start(const struct background_options *options)
{
	const size_t threads = options->threads;
	struct background *background = calloc(1, sizeof *background + threads * sizeof *background->threads);
	if (!background || !(background->clients = calloc(threads, sizeof *background->clients)))
		abort();
	background->last = &background->first;
	background->options = *options;
	pthread_mutex_init(&background->lock, NULL);
	pthread_cond_init(&background->changed, NULL);
	for (; background->thread_count < threads; background->thread_count++)
		if (pthread_create(&background->threads[background->thread_count], NULL, work_on, background) != 0) {
			background_stop(background);
			return NULL;
		}
	return background;
}

static bool has_room(const struct background *background, uint64_t client)
{
	size_t most = background->options.most_waiting_of_one, count = 0;
	for (const struct background_work *at = background->first; most && client && at; at = at->next)
		count += at->client == client;
	return !most || count < most;
}

bool background_submit(struct background *background, struct background_work *work)
{
	pthread_mutex_lock(&background->lock);
	bool taken = !background->stopping && background->waiting < background->options.most_waiting &&
	             has_room(background, work->client);
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
	free(background->clients);
	free(background);
}
