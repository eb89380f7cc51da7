#include "addresses.h"

#include "base/base.h"

#include <stdlib.h>

/* What an address is counted by. */
static void read_key(const struct sockaddr_storage *peer, struct address *address)
{
	static const unsigned char mapped[12] = {[10] = 0xff, [11] = 0xff};
	memset(address->key, 0, sizeof address->key);
	address->family = peer->ss_family;
	if (peer->ss_family == AF_INET) {
		memcpy(address->key, &((const struct sockaddr_in *)(const void *)peer)->sin_addr, 4);
	} else if (peer->ss_family == AF_INET6) {
		const struct in6_addr *ip = &((const struct sockaddr_in6 *)(const void *)peer)->sin6_addr;
		/* A socket for both families shows IPv4 addresses in this form. */
		if (memcmp(ip, mapped, sizeof mapped) == 0) {
			address->family = AF_INET;
			memcpy(address->key, (const char *)ip + sizeof mapped, 4);
		} else {
			memcpy(address->key, ip, sizeof address->key);
		}
	}
}

static struct address **slot_of(struct addresses *addresses, const struct address *address)
{
	uint64_t hash = slice_hash((struct slice){(const char *)address->key, sizeof address->key});
	return &addresses->slots[hash % ADDRESS_SLOTS];
}

struct address *addresses_add(struct addresses *addresses, const struct sockaddr_storage *peer, unsigned most)
{
	struct address wanted = {0};
	read_key(peer, &wanted);
	struct address **slot = slot_of(addresses, &wanted), *address = *slot;
	while (address &&
	       (address->family != wanted.family || memcmp(address->key, wanted.key, sizeof wanted.key) != 0))
		address = address->next;
	if (address && most && address->connections >= most)
		return NULL;
	if (!address) {
		address = malloc(sizeof *address);
		if (!address)
			return NULL;
		*address = wanted;
		address->next = *slot;
		*slot = address;
	}
	address->connections++;
	return address;
}

void addresses_remove(struct addresses *addresses, struct address *address)
{
	if (!address || --address->connections)
		return;
	struct address **place = slot_of(addresses, address);
	while (*place != address)
		place = &(*place)->next;
	*place = address->next;
	free(address);
}
