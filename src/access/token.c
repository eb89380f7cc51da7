#include "token.h"

#include <openssl/hmac.h>

static bool is_space(char byte)
{
	return byte == ' ' || (byte >= '\t' && byte <= '\r');
}

/* The first word of *rest, which moves behind it and the white space that follows. */
static struct slice take_word(struct slice *rest)
{
	size_t end = 0, next;
	while (end < rest->len && !is_space(rest->ptr[end]))
		end++;
	for (next = end; next < rest->len && is_space(rest->ptr[next]);)
		next++;
	struct slice word = {rest->ptr, end};
	*rest = (struct slice){rest->ptr + next, rest->len - next};
	return word;
}

bool token_from_header(struct slice authorization, struct slice *token)
{
	struct slice rest = slice_trim(authorization);
	if (rest.len == 0)
		return false;
	struct slice scheme = take_word(&rest);
	*token = take_word(&rest);
	return token->len > 0 && rest.len == 0 && slice_equals_ignoring_case(scheme, SLICE("bearer"));
}

bool token_hash(struct slice salt, struct slice token, char hex[TOKEN_HASH_LENGTH + 1])
{
	unsigned char mac[EVP_MAX_MD_SIZE];
	unsigned len = 0;
	hex[0] = '\0';
	if (salt.len == 0 || salt.len > INT32_MAX ||
	    !HMAC(EVP_sha512(), salt.ptr, (int)salt.len, (const unsigned char *)token.ptr, token.len, mac, &len) ||
	    len * 2 != TOKEN_HASH_LENGTH)
		return false;
	for (unsigned i = 0; i < len; i++) {
		hex[2 * i] = "0123456789abcdef"[mac[i] >> 4];
		hex[2 * i + 1] = "0123456789abcdef"[mac[i] & 15];
	}
	hex[TOKEN_HASH_LENGTH] = '\0';
	return true;
}
