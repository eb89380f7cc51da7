/* Inside the room `webhooks`: which addresses are of the public internet. */
#ifndef LECTERN_WEBHOOKS_ADDRESS_H
#define LECTERN_WEBHOOKS_ADDRESS_H

#include "base/base.h"

struct sockaddr;

/* False for this machine, private networks, and all that is reserved, however it is written: IPv4 in IPv6 and what
 * translates it too. What is neither IPv4 nor IPv6 is not public. */
bool address_is_public(const struct sockaddr *address);

/* The same of a host as a URL has it: true for names, which say nothing of addresses, but for "localhost" and what
 * is below it. */
bool address_host_is_public(struct slice host);

#endif
