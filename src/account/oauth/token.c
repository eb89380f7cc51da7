#include "token.h"

#include <math.h>
#include <openssl/bn.h>
#include <openssl/core_names.h>
#include <openssl/ecdsa.h>
#include <openssl/evp.h>
#include <openssl/param_build.h>
#include <openssl/rsa.h>
#include <stdlib.h>

enum { COORDINATE = 32, SMALLEST_RSA_BITS = 2048, LARGEST_NUMBER = 2048, MOST_KEYS = 64 };

struct token_parts {
	struct slice head, payload, signature, signed_part;
};

static bool split(struct slice token, struct token_parts *parts)
{
	struct slice rest = token;
	if (token.len > OAUTH_TOKEN_LONGEST || !slice_split(&rest, '.', &parts->head) ||
	    !slice_split(&rest, '.', &parts->payload) || !slice_split(&rest, '.', &parts->signature) || rest.ptr)
		return false;
	parts->signed_part = (struct slice){token.ptr, parts->head.len + 1 + parts->payload.len};
	return parts->signature.len > 0;
}

/* The bytes of a part, which the caller frees. */
static char *decode(struct slice text, size_t *len)
{
	char *bytes = malloc(text.len + 1);
	if (!bytes)
		abort();
	if (base64url_decode(text, bytes, len))
		return bytes;
	free(bytes);
	return NULL;
}

static struct json_object *decode_json(struct slice part)
{
	size_t len;
	char *bytes = decode(part, &len);
	struct json_object *json = NULL;
	struct error error;
	if (bytes)
		json_parse(NULL, (struct slice){bytes, len}, JSON_DEEPEST, &json, &error);
	free(bytes);
	if (json_object_is_type(json, json_type_object))
		return json;
	json_object_put(json);
	return NULL;
}

static struct json_object *member(struct json_object *object, const char *name)
{
	struct json_object *value = NULL;
	json_find(object, name, &value);
	return value;
}

static struct slice text_of(struct json_object *value)
{
	if (!json_object_is_type(value, json_type_string))
		return (struct slice){NULL, 0};
	return (struct slice){json_object_get_string(value), (size_t)json_object_get_string_len(value)};
}

static bool member_is(struct json_object *object, const char *name, const char *text)
{
	struct json_object *value = member(object, name);
	return json_object_is_type(value, json_type_string) && slice_is(text_of(value), text);
}

/* ---- claims ---- */

/* A list of audiences is good when the token was made for ours (azp). */
static bool is_for(struct json_object *claims, const char *audience)
{
	struct json_object *sent = member(claims, "aud");
	if (member(claims, "azp") && !member_is(claims, "azp", audience))
		return false;
	if (json_object_is_type(sent, json_type_string))
		return slice_is(text_of(sent), audience);
	if (!json_object_is_type(sent, json_type_array))
		return false;
	size_t count = json_object_array_length(sent);
	for (size_t i = 0; i < count; i++)
		if (slice_is(text_of(json_object_array_get_idx(sent, i)), audience))
			return count == 1 || member(claims, "azp");
	return false;
}

static bool read_time(struct json_object *claims, const char *name, double *seconds)
{
	struct json_object *value = member(claims, name);
	*seconds = json_object_get_double(value);
	return (json_object_is_type(value, json_type_int) || json_object_is_type(value, json_type_double)) &&
	       isfinite(*seconds);
}

static bool is_current(struct json_object *claims, int64_t now)
{
	double exp, iat, nbf, today = (double)now;
	if (!read_time(claims, "exp", &exp) || !read_time(claims, "iat", &iat))
		return false;
	bool started = !member(claims, "nbf") || (read_time(claims, "nbf", &nbf) && nbf <= today + OAUTH_CLOCK_SKEW);
	return started && exp > today - OAUTH_CLOCK_SKEW && iat <= today + OAUTH_CLOCK_SKEW &&
	       iat >= today - OAUTH_TOKEN_OLDEST;
}

bool oauth_token_read(struct slice token, const struct oauth_token_rules *rules, struct json_object **claims)
{
	struct token_parts parts;
	*claims = NULL;
	if (!split(token, &parts) || !(*claims = decode_json(parts.payload)))
		return false;
	if (member_is(*claims, "iss", rules->issuer) && is_for(*claims, rules->audience) &&
	    is_current(*claims, rules->now) && text_of(member(*claims, "sub")).len > 0 &&
	    (!rules->nonce || member_is(*claims, "nonce", rules->nonce)))
		return true;
	json_object_put(*claims);
	*claims = NULL;
	return false;
}

/* ---- signatures ---- */

static EVP_PKEY *make_key(const char *type, OSSL_PARAM_BLD *build)
{
	OSSL_PARAM *parameters = OSSL_PARAM_BLD_to_param(build);
	EVP_PKEY_CTX *context = EVP_PKEY_CTX_new_from_name(NULL, type, NULL);
	EVP_PKEY *key = NULL;
	if (!parameters || !context || EVP_PKEY_fromdata_init(context) != 1 ||
	    EVP_PKEY_fromdata(context, &key, EVP_PKEY_PUBLIC_KEY, parameters) != 1)
		key = NULL;
	EVP_PKEY_CTX_free(context);
	OSSL_PARAM_free(parameters);
	return key;
}

static BIGNUM *read_number(struct json_object *jwk, const char *name)
{
	struct slice text = text_of(member(jwk, name));
	size_t len;
	if (!text.len || text.len > LARGEST_NUMBER)
		return NULL;
	char *bytes = decode(text, &len);
	BIGNUM *number = bytes ? BN_bin2bn((const unsigned char *)bytes, (int)len, NULL) : NULL;
	free(bytes);
	return number;
}

static EVP_PKEY *read_rsa(struct json_object *jwk)
{
	BIGNUM *n = read_number(jwk, "n"), *e = read_number(jwk, "e");
	OSSL_PARAM_BLD *build = OSSL_PARAM_BLD_new();
	EVP_PKEY *key = NULL;
	if (n && e && build && BN_num_bits(n) >= SMALLEST_RSA_BITS &&
	    OSSL_PARAM_BLD_push_BN(build, OSSL_PKEY_PARAM_RSA_N, n) &&
	    OSSL_PARAM_BLD_push_BN(build, OSSL_PKEY_PARAM_RSA_E, e))
		key = make_key("RSA", build);
	OSSL_PARAM_BLD_free(build);
	BN_free(n);
	BN_free(e);
	return key;
}

static bool read_coordinate(struct json_object *jwk, const char *name, unsigned char *bytes)
{
	size_t len;
	char *decoded = decode(text_of(member(jwk, name)), &len);
	bool good = decoded && len == COORDINATE;
	if (good)
		memcpy(bytes, decoded, len);
	free(decoded);
	return good;
}

static EVP_PKEY *read_ec(struct json_object *jwk)
{
	unsigned char point[1 + 2 * COORDINATE] = {4}; /* uncompressed */
	OSSL_PARAM_BLD *build = OSSL_PARAM_BLD_new();
	EVP_PKEY *key = NULL;
	if (build && member_is(jwk, "crv", "P-256") && read_coordinate(jwk, "x", point + 1) &&
	    read_coordinate(jwk, "y", point + 1 + COORDINATE) &&
	    OSSL_PARAM_BLD_push_utf8_string(build, OSSL_PKEY_PARAM_GROUP_NAME, "P-256", 0) &&
	    OSSL_PARAM_BLD_push_octet_string(build, OSSL_PKEY_PARAM_PUB_KEY, point, sizeof point))
		key = make_key("EC", build);
	OSSL_PARAM_BLD_free(build);
	return key;
}

/* A JWT has the two numbers of a signature beside each other; OpenSSL wants them as ASN.1. */
static unsigned char *wrap_signature(const char *bytes, size_t len, int *wrapped_len)
{
	unsigned char *wrapped = NULL;
	ECDSA_SIG *signature = ECDSA_SIG_new();
	if (signature && len == 2 * COORDINATE) {
		const unsigned char *raw = (const unsigned char *)bytes;
		BIGNUM *r = BN_bin2bn(raw, COORDINATE, NULL), *s = BN_bin2bn(raw + COORDINATE, COORDINATE, NULL);
		ECDSA_SIG_set0(signature, r, s);
		*wrapped_len = i2d_ECDSA_SIG(signature, &wrapped);
	}
	ECDSA_SIG_free(signature);
	return wrapped;
}

static bool verify(EVP_PKEY *key, struct slice text, const unsigned char *signature, size_t len)
{
	EVP_MD_CTX *context = EVP_MD_CTX_new();
	bool right = context && EVP_DigestVerifyInit(context, NULL, EVP_sha256(), NULL, key) == 1 &&
	             EVP_DigestVerify(context, signature, len, (const unsigned char *)text.ptr, text.len) == 1;
	EVP_MD_CTX_free(context);
	return right;
}

static bool verify_rsa(struct json_object *jwk, const struct token_parts *parts, const char *signature, size_t len)
{
	EVP_PKEY *key = read_rsa(jwk);
	bool right = key && verify(key, parts->signed_part, (const unsigned char *)signature, len);
	EVP_PKEY_free(key);
	return right;
}

static bool verify_ec(struct json_object *jwk, const struct token_parts *parts, const char *signature, size_t len)
{
	int wrapped_len = 0;
	EVP_PKEY *key = read_ec(jwk);
	unsigned char *wrapped = key ? wrap_signature(signature, len, &wrapped_len) : NULL;
	bool right = wrapped && wrapped_len > 0 && verify(key, parts->signed_part, wrapped, (size_t)wrapped_len);
	OPENSSL_free(wrapped);
	EVP_PKEY_free(key);
	return right;
}

/* Where the token names its key, only that one; and no key that is for something else. */
static bool fits(struct json_object *jwk, struct json_object *head, const char *type, const char *algorithm)
{
	struct json_object *id = member(head, "kid");
	if (!member_is(jwk, "kty", type) || !member_is(head, "alg", algorithm))
		return false;
	if ((member(jwk, "use") && !member_is(jwk, "use", "sig")) ||
	    (member(jwk, "alg") && !member_is(jwk, "alg", algorithm)))
		return false;
	return !id || (json_object_is_type(id, json_type_string) && member_is(jwk, "kid", json_object_get_string(id)));
}

static bool is_signed_by(struct json_object *jwk, struct json_object *head, const struct token_parts *parts,
                         const char *signature, size_t len)
{
	if (fits(jwk, head, "RSA", "RS256"))
		return verify_rsa(jwk, parts, signature, len);
	return fits(jwk, head, "EC", "ES256") && verify_ec(jwk, parts, signature, len);
}

bool oauth_token_is_signed(struct slice token, struct json_object *keys)
{
	struct token_parts parts;
	size_t len;
	struct json_object *list = member(keys, "keys");
	if (!json_object_is_type(list, json_type_array) || !split(token, &parts))
		return false;
	struct json_object *head = decode_json(parts.head);
	char *signature = decode(parts.signature, &len);
	bool right = false;
	/* What an extension marks as critical is not known here. */
	bool known = head && signature && !member(head, "crit");
	for (size_t i = 0; known && !right && i < json_object_array_length(list) && i < MOST_KEYS; i++)
		right = is_signed_by(json_object_array_get_idx(list, i), head, &parts, signature, len);
	free(signature);
	json_object_put(head);
	return right;
}
