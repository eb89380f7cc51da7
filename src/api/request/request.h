/* The door of the room `api/request`: one request's life, whatever the dialect.
 *
 * A request is begun on a thread that serves. Its work there is a turn of a few milliseconds. What takes longer by its
 * shape, or turns out to, is given up and begun again on a background thread, with a connection to the database and the
 * time of the whole request: reading changes nothing, so nobody sees a difference. There it has a turn of some time
 * first, and when that is not enough either it waits among the heavy ones. A request that changes something is
 * handed over to the thread that writes. */
#ifndef LECTERN_API_REQUEST_REQUEST_H
#define LECTERN_API_REQUEST_REQUEST_H

#include "access/access.h"
#include "closed.h"
#include "store/store.h"

/* What all requests share. */
struct requests;

/* How many background threads there are: each takes part in the store's numbering of threads. */
size_t requests_thread_count(const struct config *config);

/* All arguments must outlive it. `first_thread`: the store's number of the first background thread. NULL, with the
 * reason in *error, when a thread can't be started. */
struct requests *requests_create(const struct config *config, struct store *store, struct access *access,
                                 size_t first_thread, struct error *error);

/* The server stops: what waits for a background thread is answered with 503, and what runs there has two seconds left.
 * NULL is fine, as below. */
void requests_hurry(struct requests *requests);

/* To be called when no request is under way. */
void requests_destroy(struct requests *requests);

/* One request. It lives in the arena of its HTTP request. One thread at a time works for it. */
struct request {
	struct requests *all;
	struct http_request *http;
	struct http_response *response;
	struct arena *arena;
	struct budget budget;          /* what it may cost in all */
	size_t thread;                 /* the store's number of the thread that works for it */
	struct store_session *session; /* NULL while there is none */
	struct caller caller;
	/* of this room */
	bool continued;  /* its first part is done: whatever happens, `run` has to end it */
	bool suspended;  /* put aside: its serving thread serves others */
	bool second;     /* it was moved to the background, to a second turn */
	bool background; /* a background thread works for it */
	int64_t moved;   /* when it was given to the background: milliseconds of the monotonic clock */
	bool (*run)(void *context);
	void *context;
	struct background_work work;
};

/* Runs a request from the beginning. `run` answers it, or refuses it in the response, and returns true; or it hands the
 * request over (request_hand_over) and returns false. It may be called twice: what the first call has left in the
 * response is thrown away then, and *request is as it was at first but for its budget and thread. To be called on the
 * thread that serves, by a handler that returns afterwards; `context` must live as long as the request. */
void request_start(struct requests *requests, struct request *request, struct http_request *http,
                   struct http_response *response, bool (*run)(void *context), void *context);

/* Begins a session that reads, and finds out who calls. False with 401 or 503. */
bool request_begin(struct request *request, struct error *error);
bool request_identify(struct request *request, struct error *error);
void request_end(struct request *request);

/* Begins a session that sees what was written before, whoever calls. */
bool request_begin_primary(struct request *request, struct error *error);

/* True when the work will be begun again on a background thread, whatever is answered now: nothing that outlasts the
 * request should be begun. */
bool request_is_moved(const struct request *request);

/* Ends the turn, and puts the request aside unless it is. Whoever works for it next answers it and calls
 * request_resume, from any thread, and does not touch it afterwards. */
void request_hand_over(struct request *request);
void request_resume(struct request *request);

/* See access_explain_refusal: in development, the log tells which permission `caller` lacks. */
void request_explain_refusal(const struct requests *requests, const struct caller *caller, struct slice action,
                             const char *what);

/* Continues a request that was handed over, on a background thread of those for short work: `run` as for request_start;
 * when it takes long it is moved to the other threads, too. When there is no place for it `run` is called here, with a
 * budget that has ended, so that it can refuse and clean up. */
void request_continue(struct request *request, bool (*run)(void *context), void *context);

/* Why a request has to wait on a background thread. Each has threads of its own: no password waits for a server
 * elsewhere. */
enum request_wait {
	REQUEST_HASHES, /* passwords are hashed, or changes of accounts are waited for */
	REQUEST_ASKS,   /* a server elsewhere is asked */
	REQUEST_CODE,   /* the project's code is asked */
};

/* Hands the request over (request_hand_over) and continues it on a background thread that may wait: `run` is called
 * there once, as for request_start, without a limit of its turn. request->thread is the store's number of that thread.
 * False with 503 when too much waits already: then it was handed over, and `run` is not called. */
bool request_wait(struct request *request, enum request_wait wait, bool (*run)(void *context), void *context,
                  struct error *error);

/* The threads for REQUEST_HASHES, for what is done when its request has been answered; *first_thread is the store's
 * number of the first. They end in requests_destroy. */
struct background *requests_waiting_threads(const struct requests *requests, size_t *first_thread);

/* For workers.c: runs the request here, in a turn of `limit` milliseconds (0: without end). */
void request_run_turn(struct request *request, int64_t limit);

/* As well, where nothing more may be done: the request refuses, and cleans up. */
void request_run_ended(struct request *request);

/* Says in the refusal of an answer that the change itself is on disk. */
void request_tell_stored(struct error *error);

#endif
