#include "jwt.h"

#include "access.h"

#include <json-c/json.h>
#include <openssl/crypto.h>
#include <openssl/hmac.h>

enum {
	LONGEST_TOKEN = 8192,
	SHA256_SIZE = 32,
	SIGNATURE_LENGTH = 43, /* SHA256_SIZE bytes in base64url, without padding */
};

static const int64_t largest_id = ((int64_t)1 << 53) - 1; /* ids are JavaScript numbers to those who issue tokens */

static bool sign(struct slice signed_part, struct slice secret, char signature[SIGNATURE_LENGTH])
{
	unsigned char mac[EVP_MAX_MD_SIZE];
	unsigned mac_len = 0;
	if (!HMAC(EVP_sha256(), secret.ptr, (int)secret.len, (const unsigned char *)signed_part.ptr, signed_part.len,
	          mac, &mac_len) ||
	    mac_len != SHA256_SIZE)
		return false;
	base64url_encode(mac, SHA256_SIZE, signature);
	return true;
}

/* The text of the right signature is compared, not its bytes: one that differs only in unused bits is refused. */
static bool signature_is_right(struct slice signed_part, struct slice signature, struct slice secret)
{
	char expected[SIGNATURE_LENGTH];
	if (signature.len != SIGNATURE_LENGTH || !sign(signed_part, secret, expected))
		return false;
	return CRYPTO_memcmp(expected, signature.ptr, SIGNATURE_LENGTH) == 0;
}

/* The JSON object that `part` holds in base64url, or NULL; json_object_put it. */
static struct json_object *decode_object(struct slice part)
{
	char bytes[LONGEST_TOKEN];
	size_t len;
	struct json_object *object;
	struct error error;
	if (!base64url_decode(part, bytes, &len) ||
	    !json_parse(NULL, (struct slice){bytes, len}, JSON_DEEPEST, &object, &error))
		return NULL;
	if (json_object_is_type(object, json_type_object))
		return object;
	json_object_put(object);
	return NULL;
}

/* "crit" names extensions that a reader must know; we know none. */
static bool header_is_ours(struct slice part)
{
	struct json_object *header = decode_object(part), *algorithm, *critical;
	bool ours = header && json_find(header, "alg", &algorithm) &&
	            json_object_is_type(algorithm, json_type_string) &&
	            slice_equals(SLICE("HS256"), (struct slice){json_object_get_string(algorithm),
	                                                        (size_t)json_object_get_string_len(algorithm)}) &&
	            !json_find(header, "crit", &critical);
	json_object_put(header);
	return ours;
}

/* True when the claim is absent, and then *seconds is untouched, or a number. */
static bool read_seconds(struct json_object *payload, const char *claim, double *seconds)
{
	struct json_object *value;
	if (!json_find(payload, claim, &value))
		return true;
	if (!json_object_is_type(value, json_type_int) && !json_object_is_type(value, json_type_double))
		return false;
	*seconds = json_object_get_double(value);
	return true;
}

/* As in Strapi, a token without "exp" does not expire. */
static bool read_times(struct json_object *payload, struct jwt *jwt)
{
	jwt->not_before = -1e300;
	jwt->expiry = 1e300;
	jwt->issued_at = -1e300;
	return read_seconds(payload, "nbf", &jwt->not_before) && read_seconds(payload, "exp", &jwt->expiry) &&
	       read_seconds(payload, "iat", &jwt->issued_at);
}

bool jwt_is_current(const struct jwt *jwt, int64_t now)
{
	return jwt->not_before <= (double)now && (double)now < jwt->expiry;
}

static bool read_user_id(struct json_object *payload, int64_t *user_id)
{
	struct json_object *id;
	if (!json_find(payload, "id", &id) || !json_object_is_type(id, json_type_int))
		return false;
	*user_id = json_object_get_int64(id);
	return *user_id >= -largest_id && *user_id <= largest_id;
}

bool jwt_read(struct slice token, struct slice secret, struct jwt *jwt)
{
	if (token.len > LONGEST_TOKEN || secret.len == 0 || secret.len > INT32_MAX)
		return false;
	size_t header_end = slice_find(token, '.');
	if (header_end == token.len)
		return false;
	struct slice header = {token.ptr, header_end};
	struct slice rest = {token.ptr + header_end + 1, token.len - header_end - 1};
	size_t payload_end = slice_find(rest, '.');
	if (payload_end == rest.len)
		return false;
	struct slice signed_part = {token.ptr, header_end + 1 + payload_end};
	struct slice signature = {rest.ptr + payload_end + 1, rest.len - payload_end - 1};

	/* The signature first: nothing of an unsigned token is worth reading. */
	if (!signature_is_right(signed_part, signature, secret) || !header_is_ours(header))
		return false;
	struct json_object *payload = decode_object((struct slice){rest.ptr, payload_end});
	bool valid = payload && read_times(payload, jwt) && read_user_id(payload, &jwt->user_id);
	json_object_put(payload);
	return valid;
}

const char *jwt_write(struct arena *arena, struct slice secret, int64_t user_id, int64_t issued_at, int64_t expiry)
{
	static const char header[] = "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9."; /* {"alg":"HS256","typ":"JWT"} */
	if (secret.len == 0 || secret.len > INT32_MAX)
		return NULL;
	const char *payload =
	    arena_format(arena, "{\"id\":%lld,\"iat\":%lld", (long long)user_id, (long long)issued_at);
	payload = expiry ? arena_format(arena, "%s,\"exp\":%lld}", payload, (long long)expiry)
	                 : arena_format(arena, "%s}", payload);
	size_t payload_len = (strlen(payload) * 8 + 5) / 6, len = sizeof header - 1 + payload_len;
	char *token = arena_alloc(arena, len + 1 + SIGNATURE_LENGTH + 1);
	memcpy(token, header, sizeof header - 1);
	base64url_encode((const unsigned char *)payload, strlen(payload), token + sizeof header - 1);
	token[len] = '.';
	return sign((struct slice){token, len}, secret, token + len + 1) ? token : NULL;
}

bool access_verify_jwt(struct slice token, struct slice secret, int64_t now, int64_t *user_id)
{
	struct jwt jwt;
	if (!jwt_read(token, secret, &jwt) || !jwt_is_current(&jwt, now))
		return false;
	*user_id = jwt.user_id;
	return true;
}
