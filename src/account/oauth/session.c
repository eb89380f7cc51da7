#include "session.h"

#include "provider.h"

#include <openssl/crypto.h>
#include <openssl/hmac.h>
#include <openssl/rand.h>
#include <openssl/sha.h>

enum { SECRET_BYTES = 32, MAC_BYTES = 32, LONGEST_COOKIE = 4096 };

static const char *encode(struct arena *arena, const unsigned char *bytes, size_t len)
{
	char *text = arena_alloc(arena, BASE64URL_SIZE(len) + 1);
	base64url_encode(bytes, len, text);
	return text;
}

static bool make_secret(struct arena *arena, const char **secret)
{
	unsigned char bytes[SECRET_BYTES];
	if (RAND_bytes(bytes, sizeof bytes) != 1)
		return false;
	*secret = encode(arena, bytes, sizeof bytes);
	return true;
}

bool oauth_session_create(struct account_call *call, const char *provider, const char *callback,
                          struct oauth_session *session, struct error *error)
{
	*session = (struct oauth_session){.provider = provider, .callback = callback};
	return (make_secret(call->arena, &session->state) && make_secret(call->arena, &session->verifier) &&
	        make_secret(call->arena, &session->nonce)) ||
	       error_internal(error, "there is no randomness");
}

const char *oauth_session_challenge(struct arena *arena, const char *verifier)
{
	unsigned char digest[SHA256_DIGEST_LENGTH];
	SHA256((const unsigned char *)verifier, strlen(verifier), digest);
	return encode(arena, digest, sizeof digest);
}

/* A key of its own, so that what is signed here is good for nothing else, and nothing else is good here. */
static bool sign(const struct account_call *call, struct slice text, unsigned char mac[MAC_BYTES])
{
	static const char purpose[] = "lectern: sessions of connecting to a provider";
	const char *secret = call->accounts->config->jwt_secret;
	unsigned char key[EVP_MAX_MD_SIZE], full[EVP_MAX_MD_SIZE];
	unsigned key_len = 0, len = 0;
	return secret && *secret &&
	       HMAC(EVP_sha256(), secret, (int)strlen(secret), (const unsigned char *)purpose, sizeof purpose - 1, key,
	            &key_len) &&
	       HMAC(EVP_sha256(), key, (int)key_len, (const unsigned char *)text.ptr, text.len, full, &len) &&
	       len == MAC_BYTES && memcpy(mac, full, MAC_BYTES);
}

static const char *write_payload(struct account_call *call, const struct oauth_session *session)
{
	struct json_object *json = json_object_new_object();
	json_object_object_add(json, "provider", json_object_new_string(session->provider));
	json_object_object_add(json, "state", json_object_new_string(session->state));
	json_object_object_add(json, "verifier", json_object_new_string(session->verifier));
	json_object_object_add(json, "nonce", json_object_new_string(session->nonce));
	if (session->callback)
		json_object_object_add(json, "callback", json_object_new_string(session->callback));
	json_object_object_add(json, "exp", json_object_new_int64(datetime_now() / 1000 + OAUTH_SESSION_SECONDS));
	const char *text = json_print(call->arena, json);
	const char *payload = encode(call->arena, (const unsigned char *)text, strlen(text));
	json_object_put(json);
	return payload;
}

bool oauth_session_cookie(struct account_call *call, const struct oauth_session *session, const char **cookie,
                          struct error *error)
{
	const struct config *config = call->accounts->config;
	unsigned char mac[MAC_BYTES];
	const char *value = "";
	if (session) {
		const char *payload = write_payload(call, session);
		if (!sign(call, slice_of(payload), mac))
			return error_internal(error, "no jwtSecret is configured: no user can sign in");
		value = arena_format(call->arena, "%s.%s", payload, encode(call->arena, mac, sizeof mac));
		if (strlen(value) > LONGEST_COOKIE - 256)
			return error_validation(error, "The callback is too long");
	}
	*cookie = arena_format(call->arena, OAUTH_COOKIE "=%s; Path=%s/connect; Max-Age=%d; HttpOnly; SameSite=Lax%s",
	                       value, config->prefix, session ? OAUTH_SESSION_SECONDS : 0,
	                       strncmp(config->public_url, "https:", 6) == 0 ? "; Secure" : "");
	return true;
}

/* The value of our cookie in "a=b; c=d". */
static struct slice find_cookie(struct slice cookies)
{
	struct slice one;
	while (slice_split(&cookies, ';', &one)) {
		one = slice_trim(one);
		if (slice_starts_with(one, SLICE(OAUTH_COOKIE "=")))
			return (struct slice){one.ptr + sizeof OAUTH_COOKIE, one.len - sizeof OAUTH_COOKIE};
	}
	return (struct slice){NULL, 0};
}

static struct json_object *parse(struct account_call *call, struct slice payload)
{
	size_t len;
	char *bytes = arena_alloc(call->arena, payload.len + 1);
	if (!base64url_decode(payload, bytes, &len))
		return NULL;
	return json_parse_stored((struct slice){bytes, len});
}

bool oauth_session_read(struct account_call *call, struct slice cookies, const char *provider,
                        struct oauth_session *session)
{
	struct slice value = find_cookie(cookies), payload, signature;
	unsigned char mac[MAC_BYTES];
	char expected[BASE64URL_SIZE(MAC_BYTES)];
	if (!value.len || value.len > LONGEST_COOKIE || !slice_split(&value, '.', &payload))
		return false;
	signature = value;
	if (signature.len != sizeof expected || !sign(call, payload, mac))
		return false;
	base64url_encode(mac, sizeof mac, expected);
	if (CRYPTO_memcmp(expected, signature.ptr, sizeof expected) != 0)
		return false;
	/* From here on it is what this server wrote. */
	struct json_object *json = parse(call, payload), *exp = NULL;
	*session = (struct oauth_session){
	    .provider = oauth_member(call->arena, json, "provider"),
	    .state = oauth_member(call->arena, json, "state"),
	    .verifier = oauth_member(call->arena, json, "verifier"),
	    .nonce = oauth_member(call->arena, json, "nonce"),
	    .callback = oauth_member(call->arena, json, "callback"),
	};
	bool current = json_find(json, "exp", &exp) && json_object_get_int64(exp) >= datetime_now() / 1000;
	json_object_put(json);
	return current && session->provider && session->state && session->verifier && session->nonce &&
	       strcmp(session->provider, provider) == 0;
}
