/* The head of a request: the request line and the headers. It is looked at when all of it has come, so that what it
 * means does not depend on how its bytes were cut into packets.
 *
 * llhttp parses it. What llhttp lets through for old clients, or leaves to others, is refused here: where a request
 * ends must be beyond doubt, because what a proxy and this server see differently lets a client smuggle a request past
 * the proxy. */
#ifndef LECTERN_HTTP_HEAD_H
#define LECTERN_HTTP_HEAD_H

#include "http.h"
#include "parser.h"

/* What a head says. */
struct head {
	struct slice method, target;
	struct slice parsed_target; /* what llhttp took for it: the same */
	unsigned minor;             /* of HTTP/1.x */
	struct http_header_list headers;
	struct slice host, authorization, content_type, forwarded_for, origin, transfer_encoding;
	unsigned hosts, lengths, authorizations, encodings;
	bool expects_continue;
	bool preflight;  /* has Access-Control-Request-Method */
	bool keep_alive; /* the client will go on with this connection */
	bool chunked;
	bool too_long; /* the length of the body does not fit into 64 bits */
	uint64_t content_length;
};

/* Parses a whole head. *head refers to `text`; its list of headers lives in `arena`. With false, and *error, the
 * connection must be closed after the answer. `parser` goes on with a chunked body. */
bool head_parse(struct head *head, struct http_parser *parser, struct slice text, struct arena *arena,
                struct error *error);

#endif
