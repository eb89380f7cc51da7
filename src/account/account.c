#include "account/mail/mail.h"
#include "account/oauth/http.h"
#include "account_state.h"

#include <pthread.h>
#include <stdlib.h>

/* More would wait longer than anybody does. */
enum { MOST_WAITING = 128, OUTSIDE_THREADS = 4, MOST_WAITING_OUTSIDE = 64, NICENESS = 5 };

/* One password a processor at a time would leave none to those that serve. */
static size_t busy_threads(const struct config *config)
{
	return config->threads > 3 ? config->threads / 2 : 1;
}

size_t accounts_thread_count(const struct config *config)
{
	return busy_threads(config) + OUTSIDE_THREADS;
}

bool accounts_open(const struct config *config, const struct registry *registry, struct store *store,
                   struct access *access, struct content *content, size_t first_thread, struct accounts **accounts,
                   struct error *error)
{
	const struct background_options hashing = {
	    .threads = busy_threads(config), .most_waiting = MOST_WAITING, .niceness = NICENESS};
	const struct background_options outside = {
	    .threads = OUTSIDE_THREADS, .most_waiting = MOST_WAITING_OUTSIDE, .niceness = NICENESS};
	struct accounts *opened = calloc(1, sizeof *opened);
	if (!opened)
		abort();
	*opened = (struct accounts){
	    .config = config,
	    .registry = registry,
	    .store = store,
	    .access = access,
	    .content = content,
	    .first_thread = first_thread,
	    .background = background_start(&hashing),
	    .outside = background_start(&outside),
	    .providers = oauth_client_create(),
	};
	if (config->rate_limit.enabled)
		opened->limit = limit_create(config->rate_limit.interval);
	opened->mailer = mailer_start(&config->mail);
	account_watch(content, registry);
	*accounts = opened;
	if (opened->background && opened->outside && opened->mailer)
		return true;
	accounts_close(opened);
	*accounts = NULL;
	return error_internal(error, "a background thread can't be started");
}

void accounts_hurry(struct accounts *accounts)
{
	if (accounts)
		oauth_client_stop(accounts->providers);
}

void accounts_close(struct accounts *accounts)
{
	if (!accounts)
		return;
	oauth_client_stop(accounts->providers);
	background_stop(accounts->outside);
	background_stop(accounts->background);
	oauth_client_destroy(accounts->providers);
	mailer_stop(accounts->mailer);
	limit_destroy(accounts->limit);
	free(accounts);
}

bool account_end_tokens(struct store_session *session, int64_t user_id, int64_t *issued_at, struct error *error)
{
	int64_t kept;
	/* Tokens tell their second: one more, so that those of this one have ended, too. */
	bool done = store_end_tokens(session, user_id, datetime_now() / 1000 + 1, &kept, error);
	if (issued_at)
		*issued_at = kept;
	return done;
}

/* A code that was mailed to whoever had the account before must not outlive the password, by whatever way that is set.
 */
static bool drop_code(void *context, const struct content_event *event, struct error *error)
{
	(void)context;
	(void)error;
	if (json_find(event->data, "password", NULL) && model_attribute(event->type, SLICE("resetPasswordToken")))
		json_object_object_add(event->data, "resetPasswordToken", NULL);
	return true;
}

static bool end_tokens(void *context, const struct content_event *event, struct error *error)
{
	struct json_object *blocked = NULL;
	(void)context;
	bool changed = json_find(event->data, "password", NULL) ||
	               (json_find(event->data, "blocked", &blocked) && input_is_truthy(blocked));
	return (event->moment == CONTENT_AFTER_UPDATE && !changed) ||
	       account_end_tokens(event->call->session, event->id, NULL, error);
}

void account_watch(struct content *content, const struct registry *registry)
{
	content_add_hook(content, registry->user, CONTENT_BEFORE_UPDATE, drop_code, NULL);
	content_add_hook(content, registry->user, CONTENT_AFTER_UPDATE, end_tokens, NULL);
	content_add_hook(content, registry->user, CONTENT_AFTER_DELETE, end_tokens, NULL);
}

/* ---- work ---- */

struct queued {
	struct background_work work;
	size_t first_worker;
	struct account_work *account_work;
};

static void run_work(void *context, size_t thread)
{
	struct queued *queued = context;
	struct account_work *work = queued->account_work;
	work->call->worker = queued->first_worker + thread;
	work->run(work->context, work->call);
}

bool account_start(struct accounts *accounts, struct account_work *work, struct error *error)
{
	struct queued *queued = arena_alloc(work->call->arena, sizeof *queued);
	bool outside = work->call->outside;
	*queued = (struct queued){.work = {.run = run_work, .context = queued},
	                          .first_worker = outside ? busy_threads(accounts->config) : 0,
	                          .account_work = work};
	return background_submit(outside ? accounts->outside : accounts->background, &queued->work) ||
	       error_set(error, 503, "ServiceUnavailableError", "Too many requests are waiting. Try again later");
}

size_t account_thread(const struct account_call *call)
{
	return call->accounts->first_thread + call->worker;
}

/* ---- writing ---- */

struct write {
	struct store_job job;
	bool (*run)(void *context, struct store_session *session, struct error *error);
	void *context;
	pthread_mutex_t lock;
	pthread_cond_t changed;
	bool finished, done;
	struct error error;
};

static bool run_write(void *context, struct store_session *session, struct error *error)
{
	struct write *write = context;
	return write->run(write->context, session, error);
}

static void finish_write(void *context, bool done, const struct error *error)
{
	struct write *write = context;
	pthread_mutex_lock(&write->lock);
	write->done = done;
	if (!done)
		write->error = *error;
	write->finished = true;
	pthread_cond_signal(&write->changed);
	pthread_mutex_unlock(&write->lock);
}

bool account_write(struct account_call *call,
                   bool (*run)(void *context, struct store_session *session, struct error *error), void *context,
                   struct error *error)
{
	struct write write = {.run = run, .context = context};
	write.job = (struct store_job){
	    .run = run_write, .finish = finish_write, .context = &write, .arena = call->arena, .budget = call->budget};
	pthread_mutex_init(&write.lock, NULL);
	pthread_cond_init(&write.changed, NULL);
	store_submit(call->accounts->store, &write.job);
	pthread_mutex_lock(&write.lock);
	while (!write.finished)
		pthread_cond_wait(&write.changed, &write.lock);
	pthread_mutex_unlock(&write.lock);
	pthread_cond_destroy(&write.changed);
	pthread_mutex_destroy(&write.lock);
	if (!write.done)
		*error = write.error;
	return write.done;
}
