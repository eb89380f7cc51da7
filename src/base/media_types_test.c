#include "base.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

static void types_of_extensions(void **state)
{
	(void)state;
	assert_string_equal(media_type_of(SLICE("jpg")), "image/jpeg");
	assert_string_equal(media_type_of(SLICE("JPG")), "image/jpeg");
	assert_string_equal(media_type_of(SLICE("js")), "application/javascript");
	assert_string_equal(media_type_with_charset(SLICE("js")), "application/javascript; charset=utf-8");
	assert_string_equal(media_type_with_charset(SLICE("png")), "image/png");
	assert_null(media_type_of(SLICE("unheard")));
	assert_null(media_type_of(SLICE("")));
	assert_null(media_type_of((struct slice){"p\0g", 3}));
}

static void extensions_of_types(void **state)
{
	(void)state;
	assert_string_equal(media_type_extension(SLICE("image/jpeg")), "jpeg");
	assert_string_equal(media_type_extension(SLICE(" Image/JPEG ; q=1")), "jpeg");
	assert_null(media_type_extension(SLICE("image/none")));
	assert_null(media_type_extension(SLICE("")));
}

static void extensions_of_paths(void **state)
{
	(void)state;
	assert_true(slice_is(media_extension_of_path(SLICE("a/b.tar.gz")), "gz"));
	assert_int_equal(media_extension_of_path(SLICE("a.b/c")).len, 0);
	assert_int_equal(media_extension_of_path(SLICE(".env")).len, 0);
	assert_int_equal(media_extension_of_path(SLICE("a/.env")).len, 0);
	assert_int_equal(media_extension_of_path(SLICE("a.")).len, 0);
	assert_int_equal(media_extension_of_path(SLICE("")).len, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(types_of_extensions),
	    cmocka_unit_test(extensions_of_types),
	    cmocka_unit_test(extensions_of_paths),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
