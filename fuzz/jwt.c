/* A token from outside. What the fuzzer makes it can't have signed, so it must be refused, unless it is one of the
 * seeds signed with this secret. So that the parts behind the signature are reached too, the input is also signed here
 * as a payload. */
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <stdlib.h>
#include <string.h>

#include "access/access.h"

static const char secret[] = "jwtsecret";

/* Appends `size` bytes in base64url without padding. */
static void add_base64url(struct buffer *token, const uint8_t *data, size_t size)
{
	unsigned char *text = malloc(4 * ((size + 2) / 3) + 1);
	int len = EVP_EncodeBlock(text, data, (int)size);

	for (int i = 0; i < len && text[i] != '='; i++)
		buffer_byte(token, text[i] == '+' ? '-' : text[i] == '/' ? '_' : (char)text[i]);
	free(text);
}

static void verify_signed_payload(const uint8_t *data, size_t size)
{
	unsigned char signature[EVP_MAX_MD_SIZE];
	unsigned signature_size;
	struct buffer token = {0};
	int64_t user;

	buffer_text(&token, "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.");
	add_base64url(&token, data, size);
	HMAC(EVP_sha256(), secret, sizeof(secret) - 1, (const unsigned char *)token.data, token.len, signature,
	     &signature_size);
	buffer_byte(&token, '.');
	add_base64url(&token, signature, signature_size);
	(void)access_verify_jwt(buffer_as_slice(&token), SLICE("jwtsecret"), 1800000000, &user);
	buffer_free(&token);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	int64_t user;

	if (size > 8000)
		return 0;
	(void)access_verify_jwt((struct slice){(const char *)data, size}, SLICE("jwtsecret"), 1800000000, &user);
	verify_signed_payload(data, size);
	return 0;
}
