/* What the project's code may have lectern do: strapi.entityService.findMany and the like, by name.
 *
 * A service is a function from arguments to a value, both JSON with the tags of web/runtime/values.mjs. It runs on a
 * thread that may wait, in a session of its own: one that reads, or a transaction. Calls that belong to a transaction,
 * of the code's own (strapi.db.transaction) or of the change whose hooks call them, run in that one, in order.
 *
 * To add services: write a table of them in a file of this folder, and name it in services.c. */
#ifndef LECTERN_HOST_SERVICES_H
#define LECTERN_HOST_SERVICES_H

#include "content/content.h"
#include "process/process.h"

struct host_code;

struct service_call {
	const struct service *service; /* the one that is called */
	const struct config *config;
	const struct registry *registry;
	struct content_call content;   /* with session and arena; no caller: the code may do everything */
	struct json_object *arguments; /* a list */
	uint32_t ask;                  /* in whose course it is called; 0: in none */
	struct host_code *code;        /* the requests that code answers; or NULL */
	struct buffer value;           /* to be filled: JSON. Empty: undefined */
};

struct service {
	const char *name; /* "entityService.findMany" */
	bool writes;      /* needs a transaction */
	/* False, with *error filled: nothing of it is in force, and the code gets the error thrown. */
	bool (*run)(struct service_call *call, struct error *error);
};

/* code.c: the routes of the project's code. */
extern const struct service code_services[];
extern const size_t code_service_count;

struct services;

/* How many threads it has that read: they take part in the store's numbering of threads. */
enum { SERVICES_THREADS = 2 };

/* Answers the host's calls from here on. All arguments must outlive it; `first_thread`: the store's number of the first
 * of its threads. NULL when a thread can't be started. */
struct services *services_open(struct host *host, const struct config *config, const struct registry *registry,
                               struct store *store, struct content *content, size_t first_thread, struct error *error);

/* Which requests the calls belong to. Before the first request. */
void services_set_code(struct services *services, struct host_code *code);

/* The server stops: open transactions of the project's code are rolled back. `services` may be NULL. */
void services_begin_stop(struct services *services);

/* After the host was closed. NULL is fine. */
void services_close(struct services *services);

/* Runs one call in a session that is there, that of `content`: for a conversation in the course of a change
 * (host_converse). *undoable, at first 0, counts parts of the transaction that code has begun and not ended. A change
 * is made by itself where the session only reads. */
void services_serve(struct services *services, const struct content_call *content, struct host_call *call,
                    unsigned *undoable);

/* The session as one for what `call` does. */
struct content_call services_content(const struct services *all, struct store_session *session, struct arena *arena,
                                     const struct host_call *call);

/* An argument, or NULL. */
struct json_object *service_argument(const struct service_call *call, size_t number);

#endif
