/* One request and its answer: from the request line to the last byte sent. Exchanges are reused by the thread that made
 * them, with their memory, so that a request costs few allocations. */
#ifndef LECTERN_HTTP_EXCHANGE_H
#define LECTERN_HTTP_EXCHANGE_H

#include "clients.h"
#include "http.h"

#include <microhttpd.h>

/* Bytes of a refused body that are read all the same: most clients look at the answer only when they have sent all. */
enum { EXCHANGE_DISCARD_LIMIT = 256 * 1024 * 1024 };

struct exchange {
	struct exchange *next; /* while unused */
	struct http_request request;
	struct http_response response;
	struct buffer body; /* of the request */
	struct client *client;
	const char *target; /* libmicrohttpd's, not changed up to the end of the path */
	size_t target_len;
	const char *origin; /* the Origin header, or NULL */
	int64_t started;    /* nanoseconds of the monotonic clock; only when requests are logged */
	size_t discarded;   /* bytes of a body that is refused, read to keep the connection in step */
	bool head_read;     /* the headers have been looked at */
	bool preflight;     /* has Access-Control-Request-Method */
	bool refused;       /* answered with `error` */
	bool close;         /* no further request on this connection */
	bool suspended;     /* put aside by its handler; when it is called for again its answer is there */
	_Atomic bool
	    resumed; /* what was put aside is answered: hands the exchange over from the thread that answered it */
	struct http_server *server;
	struct error error;
};

/* The exchanges that a thread keeps for reuse. */
struct exchange_pool {
	struct exchange *first;
	size_t count;
};

struct exchange *exchange_take(struct exchange_pool *pool, size_t thread);
void exchange_give_back(struct exchange_pool *pool, struct exchange *exchange);
void exchange_pool_free(struct exchange_pool *pool);

/* Takes the request's target, which must be done when the request line has come: libmicrohttpd then goes on to decode
 * it in place. */
void exchange_read_target(struct exchange *exchange, const char *target);

/* Looks at the method and the headers. When they make the end of the request uncertain or the request is one that is
 * not worth reading, the exchange is refused and to be closed. */
void exchange_read_head(struct exchange *exchange, const struct http_options *options, const char *method,
                        const char *version);

/* Takes a part of the body. False when the client sends so much that it is better disconnected. */
bool exchange_read_body(struct exchange *exchange, const struct http_options *options, const char *data, size_t len);

/* Has the request answered with 413. Returns false. */
bool exchange_refuse_size(struct exchange *exchange, size_t max_body);

/* The request is complete: puts its body in its place. */
void exchange_complete(struct exchange *exchange);

#endif
