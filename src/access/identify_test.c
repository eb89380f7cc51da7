#include "access_state.h"

#include "fake_store.h"

#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <stdio.h>

struct fixture {
	struct arena *arena;
	struct registry registry;
	struct access *access;
	struct store_session session;
	struct caller caller;
	struct error error;
};

static void define(struct fixture *fixture, size_t index, const char *uid, struct attribute *attributes, size_t count)
{
	types[index] = (struct content_type){
	    .uid = uid, .index = index, .attributes = attributes, .attribute_count = count, .id = {.name = "id"}};
	map_init(&types[index].by_name, fixture->arena);
	for (size_t i = 0; i < count; i++)
		map_set(&types[index].by_name, slice_of(attributes[i].name), &attributes[i]);
	fixture->registry.types[index] = &types[index];
}

static void define_types(struct fixture *fixture)
{
	struct registry *registry = &fixture->registry;
	*registry = (struct registry){.arena = fixture->arena, .type_count = TYPES};
	registry->types = arena_array(fixture->arena, TYPES, sizeof *registry->types);
	define(fixture, PERMISSION, "plugin::users-permissions.permission", permission_attributes, 2);
	define(fixture, ROLE, "plugin::users-permissions.role", role_attributes, 1);
	define(fixture, USER, "plugin::users-permissions.user", user_attributes, 3);
	define(fixture, TOKEN, "admin::api-token", token_attributes, 4);
	types[TOKEN].table = "strapi_api_tokens";
	define(fixture, TOKEN_PERMISSION, "admin::api-token-permission", token_permission_attributes, 2);
	define(fixture, CATEGORY, "api::category.category", NULL, 0);
	registry->permission = &types[PERMISSION];
	registry->role = &types[ROLE];
	registry->user = &types[USER];
	registry->api_token = &types[TOKEN];
	registry->api_token_permission = &types[TOKEN_PERMISSION];
}

#define SET_ROWS(type, list, number) (rows[type] = list, row_counts[type] = number)

static void begin(struct fixture *fixture)
{
	*fixture = (struct fixture){.arena = arena_create()};
	define_types(fixture);
	SET_ROWS(PERMISSION, permission_rows, COUNT_OF(permission_rows));
	SET_ROWS(ROLE, role_rows, COUNT_OF(role_rows));
	SET_ROWS(USER, user_rows, COUNT_OF(user_rows));
	SET_ROWS(TOKEN, token_rows, COUNT_OF(token_rows));
	SET_ROWS(TOKEN_PERMISSION, token_permission_rows, COUNT_OF(token_permission_rows));
	settings = "{\"email_confirmation\":false}";
	version = 1;
	statements = 0;
	broken = read_only = false;
	submitted = 0;
	updated = 0;
	struct config config = {.jwt_secret = "jwtsecret", .api_token_salt = "apitokensalt"};
	fixture->access = access_create(&config, &fixture->registry, 2);
}

static void end(struct fixture *fixture)
{
	access_destroy(fixture->access);
	arena_destroy(fixture->arena);
}

static bool identify(struct fixture *fixture, const char *header)
{
	return access_identify(fixture->access, &fixture->session, 0, slice_of(header), fixture->arena,
	                       &fixture->caller, &fixture->error);
}

static void assert_refused(struct fixture *fixture, const char *header, const char *message)
{
	assert_false(identify(fixture, header));
	assert_int_equal(fixture->error.status, 401);
	assert_string_equal(fixture->error.name, "UnauthorizedError");
	assert_string_equal(fixture->error.message, message);
}

static const char *bearer_of(struct fixture *fixture, char letter)
{
	char token[65];
	memset(token, letter, 64);
	token[64] = '\0';
	return arena_format(fixture->arena, "Bearer %s", token);
}

static size_t add_base64url(char *out, const void *bytes, size_t len)
{
	int written = EVP_EncodeBlock((unsigned char *)out, bytes, (int)len);
	while (written > 0 && out[written - 1] == '=')
		written--;
	for (int i = 0; i < written; i++)
		out[i] = out[i] == '+' ? '-' : out[i] == '/' ? '_' : out[i];
	return (size_t)written;
}

static const char *bearer_of_user(struct fixture *fixture, int64_t id)
{
	char token[512], payload[64];
	unsigned char mac[EVP_MAX_MD_SIZE];
	unsigned mac_len;
	size_t len = add_base64url(token, "{\"alg\":\"HS256\"}", 15);
	int payload_len = snprintf(payload, sizeof payload, "{\"id\":%lld,\"exp\":99999999999}", (long long)id);
	token[len++] = '.';
	len += add_base64url(token + len, payload, (size_t)payload_len);
	HMAC(EVP_sha256(), "jwtsecret", 9, (unsigned char *)token, len, mac, &mac_len);
	token[len++] = '.';
	len += add_base64url(token + len, mac, mac_len);
	return arena_format(fixture->arena, "bearer %.*s", (int)len, token);
}

static bool may(struct fixture *fixture, const char *action)
{
	return access_allows(&fixture->caller,
	                     slice_of(arena_format(fixture->arena, "api::category.category.%s", action)));
}

static void no_header_is_the_public_role(void **state)
{
	(void)state;
	struct fixture fixture;
	begin(&fixture);
	static const char *const headers[] = {"", "Basic abc", "Bearer", "Bearer ", "Bearer a b"};
	for (size_t i = 0; i < COUNT_OF(headers); i++) {
		assert_true(identify(&fixture, headers[i]));
		assert_int_equal(fixture.caller.kind, CALLER_PUBLIC);
		assert_true(may(&fixture, "find") && may(&fixture, "findOne"));
		assert_false(may(&fixture, "create") || may(&fixture, "delete"));
		assert_true(access_may_find(&fixture.caller, &types[CATEGORY]));
		assert_false(access_may_find(&fixture.caller, &types[USER]));
	}
	end(&fixture);
}

static void a_public_role_without_permissions_is_refused(void **state)
{
	(void)state;
	struct fixture fixture;
	begin(&fixture);
	row_counts[PERMISSION] = 0;
	assert_refused(&fixture, "", "Missing or invalid credentials");
	assert_refused(&fixture, "", "Missing or invalid credentials");
	assert_int_equal(statements, 1);
	end(&fixture);
}

static void tokens_by_their_type(void **state)
{
	(void)state;
	struct fixture fixture;
	begin(&fixture);
	assert_true(identify(&fixture, bearer_of(&fixture, 'f')));
	assert_int_equal(fixture.caller.kind, CALLER_TOKEN);
	assert_int_equal(fixture.caller.token_type, TOKEN_FULL_ACCESS);
	assert_true(may(&fixture, "delete"));

	assert_true(identify(&fixture, bearer_of(&fixture, 'a')));
	assert_int_equal(fixture.caller.token_type, TOKEN_READ_ONLY);
	assert_true(may(&fixture, "find"));
	assert_false(may(&fixture, "delete"));

	assert_true(identify(&fixture, bearer_of(&fixture, 'c')));
	assert_int_equal(fixture.caller.token_type, TOKEN_CUSTOM);
	assert_true(may(&fixture, "find"));
	assert_false(may(&fixture, "findOne") || may(&fixture, "delete"));
	assert_true(access_may_find(&fixture.caller, &types[CATEGORY]));
	assert_false(access_may_find(&fixture.caller, &types[ROLE]));

	assert_refused(&fixture, bearer_of(&fixture, 'e'), "Token expired");
	assert_refused(&fixture, bearer_of(&fixture, 'e'), "Token expired");
	assert_refused(&fixture, "Bearer nope", "Missing or invalid credentials");
	end(&fixture);
}

static void users_by_their_role(void **state)
{
	(void)state;
	struct fixture fixture;
	begin(&fixture);
	assert_true(identify(&fixture, bearer_of_user(&fixture, 1)));
	assert_int_equal(fixture.caller.kind, CALLER_USER);
	assert_int_equal(fixture.caller.user_id, 1);
	assert_true(may(&fixture, "create"));
	assert_false(may(&fixture, "find"));

	assert_refused(&fixture, bearer_of_user(&fixture, 2), "Invalid credentials");            /* blocked */
	assert_true(identify(&fixture, bearer_of_user(&fixture, 3)));                            /* not confirmed */
	assert_refused(&fixture, bearer_of_user(&fixture, 4), "Missing or invalid credentials"); /* no role */
	assert_true(identify(&fixture, bearer_of_user(&fixture, 5)));                            /* role may nothing */
	assert_false(may(&fixture, "find"));
	assert_refused(&fixture, bearer_of_user(&fixture, 999), "Invalid credentials");
	const char *altered = arena_format(fixture.arena, "%sx", bearer_of_user(&fixture, 1));
	assert_refused(&fixture, altered, "Missing or invalid credentials");
	end(&fixture);
}

static void confirmation_when_the_settings_ask_for_it(void **state)
{
	(void)state;
	struct fixture fixture;
	begin(&fixture);
	settings = "{\"unique_email\":true,\"email_confirmation\":true}";
	assert_true(identify(&fixture, bearer_of_user(&fixture, 1)));
	assert_refused(&fixture, bearer_of_user(&fixture, 3), "Invalid credentials");
	assert_refused(&fixture, bearer_of_user(&fixture, 6), "Invalid credentials");
	settings = "{\"email_confirmation\":false}";
	version++;
	assert_true(identify(&fixture, bearer_of_user(&fixture, 6)));
	end(&fixture);

	assert_true(lookup_confirmation_in(SLICE("{\"email_confirmation\":true}")));
	assert_false(lookup_confirmation_in(SLICE("{\"email_confirmation\":null}")));
	assert_false(lookup_confirmation_in(SLICE("{}")));
	assert_false(lookup_confirmation_in(SLICE("[true]")));
	assert_false(lookup_confirmation_in(SLICE("{\"email_confirmation\":tr")));
	assert_false(lookup_confirmation_in((struct slice){NULL, 0}));
}

static void without_secrets_no_token_is_valid(void **state)
{
	(void)state;
	struct fixture fixture;
	begin(&fixture);
	access_destroy(fixture.access);
	struct config config = {.jwt_secret = NULL, .api_token_salt = NULL};
	fixture.access = access_create(&config, &fixture.registry, 1);
	assert_refused(&fixture, bearer_of(&fixture, 'f'), "Missing or invalid credentials");
	assert_refused(&fixture, bearer_of_user(&fixture, 1), "Missing or invalid credentials");
	assert_true(identify(&fixture, ""));
	end(&fixture);
}

static void a_known_caller_costs_no_statement(void **state)
{
	(void)state;
	struct fixture fixture;
	begin(&fixture);
	const char *headers[] = {"", bearer_of(&fixture, 'f'), bearer_of(&fixture, 'c'), bearer_of_user(&fixture, 1),
	                         bearer_of_user(&fixture, 3)};
	for (int round = 0; round < 3; round++) {
		uint64_t before = statements;
		for (size_t i = 0; i < COUNT_OF(headers); i++)
			assert_true(identify(&fixture, headers[i]));
		if (round == 0)
			/* public 1, full access 1, custom 2, user 1: row, role, ended tokens and permissions, user 3:
			 * row, role, ended tokens and settings */
			assert_int_equal(statements - before, 12);
		else
			assert_int_equal(statements, before);
	}
	/* the other thread remembers for itself */
	uint64_t before = statements;
	assert_true(access_identify(fixture.access, &fixture.session, 1, slice_of(""), fixture.arena, &fixture.caller,
	                            &fixture.error));
	assert_int_equal(statements, before + 1);
	end(&fixture);
}

static void a_changed_database_is_asked_again(void **state)
{
	(void)state;
	struct fixture fixture;
	begin(&fixture);
	assert_true(identify(&fixture, ""));
	assert_true(identify(&fixture, bearer_of_user(&fixture, 1)));
	assert_true(identify(&fixture, bearer_of(&fixture, 'f')));

	row_counts[PERMISSION] = 1;
	row_counts[TOKEN] = 0;
	user_rows[0].cells[0].integer = 1;
	assert_true(identify(&fixture, ""));
	assert_true(may(&fixture, "findOne")); /* nothing said that it changed */

	version++;
	assert_true(identify(&fixture, ""));
	assert_true(may(&fixture, "find"));
	assert_false(may(&fixture, "findOne"));
	assert_refused(&fixture, bearer_of_user(&fixture, 1), "Invalid credentials");
	assert_refused(&fixture, bearer_of(&fixture, 'f'), "Missing or invalid credentials");
	user_rows[0].cells[0].integer = 0;
	end(&fixture);
}

static void a_broken_database_is_not_remembered(void **state)
{
	(void)state;
	struct fixture fixture;
	begin(&fixture);
	broken = true;
	const char *headers[] = {"", bearer_of(&fixture, 'f'), bearer_of(&fixture, 'c'), bearer_of_user(&fixture, 1)};
	for (size_t i = 0; i < COUNT_OF(headers); i++) {
		assert_false(identify(&fixture, headers[i]));
		assert_int_equal(fixture.error.status, 503);
	}
	broken = false;
	for (size_t i = 0; i < COUNT_OF(headers); i++)
		assert_true(identify(&fixture, headers[i]));
	end(&fixture);
}

static size_t remembered_bytes(void)
{
	struct arena *arena = arena_create();
	struct remembered *remembered = remembered_create();
	size_t most = 0;
	for (int i = 0; i < 20000; i++) {
		struct known_caller known = {.jwt.user_id = i};
		remembered_begin(remembered, 1);
		remembered_set_caller(remembered, slice_of(arena_format(arena, "%d", i)), &known);
		assert_non_null(remembered_caller(remembered, slice_of(arena_format(arena, "%d", i))));
		size_t size = arena_size(remembered->arena);
		most = size > most ? size : most;
	}
	remembered_destroy(remembered);
	arena_destroy(arena);
	return most;
}

static void what_is_remembered_is_bounded(void **state)
{
	(void)state;
	size_t most = remembered_bytes();
	assert_true(most > REMEMBERED_MOST_BYTES / 8);
	assert_true(most <= 3 * REMEMBERED_MOST_BYTES);
}

static void made_up_tokens_are_not_remembered(void **state)
{
	(void)state;
	struct fixture fixture;
	begin(&fixture);
	assert_true(identify(&fixture, ""));
	const struct remembered *remembered = fixture.access->remembered[0];
	size_t before = arena_size(remembered->arena);
	for (int i = 0; i < 1000; i++) {
		assert_refused(&fixture, arena_format(fixture.arena, "Bearer %d", i), "Missing or invalid credentials");
		assert_refused(&fixture, bearer_of_user(&fixture, 1000 + i), "Invalid credentials");
	}
	assert_int_equal(remembered->callers.count, 0);
	assert_int_equal(arena_size(remembered->arena), before);
	assert_true(identify(&fixture, bearer_of_user(&fixture, 1)));
	assert_int_equal(remembered->callers.count, 1);
	end(&fixture);
}

static void a_known_token_still_expires(void **state)
{
	(void)state;
	struct fixture fixture;
	begin(&fixture);
	struct remembered *remembered = fixture.access->remembered[0];
	remembered_begin(remembered, version);
	struct known_caller token = {.caller = {.kind = CALLER_TOKEN}, .token_expiry = datetime_now() - 1};
	struct known_caller user = {
	    .caller = {.kind = CALLER_USER}, .jwt = {1, -1e300, 1, 0}, .token_expiry = INT64_MAX};
	remembered_set_caller(remembered, SLICE("token"), &token);
	remembered_set_caller(remembered, SLICE("user"), &user);
	assert_refused(&fixture, "Bearer token", "Token expired");
	assert_refused(&fixture, "Bearer user", "Missing or invalid credentials");
	assert_int_equal(statements, 0);
	end(&fixture);
}

static void the_use_of_a_token_is_written_once_a_minute(void **state)
{
	(void)state;
	struct fixture fixture;
	begin(&fixture);
	for (int i = 0; i < 5; i++) {
		version++;
		assert_true(identify(&fixture, bearer_of(&fixture, 'f')));
		assert_true(access_identify(fixture.access, &fixture.session, 1, slice_of(bearer_of(&fixture, 'f')),
		                            fixture.arena, &fixture.caller, &fixture.error));
	}
	assert_int_equal(submitted, 1);
	assert_int_equal(updated, 1);
	assert_true(identify(&fixture, bearer_of(&fixture, 'a')));
	assert_int_equal(submitted, 2);
	assert_int_equal(updated, 2);
	assert_true(identify(&fixture, bearer_of(&fixture, 'f')));
	assert_int_equal(submitted, 2);
	end(&fixture);
}

static void what_another_server_wrote_in_the_minute_stays(void **state)
{
	(void)state;
	struct fixture fixture;
	begin(&fixture);
	token_rows[0].cells[3] = (struct cell){.kind = CELL_INTEGER, .integer = datetime_now() - USAGE_INTERVAL_MS / 2};
	assert_true(identify(&fixture, bearer_of(&fixture, 'f')));
	assert_int_equal(submitted, 1);
	assert_int_equal(updated, 0);
	token_rows[0].cells[3] = (struct cell){.kind = CELL_NULL};
	end(&fixture);
}

static void usage_is_noted_when_a_minute_is_over(void **state)
{
	(void)state;
	struct fixture fixture;
	struct usage usage;
	struct usage_latest latest = {0, 0}, other = {0, 0};
	begin(&fixture);
	usage_init(&usage, &fixture.registry);
	usage_note(&usage, &latest, &fixture.session, 3, 1000);
	usage_note(&usage, &latest, &fixture.session, 3, 1000 + USAGE_INTERVAL_MS);
	usage_note(&usage, &other, &fixture.session, 3, 1000 + USAGE_INTERVAL_MS);
	assert_int_equal(submitted, 1);
	usage_note(&usage, &other, &fixture.session, 3, 1001 + USAGE_INTERVAL_MS);
	usage_note(&usage, &latest, &fixture.session, 3, 1001 + USAGE_INTERVAL_MS);
	assert_int_equal(submitted, 2);
	usage_note(&usage, &latest, &fixture.session, 3, 500); /* the clock was set back */
	assert_int_equal(submitted, 3);
	usage_free(&usage);
	end(&fixture);
}

static void a_database_that_is_only_read_is_left_alone(void **state)
{
	(void)state;
	struct fixture fixture;
	begin(&fixture);
	read_only = true;
	assert_true(identify(&fixture, bearer_of(&fixture, 'f')));
	assert_int_equal(submitted, 0);
	end(&fixture);
}

static void refused_tokens_are_not_used(void **state)
{
	(void)state;
	struct fixture fixture;
	begin(&fixture);
	assert_refused(&fixture, bearer_of(&fixture, 'e'), "Token expired");
	assert_refused(&fixture, bearer_of(&fixture, 'x'), "Missing or invalid credentials");
	assert_int_equal(submitted, 0);
	end(&fixture);
}

/* A token that does not say when it was issued may have been issued before. */
static void tokens_end_when_the_user_ended_them(void **state)
{
	(void)state;
	struct fixture fixture;
	begin(&fixture);
	int64_t now = datetime_now() / 1000;
	const char *token = access_issue_jwt(fixture.access, fixture.arena, 1, now, 60);
	const char *header = arena_format(fixture.arena, "Bearer %s", token);
	tokens_from = now;
	assert_true(identify(&fixture, header));
	assert_refused(&fixture, bearer_of_user(&fixture, 1), "Missing or invalid credentials");
	tokens_from = now + 1;
	version++;
	assert_refused(&fixture, header, "Missing or invalid credentials");
	const char *next = access_issue_jwt(fixture.access, fixture.arena, 1, now + 1, 60);
	assert_true(identify(&fixture, arena_format(fixture.arena, "Bearer %s", next)));
	tokens_from = 0;
	end(&fixture);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(no_header_is_the_public_role),
	    cmocka_unit_test(a_public_role_without_permissions_is_refused),
	    cmocka_unit_test(tokens_by_their_type),
	    cmocka_unit_test(users_by_their_role),
	    cmocka_unit_test(confirmation_when_the_settings_ask_for_it),
	    cmocka_unit_test(without_secrets_no_token_is_valid),
	    cmocka_unit_test(a_known_caller_costs_no_statement),
	    cmocka_unit_test(a_changed_database_is_asked_again),
	    cmocka_unit_test(a_broken_database_is_not_remembered),
	    cmocka_unit_test(what_is_remembered_is_bounded),
	    cmocka_unit_test(made_up_tokens_are_not_remembered),
	    cmocka_unit_test(a_known_token_still_expires),
	    cmocka_unit_test(the_use_of_a_token_is_written_once_a_minute),
	    cmocka_unit_test(what_another_server_wrote_in_the_minute_stays),
	    cmocka_unit_test(usage_is_noted_when_a_minute_is_over),
	    cmocka_unit_test(a_database_that_is_only_read_is_left_alone),
	    cmocka_unit_test(refused_tokens_are_not_used),
	    cmocka_unit_test(tokens_end_when_the_user_ended_them),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
