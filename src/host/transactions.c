/* Transactions that code has open (strapi.db.transaction). */
#include "transactions.h"

#include <stdlib.h>
#include <time.h>

enum {
	MOST_OF_TRANSACTION = 30, /* seconds that one may stay open: all that write wait for it */
};

/* A transaction of its own. */
struct transaction {
	struct services *services;
	int64_t number;
	struct arena *arena;
	struct store_job job;
	struct host_call *begin, *end; /* the calls that began and ended it; answered when that is done */
	struct host_call *calls, **last_call;
	uint64_t process; /* that has begun it */
	bool abandoned;   /* it has ended */
	bool closed;      /* takes no more calls */
	struct transaction *next;
};

static bool ends_transaction(const struct host_call *call)
{
	return slice_is(call->service, "transaction.commit") || slice_is(call->service, "transaction.rollback");
}

/* The next call of a transaction; NULL when it takes too long, or none will come. */
static struct host_call *next_call(struct transaction *transaction, const struct timespec *end)
{
	struct services *services = transaction->services;
	pthread_mutex_lock(&services->lock);
	while (!transaction->calls && !transaction->abandoned && !services->stopping &&
	       pthread_cond_timedwait(&services->changed, &services->lock, end) == 0)
		continue;
	struct host_call *call = transaction->calls;
	if (call)
		transaction->calls = call->next;
	if (!transaction->calls)
		transaction->last_call = &transaction->calls;
	transaction->closed = !call || ends_transaction(call);
	pthread_mutex_unlock(&services->lock);
	return call;
}

static bool is_abandoned(struct transaction *transaction)
{
	pthread_mutex_lock(&transaction->services->lock);
	const bool abandoned = transaction->abandoned;
	pthread_mutex_unlock(&transaction->services->lock);
	return abandoned;
}

static bool run_transaction(void *context, struct store_session *session, struct error *error)
{
	struct transaction *transaction = context;
	const struct content_call content = services_content(transaction->services, session, transaction->arena, NULL);
	struct host_call *call = transaction->begin;
	unsigned undoable = 0;
	const struct timespec end = clock_deadline(MOST_OF_TRANSACTION * 1000);
	char number[32];
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
		services_serve(transaction->services, &content, call, &undoable);
	}
	if (is_abandoned(transaction))
		return error_set(error, 500, "InternalServerError", "The process of a transaction has ended");
	return error_set(error, 500, "InternalServerError", "A transaction was open for more than %d s, and is undone",
	                 MOST_OF_TRANSACTION);
}

static void finish_transaction(void *context, bool done, const struct error *error)
{
	struct transaction *transaction = context, **place;
	struct services *services = transaction->services;
	pthread_mutex_lock(&services->lock);
	for (place = &services->transactions; *place != transaction;)
		place = &(*place)->next;
	*place = transaction->next;
	pthread_mutex_unlock(&services->lock);
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

void transaction_begin(struct services *services, struct host_call *call)
{
	struct transaction *transaction = calloc(1, sizeof *transaction);
	if (!transaction)
		abort();
	const uint64_t process = call->process;
	*transaction =
	    (struct transaction){.services = services, .arena = arena_create(), .begin = call, .process = process};
	transaction->last_call = &transaction->calls;
	transaction->job = (struct store_job){
	    .run = run_transaction,
	    .finish = finish_transaction,
	    .context = transaction,
	    .arena = transaction->arena,
	};
	pthread_mutex_lock(&services->lock);
	transaction->number = ++services->last_number;
	transaction->next = services->transactions;
	services->transactions = transaction;
	pthread_mutex_unlock(&services->lock);
	store_submit(services->store, &transaction->job);
	/* It may have ended before this was known. */
	if (!host_lives(services->host, process))
		transaction_abandon(services, process);
}

void transaction_abandon(struct services *services, uint64_t process)
{
	pthread_mutex_lock(&services->lock);
	for (struct transaction *transaction = services->transactions; transaction; transaction = transaction->next)
		transaction->abandoned = transaction->abandoned || transaction->process == process;
	pthread_cond_broadcast(&services->changed);
	pthread_mutex_unlock(&services->lock);
}

void transaction_take(struct services *services, struct host_call *call)
{
	struct transaction *transaction;
	pthread_mutex_lock(&services->lock);
	for (transaction = services->transactions; transaction; transaction = transaction->next)
		if (transaction->number == call->transaction && !transaction->closed)
			break;
	if (transaction) {
		call->next = NULL;
		*transaction->last_call = call;
		transaction->last_call = &call->next;
		pthread_cond_broadcast(&services->changed);
	}
	pthread_mutex_unlock(&services->lock);
	if (!transaction) {
		struct error error;
		error_set(&error, 500, "Error", "The transaction is over");
		host_call_refuse(call, &error);
	}
}

/* ---- in the session of a change whose hooks the code is running ---- */

bool transaction_is_step(const struct host_call *call)
{
	return slice_starts_with(call->service, SLICE("transaction."));
}

void transaction_serve(struct services *services, const struct content_call *content, struct host_call *call,
                       unsigned *undoable)
{
	struct error error;
	bool done = false;
	if (!store_writes(content->session) && slice_is(call->service, "transaction.begin")) {
		transaction_begin(services, call);
		return;
	}
	if (slice_is(call->service, "transaction.begin") || slice_is(call->service, "transaction.nest")) {
		done = store_begin_undoable(content->session, &error);
		*undoable += done;
	} else if (!*undoable) {
		error_set(&error, 500, "Error", "The transaction is over");
	} else {
		--*undoable;
		done = slice_is(call->service, "transaction.commit") || slice_is(call->service, "transaction.keep")
		           ? store_keep(content->session, &error)
		           : store_undo(content->session, &error);
	}
	if (done)
		host_call_answer(call, SLICE("0"), SLICE(""));
	else
		host_call_refuse(call, &error);
}

void transaction_undo(const struct content_call *content, unsigned undoable)
{
	struct error ignored;
	for (; undoable; undoable--)
		store_undo(content->session, &ignored);
}
