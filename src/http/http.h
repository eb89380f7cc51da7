/* The door of the room `http`: HTTP/1.1 behind a small interface of request and response.
 *
 * Requests run on the thread that read them; the handler fills the response and returns. Errors of HTTP itself (request
 * line over the limit, both Content-Length and Transfer-Encoding, …) are answered here, with the error envelope. The
 * handler gets HEAD as GET and its body is dropped. CORS, security headers, X-Powered-By and OPTIONS are added here.
 * loop.h says how it works inside.
 *
 * Threads: started and stopped by the main thread. A request and its response belong to the thread that runs the
 * handler, or, once it is suspended, to the thread that resumes it; http_resume, and the functions of channels, may be
 * called on any thread. */
#ifndef LECTERN_HTTP_HTTP_H
#define LECTERN_HTTP_HTTP_H

#include "base/base.h"

#include "body.h"
#include "channel.h"
#include "encoding.h"
#include "file.h"
#include "folder.h"

enum http_method { HTTP_GET, HTTP_POST, HTTP_PUT, HTTP_PATCH, HTTP_DELETE, HTTP_OPTIONS, HTTP_OTHER };

/* The headers of a request as they were sent, without white space around the values. */
struct http_header_list {
	struct http_header_field {
		struct slice name, value;
	} * fields;
	size_t count;
};

struct http_request {
	enum http_method method;     /* HEAD arrives as HTTP_GET */
	struct slice method_name;    /* as sent */
	struct slice path;           /* percent-decoded, valid UTF-8, without the query string */
	struct slice raw_path;       /* the same as sent. A slash that was sent as %2F does not separate segments: see
	                                http_split_path */
	struct slice query;          /* without '?', as sent or mended; percent-encoding that decodes to UTF-8 */
	struct slice raw_query;      /* the same as sent */
	struct slice body;           /* whole; at most the configured size */
	bool body_follows;           /* the body has not been read: see http_read_body */
	struct slice authorization;  /* the header, or empty */
	struct slice content_type;   /* the header, or empty */
	struct slice remote_address; /* the peer's, or that of trusted proxies' headers when configured */
	struct arena *arena;         /* the request's memory; freed after the answer was sent */
	size_t thread;               /* 0 … http_options.threads - 1: which serving thread runs this */
	struct http_header_list headers;
	/* Of a request that came over no connection: called in the place of http_resume, which suspends and resumes
	 * such a request for its owner. NULL: it came over a connection. */
	void (*resumed)(struct http_request *request);
	const void *origin; /* the owner's data then; else NULL */
};

enum { HTTP_MOST_FIELDS = 64 };

struct http_response {
	int status;               /* 200 at the start */
	const char *reason;       /* the phrase behind it, as `allow`; NULL: the usual one */
	const char *content_type; /* static; "application/json; charset=utf-8" at the start; NULL: none */
	struct buffer body;       /* freed by this room */
	const char *allow;        /* the Allow header of a 405, or NULL; lives in the request's arena or is static */
	int retry_after;          /* seconds for the Retry-After header; 0: none */
	const char *policy;       /* the Content-Security-Policy in place of the usual one, as `allow`; NULL: that.
	                             Not of JSON */
	struct http_field {
		const char *name, *value; /* as `allow` */
	} fields[HTTP_MOST_FIELDS];       /* further headers: http_add_field */
	size_t field_count;
	/* Headers that every answer has, of CORS among them, and that this one has not by itself: names, which live as
	 * long as the request. Those that are sent all the same are fields. */
	const struct slice *left_out;
	size_t left_out_count;
	bool has_file; /* by http_respond_file: the answer is a part of this file, and `body` is not used */
	struct http_file_part {
		int descriptor;              /* closed by this room: http_close_file */
		struct http_kept_file *kept; /* NULL, or what the descriptor belongs to */
		uint64_t offset, len;
	} file;
	struct http_channel *channel; /* by http_respond_stream and http_take_over */
	struct http_shared_body {
		struct slice bytes;
		void (*release)(void *owner); /* NULL: there is none */
		void *owner;
	} shared; /* by http_respond_shared: sent in the place of `body` */
};

/* Adds a header to an answer; name and value live in the request's arena or are static, without line breaks. */
void http_add_field(struct http_response *response, const char *name, const char *value);

/* Answers with bytes that others may use as well: they are sent as they lie there, and `release` is called with `owner`
 * when they have been, or when another answer is given after all; on any thread. */
void http_respond_shared(struct http_response *response, struct slice bytes, void (*release)(void *owner), void *owner);

/* Releases the shared bytes of an answer that is not given; nothing where there are none. */
void http_release_shared(struct http_response *response);

/* Suspends the request: the handler may return before the answer is filled in, and its thread serves others. The thread
 * that fills in the response then calls http_resume, and touches neither afterwards. */
void http_suspend(struct http_request *request);
void http_resume(struct http_request *request);

/* True when the client of a suspended request has closed its side of the connection since the request came: the answer
 * is most likely not received. The request is to be resumed all the same. On any thread, until http_resume. */
bool http_client_left(const struct http_request *request);

/* A request header by name (case does not matter), or an empty slice; the first one where there are several. */
struct slice http_header(const struct http_request *request, const char *name);

/* Answers a request. Runs on several threads at once. */
typedef void http_handler(void *context, struct http_request *request, struct http_response *response);

/* Asked when the head of a request has come that has a body: is the handler to read it by http_read_body? Then it is
 * called at once, and max_body does not hold. */
typedef bool http_streams_body(void *context, const struct http_request *request);

/* Asked on a serving thread by a request for /_health: is the answer 204, or 503? */
typedef bool http_is_healthy(void *context, const struct http_request *request);

/* Called on a serving thread before it begins to serve, and whenever it has had nothing to do for some milliseconds. */
typedef void http_rest(void *context, size_t thread);

struct http_options {
	const char *host;          /* an address or name to listen on */
	uint16_t port;             /* 0: any free one; see http_port */
	int socket;                /* one that listens already (http_share_socket), which is taken over in any case;
	                              host and port are not looked at then. -1: none, the default */
	unsigned threads;          /* serving threads; at least 1 */
	size_t max_request_line;   /* bytes of method, target and version; over it: 414. 16384 */
	size_t max_header_bytes;   /* 431 over it. 16384, what Node takes */
	size_t max_body;           /* bytes; over it: 413. 1 MiB */
	unsigned max_connections;  /* 4096; more wait until others are closed */
	unsigned max_per_address;  /* connections of one address, or of one IPv6 network of 64 bits; more are answered
	                              with  503 and closed. 0: any number */
	size_t max_answers;        /* bytes that all answers under way may hold; above it 503. 256 MiB */
	unsigned request_timeout;  /* seconds a client has for sending a whole request; then it is dropped. 30 */
	unsigned idle_timeout;     /* seconds a kept-alive connection may be silent. 65 */
	const char **cors_origins; /* allowed origins; {"*"} for any, the default */
	size_t cors_origin_count;
	const char *cors_methods, *cors_headers; /* of preflight answers; NULL: the usual ones */
	const char *cors_exposed;                /* Access-Control-Expose-Headers; NULL: none */
	const char *cors_max_age;                /* seconds; NULL: a year */
	bool cors_without_credentials;           /* also for origins that are named */
	bool cors_by_handler;                    /* the handler sets these headers, and is asked for preflights */
	const char *security_headers; /* lines "Name: value\r\n" that every answer has; NULL: the usual ones */
	size_t json_limit, form_limit, text_limit; /* bytes of bodies of that kind, max_body at most; 0: max_body */
	const char *powered_by;                    /* the X-Powered-By header: "lectern" */
	bool log_requests; /* a line a request: method, path (no query), status, bytes, milliseconds. See
	                      http_log_requests */
	bool trust_proxy;  /* take the client's address from X-Forwarded-For */
	http_handler *handler;
	http_streams_body *streams_body;  /* NULL: no body is read as it comes */
	http_streams_body *mends_target;  /* asked of a path or a query string that does not decode: is each % in it to
	                                     stand for itself (http_mend_target)? NULL: it is refused */
	http_streams_body *lifts_limits;  /* do the limits of kinds (json_limit, …) not hold? NULL: they do */
	http_streams_body *takes_options; /* asked of OPTIONS: does the handler answer it? NULL: it does not, but for
	                                     preflights with cors_by_handler */
	http_streams_body *takes_other;   /* asked of HTTP_OTHER, but of CONNECT: does the handler answer it? NULL: it
	                                     is refused */
	http_rest *rest;                  /* may be NULL */
	http_is_healthy *is_healthy;      /* NULL: it always is */
	http_streams_body *takes_health;  /* asked of /_health: does the handler answer it? NULL: it does not */
	void *context;
};

struct http_server;

/* Fills in the defaults named above. */
void http_options_init(struct http_options *options);

/* Starts serving on threads of its own. NULL when it can't, with the reason in *error. */
struct http_server *http_start(const struct http_options *options, struct error *error);

/* The port it listens on. */
uint16_t http_port(const struct http_server *server);

/* Another descriptor of the socket that it listens on, for a server that takes its place: clients that connect while
 * one comes and the other goes are accepted by either. The caller closes it, or gives it to http_start. -1, with the
 * reason in errno, when there is none to be had. */
int http_share_socket(const struct http_server *server);

/* Whether requests are logged from now on. */
void http_log_requests(struct http_server *server, bool log);

/* The first part of http_stop: what was begun is answered as usual, for 5 s at most, and no more comes. Before what the
 * handler works with is told to end. */
void http_drain(struct http_server *server);

/* Stops: refuses connections from now on, answers the requests that have been begun, each with `Connection: close`,
 * closes, frees. Clients that take longer than 5 s to send or receive are cut off; the handler is waited for, and so
 * are requests that it has suspended. NULL is fine. */
void http_stop(struct http_server *server);

/* "GET, HEAD, …": all methods that a handler may be asked with. */
extern const char *const http_methods;

/* Fills `response` with the error envelope for `error`. */
void http_respond_error(struct http_response *response, const struct error *error);

/* Percent-decoding in place; with plus_is_space '+' becomes a space. Returns the new length, or SIZE_MAX when the
 * encoding is malformed. */
size_t http_percent_decode(char *text, size_t len, bool plus_is_space);

/* Takes a request target ("/path?query", also with a scheme and authority before it) apart, as done for each request:
 * the path percent-decoded (in `arena`), the query string as it is (a part of `target`). False when one of them has
 * invalid percent-encoding, is not UTF-8 or has bytes that no target may have. */
bool http_split_target(struct slice target, struct arena *arena, struct slice *path, struct slice *query,
                       struct error *error);

/* The target, with a path whose parts, and a query string whose names and values can be decoded: in one that can't,
 * each % stands for itself, as in the router and the qs that Strapi takes them apart with. In `arena`. */
struct slice http_mend_target(struct arena *arena, struct slice target);

/* The path of a request target as it is, and the query string. */
struct slice http_raw_path(struct slice target);
struct slice http_raw_query(struct slice target);

/* True when a segment of the path has a slash in it, sent as %2F: splitting the decoded path would be wrong. */
bool http_has_slash_within(const struct http_request *request);

/* Splits a path as sent, "/a/b%2Fc", into its segments, each percent-decoded in `arena`: "a", "b/c"; with NULL for the
 * arena one that is not encoded, into slices of itself. A slash at the end does not count. False for more than `most`
 * segments, none, or empty ones. */
bool http_split_path(struct slice path, struct arena *arena, struct slice *parts, size_t most, size_t *count);

#endif
