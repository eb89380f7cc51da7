/* What is asked of the process, and how the answer finds who waits for it. */
#include "asks.h"

#include "frame.h"
#include "watch.h"

#include <stdlib.h>

/* ---- with the lock ---- */

/* How the first of all processes begins is remembered. */
static void note_first(struct host *host, const struct host_answer *answer)
{
	const struct slice thrown = json_string(json_member(answer->value, "message"));
	if (answer->done)
		host->began = true;
	if (host->began || host->first_failed)
		return;
	host->first_failed = true;
	host->first_error = answer->error;
	if (thrown.len)
		error_set(&host->first_error, 500, "Error", "%.*s", slice_shown_length(thrown, 400), thrown.ptr);
}

void asks_end(struct host *host, struct ask **place, struct host_answer *answer)
{
	struct ask *ask = *place;
	if (ask->first)
		note_first(host, answer);
	*place = ask->next;
	host->ask_count--;
	if (ask->process)
		ask->process->ask_count--;
	buffer_slice(&ask->answer_body, answer->body);
	ask->answer = *answer;
	ask->answer.process = ask->process ? ask->process->number : 0;
	ask->answer.body = buffer_as_slice(&ask->answer_body);
	if (!ask->conversation) {
		ask->next = host->ended;
		host->ended = ask;
		return;
	}
	ask->conversation->answer = ask->answer;
	ask->conversation->body = ask->answer_body;
	ask->conversation->done = true;
	pthread_cond_signal(&ask->conversation->changed);
	buffer_free(&ask->head);
	buffer_free(&ask->body);
	free(ask);
}

void asks_fail(struct host *host, struct ask **place, int status, const char *message)
{
	struct host_answer answer = {0};
	error_set(&answer.error, status, status == 503 ? "ServiceUnavailableError" : "InternalServerError", "%s",
	          message);
	asks_end(host, place, &answer);
}

struct process *asks_next_process(const struct host *host)
{
	struct process *found = NULL;
	for (struct process *process = host->processes; process; process = process->next) {
		if (!process->ready || process->retired || process->over)
			continue;
		if (!found || process->ask_count < found->ask_count ||
		    (process->ask_count == found->ask_count && process->asked < found->asked))
			found = process;
	}
	return found;
}

unsigned asks_count_processes(const struct host *host)
{
	unsigned count = 0;
	for (const struct process *process = host->processes; process; process = process->next)
		count += !process->retired;
	return count;
}

void asks_send(struct host *host, struct process *process, struct ask *ask)
{
	ask->process = process;
	process->ask_count++;
	process->asked = ++host->sent_count;
	ask->next = process->asks;
	process->asks = ask;
	if (!frame_write(&process->out, FRAME_ASK, ask->id, buffer_as_slice(&ask->head), buffer_as_slice(&ask->body)))
		asks_fail(host, &process->asks, 413, "The request is too large for the project's code");
	else {
		buffer_free(&ask->head);
		buffer_free(&ask->body);
	}
}

/* 0 stands for none. */
static uint32_t next_id(struct host *host)
{
	if (++host->last_id == 0)
		host->last_id = 1;
	return host->last_id;
}

static struct ask *make(struct host *host, struct slice head, struct slice body, int64_t limit)
{
	struct ask *ask = calloc(1, sizeof *ask);
	if (!ask)
		abort();
	host->ask_count++;
	ask->id = next_id(host);
	ask->limit = limit;
	ask->deadline = clock_milliseconds() + limit;
	buffer_slice(&ask->head, head);
	buffer_slice(&ask->body, body);
	return ask;
}

void asks_begin(struct host *host, struct process *process)
{
	if (!host->first.len) {
		process->ready = process->hello;
		return;
	}
	const int64_t limit = host->time_limit > START_TIME ? host->time_limit : START_TIME;
	struct ask *ask = make(host, buffer_as_slice(&host->first), SLICE(""), limit);
	ask->first = true;
	asks_send(host, process, ask);
}

static struct process *process_numbered(struct host *host, uint64_t number)
{
	struct process *process = host->processes;
	while (process && process->number != number)
		process = process->next;
	return process;
}

/* Gives the ask to the process that is ready, or has it wait for one. */
static void place(struct host *host, struct ask *ask, const struct host_ask *wanted)
{
	struct process *process = wanted->process ? process_numbered(host, wanted->process) : asks_next_process(host);
	ask->next = host->waiting;
	host->waiting = ask;
	if (!process && (wanted->process || wanted->at_once))
		asks_fail(host, &host->waiting, 503, "The project's code does not run, try again");
	else if (!wanted->process && (host->stopping || host->ask_count > MOST_ASKS))
		asks_fail(host, &host->waiting, 503, "The server is busy, try again");
	else if (process) {
		host->waiting = ask->next;
		asks_send(host, process, ask);
	} else if (host->broken && !asks_count_processes(host))
		asks_fail(host, &host->waiting, 503, "The project's code does not run, try again");
}

/* ---- without ---- */

void asks_deliver(struct host *host)
{
	for (;;) {
		pthread_mutex_lock(&host->lock);
		struct ask *ask = host->ended;
		struct host_call *call = host->calls;
		if (ask) {
			host->ended = ask->next;
		} else if (call) {
			host->calls = call->next;
			if (!host->calls)
				host->last_call = &host->calls;
		}
		void (*take)(void *, struct host_call *) = host->take;
		const bool stopping = host->stopping;
		pthread_mutex_unlock(&host->lock);
		if (ask) {
			if (ask->receive)
				ask->receive(ask->context, &ask->answer);
			else
				json_object_put(ask->answer.value);
			buffer_free(&ask->head);
			buffer_free(&ask->body);
			buffer_free(&ask->answer_body);
			free(ask);
		} else if (call && take && !stopping) {
			take(host->take_context, call);
		} else if (call) {
			struct error error;
			error_set(&error, 501, "NotImplementedError", "lectern has no service %.*s",
			          (int)call->service.len, call->service.ptr ? call->service.ptr : "");
			host_call_refuse(call, &error);
		} else {
			return;
		}
	}
}

uint32_t host_reserve(struct host *host)
{
	pthread_mutex_lock(&host->lock);
	const uint32_t id = next_id(host);
	pthread_mutex_unlock(&host->lock);
	return id;
}

void host_ask_as(struct host *host, uint32_t number, const struct host_ask *wanted)
{
	pthread_mutex_lock(&host->lock);
	struct ask *ask =
	    make(host, wanted->head, wanted->body, wanted->time_limit ? wanted->time_limit : host->time_limit);
	ask->id = number;
	ask->receive = wanted->receive;
	ask->context = wanted->context;
	place(host, ask, wanted);
	const bool told_here = host->ended && !host->threaded;
	pthread_mutex_unlock(&host->lock);
	if (told_here)
		asks_deliver(host);
	watch_wake(host);
}

uint32_t host_ask(struct host *host, const struct host_ask *wanted)
{
	const uint32_t id = host_reserve(host);
	host_ask_as(host, id, wanted);
	return id;
}

void host_ask_each(struct host *host, const struct host_ask *wanted)
{
	uint64_t numbers[MOST_PROCESSES];
	size_t count = 0;
	pthread_mutex_lock(&host->lock);
	for (const struct process *process = host->processes; process && count < MOST_PROCESSES;
	     process = process->next)
		if (process->ready && !process->retired)
			numbers[count++] = process->number;
	pthread_mutex_unlock(&host->lock);
	for (size_t i = 0; i < count; i++) {
		struct host_ask ask = *wanted;
		ask.process = numbers[i];
		host_ask(host, &ask);
	}
}

bool host_has(struct host *host, uint64_t number)
{
	pthread_mutex_lock(&host->lock);
	const struct process *process = process_numbered(host, number);
	const bool has = process && process->ready && !process->retired && !process->over;
	pthread_mutex_unlock(&host->lock);
	return has;
}

bool host_lives(struct host *host, uint64_t number)
{
	pthread_mutex_lock(&host->lock);
	const bool lives = process_numbered(host, number) != NULL;
	pthread_mutex_unlock(&host->lock);
	return lives;
}

uint64_t host_choose(struct host *host)
{
	pthread_mutex_lock(&host->lock);
	const struct process *process = asks_next_process(host);
	const uint64_t number = process ? process->number : 0;
	pthread_mutex_unlock(&host->lock);
	return number;
}

uint64_t host_oldest(struct host *host)
{
	uint64_t number = 0;
	pthread_mutex_lock(&host->lock);
	for (const struct process *process = host->processes; process; process = process->next)
		if (process->ready && !process->retired && !process->over && (!number || process->number < number))
			number = process->number;
	pthread_mutex_unlock(&host->lock);
	return number;
}

/* ---- conversations ---- */

/* With the lock held; waits for a change. */
static void wait_for_change(struct host *host, struct conversation *conversation)
{
	if (host->threaded) {
		pthread_cond_wait(&conversation->changed, &host->lock);
		return;
	}
	pthread_mutex_unlock(&host->lock);
	watch_turn(host, ASK_TIME);
	pthread_mutex_lock(&host->lock);
}

bool host_converse(struct host *host, const struct host_ask *wanted,
                   void (*serve)(void *context, struct host_call *call), void *context, struct host_answer *answer,
                   struct buffer *body)
{
	struct conversation conversation = {.serves = serve != NULL};
	conversation.last_call = &conversation.calls;
	pthread_cond_init(&conversation.changed, NULL);
	pthread_mutex_lock(&host->lock);
	struct ask *ask =
	    make(host, wanted->head, wanted->body, wanted->time_limit ? wanted->time_limit : host->time_limit);
	ask->conversation = &conversation;
	place(host, ask, wanted);
	watch_wake(host);
	while (!conversation.done || conversation.calls) {
		struct host_call *call = conversation.calls;
		if (!call) {
			wait_for_change(host, &conversation);
			continue;
		}
		conversation.calls = call->next;
		if (!conversation.calls)
			conversation.last_call = &conversation.calls;
		pthread_mutex_unlock(&host->lock);
		if (serve)
			serve(context, call);
		pthread_mutex_lock(&host->lock);
	}
	pthread_mutex_unlock(&host->lock);
	pthread_cond_destroy(&conversation.changed);
	*answer = conversation.answer;
	answer->body = buffer_as_slice(&conversation.body);
	*body = conversation.body;
	return answer->done;
}
