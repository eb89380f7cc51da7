#include "conninfo.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

static const struct conninfo_settings settings = {"public", 30000, true};

static const char *find(const struct conninfo *conninfo, const char *keyword)
{
	for (size_t i = 0; conninfo->keywords[i]; i++)
		if (strcmp(conninfo->keywords[i], keyword) == 0)
			return conninfo->values[i];
	return NULL;
}

static void test_url(void **state)
{
	struct arena *arena = arena_create();
	struct conninfo conninfo;
	struct error error;
	(void)state;
	assert_true(conninfo_read(arena, "postgres://ada:s%40cret@db.example:6543/content?sslmode=require", &settings,
	                          &conninfo, &error));
	assert_string_equal(find(&conninfo, "host"), "db.example");
	assert_string_equal(find(&conninfo, "port"), "6543");
	assert_string_equal(find(&conninfo, "user"), "ada");
	assert_string_equal(find(&conninfo, "password"), "s@cret");
	assert_string_equal(find(&conninfo, "sslmode"), "require");
	assert_string_equal(find(&conninfo, "client_encoding"), "UTF8");
	assert_string_equal(find(&conninfo, "fallback_application_name"), "lectern");
	assert_string_equal(find(&conninfo, "connect_timeout"), "5");
	assert_string_equal(conninfo.label, "db.example:6543/content");
	arena_destroy(arena);
}

static void test_options(void **state)
{
	struct arena *arena = arena_create();
	const struct conninfo_settings odd = {"my \"own\" schema", 250, false};
	struct conninfo conninfo;
	struct error error;
	(void)state;
	assert_true(conninfo_read(arena, "host=/run/pg dbname=c options='-c work_mem=8MB'", &odd, &conninfo, &error));
	assert_string_equal(find(&conninfo, "options"),
	                    "-c work_mem=8MB -c search_path=\"my\\ \"\"own\"\"\\ schema\" -c statement_timeout=250 "
	                    "-c default_transaction_isolation=repeatable\\ read -c default_transaction_read_only=on "
	                    "-c DateStyle=ISO -c TimeZone=UTC -c jit=off");
	assert_true(conninfo_read(arena, "host=/run/pg dbname=c", &settings, &conninfo, &error));
	assert_non_null(strstr(find(&conninfo, "options"), " -c plan_cache_mode=force_generic_plan"));
	assert_true(conninfo_read(arena, "host=/run/pg dbname=c", NULL, &conninfo, &error));
	assert_null(find(&conninfo, "options"));
	arena_destroy(arena);
}

static void test_hosts(void **state)
{
	struct arena *arena = arena_create();
	const char *url = "postgres://a,b/c?target_session_attrs=read-write&connect_timeout=2";
	struct conninfo conninfo;
	struct error error;
	(void)state;
	assert_true(conninfo_read(arena, url, &settings, &conninfo, &error));
	assert_string_equal(find(&conninfo, "target_session_attrs"), "primary");
	assert_string_equal(find(&conninfo, "connect_timeout"), "2");
	assert_true(conninfo_read(arena, url, NULL, &conninfo, &error));
	assert_string_equal(find(&conninfo, "target_session_attrs"), "read-write");
	assert_true(conninfo_read(arena, "host=a target_session_attrs=prefer-standby", &settings, &conninfo, &error));
	assert_string_equal(find(&conninfo, "target_session_attrs"), "prefer-standby");
	arena_destroy(arena);
}

static void test_own_name_and_changes(void **state)
{
	struct arena *arena = arena_create();
	struct conninfo conninfo;
	struct error error;
	(void)state;
	assert_true(conninfo_read(arena, "application_name=blog connect_timeout=9 client_encoding=LATIN1", NULL,
	                          &conninfo, &error));
	assert_string_equal(find(&conninfo, "application_name"), "blog");
	assert_string_equal(find(&conninfo, "client_encoding"), "UTF8");
	conninfo_set(&conninfo, "connect_timeout", "3");
	assert_string_equal(find(&conninfo, "connect_timeout"), "3");
	arena_destroy(arena);
}

static void test_mistakes(void **state)
{
	struct arena *arena = arena_create();
	struct conninfo conninfo;
	struct error error;
	(void)state;
	assert_false(conninfo_read(arena, "postgres://host/db?nope=1", &settings, &conninfo, &error));
	assert_string_equal(error.name, "ConfigurationError");
	assert_non_null(strstr(error.message, "nope"));
	arena_destroy(arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(test_url),      cmocka_unit_test(test_options),
	    cmocka_unit_test(test_hosts),    cmocka_unit_test(test_own_name_and_changes),
	    cmocka_unit_test(test_mistakes),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
