#include "addresses.h"

#include <arpa/inet.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static struct sockaddr_storage peer(const char *text)
{
	struct sockaddr_storage storage = {0};
	if (strchr(text, ':')) {
		struct sockaddr_in6 *address = (struct sockaddr_in6 *)&storage;
		address->sin6_family = AF_INET6;
		assert_int_equal(inet_pton(AF_INET6, text, &address->sin6_addr), 1);
	} else {
		struct sockaddr_in *address = (struct sockaddr_in *)&storage;
		address->sin_family = AF_INET;
		assert_int_equal(inet_pton(AF_INET, text, &address->sin_addr), 1);
	}
	return storage;
}

static struct addresses addresses;

static struct address *add(const char *text, unsigned most)
{
	struct sockaddr_storage storage = peer(text);
	return addresses_add(&addresses, &storage, most);
}

static void counts_connections(void **state)
{
	(void)state;
	struct address *first = add("192.0.2.1", 2), *second = add("192.0.2.1", 2);
	assert_non_null(first);
	assert_ptr_equal(first, second);
	assert_null(add("192.0.2.1", 2));
	struct address *other = add("192.0.2.2", 2);
	assert_non_null(other);
	assert_ptr_not_equal(first, other);
	addresses_remove(&addresses, second);
	assert_ptr_equal(add("192.0.2.1", 2), first);
	addresses_remove(&addresses, first);
	addresses_remove(&addresses, first);
	addresses_remove(&addresses, other);
	addresses_remove(&addresses, NULL);
	for (int i = 0; i < ADDRESS_SLOTS; i++)
		assert_null(addresses.slots[i]);
}

static void knows_no_limit(void **state)
{
	struct address *address = NULL;
	(void)state;
	for (int i = 0; i < 100; i++)
		address = add("192.0.2.1", 0);
	for (int i = 0; i < 100; i++)
		addresses_remove(&addresses, address);
}

static void takes_a_network_for_one_address(void **state)
{
	(void)state;
	struct address *one = add("2001:db8:1:2::1", 2), *two = add("2001:db8:1:2:ffff::9", 2);
	assert_ptr_equal(one, two);
	assert_null(add("2001:db8:1:2::3", 2));
	struct address *other = add("2001:db8:1:3::1", 2);
	assert_ptr_not_equal(one, other);
	struct address *mapped = add("::ffff:192.0.2.1", 2), *plain = add("192.0.2.1", 2);
	assert_ptr_equal(mapped, plain);
	struct address *unlike = add("c000:201::", 2);
	assert_ptr_not_equal(unlike, plain);
	struct address *all[] = {one, two, other, mapped, plain, unlike};
	for (size_t i = 0; i < sizeof all / sizeof *all; i++)
		addresses_remove(&addresses, all[i]);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(counts_connections),
	    cmocka_unit_test(knows_no_limit),
	    cmocka_unit_test(takes_a_network_for_one_address),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
