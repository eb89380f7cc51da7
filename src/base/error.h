/* The error value. A function that can fail returns bool and fills a `struct error` given last. A refusal of bad
 * input is an ordinary result; a bug is an assertion. */
#ifndef LECTERN_BASE_ERROR_H
#define LECTERN_BASE_ERROR_H

#include "slice.h"

struct error {
	int status;          /* the HTTP status: 400, 401, 403, 404, 405, 413, 500, 503, … */
	const char *name;    /* the error's class as clients know it: "ValidationError". Static */
	char message[512];   /* for the client; what was wrong with what, and what was expected. Cut at the end when too
	                        long */
	const char *whole;   /* the message where it is too long for `message`, or NULL. Lives in the request's arena */
	const char *details; /* JSON, an object as a rule; NULL for {}, error_no_details for none. Lives in the
	                        request's arena */
	bool as_it_is;       /* the project's code threw it, and clients are shown it, whatever its status */
};

/* As `details`: what shows the error leaves them out. */
extern const char error_no_details[];

/* The details to show, as JSON; NULL for none. */
const char *error_shown_details(const struct error *error);

/* Each fills *error and returns false, so that callers can `return error_…(…)`. */
bool error_set(struct error *error, int status, const char *name, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
bool error_validation(struct error *error, const char *format, ...) __attribute__((format(printf, 2, 3))); /* 400 */
bool error_unauthorized(struct error *error, const char *message);                                         /* 401 */
bool error_forbidden(struct error *error);                                                                 /* 403 */
bool error_not_found(struct error *error);                                                                 /* 404 */
bool error_entity_not_found(struct error *error); /* 404, as NotFoundError of @strapi/utils */

/* As error_validation, of any length. `text` lives in the request's arena. */
bool error_validation_whole(struct error *error, const char *text);

/* The message, whole. */
static inline const char *error_text(const struct error *error)
{
	return error->whole ? error->whole : error->message;
}

/* 500: the client gets "Internal Server Error", the log the formatted reason. */
bool error_internal(struct error *error, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* 503 with the reason in the log; the client may try again. */
bool error_unavailable(struct error *error, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* The static analyzer does not look into other files: it is told here that all of them return false. */
#if defined(__clang_analyzer__) && !defined(LECTERN_BASE_ERROR_C)
#define error_set(...) (error_set(__VA_ARGS__), false)
#define error_validation(...) (error_validation(__VA_ARGS__), false)
#define error_validation_whole(...) (error_validation_whole(__VA_ARGS__), false)
#define error_unauthorized(...) (error_unauthorized(__VA_ARGS__), false)
#define error_forbidden(...) (error_forbidden(__VA_ARGS__), false)
#define error_not_found(...) (error_not_found(__VA_ARGS__), false)
#define error_entity_not_found(...) (error_entity_not_found(__VA_ARGS__), false)
#define error_internal(...) (error_internal(__VA_ARGS__), false)
#define error_unavailable(...) (error_unavailable(__VA_ARGS__), false)
#endif

#endif
