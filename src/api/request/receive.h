/* Bodies that are read as they come. A part of the door request.h. */
#ifndef LECTERN_API_REQUEST_RECEIVE_H
#define LECTERN_API_REQUEST_RECEIVE_H

#include "media/media.h"

struct request;

/* What came: a form, or bytes. */
struct request_body {
	struct media_form *form; /* NULL when the body is wanted as it is, or `refused` */
	struct slice bytes;      /* in the request's arena */
	bool refused;            /* why: in `error` */
	struct error error;
};

/* Which files of a form are wanted: see media_form_choose. */
struct request_choice {
	bool (*wants)(void *context, struct slice field);
	void *context;
};

/* Reads the body, and then continues the request on a background thread that may wait (REQUEST_FILES): `run` is as for
 * request_wait, and frees the form. Without `files` those that come are dropped. Without `media` the bytes are kept,
 * config.max_body of them at most. Called by the thread that works for the request, and suspends it. The body must
 * follow (http_request.body_follows). */
void request_receive(struct request *request, struct media *media, bool files, struct request_body *body,
                     bool (*run)(void *context));

/* The same for a form of which only some files are wanted. `choice` is copied; it is asked on a background thread,
 * while no other works for the request. */
void request_receive_chosen(struct request *request, struct media *media, const struct request_choice *choice,
                            struct request_body *body, bool (*run)(void *context));

#endif
