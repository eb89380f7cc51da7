/* The door of the room `api/request`: one request's life, whatever the dialect.
 *
 * A request is begun on a thread that serves. Its work there is a turn of a few milliseconds. What takes longer by its
 * shape, or turns out to, is given up and begun again on a background thread, with a connection to the database and the
 * time of the whole request: reading changes nothing, so nobody sees a difference. There it has a turn of some time
 * first, and when that is not enough either it waits among the heavy ones; what no such turn is long enough for by its
 * shape waits among those at once.
 *
 * A dialect (REST, GraphQL) is a struct request_handler: it finds out what is asked, then answers, in a session that
 * reads and for a caller who is known. What can't be done there goes on elsewhere, while the request is suspended:
 * request_change makes a change on the thread that writes, request_wait continues on a thread that may wait.
 *
 * One thread at a time works for a request. All functions are for that thread, but for request_resume, which ends its
 * work.
 *
 * Threads: made and destroyed by the main thread. A request belongs to one thread at a time: to the one that runs its
 * turn, or to the one that continues it. */
#ifndef LECTERN_API_REQUEST_REQUEST_H
#define LECTERN_API_REQUEST_REQUEST_H

#include "cached.h"
#include "closed.h"
#include "content/content.h"
#include "receive.h"

/* The state that all requests share. */
struct requests;

/* How many background threads there are: each takes part in the store's numbering of threads. */
size_t requests_thread_count(const struct config *config);

/* All arguments must outlive it. `first_thread`: the store's number of the first background thread. NULL, with the
 * reason in *error, when a thread can't be started. */
struct requests *requests_create(const struct config *config, const struct registry *registry, struct store *store,
                                 struct access *access, struct content *content, size_t first_thread,
                                 struct error *error);

/* Keeps all permissions of the caller where a request goes on elsewhere, and not only the types that it may find.
 * Before the first request. */
void requests_keep_permissions(struct requests *requests);

/* The service that all requests share. */
struct content *requests_content(const struct requests *requests);

/* The server stops: requests that wait for a background thread are answered with 503, and those that run there have two
 * seconds left. `requests` may be NULL, as below. */
void requests_begin_stop(struct requests *requests);

/* To be called when no request is under way. */
void requests_destroy(struct requests *requests);

/* ---- a dialect ---- */

/* The outcome of a step of a request. */
enum request_outcome {
	REQUEST_REFUSED,  /* for the reason in *error */
	REQUEST_ANSWERED, /* the answer is in the response */
	REQUEST_GOES_ON,  /* not yet */
};

/* The limits of a request of REST, and of others without limits of their own. */
enum { REQUEST_MOST_SORTS = 100, REQUEST_MOST_BYTES = 256 << 20 };
extern const struct budget_limits request_limits;

/* How a dialect answers. `context` is that of request_start. A request that is begun again on another thread calls
 * these functions from the first again, with an empty response. */
struct request_handler {
	const struct budget_limits *limits; /* of each request; NULL: request_limits */

	/* Finds the route, and sets request->identity. REQUEST_GOES_ON: `answer` is to be called. May be NULL.
	 */
	enum request_outcome (*find)(void *context, struct error *error);

	/* Answers, in request->session and for request->caller. REQUEST_GOES_ON: `go_on` is to be called, when the
	 * session has ended, unless the work is begun again. */
	enum request_outcome (*answer)(void *context, struct error *error);

	/* Suspends the request: request_change, request_wait or request_suspend. False, with *error, refuses it,
	 * which is then not suspended. */
	bool (*go_on)(void *context, struct error *error);
};

/* A change, of those that a request makes one after the other. `context` is that of request_start. */
struct request_change {
	/* Makes the change, in request->session, on the thread that writes. False, with *error, takes back all of it,
	 * and so does request_fail. May leave request->partial. */
	bool (*run)(void *context, struct error *error);

	/* The change is on disk, and what was missing of request->partial is read (error NULL), or could not be. In the
	 * session that read it, where there was one. */
	void (*complete)(void *context, const struct error *error);

	/* All is done. `stored`: the change is on disk; with an error the answer is that. Else nothing of it is in
	 * force, for the reason in *error. The request is suspended: it is to be resumed, or makes the next change. */
	void (*finish)(void *context, bool stored, const struct error *error);
};

/* Who calls. */
enum request_identity {
	REQUEST_IDENTIFIED, /* whose token is wrong is refused */
	REQUEST_OPEN,       /* a wrong token is no error */
	REQUEST_ANONYMOUS,  /* the caller is not identified, and nothing but the type itself may be found */
	REQUEST_UNCHECKED,  /* the caller is not identified, and every type may be found */
};

/* One request. It lives in the arena of its HTTP request. */
struct request {
	struct requests *shared;
	struct http_request *http;
	struct http_response *response;
	struct arena *arena;
	struct budget budget;          /* its whole budget */
	size_t thread;                 /* the store's number of the thread that works for it */
	struct store_session *session; /* NULL while there is none */
	enum request_identity identity;
	struct caller caller;
	bool writing;                   /* the session is one that writes */
	bool *stays;                    /* meanwhile: see content_call */
	const struct error *failure;    /* as well: why a change failed; NULL: none did */
	struct content_result *partial; /* the result of a change, while its populates are still to be read */
	struct request_read *read;      /* see cached.h; or NULL */
	struct cached *shared_answer;   /* of the request that this one has waited for; or NULL */
	struct shared_read *reading;    /* others wait for this request's read; NULL: none may (readings.h) */
	void **slot;                    /* of the dialect: data of the room that adds steps, NULL at first */
	const void *origin;             /* see content_call */
	bool explained;                 /* its statements are the answer */
	bool needs_code, yields;        /* of its changes: see store_job */
	bool keep_permissions;          /* all of the caller's are known where it goes on, too */
	/* of this room */
	const struct request_handler *handler;
	void *context;
	const struct request_change *change;
	const struct error *late;     /* the change at work stays, but its answer is this error; or NULL */
	bool continued;               /* its first part is done: `run` has to end it in any case */
	bool suspended;               /* put aside: its serving thread serves others */
	bool second_turn;             /* it was moved to the background, whose turns are longer */
	bool background;              /* a background thread works for it */
	bool has_waited;              /* for the read of another request, or waits now */
	struct request *waits_beside; /* meanwhile: the one that waits for the same and came before */
	int64_t moved;                /* when it was given to the background: milliseconds of the monotonic clock */
	bool (*run)(struct request *request);
	bool (*wait_run)(void *context);
	struct background_work work;
	struct store_job job;
};

struct request *request_create(struct requests *requests, struct http_request *http, struct http_response *response);

/* Answers a request from the beginning, or begins to. To be called on the thread that serves, by an http_handler that
 * returns afterwards; both arguments must live as long as the request. A request that came over no connection may be
 * started on any thread: it is begun on a background thread. */
void request_start(struct request *request, const struct request_handler *handler, void *context);

/* True when the request will be begun again on a background thread, and its answer thrown away: nothing that outlasts
 * the request should be begun. */
bool request_is_moved(const struct request *request);

/* The request's way to the room `content`, in its session. */
struct content_call request_content(struct request *request);

/* Sets the caller by that Authorization header, on the thread of the request's session: for a request that was
 * suspended before its caller was identified. False with 401 and 503, as access_identify. */
bool request_identify(struct request *request, struct slice authorization, struct error *error);

/* Whether the caller has the permission to do `action`; else the log tells in development which one is missing, for
 * `subject` (see access_explain_refusal). */
bool request_allows(const struct request *request, struct slice action, const char *subject);

struct account_call;

/* Adds Strapi's headers for the limit of sign-ins: how many the client has left. Does nothing where no limit was
 * checked. */
void request_write_limit(struct request *request, const struct account_call *account);

/* Makes of the error of a change what Strapi answers to a client: what was not expected is not told, and of refusals
 * (401, 403) nothing more than that, where `refusals` is set. */
void request_hide_error(struct error *error, struct arena *arena, bool refusals);

/* Tells that a change failed, for that reason: then nothing of the whole transaction will be in force. Does nothing
 * where the session does not write. */
void request_fail(struct request *request, const struct error *error);

/* ---- going on elsewhere ---- */

/* Suspends the request and makes one change, in a transaction of its own. */
void request_change(struct request *request, const struct request_change *change);

/* To be called before a change: the project's code may have hooks for entries of the type (NULL: of any). */
void request_expect_hooks(struct request *request, const struct content_type *type);

/* As request_change for a thread that may wait, outside of a session: returns when the change is on disk (true), or
 * when nothing of it is in force. Neither `complete` nor `finish` is called: the caller reads what is missing of
 * request->partial.
 */
bool request_change_and_wait(struct request *request, const struct request_change *change, struct error *error);

/* Why a request has to wait on a background thread. Each has threads of its own: no password waits for a server
 * elsewhere. */
enum request_wait {
	REQUEST_HASHES, /* passwords are hashed, or changes of accounts are waited for */
	REQUEST_ASKS,   /* a server elsewhere is asked */
	REQUEST_CODE,   /* the project's code is asked */
	REQUEST_FILES,  /* files are written, and pictures made smaller */
};

/* Suspends the request and continues it on a background thread that may wait, without a limit of its turn: `run`
 * answers it and returns true, or passes it on to another thread and returns false. request->thread is the store's
 * number of that thread. False with 503 when too many wait already: the request is suspended, and `run` is not
 * called. */
bool request_wait(struct request *request, enum request_wait wait, bool (*run)(void *context), struct error *error);

/* On a thread that may wait: request_go_on begins a turn and, unless there is one, a session that reads; with `primary`
 * it shows what was changed before, whoever calls. False with 503. request_pause ends both: while a request waits it
 * holds nothing of the database. */
bool request_go_on(struct request *request, bool primary, struct error *error);
void request_pause(struct request *request);

/* Says in the refusal of an answer that the change itself is on disk. */
void request_explain_stored(struct error *error);

/* The threads for REQUEST_HASHES, for work after the answer; *first_thread is the store's
 * number of the first. They end in requests_destroy. */
struct background *requests_waiting_threads(const struct requests *requests, size_t *first_thread);

/* Ends the turn, and suspends the request unless it is suspended already. The thread that works for it next answers it
 * and calls request_resume, from any thread, and does not touch it afterwards. */
void request_suspend(struct request *request);
void request_resume(struct request *request);

#endif
