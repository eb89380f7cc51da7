/* Signed urls beside those of AWS's own package (@aws-sdk/s3-request-presigner). */
#include "presign.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

static const struct config_s3 local = {
    .bucket = "files",
    .region = "eu-central-1",
    .endpoint = "http://127.0.0.1:4568",
    .access_key = "S3RVER",
    .secret_key = "S3RVER",
    .path_style = true,
    .signed_url_expires = 900,
};

enum { MILLISECONDS = 1000 };
static const int64_t moment = INT64_C(1767323045) * MILLISECONDS; /* 2026-01-02T03:04:05Z */

#define SIGNED_BY                                                                                   \
	"?X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Content-Sha256=UNSIGNED-PAYLOAD&X-Amz-Credential=" \
	"S3RVER%2F20260102%2Feu-central-1%2Fs3%2Faws4_request&X-Amz-Date=20260102T030405Z&X-Amz-Expires="
#define LAST "&X-Amz-SignedHeaders=host&x-id=GetObject"

static void check(const struct config_s3 *s3, const char *key, const char *expected)
{
	struct arena *arena = arena_create();
	assert_string_equal(s3_presign(arena, s3, key, moment), expected);
	arena_destroy(arena);
}

static void a_key_with_odd_characters(void **state)
{
	(void)state;
	check(&local, "root/a b/\xc3\xbc(1).txt",
	      "http://127.0.0.1:4568/files/root/a%20b/%C3%BC%281%29.txt" SIGNED_BY
	      "900&X-Amz-Signature=0d8ae240762ebbc90d3845ed1583c640016a1ac1d571be39e6b3e7afa0cb57a6" LAST);
}

static void a_session_of_credentials(void **state)
{
	struct config_s3 s3 = local;
	(void)state;
	s3.session_token = "tok+/=";
	check(&s3, "x.jpg",
	      "http://127.0.0.1:4568/files/x.jpg" SIGNED_BY "900&X-Amz-Security-Token=tok%2B%2F%3D&X-Amz-Signature="
	      "4c079e5af9221422fab3b0a27b933105ca99367eea78fd3ae20ad5eeed2d94e3" LAST);
}

static void a_bucket_in_the_host(void **state)
{
	struct config_s3 s3 = local;
	(void)state;
	s3.endpoint = "https://s3.eu-central-1.amazonaws.com";
	s3.path_style = false;
	s3.signed_url_expires = 60;
	check(&s3, "x.jpg",
	      "https://files.s3.eu-central-1.amazonaws.com/x.jpg" SIGNED_BY
	      "60&X-Amz-Signature=18d7e8a9932947bbe0dac4cd0590852dd97b69d83a9b4034b273efa11ba75316" LAST);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(a_key_with_odd_characters),
	    cmocka_unit_test(a_session_of_credentials),
	    cmocka_unit_test(a_bucket_in_the_host),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
