#include "code.h"

#include <openssl/evp.h>
#include <openssl/rand.h>

enum { EXPIRY_BYTES = 5, FEWEST_BYTES = 20 };

static const char digits[] = "0123456789abcdef";

static void write_hex(const unsigned char *bytes, size_t count, char *hex)
{
	for (size_t i = 0; i < count; i++) {
		hex[2 * i] = digits[bytes[i] >> 4];
		hex[2 * i + 1] = digits[bytes[i] & 15];
	}
	hex[2 * count] = '\0';
}

/* The words before it keep such a hash from being one of anything else. */
static bool hash_text(struct slice code, char hash[CODE_HASH_SIZE])
{
	static const char purpose[] = "lectern code ";
	unsigned char text[sizeof purpose + CODE_LONGEST], digest[EVP_MAX_MD_SIZE];
	unsigned len;
	memcpy(text, purpose, sizeof purpose);
	memcpy(text + sizeof purpose, code.ptr, code.len);
	if (!EVP_Digest(text, sizeof purpose + code.len, digest, &len, EVP_sha256(), NULL) ||
	    len * 2 + 1 != CODE_HASH_SIZE)
		return false;
	write_hex(digest, len, hash);
	return true;
}

bool code_create(struct arena *arena, size_t bytes, int64_t expiry, const char **code, char hash[CODE_HASH_SIZE])
{
	unsigned char random[CODE_LONGEST / 2];
	char *text = arena_alloc(arena, CODE_LONGEST + 1);
	if (bytes < FEWEST_BYTES || bytes > sizeof random || RAND_bytes(random, (int)bytes) != 1)
		return false;
	for (size_t i = 0; i < EXPIRY_BYTES; i++)
		random[i] = (unsigned char)(expiry >> (8 * (EXPIRY_BYTES - 1 - i)));
	write_hex(random, bytes, text);
	*code = text;
	return hash_text(slice_of(text), hash);
}

bool code_hash(struct slice code, int64_t now, char hash[CODE_HASH_SIZE])
{
	int64_t expiry = 0;
	if (code.len < 2 * FEWEST_BYTES || code.len > CODE_LONGEST || code.len % 2)
		return false;
	for (size_t i = 0; i < code.len; i++) {
		const char *digit = code.ptr[i] ? strchr(digits, code.ptr[i]) : NULL;
		if (!digit)
			return false;
		if (i < 2 * EXPIRY_BYTES)
			expiry = expiry << 4 | (digit - digits);
	}
	/* Who changed the time in it has another code, whose hash nobody has. */
	return now < expiry && hash_text(code, hash);
}
