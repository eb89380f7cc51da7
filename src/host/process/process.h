/* The Node processes that run the project's code, beside lectern: they are started, asked, watched and replaced. It is
 * one, or as many as LECTERN_CODE_PROCESSES says: the first by itself, each other when those before it are ready. An
 * ask goes to the one with the fewest.
 *
 * What lectern wants is an ask: it has an answer, or an error, in any case and within its time. While the process works
 * for an ask it may call services of lectern's. All of this is frames on one socket (frame.h), multiplexed.
 *
 * A thread of its own does the reading and writing (host_run). Before it is started, whoever waits for an answer does
 * that itself. */
#ifndef LECTERN_HOST_PROCESS_PROCESS_H
#define LECTERN_HOST_PROCESS_PROCESS_H

#include "base/base.h"

struct host;

struct host_options {
	const char *directory;   /* the project */
	const char *environment; /* NODE_ENV */
	const char *env_path;    /* absolute: the file of variables that is read in place of .env; or NULL */
};

/* Finds Node and starts it. NULL with 501 where there is no Node, 503 when it does not start. */
struct host *host_open(const struct host_options *options, struct error *error);

/* Ends the process: what was begun has two seconds left, and asks that come later are answered with 503. NULL is fine,
 * as below. */
void host_stop(struct host *host);

/* Stops and frees it. No ask may follow. */
void host_close(struct host *host);

/* From here on a thread of its own does the work, and a process that ends is replaced. */
bool host_run(struct host *host, struct error *error);

/* What each process is asked first; nothing else is asked of it until that is answered. Lives as long as the host. A
 * process whose answer is an error is replaced. */
void host_set_first(struct host *host, struct slice head);

/* Tells whether asks may be answered: a process is ready, or none will be for some time, so that they are refused.
 * Called when that changes, and at first, with the lock of the host held: it may not ask. */
void host_watch(struct host *host, void (*on_change)(void *context, bool answers), void *context);

/* `on_end` is called when a process has ended. Called with the lock of the host held: it may not ask.
 */
void host_watch_ends(struct host *host, void (*on_end)(void *context, uint64_t process), void *context);

/* Whether the process has not ended. */
bool host_lives(struct host *host, uint64_t process);

/* Waits until a process has answered what it was asked first, after host_run and host_set_first. False when the first
 * to be asked has failed: *error says what it threw, or what became of it; so when SIGTERM or SIGINT comes meanwhile.
 * Says so once that takes long. */
bool host_wait_for_first(struct host *host, struct error *error);

/* ---- asks ---- */

struct host_answer {
	bool done;
	struct json_object
	    *value; /* the answer; of what was thrown the error, as it is tagged; or NULL. The receiver releases it */
	struct slice body;  /* bytes beside it, until the receiver returns */
	uint64_t process;   /* that was asked; 0: none was */
	struct error error; /* when it is not done. 500: the code threw, ended or took too long; 503: it does not
	                       run. The message is for the log, and no client's */
};

typedef void host_receiver(void *context, struct host_answer *answer);

struct host_ask {
	struct slice head; /* JSON: {"ask": …}; copied, as `body` is */
	struct slice body;
	unsigned time_limit; /* milliseconds; 0: the usual one */
	uint64_t process; /* the one to be asked, ready or not: it waits for the answer itself (host_call.process); 0:
	                     any */
	bool at_once;     /* 503 where no process is ready */
	host_receiver *receive;
	void *context;
};

/* Asks, from any thread. The receiver is called once: on the thread of the host, where it may not wait, or before this
 * returns when there is no process to be asked. Returns the number of the ask. */
uint32_t host_ask(struct host *host, const struct host_ask *wanted);

/* The same in two steps, for callers that need the number before the ask is sent. */
uint32_t host_reserve(struct host *host);
void host_ask_as(struct host *host, uint32_t number, const struct host_ask *wanted);

/* Asks each process that is ready; the receiver is called for each. */
void host_ask_each(struct host *host, const struct host_ask *wanted);

/* The process that would be asked next (host_ask.process), for asks that belong together; 0: none is ready. */
uint64_t host_choose(struct host *host);

/* The one that is ready longest, for what is to live in one process; 0: none is ready. */
uint64_t host_oldest(struct host *host);

/* Whether the process may still be asked: it has neither ended nor been put out of use. */
bool host_has(struct host *host, uint64_t process);

/* ---- calls: what the process wants of lectern ---- */

struct host_call {
	struct slice service;          /* "entityService.findMany" */
	struct json_object *arguments; /* a list; released by host_call_answer */
	uint32_t ask;                  /* in whose course it is called; 0: in none */
	int64_t transaction;           /* a number that an earlier call gave; 0: none */
	uint64_t process;              /* that calls */
	struct json_object *head;      /* for the folder itself, as what follows */
	uint32_t id;
	struct host *host;
	struct host_call *next;
};

/* Answers a call, from any thread; the call is gone afterwards. `value` is JSON. */
void host_call_answer(struct host_call *call, struct slice value, struct slice body);
void host_call_refuse(struct host_call *call, const struct error *error);

/* Calls are given to `take`, on the thread of the host, where it may not wait. Without one they are refused. */
void host_set_services(struct host *host, void (*take)(void *context, struct host_call *call), void *context);

/* Asks, and waits for the answer. Calls made in its course are passed to `serve` on this thread, and may use what
 * belongs to it, such as a transaction. `serve` may be NULL. False as host_ask; the value is to be released. The body
 * is malloc'd: see buffer_free. */
bool host_converse(struct host *host, const struct host_ask *ask, void (*serve)(void *context, struct host_call *call),
                   void *context, struct host_answer *answer, struct buffer *body);

#endif
