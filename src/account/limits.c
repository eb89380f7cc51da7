/* Who asks too often. */
#include "account_state.h"
#include "text.h"

static bool limit(struct account_call *call, struct slice key, unsigned most, struct error *error)
{
	int64_t now = datetime_now(), end;
	unsigned count = limit_count(call->accounts->limit, key, now, &end);
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

/* Who has one IPv6 address has the 2^64 beside it. */
static struct slice network_of(struct slice address)
{
	size_t colons = 0;
	for (size_t i = 0; i < address.len; i++)
		if (address.ptr[i] == ':' && ++colons == 4)
			return (struct slice){address.ptr, i};
	return address;
}

bool account_limit_address(struct account_call *call, const char *what, struct error *error)
{
	struct slice network = network_of(call->address);
	const char *key = arena_format(call->arena, "%s address %.*s", what, (int)network.len, network.ptr);
	return !call->accounts->limit ||
	       limit(call, slice_of(key), call->accounts->config->rate_limit.most_by_address, error);
}

bool account_limit_user(struct account_call *call, const char *what, int64_t id, struct slice name,
                        struct error *error)
{
	struct slice lower = text_lower_case(call->arena, name);
	const char *key = id ? arena_format(call->arena, "%s user %lld", what, (long long)id)
	                     : arena_format(call->arena, "%s name %.*s", what, (int)lower.len, lower.ptr);
	return !call->accounts->limit || limit(call, slice_of(key), call->accounts->config->rate_limit.most, error);
}
