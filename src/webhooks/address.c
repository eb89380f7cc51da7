#include "address.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>

/* The first `bits` of an address. */
struct range4 {
	uint32_t first;
	unsigned bits;
};

static const struct range4 reserved4[] = {
    {0x00000000, 8},  /* 0.0.0.0: this host */
    {0x0A000000, 8},  /* 10 */
    {0x64400000, 10}, /* 100.64: carriers */
    {0x7F000000, 8},  /* 127 */
    {0xA9FE0000, 16}, /* 169.254: link-local, and what clouds tell their machines */
    {0xAC100000, 12}, /* 172.16 */
    {0xC0000000, 24}, /* 192.0.0 */
    {0xC0000200, 24}, /* 192.0.2: documentation */
    {0xC0586300, 24}, /* 192.88.99: 6to4 relays */
    {0xC0A80000, 16}, /* 192.168 */
    {0xC6120000, 15}, /* 198.18: benchmarks */
    {0xC6336400, 24}, /* 198.51.100: documentation */
    {0xCB007100, 24}, /* 203.0.113: documentation */
    {0xE0000000, 4},  /* multicast */
    {0xF0000000, 4},  /* reserved, broadcast */
};

static bool is_public4(uint32_t address)
{
	for (size_t i = 0; i < COUNT_OF(reserved4); i++)
		if ((address ^ reserved4[i].first) >> (32 - reserved4[i].bits) == 0)
			return false;
	return true;
}

static uint32_t ipv4_at(const unsigned char *bytes)
{
	return (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 | (uint32_t)bytes[2] << 8 | bytes[3];
}

static bool begins(const unsigned char *bytes, const char *first, size_t count)
{
	return memcmp(bytes, first, count) == 0;
}

/* Of IPv6 only 2000::/3 is given out. */
static bool is_public6(const unsigned char *bytes)
{
	if (begins(bytes, "\0\0\0\0\0\0\0\0\0\0\xff\xff", 12) || begins(bytes, "\0\x64\xff\x9b\0\0\0\0\0\0\0\0", 12))
		return is_public4(ipv4_at(bytes + 12)); /* ::ffff:0:0/96, 64:ff9b::/96 */
	if (begins(bytes, "\x20\x02", 2))
		return is_public4(ipv4_at(bytes + 2));                        /* 6to4 */
	return bytes[0] >> 5 == 1 && !begins(bytes, "\x20\x01\x0d\xb8", 4) && /* documentation */
	       !(begins(bytes, "\x20\x01", 2) && bytes[2] < 2) &&             /* 2001::/23: Teredo, ORCHID, … */
	       !(begins(bytes, "\x3f\xff", 2) && bytes[2] >> 4 == 0);         /* documentation */
}

bool address_is_public(const struct sockaddr *address)
{
	if (address->sa_family == AF_INET)
		return is_public4(ntohl(((const struct sockaddr_in *)(const void *)address)->sin_addr.s_addr));
	return address->sa_family == AF_INET6 &&
	       is_public6(((const struct sockaddr_in6 *)(const void *)address)->sin6_addr.s6_addr);
}

static bool ends_with(struct slice text, const char *end)
{
	const size_t len = strlen(end);
	return text.len >= len &&
	       slice_equals_ignoring_case((struct slice){text.ptr + text.len - len, len}, slice_of(end));
}

bool address_host_is_public(struct slice host)
{
	char text[INET6_ADDRSTRLEN + 1];
	struct in_addr ipv4;
	struct in6_addr ipv6;
	if (host.len && host.ptr[host.len - 1] == '.')
		host.len--;
	if (slice_equals_ignoring_case(host, SLICE("localhost")) || ends_with(host, ".localhost"))
		return false;
	if (host.len > 1 && host.ptr[0] == '[' && host.ptr[host.len - 1] == ']')
		host = (struct slice){host.ptr + 1, host.len - 2};
	if (host.len >= sizeof text)
		return true;
	memcpy(text, host.ptr, host.len);
	text[host.len] = '\0';
	/* As resolvers read it: 127.1, 0x7f000001 and 2130706433 are addresses, too. */
	if (inet_aton(text, &ipv4))
		return is_public4(ntohl(ipv4.s_addr));
	return inet_pton(AF_INET6, text, &ipv6) != 1 || is_public6(ipv6.s6_addr);
}
