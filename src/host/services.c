#include "admins.h"
#include "code.h"
#include "entities/entities.h"
#include "inner.h"
#include "listen.h"
#include "mails.h"
#include "native.h"
#include "notices.h"
#include "sockets.h"
#include "sql.h"
#include "transactions.h"

#include <stdlib.h>

enum { MOST_WAITING = 10000 };

/* The tables of services. */
static const struct {
	const struct service *services;
	const size_t *count;
} tables[] = {
    {entity_services, &entity_service_count}, {native_services, &native_service_count},
    {code_services, &code_service_count},     {sql_services, &sql_service_count},
    {listen_services, &listen_service_count}, {mail_services, &mail_service_count},
    {notice_services, &notice_service_count}, {admin_services, &admin_service_count},
};

/* A call on its way. */
struct work {
	struct services *services;
	struct host_call *call;
	const struct service *service;
	struct arena *arena;
	struct background_work background;
	struct store_job job;
	struct buffer value;
	unsigned depth; /* how many hooks it is called from */
	bool kept;      /* what was changed stays, though the answer is this error */
	struct error late;
};

struct json_object *service_argument(const struct service_call *call, size_t number)
{
	return json_object_is_type(call->arguments, json_type_array) ? json_item(call->arguments, number) : NULL;
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

struct content_call services_content(const struct services *all, struct store_session *session, struct arena *arena,
                                     const struct host_call *call)
{
	return (struct content_call){
	    .content = all->content,
	    .session = session,
	    .arena = arena,
	    .thread = store_thread(session),
	    .origin = call,
	};
}

/* ---- calls by themselves ---- */

static struct work *make_work(struct services *all, const struct service *service, struct host_call *call,
                              unsigned depth)
{
	struct work *work = calloc(1, sizeof *work);
	if (!work)
		abort();
	*work =
	    (struct work){.services = all, .call = call, .service = service, .arena = arena_create(), .depth = depth};
	return work;
}

static void end_work(struct work *work, bool done, const struct error *error)
{
	answer(work->call, done, &work->value, error);
	arena_destroy(work->arena);
	free(work);
}

static struct content_call content_of(const struct work *work, struct store_session *session)
{
	struct content_call content = services_content(work->services, session, work->arena, work->call);
	content.depth = work->depth;
	return content;
}

static void read_in_background(void *context, size_t thread)
{
	struct work *work = context;
	struct store_session *session;
	struct error error;
	bool done =
	    store_begin(work->services->store, work->services->first_thread + thread, work->arena, &session, &error);
	if (done) {
		const struct content_call content = content_of(work, session);
		bool stays;
		done = run(work->services, work->service, &content, work->call, &stays, &work->value, &error);
		store_end(session);
	}
	end_work(work, done, &error);
}

static bool write_in_job(void *context, struct store_session *session, struct error *error)
{
	struct work *work = context;
	const struct content_call content = content_of(work, session);
	bool stays = false;
	const bool done = run(work->services, work->service, &content, work->call, &stays, &work->value, error);
	work->kept = !done && stays;
	if (work->kept)
		work->late = *error;
	return done || stays;
}

static void finish_job(void *context, bool done, const struct error *error)
{
	struct work *work = context;
	const bool late = done && work->kept;
	end_work(work, done && !late, late ? &work->late : error);
}

static void start(struct services *all, const struct service *service, struct host_call *call, unsigned depth)
{
	struct work *work = make_work(all, service, call, depth);
	struct error error;
	if (service->writes) {
		work->job = (struct store_job){.run = write_in_job,
		                               .finish = finish_job,
		                               .context = work,
		                               .arena = work->arena,
		                               .yields = content_yields(all->content, NULL)};
		store_submit(all->store, &work->job);
		return;
	}
	work->background = (struct background_work){.run = read_in_background, .context = work};
	if (background_submit(all->readers, &work->background))
		return;
	error_set(&error, 503, "ServiceUnavailableError", "The server is busy, try again");
	end_work(work, false, &error);
}

static void serve_apart(struct services *all, struct host_call *call, unsigned depth)
{
	const struct service *service = find(call->service);
	if (all->code && sockets_take(host_code_sockets(all->code), call))
		return;
	if (slice_is(call->service, "transaction.begin") && !call->transaction)
		transaction_begin(all, call);
	else if (slice_is(call->service, "native.request") && !call->transaction && all->code)
		inner_start(all->code, call);
	else if (call->transaction)
		transaction_take(all, call);
	else if (service)
		start(all, service, call, depth);
	else
		refuse_unknown(call);
}

/* ---- in a session that is there ---- */

/* What a call that fails has changed is undone, and nothing else of the session's. */
static void serve_write(const struct services *all, const struct service *service, const struct content_call *content,
                        struct host_call *call)
{
	struct store_session *session = content->session;
	struct buffer value = {0};
	struct error error, ignored;
	bool stays = false, done = store_begin_undoable(session, &error);
	if (done) {
		done = run(all, service, content, call, &stays, &value, &error);
		if (done || stays)
			done = store_keep(session, stays ? &ignored : &error) && done;
		if (!done && !stays)
			store_undo(session, &ignored);
	}
	answer(call, done, &value, &error);
}

void services_serve(struct services *services, const struct content_call *content, struct host_call *call,
                    unsigned *undoable)
{
	const struct service *service = find(call->service);
	struct content_call own = *content;
	struct buffer value = {0};
	struct error error;
	own.origin = call;
	if (!content->session) {
		serve_apart(services, call, content->depth);
	} else if (transaction_is_step(call)) {
		transaction_serve(services, &own, call, undoable);
	} else if (!service) {
		refuse_unknown(call);
	} else if (!service->writes) {
		bool stays, done = run(services, service, &own, call, &stays, &value, &error);
		answer(call, done, &value, &error);
	} else if (store_writes(content->session)) {
		serve_write(services, service, &own, call);
	} else {
		start(services, service, call, content->depth);
	}
}

static void take(void *context, struct host_call *call)
{
	serve_apart(context, call, 0);
}

/* ---- the whole ---- */

static void forget_process(void *context, uint64_t process)
{
	const struct services *services = context;
	transaction_abandon(context, process);
	if (services->code)
		sockets_abandon(host_code_sockets(services->code), process);
}

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
	};
	clock_init_condition(&services->changed);
	if (!services->readers) {
		free(services);
		error_internal(error, "a background thread can't be started");
		return NULL;
	}
	host_set_services(host, take, services);
	host_watch_ends(host, forget_process, services);
	return services;
}

void services_set_code(struct services *services, struct host_code *code)
{
	services->code = code;
}

void services_begin_stop(struct services *services)
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
