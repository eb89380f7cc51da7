#include "presign.h"

#include "request.h"

#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <time.h>

enum { DIGEST = 32 };

struct digest {
	unsigned char bytes[DIGEST];
};

static bool mac(const void *key, size_t key_length, const char *text, struct digest *result)
{
	unsigned length = 0;
	return HMAC(EVP_sha256(), key, (int)key_length, (const unsigned char *)text, strlen(text), result->bytes,
	            &length) &&
	       length == DIGEST;
}

static const char *hex_of(struct arena *arena, const struct digest *digest)
{
	char *hex = arena_alloc(arena, (size_t)2 * DIGEST + 1);
	for (size_t i = 0; i < DIGEST; i++)
		snprintf(hex + 2 * i, 3, "%02x", digest->bytes[i]);
	return hex;
}

static const char *hash_of(struct arena *arena, const char *text)
{
	struct digest digest;
	return EVP_Digest(text, strlen(text), digest.bytes, NULL, EVP_sha256(), NULL) == 1 ? hex_of(arena, &digest)
	                                                                                   : NULL;
}

/* A key for this day, region and service. */
static bool make_key(struct arena *arena, const struct config_s3 *s3, const char *day, struct digest *key)
{
	const char *secret = arena_format(arena, "AWS4%s", s3->secret_key);
	return mac(secret, strlen(secret), day, key) && mac(key->bytes, DIGEST, s3->region, key) &&
	       mac(key->bytes, DIGEST, "s3", key) && mac(key->bytes, DIGEST, "aws4_request", key);
}

/* In the order of their names: those before the signature, and with them those behind it. */
static const char *parameters(struct arena *arena, const struct config_s3 *s3, const char *scope, const char *date)
{
	const char *credential = s3_encode(arena, arena_format(arena, "%s/%s", s3->access_key, scope), false);
	return arena_format(arena,
	                    "X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Content-Sha256=UNSIGNED-PAYLOAD&X-Amz-Credential=%s"
	                    "&X-Amz-Date=%s&X-Amz-Expires=%u%s%s",
	                    credential, date, s3->signed_url_expires, s3->session_token ? "&X-Amz-Security-Token=" : "",
	                    s3->session_token ? s3_encode(arena, s3->session_token, false) : "");
}

#define LAST_PARAMETERS "&X-Amz-SignedHeaders=host&x-id=GetObject"

const char *s3_presign(struct arena *arena, const struct config_s3 *s3, const char *key, int64_t now)
{
	const time_t seconds = (time_t)(now / 1000);
	const char *url = arena_format(arena, "%s/%s", s3_bucket_url(arena, s3), s3_encode(arena, key, true));
	const char *host = strstr(url, "://");
	struct tm utc;
	char date[32], day[16];
	struct digest signature, day_key;
	if (!host || !gmtime_r(&seconds, &utc) || !strftime(date, sizeof date, "%Y%m%dT%H%M%SZ", &utc))
		return NULL;
	host += 3;
	snprintf(day, sizeof day, "%.8s", date);
	const size_t host_length = strcspn(host, "/");
	const char *scope = arena_format(arena, "%s/%s/s3/aws4_request", day, s3->region);
	const char *query = parameters(arena, s3, scope, date);
	const char *request = arena_format(arena, "GET\n%s\n%s" LAST_PARAMETERS "\nhost:%.*s\n\nhost\nUNSIGNED-PAYLOAD",
	                                   host + host_length, query, (int)host_length, host);
	const char *hash = hash_of(arena, request);
	if (!hash || !make_key(arena, s3, day, &day_key) ||
	    !mac(day_key.bytes, DIGEST, arena_format(arena, "AWS4-HMAC-SHA256\n%s\n%s\n%s", date, scope, hash),
	         &signature))
		return NULL;
	return arena_format(arena, "%s?%s&X-Amz-Signature=%s" LAST_PARAMETERS, url, query, hex_of(arena, &signature));
}
