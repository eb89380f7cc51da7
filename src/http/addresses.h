/* How many connections each address has, so that one cannot have all of them. An IPv6 network of 64 bits counts as one
 * address: a host with one of its addresses can have all. */
#ifndef LECTERN_HTTP_ADDRESSES_H
#define LECTERN_HTTP_ADDRESSES_H

#include <netinet/in.h>
#include <stdbool.h>

enum { ADDRESS_SLOTS = 4096 };

struct address {
	struct address *next; /* in its slot */
	unsigned char key[8]; /* the IPv4 address, or the network */
	sa_family_t family;
	unsigned connections;
};

/* All zero at the start. The caller holds a lock around each function. */
struct addresses {
	struct address *slots[ADDRESS_SLOTS];
};

/* Counts one more connection of an address. NULL when there are `most` (0: any number), or no memory. */
struct address *addresses_add(struct addresses *addresses, const struct sockaddr_storage *peer, unsigned most);

/* One connection less. NULL is fine. */
void addresses_remove(struct addresses *addresses, struct address *address);

#endif
