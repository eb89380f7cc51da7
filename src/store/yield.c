#include "yield.h"
#include "writer.h"

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

/* More jobs that yield at a time run on the thread that writes, and yield no more. */
enum { MOST_THREADS = 256 };

/* The session is the job's while it runs. */
enum state {
	IDLE,    /* there is no job */
	RUNS,    /* the thread that writes waits */
	YIELDS,  /* what the job has written is to be committed */
	AWAY,    /* others write */
	WAITS,   /* the job is to go on, when the thread that writes has time */
	REFUSED, /* it can't, as the database can't be written */
	ENDED,   /* at the end, with the session: the transaction is to be committed */
};

struct job_thread {
	struct job_threads *all;
	pthread_cond_t changed; /* the state */
	enum state state;
	struct store_job *job;
	struct store_job rest; /* what is submitted to go on */
	struct store_session session;
	unsigned yield_count; /* how often the job has yielded */
	bool stored;          /* something of it is committed */
	bool done;            /* of the job, at its end */
	bool lost;            /* what it had written before it yielded is not in force */
	struct error error;   /* why it is lost, or refused */
	struct job_thread *next_idle, *next;
};

struct job_threads {
	struct store *store;
	pthread_mutex_t lock;
	struct job_thread *first, *idle;
	size_t count;
	_Atomic size_t busy; /* that have a job */
	bool closing;
	pthread_t threads[MOST_THREADS];
};

struct job_threads *yield_create(struct store *store)
{
	struct job_threads *threads = calloc(1, sizeof *threads);
	if (!threads)
		abort();
	threads->store = store;
	pthread_mutex_init(&threads->lock, NULL);
	return threads;
}

static void set_state(struct job_thread *thread, enum state state)
{
	thread->state = state;
	pthread_cond_broadcast(&thread->changed);
}

/* With the lock held, as follows. */
static void wait_while(struct job_thread *thread, enum state state)
{
	while (thread->state == state)
		pthread_cond_wait(&thread->changed, &thread->all->lock);
}

static void set_idle(struct job_thread *thread)
{
	struct job_threads *all = thread->all;
	thread->next_idle = all->idle;
	all->idle = thread;
	set_state(thread, IDLE);
	if (atomic_fetch_sub(&all->busy, 1) == 1)
		writer_wake(all->store);
}

/* ---- the thread of a job ---- */

/* What a change costs counts in its request's budget. */
static void begin_turn(struct store_session *session, struct budget *budget)
{
	if (!budget)
		return;
	budget_begin_turn(budget, 0);
	store_use_budget(session, budget);
}

static void end_turn(struct store_session *session)
{
	struct budget *budget = session->budget;
	if (!budget)
		return;
	store_use_budget(session, NULL);
	budget_end_turn(budget);
}

static bool run(struct store_session *session, struct store_job *job)
{
	begin_turn(session, job->budget);
	const bool done = job->run(job->context, session, &job->error);
	end_turn(session);
	return done;
}

/* A job that ends while others write has nothing more to commit. */
static void finish_away(struct job_thread *thread, bool done)
{
	struct store_job *job = thread->job;
	if (thread->lost)
		job->error = thread->error;
	pthread_mutex_unlock(&thread->all->lock);
	job->finish(job->context, done && !thread->lost, &job->error);
	pthread_mutex_lock(&thread->all->lock);
	set_idle(thread);
}

static void *run_jobs(void *context)
{
	struct job_thread *thread = context;
	struct job_threads *all = thread->all;
	pthread_mutex_lock(&all->lock);
	for (;;) {
		while (thread->state != RUNS && !all->closing)
			pthread_cond_wait(&thread->changed, &all->lock);
		if (thread->state != RUNS)
			break;
		pthread_mutex_unlock(&all->lock);
		const bool done = run(&thread->session, thread->job);
		pthread_mutex_lock(&all->lock);
		if (thread->state == RUNS) {
			thread->done = done;
			set_state(thread, ENDED);
			wait_while(thread, ENDED);
		} else {
			finish_away(thread, done);
		}
	}
	pthread_mutex_unlock(&all->lock);
	return NULL;
}

/* NULL when there are enough. */
static struct job_thread *start_thread(struct job_threads *threads)
{
	if (threads->count == MOST_THREADS)
		return NULL;
	struct job_thread *thread = calloc(1, sizeof *thread);
	if (!thread)
		abort();
	thread->all = threads;
	pthread_cond_init(&thread->changed, NULL);
	if (pthread_create(&threads->threads[threads->count], NULL, run_jobs, thread) != 0) {
		pthread_cond_destroy(&thread->changed);
		free(thread);
		return NULL;
	}
	threads->count++;
	thread->next = threads->first;
	threads->first = thread;
	return thread;
}

bool yield_is_busy(const struct job_threads *threads)
{
	return atomic_load(&threads->busy) > 0;
}

void yield_destroy(struct job_threads *threads)
{
	pthread_mutex_lock(&threads->lock);
	threads->closing = true;
	for (struct job_thread *thread = threads->first; thread; thread = thread->next)
		pthread_cond_broadcast(&thread->changed);
	pthread_mutex_unlock(&threads->lock);
	for (size_t i = 0; i < threads->count; i++)
		pthread_join(threads->threads[i], NULL);
	while (threads->first) {
		struct job_thread *thread = threads->first;
		threads->first = thread->next;
		pthread_cond_destroy(&thread->changed);
		free(thread);
	}
	pthread_mutex_destroy(&threads->lock);
	free(threads);
}

/* ---- the thread that writes ---- */

/* With the lock held. NULL when there is none. */
static struct job_thread *take_idle(struct job_threads *threads, struct store_job *job)
{
	struct job_thread *thread = threads->idle;
	if (thread)
		threads->idle = thread->next_idle;
	else
		thread = start_thread(threads);
	if (!thread)
		return NULL;
	thread->job = job;
	thread->lost = thread->stored = false;
	thread->yield_count = 0;
	job->thread = thread;
	atomic_fetch_add(&threads->busy, 1);
	return thread;
}

void yield_run(struct job_threads *threads, struct store_session *session, struct store_job *job)
{
	struct job_thread *thread = job->thread;
	pthread_mutex_lock(&threads->lock);
	if (!thread && job->yields)
		thread = take_idle(threads, job);
	if (thread) {
		if (thread->state == WAITS)
			session->statement_count = thread->session.statement_count;
		thread->session = *session;
		thread->session.thread = thread;
		set_state(thread, RUNS);
		wait_while(thread, RUNS);
		*session = thread->session;
		session->thread = NULL;
		job->done = thread->state == YIELDS || thread->done;
		if (!job->done)
			job->error = thread->job->error;
	}
	pthread_mutex_unlock(&threads->lock);
	if (!thread)
		job->done = run(session, job);
}

/* A job that is to go on, and was not begun. */
static void refuse(struct job_thread *thread, const struct error *error)
{
	thread->error = *error;
	set_state(thread, REFUSED);
}

static void explain_stored(struct error *error)
{
	const struct error why = *error;
	error_set(error, why.status, why.name, "The change is stored, but what belongs to its end is not: %s",
	          why.message);
}

void yield_end_part(struct job_threads *threads, struct store_job *job)
{
	struct job_thread *thread = job->thread;
	struct store_job *whole = NULL;
	pthread_mutex_lock(&threads->lock);
	if (!thread) {
		whole = job;
	} else if (thread->state == YIELDS) {
		thread->lost = !job->done;
		thread->stored |= job->done && thread->session.has_written;
		thread->error = job->error;
		set_state(thread, AWAY);
	} else if (thread->state == WAITS) {
		refuse(thread, &job->error);
	} else {
		whole = thread->job;
		whole->done = job->done;
		if (whole != job && !job->done)
			whole->error = job->error;
		if (thread->stored && !job->done)
			explain_stored(&whole->error);
		set_idle(thread);
	}
	pthread_mutex_unlock(&threads->lock);
	/* A job that was told is not ours any more. */
	if (whole)
		whole->finish(whole->context, whole->done, &whole->error);
}

/* ---- for jobs ---- */

bool store_may_yield(const struct store_session *session)
{
	return session->thread && session->depth == 1;
}

unsigned store_yield_count(const struct store_session *session)
{
	return session->thread ? session->thread->yield_count : 0;
}

bool store_has_written(const struct store_session *session)
{
	return session->has_written;
}

bool store_yield(struct store_session *session, struct error *error)
{
	struct job_thread *thread = session->thread;
	assert(store_may_yield(session));
	end_turn(session);
	thread->yield_count++;
	pthread_mutex_lock(&thread->all->lock);
	set_state(thread, YIELDS);
	wait_while(thread, YIELDS);
	const bool lost = thread->lost;
	pthread_mutex_unlock(&thread->all->lock);
	if (lost)
		*error = thread->error;
	return !lost;
}

bool store_resume(struct store_session *session, struct error *error)
{
	struct job_thread *thread = session->thread;
	struct job_threads *all = thread->all;
	assert(thread->state == AWAY && !thread->lost);
	thread->rest = (struct store_job){.arena = thread->job->arena, .thread = thread};
	pthread_mutex_lock(&all->lock);
	thread->state = WAITS;
	pthread_mutex_unlock(&all->lock);
	store_submit(all->store, &thread->rest);
	pthread_mutex_lock(&all->lock);
	wait_while(thread, WAITS);
	const bool refused = thread->state == REFUSED;
	pthread_mutex_unlock(&all->lock);
	if (refused)
		*error = thread->error;
	else
		begin_turn(session, thread->job->budget);
	return !refused;
}
