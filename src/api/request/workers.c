/* The kinds of background threads. Heavy requests have few, at a low priority, so that together they leave the
 * processors to those that serve. What was too long for a thread that serves need not be heavy: the database may have
 * been busy. It first has a second, longer turn on threads of its own, where it never waits behind heavy requests. The
 * answers to changes, which are read when the change is on disk, have a thread of their own: most take less than a
 * millisecond, and would else wait behind heavy ones. What waits by its nature has threads of three kinds: passwords
 * are hashed on some, servers elsewhere are asked on others, and so is the project's code. */
#include "workers.h"
#include "sharing.h"
#include "turn.h"

#include <stdlib.h>

enum {
	HEAVY_THREADS = 2,
	SECOND_THREADS = 2,
	AFTER_THREADS = 1,
	OUTSIDE_THREADS = 4,
	CODE_THREADS = 8,
	FILES_THREADS = 4,
	RECEIVING_THREADS = 2,
	MOST_WAITING_FILES = 256,
	MOST_WAITING_RECEIVING = 8192,
	MOST_WAITING = 64,
	MOST_WAITING_OF_ONE = 32, /* client address */
	MOST_WAITING_SECOND = 4096,
	MOST_WAITING_AFTER = 4096,
	MOST_WAITING_HASHES = 128, /* more would wait longer than anybody does */
	MOST_WAITING_OUTSIDE = 64,
	MOST_WAITING_CODE = 1024,
	HEAVY_NICENESS = 10,
	WAITING_NICENESS = 5,
	AFTER_LIMIT = 20,   /* milliseconds */
	SECOND_LIMIT = 200, /* milliseconds */
	STOPPING = 2000,    /* milliseconds that are left when the server stops */
	PATIENCE = 20000,   /* milliseconds that a request may be under way beside its own time */
};

/* The numbers of the background threads: those of each kind follow on those of the kind before. */
enum { FIRST_SECOND = HEAVY_THREADS, FIRST_AFTER = FIRST_SECOND + SECOND_THREADS };
enum { FIRST_OUTSIDE = FIRST_AFTER + AFTER_THREADS, FIRST_CODE = FIRST_OUTSIDE + OUTSIDE_THREADS };
enum { FIRST_FILES = FIRST_CODE + CODE_THREADS, FIRST_WAITING = FIRST_FILES + FILES_THREADS };

/* One password a processor at a time would leave none to those that serve. */
static size_t waiting_threads(const struct config *config)
{
	return config->threads > 3 ? config->threads / 2 : 1;
}

size_t requests_thread_count(const struct config *config)
{
	return FIRST_WAITING + waiting_threads(config);
}

struct requests *requests_create(const struct config *config, const struct registry *registry, struct store *store,
                                 struct access *access, struct content *content, size_t first_thread,
                                 struct error *error)
{
	struct requests *requests = calloc(1, sizeof *requests);
	if (!requests)
		abort();
	const char *count = getenv("LECTERN_COUNT_STATEMENTS");
	*requests = (struct requests){
	    .config = config,
	    .registry = registry,
	    .store = store,
	    .access = access,
	    .content = content,
	    .first_thread = first_thread,
	    .cache = config->cache_bytes ? cache_create(config->cache_bytes) : NULL,
	    .explains = strcmp(config->environment ? config->environment : "", "development") == 0,
	    .count_statements = count && strcmp(count, "1") == 0,
	};
	readings_init(&requests->readings);
	requests->arena = arena_create();
	requests->sharing = sharing_create(requests->arena, &config->sharing, registry);
	const struct background_options heavy = {.threads = HEAVY_THREADS,
	                                         .most_waiting = MOST_WAITING,
	                                         .most_waiting_of_one = MOST_WAITING_OF_ONE,
	                                         .niceness = HEAVY_NICENESS};
	const struct background_options second = {
	    .threads = SECOND_THREADS, .most_waiting = MOST_WAITING_SECOND, .niceness = HEAVY_NICENESS};
	const struct background_options after = {.threads = AFTER_THREADS, .most_waiting = MOST_WAITING_AFTER};
	const struct background_options waiting = {
	    .threads = waiting_threads(config), .most_waiting = MOST_WAITING_HASHES, .niceness = WAITING_NICENESS};
	const struct background_options outside = {
	    .threads = OUTSIDE_THREADS, .most_waiting = MOST_WAITING_OUTSIDE, .niceness = WAITING_NICENESS};
	const struct background_options code = {.threads = CODE_THREADS, .most_waiting = MOST_WAITING_CODE};
	const struct background_options files = {
	    .threads = FILES_THREADS, .most_waiting = MOST_WAITING_FILES, .niceness = WAITING_NICENESS};
	const struct background_options receiving = {.threads = RECEIVING_THREADS,
	                                             .most_waiting = MOST_WAITING_RECEIVING};
	requests->files = background_start(&files);
	requests->receiving = background_start(&receiving);
	requests->heavy = background_start(&heavy);
	requests->second_turns = background_start(&second);
	requests->after = background_start(&after);
	requests->waiting = background_start(&waiting);
	requests->outside = background_start(&outside);
	requests->code = background_start(&code);
	if (requests->heavy && requests->second_turns && requests->after && requests->waiting && requests->outside &&
	    requests->code && requests->files && requests->receiving)
		return requests;
	requests_destroy(requests);
	error_internal(error, "a background thread can't be started");
	return NULL;
}

void requests_keep_permissions(struct requests *requests)
{
	requests->keep_permissions = true;
}

void requests_begin_stop(struct requests *requests)
{
	if (requests)
		atomic_store(&requests->stopping, clock_milliseconds());
}

void requests_destroy(struct requests *requests)
{
	if (!requests)
		return;
	/* Each hands work to the next. */
	background_stop(requests->receiving);
	background_stop(requests->files);
	background_stop(requests->code);
	background_stop(requests->outside);
	background_stop(requests->waiting);
	background_stop(requests->after);
	background_stop(requests->second_turns);
	background_stop(requests->heavy);
	cache_destroy(requests->cache);
	readings_free(&requests->readings);
	arena_destroy(requests->arena);
	free(requests);
}

/* Threads of a low priority may hardly get on where the processors are busy. */
static bool is_too_late(const struct request *request, int64_t now)
{
	int64_t time = request->shared->config->request_time;
	return time && now - request->moved > time + PATIENCE;
}

bool workers_cancel(void *context)
{
	const struct request *request = context;
	int64_t stopping = atomic_load_explicit(&request->shared->stopping, memory_order_relaxed),
		now = clock_milliseconds();
	return (stopping && now - stopping > STOPPING) || is_too_late(request, now) || http_client_left(request->http);
}

/* What waited for long may have nobody waiting for it. */
static bool is_wanted(struct request *request)
{
	struct error error;
	if (!atomic_load(&request->shared->stopping) && !is_too_late(request, clock_milliseconds()) &&
	    !http_client_left(request->http))
		return true;
	if (request->continued) {
		turn_run_ended(request);
		return false;
	}
	readings_end(&request->shared->readings, request);
	error_set(&error, 503, "ServiceUnavailableError", "The server is busy. Try again later");
	http_respond_error(request->response, &error);
	request_resume(request);
	return false;
}

static void run_in_background(struct request *request, size_t thread, int64_t limit)
{
	request->thread = request->shared->first_thread + thread;
	if (!is_wanted(request))
		return;
	request->background = true;
	request->budget.is_cancelled = workers_cancel;
	request->budget.context = request;
	turn_run(request, limit);
}

static void run_heavy(void *context, size_t thread)
{
	run_in_background(context, thread, 0);
}

static void run_second(void *context, size_t thread)
{
	run_in_background(context, FIRST_SECOND + thread, SECOND_LIMIT);
}

static void run_after(void *context, size_t thread)
{
	struct request *request = context;
	request->thread = request->shared->first_thread + FIRST_AFTER + thread;
	request->background = true;
	turn_run(request, AFTER_LIMIT);
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

/* No turn limits it, and nothing of it is counted in the budget but the changes that it waits for. */
static void run_waiting(struct request *request, size_t thread)
{
	request->thread = request->shared->first_thread + thread;
	if (request->run(request))
		request_resume(request);
}

static void run_hashes(void *context, size_t thread)
{
	run_waiting(context, FIRST_WAITING + thread);
}

static void run_code(void *context, size_t thread)
{
	run_waiting(context, FIRST_CODE + thread);
}

static void run_asks(void *context, size_t thread)
{
	run_waiting(context, FIRST_OUTSIDE + thread);
}

static void run_files(void *context, size_t thread)
{
	run_waiting(context, FIRST_FILES + thread);
}

struct background *requests_waiting_threads(const struct requests *requests, size_t *first_thread)
{
	*first_thread = requests->first_thread + FIRST_WAITING;
	return requests->waiting;
}

bool workers_submit_heavy(struct request *request, struct error *error)
{
	request->moved = clock_milliseconds();
	return submit(request->shared->heavy, request, run_heavy, error);
}

bool workers_submit_second(struct request *request, struct error *error)
{
	request->moved = clock_milliseconds();
	return submit(request->shared->second_turns, request, run_second, error);
}

bool workers_submit_after(struct request *request, struct error *error)
{
	return submit(request->shared->after, request, run_after, error);
}

bool workers_submit_waiting(struct request *request, enum request_wait wait, struct error *error)
{
	static void (*const runs[])(void *context, size_t thread) = {[REQUEST_HASHES] = run_hashes,
	                                                             [REQUEST_ASKS] = run_asks,
	                                                             [REQUEST_CODE] = run_code,
	                                                             [REQUEST_FILES] = run_files};
	struct background *const threads[] = {[REQUEST_HASHES] = request->shared->waiting,
	                                      [REQUEST_ASKS] = request->shared->outside,
	                                      [REQUEST_CODE] = request->shared->code,
	                                      [REQUEST_FILES] = request->shared->files};
	request->work = (struct background_work){.run = runs[wait], .context = request};
	return background_submit(threads[wait], &request->work) ||
	       error_set(error, 503, "ServiceUnavailableError", "Too many requests are waiting. Try again later");
}
