/* Which encoding of its answer a client wants (RFC 9110, 12.5.3). A part of the door http.h. */
#ifndef LECTERN_HTTP_ENCODING_H
#define LECTERN_HTTP_ENCODING_H

#include "base/base.h"

struct http_request;

/* How much the client wants an encoding, by the Accept-Encoding header, in thousandths; -1 where it does not say. */
int http_encoding_weight(struct slice header, const char *encoding);

/* The compression that the client wants most, of those in `order`; of those that it wants equally the first. None where
 * it does not say that it takes one, or wants the bytes as they are more. */
enum compression http_choose_compression(const struct http_request *request, const enum compression *order,
                                         size_t count);

#endif
