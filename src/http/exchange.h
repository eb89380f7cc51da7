/* One request and its answer, with their memory. A loop keeps some for reuse, so that a request costs few allocations.
 *
 * `input` begins with the head of the request. The request's slices point into it, so it does not move once the head
 * has been parsed. What stands behind the request in it is the beginning of the next one. */
#ifndef LECTERN_HTTP_EXCHANGE_H
#define LECTERN_HTTP_EXCHANGE_H

#include "chunked.h"
#include "head.h"
#include "head_scan.h"
#include "mailbox.h"

#include <sys/uio.h>

struct connection;

enum {
	/* Bytes of a refused body that are read all the same: most clients look at the answer only when they have sent
	 * all. */
	EXCHANGE_DISCARD_LIMIT = 256 * 1024 * 1024,
	EXCHANGE_PARTS = 3, /* of an answer: its head, the constant headers, the body */
};

struct exchange {
	struct mailbox_message resumed;   /* posted by http_resume */
	struct mailbox_message continued; /* posted by http_body_continue */
	_Atomic bool continue_posted;
	struct exchange *next; /* while unused */
	struct connection *connection;
	struct http_request request;
	struct http_response response;

	struct buffer input; /* as received */
	size_t start, used;  /* of input: the request is there from `start` up to `used` */
	struct head_scan scan;
	struct head head;
	struct http_parser parser;
	struct chunked chunked;

	struct buffer body;  /* unless all of it stands in `input` */
	size_t body_counted; /* bytes of it that are counted into the sum of all bodies */
	uint64_t body_left;  /* still to come, where the length is known */
	uint64_t discarded;  /* bytes of a refused body */
	int64_t started;     /* nanoseconds of the monotonic clock; 0 when requests are not logged */
	bool refused;        /* answered with `error` */
	bool close;          /* no further request on this connection */
	bool early;          /* refused before its body is read */
	bool suspended;
	bool streamed;                         /* the handler reads the body */
	struct http_body_reader reader;        /* where take is not NULL */
	struct http_body_reader wanted_reader; /* until the loop takes it over */
	uint64_t streamed_bytes;               /* that the reader has got */
	bool paused;                           /* by the reader */
	_Atomic bool left;                     /* the client has gone */
	struct error error;

	struct buffer answer; /* the answer's own part of its head */
	struct iovec parts[EXCHANGE_PARTS];
	struct http_file_part file; /* what is still to be sent of it, behind the parts */
	size_t part;                /* the first that has not been sent whole */
	size_t answer_counted;      /* bytes counted into the sum of all answers */
};

/* The exchanges that a loop keeps for reuse. */
struct exchange_pool {
	struct exchange *first;
	size_t count;
};

/* NULL when there is no memory. */
struct exchange *exchange_take(struct exchange_pool *pool, size_t thread);
void exchange_give_back(struct exchange_pool *pool, struct exchange *exchange);
void exchange_pool_free(struct exchange_pool *pool);

/* Makes the exchange ready for the next request of its connection, whose beginning may be there. */
void exchange_reset(struct exchange *exchange);

/* While an answer waits for a slow client: frees what is not needed for sending it. */
void exchange_shrink(struct exchange *exchange);

/* Room for at least `more` bytes behind those in `input`. False when there is no memory. */
bool exchange_make_room(struct exchange *exchange, size_t more);

/* The exchange that a handler's request is a part of. */
static inline struct exchange *exchange_of(const struct http_request *request)
{
	return (struct exchange *)(void *)((char *)(uintptr_t)request - offsetof(struct exchange, request));
}

static inline bool exchange_has_more(const struct exchange *exchange)
{
	return exchange->used < exchange->input.len;
}

#endif
