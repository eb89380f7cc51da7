/* Files without a name, and those that have a hidden one where a file system knows no others. */
#include "temporary.h"

#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <unistd.h>

#include <cmocka.h>

static void check(bool named)
{
	char folder[] = "/tmp/lectern-temporary-XXXXXX", text[8] = "";
	struct media media = {.named = named};
	struct temporary first, second;
	struct error error;
	assert_non_null(mkdtemp(folder));
	media.folder = open(folder, O_RDONLY | O_DIRECTORY);
	assert_true(temporary_create(&media, &first, &error));
	assert_true(temporary_create(&media, &second, &error));
	assert_true(temporary_write(&first, SLICE("first"), &error));
	assert_true(temporary_link(&media, &first, "a.txt"));
	/* A name that is taken is not given again. */
	assert_false(temporary_link(&media, &second, "a.txt"));
	temporary_remove(&media, &first);
	temporary_remove(&media, &second);
	temporary_remove(&media, &second);
	int file = openat(media.folder, "a.txt", O_RDONLY);
	assert_int_equal(read(file, text, sizeof text), 5);
	assert_string_equal(text, "first");
	close(file);
	assert_int_equal(unlinkat(media.folder, "a.txt", 0), 0);
	close(media.folder);
	/* Nothing else is left. */
	assert_int_equal(rmdir(folder), 0);
}

static void without_names(void **state)
{
	(void)state;
	check(false);
}

static void with_hidden_names(void **state)
{
	(void)state;
	check(true);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(without_names),
	    cmocka_unit_test(with_hidden_names),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
