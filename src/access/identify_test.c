/* Who is calling, asked of a store made up here: it has the five types that matter as lists of rows, knows the few
 * kinds of query that are asked, and counts them. */
#include "lookup.h"

#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>

#include <cmocka.h>

enum { PERMISSION, ROLE, USER, TOKEN, TOKEN_PERMISSION, CATEGORY, TYPES, MOST_ROWS = 20000 };

struct row {
	int64_t id, target; /* target: the entry its relation leads to, or 0 */
	struct cell cells[3];
};

static struct row *rows[TYPES];
static size_t row_counts[TYPES];
static const char *settings;
static uint64_t version, statements;
static bool broken;

struct store_session {
	int unused;
};

struct store_cursor {
	const struct store_select *select;
	struct query query;
	const struct row *found[64];
	size_t count, position;
};

#define SCALAR(text, number)                                            \
	{                                                               \
		.name = text, .type = ATTRIBUTE_STRING, .index = number \
	}
#define TO_ONE(text, number, other)                                                                \
	{                                                                                          \
		.name = text, .type = ATTRIBUTE_RELATION, .index = number, .target = &types[other] \
	}

static struct content_type types[TYPES];
static struct attribute permission_attributes[] = {SCALAR("action", 0), TO_ONE("role", 1, ROLE)};
static struct attribute role_attributes[] = {SCALAR("type", 0)};
static struct attribute user_attributes[] = {SCALAR("blocked", 0), SCALAR("confirmed", 1), TO_ONE("role", 2, ROLE)};
static struct attribute token_attributes[] = {SCALAR("accessKey", 0), SCALAR("type", 1), SCALAR("expiresAt", 2)};
static struct attribute token_permission_attributes[] = {SCALAR("action", 0), TO_ONE("token", 1, TOKEN)};

static const struct row *row_of(const struct content_type *type, int64_t id)
{
	for (size_t i = 0; i < row_counts[type->index]; i++)
		if (rows[type->index][i].id == id)
			return &rows[type->index][i];
	return NULL;
}

static bool matches(const struct condition *condition, const struct content_type *type, const struct row *row)
{
	const struct attribute *attribute = condition->attribute;
	if (condition->kind == CONDITION_RELATED) {
		const struct row *target = row_of(attribute->target, row->target);
		assert_null(condition->children->next);
		return target && matches(condition->children, attribute->target, target);
	}
	assert_int_equal(condition->kind, CONDITION_COMPARE);
	assert_int_equal(condition->operator, QUERY_EQ);
	assert_int_equal(condition->value_count, 1);
	if (attribute == &type->id)
		return row->id == condition->values->integer;
	return slice_equals(row->cells[attribute->index].text, condition->values->text);
}

static void find_rows(struct store_cursor *cursor, const struct store_select *select)
{
	const struct content_type *type = select->query->type;
	if (select->via) {
		assert_int_equal(select->parent_count, 1);
		cursor->found[0] = row_of(type, row_of(select->owner, select->parents[0])->target);
		cursor->count = cursor->found[0] != NULL;
		return;
	}
	for (size_t i = 0; i < row_counts[type->index]; i++)
		if (matches(select->query->filter, type, &rows[type->index][i])) {
			assert_true(cursor->count < COUNT_OF(cursor->found));
			cursor->found[cursor->count++] = &rows[type->index][i];
		}
}

bool store_select(struct store_session *session, const struct store_select *select, struct store_cursor **cursor,
                  struct error *error)
{
	static struct store_cursor only;
	(void)session;
	statements++;
	if (broken)
		return error_set(error, 503, "ServiceUnavailableError", "down");
	assert_int_equal(select->query->limit, -1);
	only = (struct store_cursor){.query = *select->query};
	find_rows(&only, select);
	*cursor = &only;
	return true;
}

bool store_next(struct store_cursor *cursor, bool *row, struct error *error)
{
	(void)error;
	*row = cursor->position < cursor->count;
	cursor->position += *row;
	return true;
}

int64_t store_id(const struct store_cursor *cursor)
{
	return cursor->found[cursor->position - 1]->id;
}

void store_cell(struct store_cursor *cursor, size_t field, struct cell *cell)
{
	assert_true(field < cursor->query.field_count);
	*cell = cursor->found[cursor->position - 1]->cells[cursor->query.fields[field]->index];
}

void store_close_cursor(struct store_cursor *cursor)
{
	cursor->count = 0;
}

uint64_t store_version(const struct store_session *session)
{
	(void)session;
	return version;
}

bool store_setting(struct store_session *session, const char *key, struct slice *json, struct error *error)
{
	(void)session;
	statements++;
	if (broken)
		return error_set(error, 503, "ServiceUnavailableError", "down");
	*json = strcmp(key, "plugin_users-permissions_advanced") == 0 ? slice_of(settings) : (struct slice){NULL, 0};
	return true;
}

#define TEXT(literal)                                                       \
	{                                                                   \
		.kind = CELL_TEXT, .text = { literal, sizeof(literal) - 1 } \
	}
#define WHOLE(value)                                   \
	{                                              \
		.kind = CELL_INTEGER, .integer = value \
	}
#define NOTHING                   \
	{                         \
		.kind = CELL_NULL \
	}

/* HMACs of f×64, a×64, c×64 and e×64 with "apitokensalt" */
#define FULL_HASH                                                          \
	"e1dc887b462d52c46407f69acc3cde022775e743affdfd62e3a4e80ec4cd6239" \
	"b55c763f974976464ed997a09f857e7c40c851c48494f8d2858a4d75513fd821"
#define READ_HASH                                                          \
	"525eb63420eefa29868a91f62c6b8a114cc289bc181d7659f96be3dfb0376a0f" \
	"e931100d5dc207e59e5cdf4bd7bbe644db33aebf64542b16fcf8187eb02154cd"
#define CUSTOM_HASH                                                        \
	"3d93578babad42fb4c4c2fe7f8a515510f8329379532d26599ca46125d564e4c" \
	"96ff7ab25a0cfa071c474c83daaecf96131a3701f379e94f6d85db3793763f44"
#define EXPIRED_HASH                                                       \
	"e173225da39f980125c1e6426df9073f774746d46ee0ff608f33c9107c806b50" \
	"34702dfe52696ab51633c26a077bf8950e7712d9ec549e9613e68cb68db5aaa6"

static struct row permission_rows[] = {
    {1, 2, {TEXT("api::category.category.find")}},
    {2, 2, {TEXT("api::category.category.findOne")}},
    {3, 1, {TEXT("api::category.category.create")}},
    {4, 0, {TEXT("api::category.category.delete")}},
};
static struct row role_rows[] = {{1, 0, {TEXT("authenticated")}}, {2, 0, {TEXT("public")}}, {3, 0, {TEXT("empty")}}};
static struct row token_rows[] = {
    {1, 0, {TEXT(FULL_HASH), TEXT("full-access"), NOTHING}},
    {2, 0, {TEXT(READ_HASH), TEXT("read-only"), WHOLE(INT64_MAX)}},
    {3, 0, {TEXT(CUSTOM_HASH), TEXT("custom"), NOTHING}},
    {4, 0, {TEXT(EXPIRED_HASH), TEXT("full-access"), WHOLE(1704067200000)}},
};
static struct row token_permission_rows[] = {{1, 3, {TEXT("api::category.category.find")}},
                                             {2, 1, {TEXT("api::category.category.delete")}}};
static struct row user_rows[MOST_ROWS] = {
    {1, 1, {WHOLE(0), WHOLE(1)}}, {2, 1, {WHOLE(1), WHOLE(1)}}, {3, 1, {NOTHING, WHOLE(0)}},
    {4, 0, {WHOLE(0), WHOLE(1)}}, {5, 3, {WHOLE(0), WHOLE(1)}}, {6, 1, {WHOLE(0), NOTHING}},
};

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
	define(fixture, TOKEN, "admin::api-token", token_attributes, 3);
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
	SET_ROWS(USER, user_rows, 6);
	SET_ROWS(TOKEN, token_rows, COUNT_OF(token_rows));
	SET_ROWS(TOKEN_PERMISSION, token_permission_rows, COUNT_OF(token_permission_rows));
	settings = "{\"email_confirmation\":false}";
	version = 1;
	statements = 0;
	broken = false;
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
			/* public 1, full access 1, custom 2, user 1: row, role and permissions, user 3: row, role
			 * and settings */
			assert_int_equal(statements - before, 10);
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
	struct fixture fixture;
	begin(&fixture);
	for (size_t i = 0; i < MOST_ROWS; i++)
		user_rows[i].id = (int64_t)i + 1;
	for (size_t i = 6; i < MOST_ROWS; i++)
		user_rows[i] = (struct row){(int64_t)i + 1, 1, {WHOLE(0), WHOLE(1)}};
	row_counts[USER] = MOST_ROWS;
	struct remembered *remembered = remembered_create();
	size_t most = 0;
	for (int64_t id = 1; id <= MOST_ROWS; id++) {
		remembered_begin(remembered, 1);
		remembered_set(&remembered->users, id, grants_create(fixture.arena));
		size_t size = arena_size(remembered->arena);
		most = size > most ? size : most;
	}
	remembered_destroy(remembered);
	end(&fixture);
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
	struct remembered *remembered = remembered_create();
	struct lookup lookup = {&fixture.session, &fixture.registry, NULL, fixture.arena, remembered->arena};
	size_t before = arena_size(remembered->arena);
	for (int i = 0; i < 1000; i++) {
		struct api_token *token;
		struct user_state user;
		assert_true(lookup_token(&lookup, arena_format(fixture.arena, "%d", i), &token, &fixture.error));
		assert_null(token);
		assert_true(lookup_user(&lookup, 1000000 + i, &user, &fixture.error));
		assert_false(user.exists);
	}
	assert_int_equal(arena_size(remembered->arena), before);
	remembered_destroy(remembered);
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
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
