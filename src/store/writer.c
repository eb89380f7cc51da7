/* The thread that writes: jobs that wait together are done in one transaction, each in a savepoint of its own, and are
 * told of it when it is on disk. */
#include "writer.h"
#include "endings.h"
#include "yield.h"

#include <pthread.h>
#include <stdlib.h>

enum { LARGEST_GROUP = 128 };

struct store_writer {
	struct store *store;
	struct job_threads *threads; /* of jobs that yield */
	pthread_mutex_t lock;
	pthread_cond_t waiting; /* for jobs */
	struct store_job *first, **last;
	bool held; /* jobs that need code wait */
	bool closing;
	pthread_t thread;
};

/* Takes out what may be begun, up to LARGEST_GROUP; NULL when there is nothing. */
static struct store_job *take_out(struct store_writer *writer)
{
	struct store_job *taken = NULL, **end = &taken, **place = &writer->first;
	for (size_t count = 0; *place && count < LARGEST_GROUP;) {
		struct store_job *job = *place;
		if (job->needs_code && writer->held && !writer->closing) {
			place = &job->next;
			continue;
		}
		*place = job->next;
		job->next = NULL;
		*end = job;
		end = &job->next;
		count++;
	}
	for (writer->last = place; *writer->last;)
		writer->last = &(*writer->last)->next;
	return taken;
}

/* NULL when the store closes. */
static struct store_job *take_jobs(struct store_writer *writer)
{
	struct store_job *taken;
	pthread_mutex_lock(&writer->lock);
	while (!(taken = take_out(writer)) && !(writer->closing && !yield_is_busy(writer->threads)))
		pthread_cond_wait(&writer->waiting, &writer->lock);
	pthread_mutex_unlock(&writer->lock);
	return taken;
}

/* Runs one job in its savepoint. False when the whole transaction is lost: *error is why. */
static bool run_job(struct store_session *session, struct store_job *job, struct error *error)
{
	session->arena = job->arena;
	session->statement_count = 0;
	session->has_written = false;
	if (!endings_savepoint(session, SAVEPOINT_BEGIN, error)) {
		job->error = *error;
		return false;
	}
	last_orders_begin_savepoint(session->last_orders);
	yield_run(session->store->writer->threads, session, job);
	if (job->done && endings_savepoint(session, SAVEPOINT_KEEP, &job->error))
		return true;
	job->done = false;
	last_orders_undo_savepoint(session->last_orders);
	if (endings_savepoint(session, SAVEPOINT_UNDO, error))
		return true;
	/* What failed first says more than that nothing can be undone any more. */
	if (job->error.status == 503)
		*error = job->error;
	return false;
}

/* The transaction is gone, and with it what was done in it. */
static void fail_all(struct store_job *from, const struct store_job *until, const struct error *error)
{
	for (struct store_job *job = from; job != until; job = job->next) {
		if (job->done)
			job->error = *error;
		job->done = false;
	}
}

/* Jobs from `first` on in one transaction, as far as it goes. Returns the first that is still to be done. */
static struct store_job *run_transaction(struct store *store, size_t thread, struct store_job *first)
{
	struct store_session *session;
	struct error error;
	struct store_job *job = first;
	if (!store_begin_write(store, thread, first->arena, &session, &error)) {
		for (; job; job = job->next)
			job->error = error;
		return NULL;
	}
	while (job && run_job(session, job, &error))
		job = job->next;
	if (job) {
		/* The one that broke it has its own error; those before it lose their work with it. */
		store_roll_back(session);
		fail_all(first, job, &error);
		return job->next;
	}
	if (!store_commit(session, &error))
		fail_all(first, NULL, &error);
	return NULL;
}

static void *write_jobs(void *context)
{
	struct store_writer *writer = context;
	size_t thread = writer->store->thread_count - 1;
	struct store_job *jobs, *next;
	while ((jobs = take_jobs(writer))) {
		for (struct store_job *job = jobs; job;)
			job = run_transaction(writer->store, thread, job);
		for (struct store_job *job = jobs; job; job = next) {
			next = job->next;
			yield_end_part(writer->threads, job);
		}
	}
	return NULL;
}

bool writer_start(struct store *store, struct error *error)
{
	struct store_writer *writer = calloc(1, sizeof *writer);
	if (!writer)
		abort();
	store->writer = writer;
	writer->store = store;
	writer->last = &writer->first;
	writer->threads = yield_create(store);
	pthread_mutex_init(&writer->lock, NULL);
	pthread_cond_init(&writer->waiting, NULL);
	if (pthread_create(&writer->thread, NULL, write_jobs, writer) == 0)
		return true;
	store->writer = NULL;
	yield_destroy(writer->threads);
	free(writer);
	return error_internal(error, "a thread for writing can't be started");
}

void writer_stop(struct store *store)
{
	struct store_writer *writer = store->writer;
	if (!writer)
		return;
	pthread_mutex_lock(&writer->lock);
	writer->closing = true;
	pthread_cond_signal(&writer->waiting);
	pthread_mutex_unlock(&writer->lock);
	pthread_join(writer->thread, NULL);
	yield_destroy(writer->threads);
	pthread_cond_destroy(&writer->waiting);
	pthread_mutex_destroy(&writer->lock);
	free(writer);
	store->writer = NULL;
}

void writer_wake(struct store *store)
{
	struct store_writer *writer = store->writer;
	pthread_mutex_lock(&writer->lock);
	pthread_cond_signal(&writer->waiting);
	pthread_mutex_unlock(&writer->lock);
}

void store_submit(struct store *store, struct store_job *job)
{
	struct store_writer *writer = store->writer;
	job->next = NULL;
	job->done = false;
	pthread_mutex_lock(&writer->lock);
	*writer->last = job;
	writer->last = &job->next;
	pthread_cond_signal(&writer->waiting);
	pthread_mutex_unlock(&writer->lock);
}

/* ---- a change that is waited for ---- */

struct waiting_change {
	const struct store_job *wanted;
	struct store_job job;
	pthread_mutex_t lock;
	pthread_cond_t changed;
	bool finished, done;
	struct error error;
};

static bool run_waiting(void *context, struct store_session *session, struct error *error)
{
	struct waiting_change *change = context;
	return change->wanted->run(change->wanted->context, session, error);
}

static void finish_waiting(void *context, bool done, const struct error *error)
{
	struct waiting_change *change = context;
	pthread_mutex_lock(&change->lock);
	change->done = done;
	if (!done)
		change->error = *error;
	change->finished = true;
	pthread_cond_signal(&change->changed);
	pthread_mutex_unlock(&change->lock);
}

bool store_change(struct store *store, const struct store_job *wanted, struct error *error)
{
	struct waiting_change change = {.wanted = wanted, .job = *wanted};
	change.job.run = run_waiting;
	change.job.finish = finish_waiting;
	change.job.context = &change;
	pthread_mutex_init(&change.lock, NULL);
	pthread_cond_init(&change.changed, NULL);
	store_submit(store, &change.job);
	pthread_mutex_lock(&change.lock);
	while (!change.finished)
		pthread_cond_wait(&change.changed, &change.lock);
	pthread_mutex_unlock(&change.lock);
	pthread_cond_destroy(&change.changed);
	pthread_mutex_destroy(&change.lock);
	if (!change.done)
		*error = change.error;
	return change.done;
}

void store_hold(struct store *store, bool held)
{
	struct store_writer *writer = store->writer;
	pthread_mutex_lock(&writer->lock);
	writer->held = held;
	pthread_cond_signal(&writer->waiting);
	pthread_mutex_unlock(&writer->lock);
}
