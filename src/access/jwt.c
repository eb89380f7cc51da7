#include "jwt.h"

#include "access.h"

#include <json-c/json.h>
#include <openssl/crypto.h>
#include <openssl/hmac.h>

enum {
	LONGEST_TOKEN = 8192,
	LONGEST_SIGNATURE = 86,
};

/* Those that jsonwebtoken, which Strapi has, takes with a secret. */
static const struct algorithm {
	const char *name;
	size_t signature_length; /* bytes of the hash in base64url, without padding */
	const EVP_MD *(*hash)(void);
} algorithms[] = {{"HS256", 43, EVP_sha256}, {"HS384", 64, EVP_sha384}, {"HS512", 86, EVP_sha512}};

static const int64_t largest_id = ((int64_t)1 << 53) - 1; /* ids are JavaScript numbers to those who issue tokens */

static const struct algorithm *algorithm_named(struct slice name)
{
	for (size_t i = 0; i < COUNT_OF(algorithms); i++)
		if (slice_is(name, algorithms[i].name))
			return &algorithms[i];
	return NULL;
}

static const struct algorithm *algorithm_of(struct slice signature)
{
	for (size_t i = 0; i < COUNT_OF(algorithms); i++)
		if (signature.len == algorithms[i].signature_length)
			return &algorithms[i];
	return NULL;
}

static bool sign(const struct algorithm *algorithm, struct slice signed_part, struct slice secret,
                 char signature[LONGEST_SIGNATURE])
{
	unsigned char mac[EVP_MAX_MD_SIZE];
	unsigned mac_len = 0;
	if (!HMAC(algorithm->hash(), secret.ptr, (int)secret.len, (const unsigned char *)signed_part.ptr,
	          signed_part.len, mac, &mac_len) ||
	    (mac_len * 8 + 5) / 6 != algorithm->signature_length)
		return false;
	base64url_encode(mac, mac_len, signature);
	return true;
}

/* The text of the right signature is compared, not its bytes: one that differs only in unused bits is refused. */
static bool signature_is_right(const struct algorithm *algorithm, struct slice signed_part, struct slice signature,
                               struct slice secret)
{
	char expected[LONGEST_SIGNATURE];
	return algorithm && sign(algorithm, signed_part, secret, expected) &&
	       CRYPTO_memcmp(expected, signature.ptr, signature.len) == 0;
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
static bool header_is_ours(struct slice part, const struct algorithm *algorithm)
{
	struct json_object *header = decode_object(part), *name, *critical;
	bool ours = header && json_find(header, "alg", &name) && json_object_is_type(name, json_type_string) &&
	            slice_is((struct slice){json_object_get_string(name), (size_t)json_object_get_string_len(name)},
	                     algorithm->name) &&
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
	const struct algorithm *algorithm = algorithm_of(signature);

	/* The signature first: nothing of an unsigned token is worth reading. */
	if (!signature_is_right(algorithm, signed_part, signature, secret) || !header_is_ours(header, algorithm))
		return false;
	struct json_object *payload = decode_object((struct slice){rest.ptr, payload_end});
	bool valid = payload && read_times(payload, jwt) && read_user_id(payload, &jwt->user_id);
	json_object_put(payload);
	return valid;
}

const char *jwt_write(struct arena *arena, struct slice secret, const struct jwt_form *form, int64_t user_id,
                      int64_t issued_at, int64_t expiry)
{
	const struct algorithm *algorithm =
	    algorithm_named(form && form->algorithm ? slice_of(form->algorithm) : SLICE("HS256"));
	if (secret.len == 0 || secret.len > INT32_MAX || !algorithm)
		return NULL;
	const char *header = arena_format(arena, "{\"alg\":\"%s\",\"typ\":\"JWT\"}", algorithm->name);
	const char *payload =
	    arena_format(arena, "{\"id\":%lld,\"iat\":%lld", (long long)user_id, (long long)issued_at);
	if (expiry)
		payload = arena_format(arena, "%s,\"exp\":%lld", payload, (long long)expiry);
	payload = arena_format(arena, "%s%s}", payload, form && form->claims ? form->claims : "");
	const size_t header_len = (strlen(header) * 8 + 5) / 6, payload_len = (strlen(payload) * 8 + 5) / 6;
	const size_t len = header_len + 1 + payload_len;
	char *token = arena_alloc(arena, len + 1 + LONGEST_SIGNATURE + 1);
	base64url_encode((const unsigned char *)header, strlen(header), token);
	token[header_len] = '.';
	base64url_encode((const unsigned char *)payload, strlen(payload), token + header_len + 1);
	token[len] = '.';
	return sign(algorithm, (struct slice){token, len}, secret, token + len + 1) ? token : NULL;
}

bool access_verify_jwt(struct slice token, struct slice secret, int64_t now, int64_t *user_id)
{
	struct jwt jwt;
	if (!jwt_read(token, secret, &jwt) || !jwt_is_current(&jwt, now))
		return false;
	*user_id = jwt.user_id;
	return true;
}
