/* The door of the room `rest`: the REST API. Routes, parameters, the envelope, the reading endpoints of accounts,
 * uploads and locales. */
#ifndef LECTERN_REST_REST_H
#define LECTERN_REST_REST_H

#include "account/account.h"
#include "http/http.h"

struct rest;

/* All arguments must outlive the answer of the last request. */
struct rest *rest_create(const struct config *config, const struct registry *registry, struct store *store,
                         struct access *access, struct content *content, struct accounts *accounts);
void rest_destroy(struct rest *rest);

/* Answers one request (an http_handler); `rest` is what rest_create gave. */
void rest_handle(void *rest, struct http_request *request, struct http_response *response);

#endif
