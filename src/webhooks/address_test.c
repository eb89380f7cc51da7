#include "address.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static bool is_public(const char *text)
{
	struct sockaddr_storage storage = {0};
	struct sockaddr_in *ipv4 = (struct sockaddr_in *)(void *)&storage;
	struct sockaddr_in6 *ipv6 = (struct sockaddr_in6 *)(void *)&storage;
	if (strchr(text, ':')) {
		ipv6->sin6_family = AF_INET6;
		assert_int_equal(inet_pton(AF_INET6, text, &ipv6->sin6_addr), 1);
	} else {
		ipv4->sin_family = AF_INET;
		assert_int_equal(inet_pton(AF_INET, text, &ipv4->sin_addr), 1);
	}
	return address_is_public((const struct sockaddr *)(const void *)&storage);
}

static void addresses_of_the_own_network_are_not_public(void **state)
{
	static const char *const own[] = {
	    "127.0.0.1",
	    "127.255.255.255",
	    "0.0.0.0",
	    "10.0.0.1",
	    "172.16.0.1",
	    "172.31.255.255",
	    "192.168.1.1",
	    "169.254.169.254",
	    "100.64.0.1",
	    "100.127.255.255",
	    "192.0.0.8",
	    "198.18.0.1",
	    "198.19.255.255",
	    "224.0.0.1",
	    "255.255.255.255",
	    "240.0.0.1",
	    "::1",
	    "::",
	    "fe80::1",
	    "fc00::1",
	    "fd12:3456::1",
	    "ff02::1",
	    "::ffff:127.0.0.1",
	    "::ffff:10.0.0.1",
	    "64:ff9b::127.0.0.1",
	    "64:ff9b:1::1",
	    "2002:7f00:1::",
	    "2002:c0a8:101::1",
	    "2001::1",
	    "2001:db8::1",
	    "::127.0.0.1",
	    "100::1",
	    "fec0::1",
	    "3fff::1",
	    "5f00::1",
	};
	(void)state;
	for (size_t i = 0; i < COUNT_OF(own); i++)
		if (is_public(own[i]))
			fail_msg("%s counts as public", own[i]);
}

static void others_are_public(void **state)
{
	static const char *const others[] = {"1.1.1.1",         "8.8.8.8",        "172.15.255.255", "172.32.0.1",
	                                     "100.128.0.1",     "192.167.1.1",    "198.20.0.1",     "223.255.255.255",
	                                     "2606:4700::1111", "2a00::1",        "::ffff:8.8.8.8", "64:ff9b::8.8.8.8",
	                                     "2002:808:808::1", "2001:4860::8888"};
	(void)state;
	for (size_t i = 0; i < COUNT_OF(others); i++)
		if (!is_public(others[i]))
			fail_msg("%s counts as private", others[i]);
}

static void hosts_are_read_as_resolvers_do(void **state)
{
	static const char *const own[] = {"localhost", "LocalHost.", "a.localhost",  "127.0.0.1", "127.1",
	                                  "0x7f.1",    "2130706433", "017700000001", "[::1]",     "[::ffff:10.1.2.3]",
	                                  "10.1",      "0"};
	static const char *const others[] = {"example.com", "8.8.8.8",      "[2606:4700::1111]",
	                                     "intranet",    "notlocalhost", "10.example.com"};
	(void)state;
	for (size_t i = 0; i < COUNT_OF(own); i++)
		if (address_host_is_public(slice_of(own[i])))
			fail_msg("%s counts as public", own[i]);
	for (size_t i = 0; i < COUNT_OF(others); i++)
		if (!address_host_is_public(slice_of(others[i])))
			fail_msg("%s counts as private", others[i]);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(addresses_of_the_own_network_are_not_public),
	    cmocka_unit_test(others_are_public),
	    cmocka_unit_test(hosts_are_read_as_resolvers_do),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
