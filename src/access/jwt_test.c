#include "access.h"

#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>

#include <cmocka.h>

#define HEADER "{\"alg\":\"HS256\",\"typ\":\"JWT\"}"
#define SECRET "a secret"
enum { NOW = 1700000000, SIZE = 16384 };

static size_t add_base64url(char *out, const void *bytes, size_t len)
{
	int written = EVP_EncodeBlock((unsigned char *)out, bytes, (int)len);
	while (written > 0 && out[written - 1] == '=')
		written--;
	for (int i = 0; i < written; i++)
		out[i] = out[i] == '+' ? '-' : out[i] == '/' ? '_' : out[i];
	return (size_t)written;
}

static struct slice sign_parts(char out[SIZE], size_t len, const EVP_MD *digest)
{
	unsigned char mac[EVP_MAX_MD_SIZE];
	unsigned mac_len;
	HMAC(digest, SECRET, (int)strlen(SECRET), (unsigned char *)out, len, mac, &mac_len);
	out[len++] = '.';
	return (struct slice){out, len + add_base64url(out + len, mac, mac_len)};
}

static struct slice make(char out[SIZE], const char *header, const char *payload, const EVP_MD *digest)
{
	size_t len = add_base64url(out, header, strlen(header));
	out[len++] = '.';
	len += add_base64url(out + len, payload, strlen(payload));
	return sign_parts(out, len, digest);
}

static bool verify(struct slice token, int64_t *id)
{
	return access_verify_jwt(token, SLICE(SECRET), NOW, id);
}

static bool accepts(const char *header, const char *payload)
{
	char out[SIZE];
	int64_t id;
	return verify(make(out, header, payload, EVP_sha256()), &id);
}

static bool accepts_payload(const char *payload)
{
	return accepts(HEADER, payload);
}

static void a_token_of_the_reference(void **state)
{
	(void)state;
	struct slice token = SLICE("eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9."
	                           "eyJpZCI6OCwiaWF0IjoxNzk1MjIzOTU3LCJleHAiOjE3OTc4MTU5NTd9."
	                           "RCYYzesPcFj9-fpz2uLGawk199Vd6KiQ9RqFKsSUAwk");
	int64_t id = 0;
	assert_true(access_verify_jwt(token, SLICE("jwtsecret"), 1795223957, &id));
	assert_int_equal(id, 8);
	assert_true(access_verify_jwt(token, SLICE("jwtsecret"), 1797815956, &id));
	assert_false(access_verify_jwt(token, SLICE("jwtsecret"), 1797815957, &id));
	assert_false(access_verify_jwt(token, SLICE("jwtsecreT"), 1795223957, &id));
	assert_false(access_verify_jwt(token, (struct slice){NULL, 0}, 1795223957, &id));
}

static void a_valid_token_gives_its_id(void **state)
{
	(void)state;
	char out[SIZE];
	int64_t id = 0;
	assert_true(verify(make(out, HEADER, "{\"id\":42,\"exp\":1700000001}", EVP_sha256()), &id));
	assert_int_equal(id, 42);
	assert_true(verify(make(out, HEADER, "{\"id\":7}", EVP_sha256()), &id));
	assert_int_equal(id, 7);
	/* claims of others, nested ones too */
	assert_true(accepts_payload("{\"id\":1,\"iat\":1,\"roles\":[{\"a\":{}}],\"name\":\"\\u00fc\"}"));
	assert_true(accepts("{\"typ\":\"JWT\",\"kid\":\"1\",\"alg\":\"HS256\"}", "{\"id\":1}"));
}

static void times_are_checked(void **state)
{
	(void)state;
	assert_false(accepts_payload("{\"id\":1,\"exp\":1700000000}"));
	assert_false(accepts_payload("{\"id\":1,\"exp\":0}"));
	assert_false(accepts_payload("{\"id\":1,\"exp\":-1}"));
	assert_true(accepts_payload("{\"id\":1,\"exp\":1700000000.5}"));
	assert_false(accepts_payload("{\"id\":1,\"exp\":\"1800000000\"}"));
	assert_false(accepts_payload("{\"id\":1,\"exp\":null}"));
	assert_false(accepts_payload("{\"id\":1,\"exp\":true}"));
	assert_false(accepts_payload("{\"id\":1,\"exp\":NaN}"));
	assert_true(accepts_payload("{\"id\":1,\"nbf\":1700000000}"));
	assert_false(accepts_payload("{\"id\":1,\"nbf\":1700000001}"));
	assert_false(accepts_payload("{\"id\":1,\"nbf\":\"0\"}"));
}

static void only_hmac_by_sha2(void **state)
{
	(void)state;
	char out[SIZE];
	int64_t id;
	const char *payload = "{\"id\":1}";
	static const char *const headers[] = {
	    "{\"alg\":\"none\"}",
	    "{\"alg\":\"None\"}",
	    "{\"alg\":\"hs256\"}",
	    "{\"alg\":\"HS512\"}",
	    "{\"alg\":\"HS384\"}",
	    "{\"alg\":\"RS256\"}",
	    "{\"alg\":\"ES256\"}",
	    "{\"alg\":\"HS256 \"}",
	    "{\"alg\":\"HS256\\u0000\"}",
	    "{\"alg\":null}",
	    "{\"alg\":[\"HS256\"]}",
	    "{\"Alg\":\"HS256\"}",
	    "{\"alg\":\"HS256\",\"crit\":[\"b64\"],\"b64\":false}",
	    "{}",
	    "[]",
	    "\"HS256\"",
	};
	for (size_t i = 0; i < COUNT_OF(headers); i++)
		assert_false(accepts(headers[i], payload));
	assert_true(verify(make(out, "{\"alg\":\"HS384\"}", payload, EVP_sha384()), &id));
	assert_true(verify(make(out, "{\"alg\":\"HS512\"}", payload, EVP_sha512()), &id));
	assert_false(verify(make(out, "{\"alg\":\"HS512\"}", payload, EVP_sha384()), &id));
	assert_false(verify(make(out, "{\"alg\":\"HS512\"}", payload, EVP_sha3_512()), &id));
	assert_false(verify(make(out, HEADER, payload, EVP_sha512()), &id));
	assert_false(verify(make(out, HEADER, payload, EVP_sha1()), &id));

	/* unsigned */
	struct slice token = make(out, "{\"alg\":\"none\"}", payload, EVP_sha256());
	token.len -= 43;
	assert_false(verify(token, &id));
	token.len -= 1;
	assert_false(verify(token, &id));
}

static void any_changed_byte_is_noticed(void **state)
{
	(void)state;
	char out[SIZE];
	int64_t id;
	struct slice token = make(out, HEADER, "{\"id\":1,\"exp\":1800000000}", EVP_sha256());
	assert_true(verify(token, &id));
	for (size_t i = 0; i < token.len; i++) {
		char byte = out[i];
		for (int bit = 0; bit < 8; bit++) {
			out[i] = (char)(byte ^ (1 << bit));
			assert_false(verify(token, &id));
		}
		out[i] = byte;
	}
	for (size_t len = 0; len < token.len; len++)
		assert_false(verify((struct slice){out, len}, &id));
	assert_true(verify(token, &id));
}

static void the_last_letter_has_one_spelling(void **state)
{
	(void)state;
	char out[SIZE];
	int64_t id;
	struct slice token = make(out, HEADER, "{\"id\":1}", EVP_sha256());
	char right = out[token.len - 1];
	int accepted = 0;
	for (const char *letter = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"; *letter;
	     letter++) {
		out[token.len - 1] = *letter;
		bool ok = verify(token, &id);
		accepted += ok;
		assert_int_equal(ok, *letter == right);
	}
	assert_int_equal(accepted, 1);
}

static bool accepts_changed(const char *before, const char *after)
{
	char token[SIZE], whole[SIZE];
	int64_t id;
	struct slice made = make(token, HEADER, "{\"id\":1}", EVP_sha256());
	int len = snprintf(whole, sizeof whole, "%s%.*s%s", before, (int)made.len, made.ptr, after);
	return verify((struct slice){whole, (size_t)len}, &id);
}

static void three_parts_and_no_more(void **state)
{
	(void)state;
	int64_t id;
	assert_true(accepts_changed("", ""));
	static const char *const more[] = {".", ".x", "=", "==", "A", " ", "\n", ".eyJpZCI6MX0"};
	for (size_t i = 0; i < COUNT_OF(more); i++) {
		assert_false(accepts_changed("", more[i]));
		assert_false(accepts_changed(more[i], ""));
	}
	static const char *const others[] = {"", ".", "..", "...", "a", "a.b", "a.b.c", "a..c", ".b.", "nope"};
	for (size_t i = 0; i < COUNT_OF(others); i++)
		assert_false(verify(slice_of(others[i]), &id));
	assert_false(verify((struct slice){NULL, 0}, &id));
}

/* Tokens signed rightly over parts that are no base64url. */
static bool accepts_raw_payload(const char *payload)
{
	char out[SIZE];
	int64_t id;
	size_t len = add_base64url(out, HEADER, strlen(HEADER));
	len += (size_t)snprintf(out + len, sizeof out - len, ".%s", payload);
	return verify(sign_parts(out, len, EVP_sha256()), &id);
}

static void base64url_is_strict(void **state)
{
	(void)state;
	assert_true(accepts_raw_payload("eyJpZCI6MX0"));
	assert_false(accepts_raw_payload("eyJpZCI6MX0="));  /* padding */
	assert_false(accepts_raw_payload("eyJpZCI6MX1"));   /* "{"id":1}" with stray bits behind */
	assert_false(accepts_raw_payload("eyJpZCI6MX0A"));  /* a NUL behind */
	assert_false(accepts_raw_payload("eyJpZCI6MX0A0")); /* a length that no bytes have */
	assert_false(accepts_raw_payload("eyJpZ\nCI6MX0"));
	assert_false(accepts_raw_payload("eyJpZCI6MX0gIH5+fn4"));
	assert_false(accepts_raw_payload("eyJpZCI6MX0/"));
	assert_false(accepts_raw_payload(""));
}

static void the_payload_is_one_json_object(void **state)
{
	(void)state;
	static const char *const payloads[] = {
	    "",
	    "{",
	    "{}",
	    "[]",
	    "1",
	    "\"id\"",
	    "null",
	    "{\"id\":1}x",
	    "{\"id\":1}{\"id\":2}",
	    "{\"id\":1,}",
	    "{\"id\":1}\xff",
	    "{\"id\":1,\"a\":\"\xff\"}",
	    "{\"exp\":1800000000}",
	};
	for (size_t i = 0; i < COUNT_OF(payloads); i++)
		assert_false(accepts_payload(payloads[i]));
}

static void the_id_is_an_integer(void **state)
{
	(void)state;
	static const char *const ids[] = {
	    "null",
	    "true",
	    "\"1\"",
	    "1.5",
	    "[1]",
	    "{\"id\":1}",
	    "9007199254740992",
	    "-9007199254740992",
	    "99999999999999999999",
	    "1e3",
	};
	for (size_t i = 0; i < COUNT_OF(ids); i++) {
		char payload[64];
		snprintf(payload, sizeof payload, "{\"id\":%s}", ids[i]);
		assert_false(accepts_payload(payload));
	}
	assert_true(accepts_payload("{\"id\":9007199254740991}"));
	assert_true(accepts_payload("{\"id\":\"x\",\"id\":1}")); /* as in JavaScript, the last one counts */
}

static bool accepts_filled(size_t filling)
{
	char payload[SIZE] = "{\"id\":1,\"a\":\"";
	size_t len = strlen(payload);
	memset(payload + len, 'x', filling);
	memcpy(payload + len + filling, "\"}", 3);
	char out[2 * SIZE];
	int64_t id;
	return verify(make(out, HEADER, payload, EVP_sha256()), &id);
}

static void size_and_depth_are_limited(void **state)
{
	(void)state;
	assert_true(accepts_filled(1000));
	assert_true(accepts_filled(6000));
	assert_false(accepts_filled(6100));
	assert_false(accepts_filled(11000));
	assert_true(accepts_payload("{\"id\":1,\"a\":[[[[[[[[]]]]]]]]}"));
	char nested[2 * JSON_DEEPEST + 32] = "{\"id\":1,\"a\":";
	size_t at = strlen(nested);
	memset(nested + at, '[', JSON_DEEPEST);
	memset(nested + at + JSON_DEEPEST, ']', JSON_DEEPEST);
	nested[at + 2 * JSON_DEEPEST] = '}';
	assert_false(accepts_payload(nested));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(a_token_of_the_reference),
	    cmocka_unit_test(a_valid_token_gives_its_id),
	    cmocka_unit_test(times_are_checked),
	    cmocka_unit_test(only_hmac_by_sha2),
	    cmocka_unit_test(any_changed_byte_is_noticed),
	    cmocka_unit_test(the_last_letter_has_one_spelling),
	    cmocka_unit_test(three_parts_and_no_more),
	    cmocka_unit_test(base64url_is_strict),
	    cmocka_unit_test(the_payload_is_one_json_object),
	    cmocka_unit_test(the_id_is_an_integer),
	    cmocka_unit_test(size_and_depth_are_limited),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
