#include "services.h"
#include "entities/entities.h"
#include "native.h"

#include <pthread.h>
#include <stdlib.h>
#include <time.h>

enum {
	MOST_WAITING = 10000,
	MOST_OF_TRANSACTION =
	    30, /* seconds that a transaction of the code's may stay open: all that write wait for it */
};

/* The tables of services. */
static const struct {
	const struct service *services;
	const size_t *count;
} tables[] = {
    {entity_services, &entity_service_count},
    {native_services, &native_service_count},
};

/* A transaction that code has open (strapi.db.transaction). */
struct transaction {
	struct services *all;
	int64_t number;
	struct arena *arena;
	struct store_job job;
	struct host_call *begin, *end; /* the calls that began and ended it; answered when that is done */
	struct host_call *calls, **last_call;
	bool closed; /* takes no more calls */
	struct transaction *next;
};

struct services {
	struct host *host;
	const struct config *config;
	const struct registry *registry;
	struct store *store;
	struct content *content;
	struct host_code *code;
	size_t first_thread;
	struct background *readers;
	pthread_mutex_t lock;
	pthread_cond_t changed;
	struct transaction *transactions;
	int64_t last_number;
	bool stopping; /* transactions end now */
};

/* A call on its way. */
struct work {
	struct services *all;
	struct host_call *call;
	const struct service *service;
	struct arena *arena;
	struct background_work background;
	struct store_job job;
	struct buffer value;
	bool stays; /* what was changed is kept, and this error answered */
	struct error late;
};

struct json_object *service_argument(const struct service_call *call, size_t number)
{
	return json_object_is_type(call->arguments, json_type_array)
	           ? json_object_array_get_idx(call->arguments, number)
	           : NULL;
}

struct slice service_tag(struct json_object *value)
{
	return json_string(json_member(value, "@"));
}

static const struct service *find(struct slice name)
{
	for (size_t i = 0; i < COUNT_OF(tables); i++)
		for (size_t j = 0; j < *tables[i].count; j++)
			if (slice_is(name, tables[i].services[j].name))
				return &tables[i].services[j];
	return NULL;
}

static void refuse_unknown(struct host_call *call)
{
	struct error error;
	error_set(&error, 501, "NotImplementedError", "lectern does not have %.*s",
	          slice_shown_length(call->service, 100), call->service.ptr ? call->service.ptr : "");
	host_call_refuse(call, &error);
}

static bool run(const struct services *all, const struct service *service, const struct content_call *content,
                const struct host_call *call, bool *stays, struct buffer *value, struct error *error)
{
	struct service_call run = {
	    .service = service,
	    .config = all->config,
	    .registry = all->registry,
	    .content = *content,
	    .arguments = call->arguments,
	    .ask = call->ask,
	    .code = all->code,
	};
	run.content.stays = stays;
	bool done = service->run(&run, error);
	*value = run.value;
	return done;
}

static void answer(struct host_call *call, bool done, struct buffer *value, const struct error *error)
{
	if (done)
		host_call_answer(call, buffer_as_slice(value), SLICE(""));
	else
		host_call_refuse(call, error);
	buffer_free(value);
}

static struct content_call content_in(const struct services *all, struct store_session *session, struct arena *arena)
{
	return (struct content_call){
	    .content = all->content,
	    .session = session,
	    .arena = arena,
	    .thread = store_thread(session),
	};
}

void services_serve(const struct services *services, const struct content_call *content, struct host_call *call)
{
	const struct service *service = find(call->service);
	struct buffer value;
	struct error error;
	if (!service) {
		refuse_unknown(call);
		return;
	}
	bool stays, done = run(services, service, content, call, &stays, &value, &error);
	answer(call, done, &value, &error);
}

/* ---- calls by themselves ---- */

static struct work *make_work(struct services *all, const struct service *service, struct host_call *call)
{
	struct work *work = calloc(1, sizeof *work);
	if (!work)
		abort();
	*work = (struct work){.all = all, .call = call, .service = service, .arena = arena_create()};
	return work;
}

static void end_work(struct work *work, bool done, const struct error *error)
{
	answer(work->call, done, &work->value, error);
	arena_destroy(work->arena);
	free(work);
}

static void read_in_background(void *context, size_t thread)
{
	struct work *work = context;
	struct store_session *session;
	struct error error;
	bool done = store_begin(work->all->store, work->all->first_thread + thread, work->arena, &session, &error);
	if (done) {
		const struct content_call content = content_in(work->all, session, work->arena);
		done = run(work->all, work->service, &content, work->call, &work->stays, &work->value, &error);
		store_end(session);
	}
	end_work(work, done, &error);
}

static bool write_in_job(void *context, struct store_session *session, struct error *error)
{
	struct work *work = context;
	const struct content_call content = content_in(work->all, session, work->arena);
	work->stays = false;
	bool done = run(work->all, work->service, &content, work->call, &work->stays, &work->value, error);
	if (done || !work->stays)
		return done;
	work->late = *error;
	return true;
}

static void finish_job(void *context, bool done, const struct error *error)
{
	struct work *work = context;
	const bool late = done && work->stays;
	end_work(work, done && !late, late ? &work->late : error);
}

static void start(struct services *all, const struct service *service, struct host_call *call)
{
	struct work *work = make_work(all, service, call);
	struct error error;
	if (service->writes) {
		work->job = (struct store_job){
		    .run = write_in_job, .finish = finish_job, .context = work, .arena = work->arena};
		store_submit(all->store, &work->job);
		return;
	}
	work->background = (struct background_work){.run = read_in_background, .context = work};
	if (background_submit(all->readers, &work->background))
		return;
	error_set(&error, 503, "ServiceUnavailableError", "The server is busy, try again");
	end_work(work, false, &error);
}

/* ---- transactions of the code's ---- */

static bool ends_transaction(const struct host_call *call)
{
	return slice_is(call->service, "transaction.commit") || slice_is(call->service, "transaction.rollback");
}

/* The next call of a transaction; NULL when it takes too long. */
static struct host_call *next_call(struct transaction *transaction, const struct timespec *end)
{
	struct services *all = transaction->all;
	pthread_mutex_lock(&all->lock);
	while (!transaction->calls && !all->stopping && pthread_cond_timedwait(&all->changed, &all->lock, end) == 0)
		continue;
	struct host_call *call = transaction->calls;
	if (call)
		transaction->calls = call->next;
	if (!transaction->calls)
		transaction->last_call = &transaction->calls;
	transaction->closed = !call || ends_transaction(call);
	pthread_mutex_unlock(&all->lock);
	return call;
}

static bool run_transaction(void *context, struct store_session *session, struct error *error)
{
	struct transaction *transaction = context;
	const struct content_call content = content_in(transaction->all, session, transaction->arena);
	struct host_call *call = transaction->begin;
	struct timespec end;
	char number[32];
	clock_gettime(CLOCK_REALTIME, &end);
	end.tv_sec += MOST_OF_TRANSACTION;
	transaction->begin = NULL;
	snprintf(number, sizeof number, "%lld", (long long)transaction->number);
	if (call)
		host_call_answer(call, slice_of(number), SLICE(""));
	while ((call = next_call(transaction, &end))) {
		if (ends_transaction(call)) {
			transaction->end = call;
			return slice_is(call->service, "transaction.commit") ||
			       error_set(error, 400, "RolledBack", "The transaction was rolled back");
		}
		services_serve(transaction->all, &content, call);
	}
	return error_set(error, 500, "InternalServerError", "A transaction was open for more than %d s, and is undone",
	                 MOST_OF_TRANSACTION);
}

static void finish_transaction(void *context, bool done, const struct error *error)
{
	struct transaction *transaction = context, **place;
	struct services *all = transaction->all;
	pthread_mutex_lock(&all->lock);
	for (place = &all->transactions; *place != transaction;)
		place = &(*place)->next;
	*place = transaction->next;
	pthread_mutex_unlock(&all->lock);
	/* What was called afterwards belongs to nothing any more. */
	while (transaction->calls) {
		struct host_call *call = transaction->calls;
		transaction->calls = call->next;
		host_call_refuse(call, error);
	}
	bool rolled_back = transaction->end && slice_is(transaction->end->service, "transaction.rollback");
	if (transaction->begin)
		host_call_refuse(transaction->begin, error);
	if (transaction->end && (done || rolled_back))
		host_call_answer(transaction->end, SLICE("null"), SLICE(""));
	else if (transaction->end)
		host_call_refuse(transaction->end, error);
	arena_destroy(transaction->arena);
	free(transaction);
}

static void begin_transaction(struct services *all, struct host_call *call)
{
	struct transaction *transaction = calloc(1, sizeof *transaction);
	if (!transaction)
		abort();
	*transaction = (struct transaction){.all = all, .arena = arena_create(), .begin = call};
	transaction->last_call = &transaction->calls;
	transaction->job = (struct store_job){
	    .run = run_transaction,
	    .finish = finish_transaction,
	    .context = transaction,
	    .arena = transaction->arena,
	};
	pthread_mutex_lock(&all->lock);
	transaction->number = ++all->last_number;
	transaction->next = all->transactions;
	all->transactions = transaction;
	pthread_mutex_unlock(&all->lock);
	store_submit(all->store, &transaction->job);
}

static void give_to_transaction(struct services *all, struct host_call *call)
{
	struct transaction *transaction;
	pthread_mutex_lock(&all->lock);
	for (transaction = all->transactions; transaction; transaction = transaction->next)
		if (transaction->number == call->transaction && !transaction->closed)
			break;
	if (transaction) {
		call->next = NULL;
		*transaction->last_call = call;
		transaction->last_call = &call->next;
		pthread_cond_broadcast(&all->changed);
	}
	pthread_mutex_unlock(&all->lock);
	if (!transaction) {
		struct error error;
		error_set(&error, 500, "Error", "The transaction is over");
		host_call_refuse(call, &error);
	}
}

static void take(void *context, struct host_call *call)
{
	struct services *all = context;
	const struct service *service = find(call->service);
	if (slice_is(call->service, "transaction.begin") && !call->transaction)
		begin_transaction(all, call);
	else if (call->transaction)
		give_to_transaction(all, call);
	else if (service)
		start(all, service, call);
	else
		refuse_unknown(call);
}

/* ---- the whole ---- */

struct services *services_open(struct host *host, const struct config *config, const struct registry *registry,
                               struct store *store, struct content *content, size_t first_thread, struct error *error)
{
	static const struct background_options options = {.threads = SERVICES_THREADS, .most_waiting = MOST_WAITING};
	struct services *services = calloc(1, sizeof *services);
	if (!services)
		abort();
	*services = (struct services){
	    .host = host,
	    .config = config,
	    .registry = registry,
	    .store = store,
	    .content = content,
	    .first_thread = first_thread,
	    .readers = background_start(&options),
	    .lock = PTHREAD_MUTEX_INITIALIZER,
	    .changed = PTHREAD_COND_INITIALIZER,
	};
	if (!services->readers) {
		free(services);
		error_internal(error, "a background thread can't be started");
		return NULL;
	}
	host_set_services(host, take, services);
	return services;
}

void services_set_code(struct services *services, struct host_code *code)
{
	services->code = code;
}

void services_hurry(struct services *services)
{
	if (!services)
		return;
	pthread_mutex_lock(&services->lock);
	services->stopping = true;
	pthread_cond_broadcast(&services->changed);
	pthread_mutex_unlock(&services->lock);
}

void services_close(struct services *services)
{
	if (services)
		background_stop(services->readers);
	free(services);
}
