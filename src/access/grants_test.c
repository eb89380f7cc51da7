#include "access.h"
#include "grants.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

enum { RESTAURANT, CATEGORY, TYPES };
static const struct content_type types[] = {
    [RESTAURANT] = {.uid = "api::restaurant.restaurant", .index = RESTAURANT},
    [CATEGORY] = {.uid = "api::category.category", .index = CATEGORY},
};
static const struct content_type *const listed[] = {&types[CATEGORY], &types[RESTAURANT]};

static const struct grants *make_grants(struct arena *arena, const char *const *actions, size_t count)
{
	struct registry registry = {.types = (const struct content_type **)(uintptr_t)listed, .type_count = TYPES};
	struct grants *grants = grants_create(arena);
	for (size_t i = 0; i < count; i++)
		grants_add(grants, slice_of(actions[i]));
	grants_finish(grants, grants_find_actions(arena, &registry), TYPES);
	return grants;
}

static void a_role_may_do_what_was_granted(void **state)
{
	(void)state;
	struct arena *arena = arena_create();
	static const char *const actions[] = {"api::category.category.find", "api::restaurant.restaurant.findOne",
	                                      "api::category.category.find"};
	const struct grants *grants = make_grants(arena, actions, COUNT_OF(actions));
	assert_int_equal(grants->actions.count, 2);
	const enum caller_kind kinds[] = {CALLER_PUBLIC, CALLER_USER, CALLER_TOKEN};
	for (size_t i = 0; i < COUNT_OF(kinds); i++) {
		struct caller caller = {.kind = kinds[i],
		                        .token_type = TOKEN_CUSTOM,
		                        .permissions = &grants->actions,
		                        .may_find = grants->may_find};
		assert_true(access_allows(&caller, SLICE("api::category.category.find")));
		assert_true(access_allows(&caller, SLICE("api::restaurant.restaurant.findOne")));
		assert_false(access_allows(&caller, SLICE("api::restaurant.restaurant.find")));
		assert_false(access_allows(&caller, SLICE("api::category.category.fin")));
		assert_false(access_allows(&caller, SLICE("")));
		assert_true(access_may_find(&caller, &types[CATEGORY]));
		assert_false(access_may_find(&caller, &types[RESTAURANT]));
	}
	arena_destroy(arena);
}

static void a_caller_without_grants_may_nothing(void **state)
{
	(void)state;
	struct caller caller = {.kind = CALLER_PUBLIC};
	assert_false(access_allows(&caller, SLICE("api::category.category.find")));
	assert_false(access_may_find(&caller, &types[CATEGORY]));
}

static void a_full_access_token_may_all(void **state)
{
	(void)state;
	struct caller caller = {.kind = CALLER_TOKEN, .token_type = TOKEN_FULL_ACCESS};
	assert_true(access_allows(&caller, SLICE("api::category.category.delete")));
	assert_true(access_allows(&caller, SLICE("plugin::users-permissions.user.me")));
	assert_true(access_may_find(&caller, &types[CATEGORY]));
}

static void a_read_only_token_may_find(void **state)
{
	(void)state;
	struct caller caller = {.kind = CALLER_TOKEN, .token_type = TOKEN_READ_ONLY};
	assert_true(access_allows(&caller, SLICE("api::category.category.find")));
	assert_true(access_allows(&caller, SLICE("plugin::upload.content-api.findOne")));
	assert_true(access_may_find(&caller, &types[RESTAURANT]));
	assert_false(access_allows(&caller, SLICE("plugin::users-permissions.user.me")));
	assert_false(access_allows(&caller, SLICE("plugin::users-permissions.user.count")));
	assert_false(access_allows(&caller, SLICE("plugin::i18n.locales.listLocales")));
	assert_false(access_allows(&caller, SLICE("api::category.category.create")));
	assert_false(access_allows(&caller, SLICE("ind")));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(a_role_may_do_what_was_granted),
	    cmocka_unit_test(a_caller_without_grants_may_nothing),
	    cmocka_unit_test(a_full_access_token_may_all),
	    cmocka_unit_test(a_read_only_token_may_find),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
