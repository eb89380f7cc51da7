/* The body of an exchange's request, where it lies in memory: its place, and how much of it there may be. */
#ifndef LECTERN_HTTP_EXCHANGE_BODY_H
#define LECTERN_HTTP_EXCHANGE_BODY_H

#include "exchange.h"

/* Adds to the body, or makes room in it for `more` bytes. Over the limit, or over the sum of all bodies, the request is
 * refused and the body dropped. */
void exchange_add_body(struct exchange *exchange, const struct http_options *options, const char *data, size_t len);
bool exchange_make_body_room(struct exchange *exchange, const struct http_options *options, size_t more);

/* Refuses the request with 413, as Strapi does. */
void exchange_refuse_size(struct exchange *exchange);

/* Bytes that a body of its kind may have. */
size_t exchange_most_of_body(const struct exchange *exchange, const struct http_options *options);

/* The request is complete: puts its body in its place. */
void exchange_complete(struct exchange *exchange);

/* Frees the body, and counts it off the sum of all bodies. */
void exchange_free_body(struct exchange *exchange);

#endif
