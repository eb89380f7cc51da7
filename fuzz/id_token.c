/* An ID token and the keys of its provider, with a line break between: both come from servers elsewhere, or from
 * whoever says so. What the fuzzer makes up has no signature but those of its seeds. A payload alone is read as a
 * token's as well. */
#include "account/oauth/http.h"
#include "account/oauth/token.h"

#include <stdlib.h>

static void read_claims(struct slice token)
{
	static const struct oauth_token_rules rules = {
	    .issuer = "https://login.example.com", .audience = "lectern", .nonce = NULL, .now = 1800000000};
	struct json_object *claims;
	if (oauth_token_read(token, &rules, &claims))
		json_object_put(claims);
}

static void read_payload(struct slice payload)
{
	struct buffer token = {0};
	char *text = malloc(BASE64URL_SIZE(payload.len) + 1);
	base64url_encode((const unsigned char *)payload.ptr, payload.len, text);
	buffer_text(&token, "e30.");
	buffer_add(&token, text, BASE64URL_SIZE(payload.len));
	buffer_text(&token, ".AA");
	read_claims(buffer_as_slice(&token));
	buffer_free(&token);
	free(text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct slice rest = {(const char *)data, size}, token;
	if (!size || !slice_split(&rest, '\n', &token))
		return 0;
	read_claims(token);
	read_payload(token);
	struct json_object *keys;
	struct error error;
	json_parse(NULL, rest, JSON_DEEPEST, &keys, &error);
	(void)oauth_token_is_signed(token, keys);
	json_object_put(keys);
	struct arena *arena = arena_create();
	(void)oauth_url_is_safe(arena_copy(arena, token));
	arena_destroy(arena);
	return 0;
}
