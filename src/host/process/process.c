/* Opening and closing the host, and its thread. */
#include "process.h"

#include "asks.h"
#include "watch.h"

#include <signal.h>
#include <stdlib.h>
#include <sys/eventfd.h>
#include <unistd.h>

enum { LONGEST_WAIT = 30000 };

static void *watch(void *context)
{
	struct host *host = context;
	for (;;) {
		pthread_mutex_lock(&host->lock);
		bool stopping = host->over;
		pthread_mutex_unlock(&host->lock);
		if (stopping)
			return NULL;
		watch_turn(host, LONGEST_WAIT);
	}
}

/* A number of a variable, when it is one and within the limits. */
static unsigned read_limit(const char *variable, int64_t least, int64_t most, unsigned usual)
{
	const char *text = getenv(variable);
	int64_t number;
	if (!text || !*text)
		return usual;
	if (slice_to_int64(slice_of(text), &number) && number >= least && number <= most)
		return (unsigned)number;
	log_message(LOG_WARNING, "%s: expected a number from %lld to %lld; %u counts", variable, (long long)least,
	            (long long)most, usual);
	return usual;
}

struct host *host_open(const struct host_options *options, struct error *error)
{
	struct arena *arena = arena_create();
	struct host *host = arena_alloc(arena, sizeof *host);
	*host = (struct host){.arena = arena, .lock = PTHREAD_MUTEX_INITIALIZER, .answered = PTHREAD_COND_INITIALIZER};
	host->last_call = &host->calls;
	host->spawn = (struct spawn_options){
	    .node = spawn_find(arena),
	    .directory = arena_copy(arena, slice_of(options->directory)),
	    .environment = arena_copy(arena, slice_of(options->environment)),
	    .env_path = options->env_path ? arena_copy(arena, slice_of(options->env_path)) : NULL,
	};
	host->spawn.memory = read_limit("LECTERN_CODE_MEMORY", 32, INT32_MAX, MEMORY);
	host->time_limit = read_limit("LECTERN_CODE_TIME", 100, INT32_MAX, ASK_TIME);
	host->wanted = read_limit("LECTERN_CODE_PROCESSES", 1, MOST_WANTED, 1);
	host->wake = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
	bool started = host->spawn.node ? watch_start(host, error)
	                                : error_set(error, 501, "NotImplementedError", "there is no Node.js here");
	if (started && host->wake >= 0)
		return host;
	host_close(host);
	return NULL;
}

bool host_run(struct host *host, struct error *error)
{
	host->threaded = true;
	int reason = pthread_create(&host->thread, NULL, watch, host);
	host->threaded = reason == 0;
	return reason == 0 || error_set(error, 500, "InternalServerError",
	                                "Can't start a thread for the project's code: %s", strerror(reason));
}

void host_set_first(struct host *host, struct slice head)
{
	pthread_mutex_lock(&host->lock);
	host->first.len = 0;
	buffer_slice(&host->first, head);
	for (struct process *process = host->processes; process; process = process->next) {
		if (!process->hello || process->retired)
			continue;
		process->ready = false;
		asks_begin(host, process);
	}
	pthread_mutex_unlock(&host->lock);
	watch_wake(host);
}

/* What was begun is answered first, when it does not take long. */
static void finish_asks(struct host *host)
{
	enum { LONGEST = 2000, STEP = 10 };
	for (int waited = 0; waited < LONGEST; waited += STEP) {
		pthread_mutex_lock(&host->lock);
		size_t left = host->ask_count;
		pthread_mutex_unlock(&host->lock);
		if (!left)
			break;
		usleep(STEP * 1000);
	}
	pthread_mutex_lock(&host->lock);
	host->over = true;
	pthread_mutex_unlock(&host->lock);
	watch_wake(host);
}

void host_stop(struct host *host)
{
	if (!host || host->stopped)
		return;
	pthread_mutex_lock(&host->lock);
	host->stopping = true;
	watch_report(host);
	const bool threaded = host->threaded;
	pthread_mutex_unlock(&host->lock);
	if (threaded) {
		finish_asks(host);
		pthread_join(host->thread, NULL);
	}
	pthread_mutex_lock(&host->lock);
	/* From now on an ask is answered at once. */
	host->threaded = false;
	host->stopped = true;
	while (host->processes)
		watch_end(host, &host->processes);
	watch_fail_all(host, &host->waiting, 503, "The server stops");
	pthread_mutex_unlock(&host->lock);
	asks_deliver(host);
	/* Services may be at work still. */
	pthread_mutex_lock(&host->lock);
	while (host->call_count)
		pthread_cond_wait(&host->answered, &host->lock);
	pthread_mutex_unlock(&host->lock);
}

void host_close(struct host *host)
{
	if (!host)
		return;
	host_stop(host);
	if (host->wake >= 0)
		close(host->wake);
	buffer_free(&host->first);
	arena_destroy(host->arena);
}

/* Whether it is known how the first process began. */
static bool has_begun(struct host *host, bool *done, struct error *error)
{
	pthread_mutex_lock(&host->lock);
	const bool never = host->broken && !host->began && !host->first_failed;
	const bool known = host->began || host->first_failed || never;
	*done = host->began;
	if (never)
		error_set(error, 503, "ServiceUnavailableError",
		          "the process that runs the project's code does not start");
	else if (known && !host->began)
		*error = host->first_error;
	pthread_mutex_unlock(&host->lock);
	return known;
}

/* The signals that end the server are held back while it starts. */
static bool is_to_end(void)
{
	sigset_t pending;
	return sigpending(&pending) == 0 && (sigismember(&pending, SIGTERM) == 1 || sigismember(&pending, SIGINT) == 1);
}

bool host_wait_for_first(struct host *host, struct error *error)
{
	enum { STEP = 2, LONG = 30000 };
	bool done, told = false;
	const int64_t began = clock_milliseconds();
	while (!has_begun(host, &done, error)) {
		if (is_to_end())
			return error_set(error, 503, "ServiceUnavailableError",
			                 "the server is to end before it is done");
		if (!told && clock_milliseconds() - began > LONG) {
			log_message(LOG_WARNING,
			            "the project's code is still at its bootstrap; nobody is served before it is done");
			told = true;
		}
		usleep(STEP * 1000);
	}
	return done;
}
