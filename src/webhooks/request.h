/* Inside the room `webhooks`: one HTTP request to a webhook. */
#ifndef LECTERN_WEBHOOKS_REQUEST_H
#define LECTERN_WEBHOOKS_REQUEST_H

#include "webhooks.h"

#include "libcurl/libcurl.h"

/* Lives until webhook_request_end, at one place. */
struct webhook_request {
	CURL *curl; /* NULL: it can't be made */
	struct curl_slist *headers;
	struct buffer body, answer;
	bool allow_private, refused_address;
	char reason[CURL_ERROR_SIZE];
};

/* Prepares the request with `body`, which it takes over; `url`, `own_headers` and `event` may be freed then. The
 * context can be had back from the handle as its private pointer. */
void webhook_request_begin(struct webhook_request *request, const struct config *config, struct slice url,
                           struct slice own_headers, struct slice event, struct buffer body, void *context);

/* The answer, once the transfer has ended with `code`. It lives in `arena`. */
void webhook_request_read_answer(const struct webhook_request *request, CURLcode code, struct arena *arena,
                                 struct webhook_answer *answer);

void webhook_request_end(struct webhook_request *request);

/* Whether the answer says that the webhook has it. */
bool webhook_request_succeeded(const struct webhook_answer *answer);

#endif
