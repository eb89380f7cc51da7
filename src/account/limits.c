/* Who asks too often. */
#include "limits.h"
#include "text.h"

#include <arpa/inet.h>

static bool count_in(struct account_call *call, struct limit *counters, struct slice key, unsigned most,
                     struct error *error)
{
	int64_t now = datetime_now(), end;
	unsigned count = limit_count(counters, key, now, &end);
	unsigned remaining = count < most ? most - count : 0;
	if (!call->limit || remaining < call->remaining) {
		call->limit = most;
		call->remaining = remaining;
		call->limit_end = (end + 999) / 1000;
	}
	if (count <= most)
		return true;
	call->retry_after = (int)((end - now + 999) / 1000);
	return error_set(error, 429, "RateLimitError", "Too many requests, please try again later.");
}

static bool limit(struct account_call *call, struct slice key, unsigned most, struct error *error)
{
	return count_in(call, call->accounts->limit, key, most, error);
}

/* Who has one IPv6 address has the 2^64 beside it. An IPv4 address stays one, also where it is written as one of IPv6.
 */
static const char *network_of(const struct account_call *call)
{
	char text[INET6_ADDRSTRLEN];
	unsigned char bytes[16];
	static const unsigned char mapped[12] = {[10] = 0xFF, [11] = 0xFF};
	if (call->address.len >= sizeof text)
		return arena_copy(call->arena, call->address);
	memcpy(text, call->address.ptr ? call->address.ptr : "", call->address.len);
	text[call->address.len] = '\0';
	if (inet_pton(AF_INET6, text, bytes) != 1)
		return arena_copy(call->arena, call->address);
	if (memcmp(bytes, mapped, sizeof mapped) == 0)
		return arena_format(call->arena, "%u.%u.%u.%u", bytes[12], bytes[13], bytes[14], bytes[15]);
	return arena_format(call->arena, "%02x%02x:%02x%02x:%02x%02x:%02x%02x", bytes[0], bytes[1], bytes[2], bytes[3],
	                    bytes[4], bytes[5], bytes[6], bytes[7]);
}

bool account_limit_sign_in(struct account_call *call, struct error *error)
{
	if (!call->accounts->limit)
		return true;
	const char *key = arena_format(call->arena, "sign-in address %s", network_of(call));
	return limit(call, slice_of(key), call->accounts->config->rate_limit.most_sign_in, error);
}

bool account_limit_address(struct account_call *call, const char *kind, struct error *error)
{
	if (!call->accounts->limit)
		return true;
	const char *key = arena_format(call->arena, "%s address %s", kind, network_of(call));
	return limit(call, slice_of(key), call->accounts->config->rate_limit.most_by_address, error);
}

/* By the name as it was given, whether there is such an account or not: what is counted together would tell which names
 * are of one. */
bool account_limit_name(struct account_call *call, const char *kind, struct slice name, struct error *error)
{
	const struct config_rate_limit *limits = &call->accounts->config->rate_limit;
	struct slice lower = text_lower_case(call->arena, name);
	if (!call->accounts->limit)
		return true;
	const char *all = arena_format(call->arena, "%s name %.*s", kind, (int)lower.len, lower.ptr);
	const char *own = arena_format(call->arena, "%s from %s", all, network_of(call));
	return limit(call, slice_of(own), limits->most, error) &&
	       limit(call, slice_of(all), limits->most_by_address, error);
}

bool account_limit_mails(struct account_call *call, const char *kind, struct slice email, struct error *error)
{
	if (!call->accounts->limit)
		return true;
	const char *key = arena_format(call->arena, "%s mail %.*s", kind, (int)email.len, email.ptr);
	return limit(call, slice_of(key), call->accounts->config->rate_limit.most, error);
}

bool account_limit_admin(struct account_call *call, const char *kind, struct slice name, struct error *error)
{
	const struct config_rate_limit *limits = &call->accounts->config->admin.rate_limit;
	struct limit *counters = call->accounts->admin_limit;
	struct slice lower = text_lower_case(call->arena, name);
	if (!counters)
		return true;
	const char *network = network_of(call), *address = arena_format(call->arena, "%s address %s", kind, network);
	const char *all = arena_format(call->arena, "%s name %.*s", kind, (int)lower.len, lower.ptr);
	const char *own = arena_format(call->arena, "%s from %s", all, network);
	return count_in(call, counters, slice_of(address), limits->most_by_address, error) &&
	       (!name.len || (count_in(call, counters, slice_of(own), limits->most, error) &&
	                      count_in(call, counters, slice_of(all), limits->most_by_address, error)));
}
