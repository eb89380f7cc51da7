/* The head of an exchange's request: what it says, and what it makes of the request. */
#ifndef LECTERN_HTTP_EXCHANGE_HEAD_H
#define LECTERN_HTTP_EXCHANGE_HEAD_H

#include "exchange.h"

/* The head has come: takes it apart. Where it is refused, exchange->refused and ->close say so. */
void exchange_read_head(struct exchange *exchange, const struct http_options *options, const char *address);

/* The head is refused before it was whole: exchange->error says why. */
void exchange_refuse_head(struct exchange *exchange, const char *address);

#endif
