#include "accounts.h"

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include <cmocka.h>

static const struct config *load(struct arena *arena, const char *plugins, struct finding **mistakes)
{
	char folder[] = "/tmp/lectern-config-XXXXXX", path[128];
	assert_non_null(mkdtemp(folder));
	snprintf(path, sizeof path, "mkdir %s/config", folder);
	assert_int_equal(system(path), 0);
	snprintf(path, sizeof path, "%s/config/plugins.json", folder);
	FILE *file = fopen(path, "w");
	fputs(plugins, file);
	fclose(file);
	struct findings findings;
	findings_init(&findings, arena);
	const struct config *config = config_load(arena, folder, NULL, NULL, &findings);
	*mistakes = findings.first;
	snprintf(path, sizeof path, "rm -r %s", folder);
	assert_int_equal(system(path), 0);
	return config;
}

static void test_settings(void **state)
{
	(void)state;
	struct arena *arena = arena_create();
	struct finding *mistakes;
	const struct config *config = load(
	    arena,
	    "{\"users-permissions\":{\"config\":{\"jwt\":{\"expiresIn\":3600,"
	    "\"algorithm\":\"HS384\",\"issuer\":\"ab\",\"audience\":[\"c\",\"d\"]},\"ratelimit\":{\"interval\":{"
	    "\"min\":5},"
	    "\"max\":3},"
	    "\"register\":{\"allowedFields\":[\"nick\"]}}},\"email\":{\"config\":{\"provider\":\"nodemailer\","
	    "\"providerOptions\":{\"host\":\"mail.example\",\"secure\":true,\"auth\":{\"user\":\"u\",\"pass\":\"p\"}},"
	    "\"settings\":{\"defaultFrom\":{\"name\":\"Shop\",\"email\":\"a@b.co\"},\"defaultReplyTo\":\"c@b.co\"}}}}",
	    &mistakes);
	assert_non_null(config);
	assert_int_equal(config->jwt_lifetime, 3600);
	assert_string_equal(config->jwt_algorithm, "HS384");
	assert_string_equal(config->jwt_claims, ",\"aud\":[\"c\",\"d\"],\"iss\":\"ab\"");
	assert_true(config->rate_limit.enabled);
	assert_int_equal(config->rate_limit.interval, 300000);
	assert_int_equal(config->rate_limit.most, 3);
	assert_int_equal(config->rate_limit.most_by_address, 30);
	assert_true(config->has_register_fields);
	assert_string_equal(config->register_fields[0], "nick");
	assert_int_equal(config->mail.provider, MAIL_SMTP);
	assert_int_equal(config->mail.port, 465);
	assert_true(config->mail.verify);
	assert_string_equal(config->mail.password, "p");
	assert_string_equal(config->mail.default_from, "Shop <a@b.co>");
	assert_string_equal(config->mail.default_reply_to, "c@b.co");
	assert_string_equal(config->public_url, "http://127.0.0.1:1337");
	assert_string_equal(config->admin_url, "http://127.0.0.1:1337/admin");
	arena_destroy(arena);
}

static void test_mistakes(void **state)
{
	(void)state;
	struct arena *arena = arena_create();
	struct finding *mistakes;
	assert_null(load(arena,
	                 "{\"users-permissions\":{\"config\":{\"jwt\":{\"expiresIn\":\"soon\",\"algorithm\":\"none\","
	                 "\"issuer\":[\"a\"]},\"ratelimit\":{\"max\":0,"
	                 "\"interval\":{\"min\":\"x\"}}}},\"email\":{\"config\":{\"provider\":\"pigeon\","
	                 "\"providerOptions\":{\"port\":99999}}}}",
	                 &mistakes));
	static const char *const paths[] = {
	    "$.users-permissions.config.jwt.expiresIn", "$.users-permissions.config.jwt.algorithm",
	    "$.users-permissions.config.jwt.issuer",    "$.users-permissions.config.ratelimit.interval",
	    "$.users-permissions.config.ratelimit.max", "$.email.config.provider",
	    "$.email.config.providerOptions.port"};
	for (size_t i = 0; i < COUNT_OF(paths); i++, mistakes = mistakes->next) {
		assert_non_null(mistakes);
		assert_string_equal(mistakes->path, paths[i]);
	}
	assert_null(mistakes);
	arena_destroy(arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(test_settings),
	    cmocka_unit_test(test_mistakes),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
