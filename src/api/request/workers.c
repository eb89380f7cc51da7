/* Three kinds of background threads. Heavy requests have few, at a low priority, so that together they leave the
 * processors to those that serve. What was too long for a thread that serves need not be heavy: the database may have
 * been busy. It first has a second, longer turn on threads of its own, where it never waits behind heavy requests. The
 * answers to changes, which are read when the change is on disk, have a thread of their own: most take less than a
 * millisecond, and would else wait behind heavy ones. */
#include "workers.h"

#include <stdlib.h>

enum {
	HEAVY_THREADS = 2,
	SECOND_THREADS = 2,
	AFTER_THREADS = 1,
	MOST_WAITING = 64,
	MOST_WAITING_OF_ONE = 32, /* client address */
	MOST_WAITING_SECOND = 4096,
	MOST_WAITING_AFTER = 4096,
	HEAVY_NICENESS = 10,
	AFTER_LIMIT = 20,   /* milliseconds */
	SECOND_LIMIT = 200, /* milliseconds */
	STOPPING = 2000,    /* milliseconds that are left when the server stops */
	PATIENCE = 20000,   /* milliseconds that a request may be under way beside its own time */
};

size_t requests_thread_count(const struct config *config)
{
	(void)config;
	return HEAVY_THREADS + SECOND_THREADS + AFTER_THREADS;
}

struct requests *requests_create(const struct config *config, struct store *store, struct access *access,
                                 size_t first_thread, struct error *error)
{
	struct requests *requests = calloc(1, sizeof *requests);
	if (!requests)
		abort();
	requests->config = config;
	requests->store = store;
	requests->access = access;
	requests->first_thread = first_thread;
	const struct background_options heavy = {.threads = HEAVY_THREADS,
	                                         .most_waiting = MOST_WAITING,
	                                         .most_waiting_of_one = MOST_WAITING_OF_ONE,
	                                         .niceness = HEAVY_NICENESS};
	const struct background_options second = {
	    .threads = SECOND_THREADS, .most_waiting = MOST_WAITING_SECOND, .niceness = HEAVY_NICENESS};
	const struct background_options after = {.threads = AFTER_THREADS, .most_waiting = MOST_WAITING_AFTER};
	requests->heavy = background_start(&heavy);
	requests->second = background_start(&second);
	requests->after = background_start(&after);
	if (requests->heavy && requests->second && requests->after)
		return requests;
	requests_destroy(requests);
	error_internal(error, "a background thread can't be started");
	return NULL;
}

void requests_hurry(struct requests *requests)
{
	if (requests)
		atomic_store(&requests->stopping, clock_milliseconds());
}

void requests_destroy(struct requests *requests)
{
	if (!requests)
		return;
	/* Each hands work to the next. */
	background_stop(requests->after);
	background_stop(requests->second);
	background_stop(requests->heavy);
	free(requests);
}

/* Threads of a low priority may hardly get on where the processors are busy. */
static bool is_too_late(const struct request *request, int64_t now)
{
	int64_t time = request->all->config->request_time;
	return time && now - request->moved > time + PATIENCE;
}

bool workers_cancel(void *context)
{
	const struct request *request = context;
	int64_t stopping = atomic_load_explicit(&request->all->stopping, memory_order_relaxed),
		now = clock_milliseconds();
	return (stopping && now - stopping > STOPPING) || is_too_late(request, now) || http_client_left(request->http);
}

/* What waited for long may have nobody waiting for it. */
static bool is_wanted(struct request *request)
{
	struct error error;
	if (!atomic_load(&request->all->stopping) && !is_too_late(request, clock_milliseconds()) &&
	    !http_client_left(request->http))
		return true;
	if (request->continued) {
		request_run_ended(request);
		return false;
	}
	error_set(&error, 503, "ServiceUnavailableError", "The server is busy. Try again later");
	http_respond_error(request->response, &error);
	request_resume(request);
	return false;
}

static void run_in_background(struct request *request, size_t thread, int64_t limit)
{
	request->thread = request->all->first_thread + thread;
	if (!is_wanted(request))
		return;
	request->background = true;
	request->budget.is_cancelled = workers_cancel;
	request->budget.context = request;
	request_run_turn(request, limit);
}

static void run_heavy(void *context, size_t thread)
{
	run_in_background(context, thread, 0);
}

static void run_second(void *context, size_t thread)
{
	run_in_background(context, HEAVY_THREADS + thread, SECOND_LIMIT);
}

static void run_after(void *context, size_t thread)
{
	struct request *request = context;
	request->thread = request->all->first_thread + HEAVY_THREADS + SECOND_THREADS + thread;
	request->background = true;
	request_run_turn(request, AFTER_LIMIT);
}

static bool submit(struct background *threads, struct request *request, void (*run)(void *context, size_t thread),
                   struct error *error)
{
	request->work = (struct background_work){
	    .run = run, .context = request, .client = slice_hash(request->http->remote_address)};
	return background_submit(threads, &request->work) ||
	       error_set(error, 503, "ServiceUnavailableError",
	                 "Too many requests that take long are waiting. Try again later");
}

bool workers_submit_heavy(struct request *request, struct error *error)
{
	request->moved = clock_milliseconds();
	return submit(request->all->heavy, request, run_heavy, error);
}

bool workers_submit_second(struct request *request, struct error *error)
{
	request->moved = clock_milliseconds();
	return submit(request->all->second, request, run_second, error);
}

bool workers_submit_after(struct request *request, struct error *error)
{
	return submit(request->all->after, request, run_after, error);
}
