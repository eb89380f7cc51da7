/* Links as seen from each side, the attributes the server adds, and the built-in types. */
#include "model.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

#include "test_project.h"

static const struct content_type *type(const char *uid)
{
	const struct content_type *found = model_type(registry, slice_of(uid));
	if (!found)
		fail_msg("no type %s", uid);
	return found;
}

static const struct attribute *attribute(const char *uid, const char *name)
{
	const struct attribute *found = model_attribute(type(uid), slice_of(name));
	if (!found)
		fail_msg("%s has no attribute %s", uid, name);
	return found;
}

static void assert_text(const char *text, const char *expected)
{
	if (!expected)
		assert_null(text);
	else
		assert_string_equal(text ? text : "(none)", expected);
}

struct expected_link {
	const char *uid, *attribute;
	struct link_storage link;
	const char *inverse;
	bool owner, multiple;
};

static const struct expected_link links[] = {
    {"api::restaurant.restaurant",
     "categories",
     {LINK_TABLE, "restaurants_categories_links", "restaurant_id", "category_id", NULL, "category_order",
      "restaurant_order", NULL},
     "restaurants",
     true,
     true},
    {"api::category.category",
     "restaurants",
     {LINK_TABLE, "restaurants_categories_links", "category_id", "restaurant_id", NULL, "restaurant_order",
      "category_order", NULL},
     "categories",
     false,
     true},
    {"api::restaurant.restaurant",
     "reviews",
     {LINK_TABLE, "reviews_restaurant_links", "restaurant_id", "review_id", NULL, "review_order", NULL, NULL},
     "restaurant",
     false,
     true},
    {"api::review.review",
     "restaurant",
     {LINK_TABLE, "reviews_restaurant_links", "review_id", "restaurant_id", NULL, NULL, "review_order", NULL},
     "reviews",
     true,
     false},
    {"api::review.review",
     "author",
     {LINK_TABLE, "reviews_author_links", "review_id", "user_id", NULL, NULL, NULL, NULL},
     NULL,
     true,
     false},
    {"api::category.category",
     "parent",
     {LINK_TABLE, "categories_parent_links", "category_id", "inv_category_id", NULL, NULL, "category_order", NULL},
     "children",
     true,
     false},
    {"api::category.category",
     "children",
     {LINK_TABLE, "categories_parent_links", "inv_category_id", "category_id", NULL, "category_order", NULL, NULL},
     "parent",
     false,
     true},
    {"api::chain.chain",
     "headquarters",
     {LINK_TABLE, "chains_headquarters_links", "chain_id", "office_id", NULL, NULL, NULL, NULL},
     "chain",
     true,
     false},
    {"api::office.office",
     "chain",
     {LINK_TABLE, "chains_headquarters_links", "office_id", "chain_id", NULL, NULL, NULL, NULL},
     "headquarters",
     false,
     false},
    {"api::restaurant.restaurant",
     "neighbours",
     {LINK_TABLE, "restaurants_neighbours_links", "restaurant_id", "inv_restaurant_id", NULL, "restaurant_order", NULL,
      NULL},
     NULL,
     true,
     true},
    {"api::restaurant.restaurant",
     "localizations",
     {LINK_TABLE, "restaurants_localizations_links", "restaurant_id", "inv_restaurant_id", NULL, "restaurant_order",
      NULL, NULL},
     NULL,
     true,
     true},
    {"api::restaurant.restaurant",
     "createdBy",
     {LINK_JOIN_COLUMN, "restaurants", "id", "created_by_id", NULL, NULL, NULL, NULL},
     NULL,
     true,
     false},
    {"api::restaurant.restaurant",
     "cover",
     {LINK_MORPH_TARGET, "files_related_morphs", "related_id", "file_id", "related_type", "order", NULL, "cover"},
     "related",
     false,
     false},
    {"blocks.slider",
     "files",
     {LINK_MORPH_TARGET, "files_related_morphs", "related_id", "file_id", "related_type", "order", NULL, "files"},
     "related",
     false,
     true},
    {"plugin::upload.file",
     "related",
     {LINK_MORPH_OWNER, "files_related_morphs", "file_id", "related_id", "related_type", "order", NULL, NULL},
     NULL,
     true,
     true},
    {"api::bookmark.bookmark",
     "related",
     {LINK_MORPH_OWNER, "bookmarks_related_morphs", "bookmark_id", "related_id", "related_type", "order", NULL, NULL},
     NULL,
     true,
     true},
    {"api::category.category",
     "bookmarks",
     {LINK_MORPH_TARGET, "bookmarks_related_morphs", "related_id", "bookmark_id", "related_type", "order", NULL,
      "bookmarks"},
     "related",
     false,
     true},
    {"api::bookmark.bookmark",
     "target",
     {LINK_COLUMN_OWNER, "bookmarks", "id", "target_id", "target_type", NULL, NULL, NULL},
     NULL,
     true,
     false},
    {"api::chain.chain",
     "bookmark",
     {LINK_COLUMN_TARGET, "bookmarks", "target_id", "id", "target_type", NULL, NULL, NULL},
     "target",
     false,
     false},
    {"api::restaurant.restaurant",
     "hours",
     {LINK_COMPONENTS, "restaurants_components", "entity_id", "component_id", "component_type", "order", NULL, "hours"},
     NULL,
     true,
     true},
    {"api::restaurant.restaurant",
     "blocks",
     {LINK_COMPONENTS, "restaurants_components", "entity_id", "component_id", "component_type", "order", NULL,
      "blocks"},
     NULL,
     true,
     true},
    {"location.address",
     "geo",
     {LINK_COMPONENTS, "components_location_addresses_components", "entity_id", "component_id", "component_type",
      "order", NULL, "geo"},
     NULL,
     true,
     false},
    {"blocks.related",
     "category",
     {LINK_TABLE, "components_blocks_relateds_category_links", "related_id", "category_id", NULL, NULL, NULL, NULL},
     NULL,
     true,
     false},
    {"admin::user",
     "roles",
     {LINK_TABLE, "admin_users_roles_links", "user_id", "role_id", NULL, "role_order", "user_order", NULL},
     "users",
     true,
     true},
};

static void test_links(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT_OF(links); i++) {
		const struct attribute *found = attribute(links[i].uid, links[i].attribute);
		const struct link_storage *link = &found->link, *expected = &links[i].link;
		assert_int_equal(link->kind, expected->kind);
		assert_text(link->table, expected->table);
		assert_text(link->owner_column, expected->owner_column);
		assert_text(link->target_column, expected->target_column);
		assert_text(link->type_column, expected->type_column);
		assert_text(link->order_column, expected->order_column);
		assert_text(link->inverse_order_column, expected->inverse_order_column);
		assert_text(link->field, expected->field);
		assert_text(found->inverse ? found->inverse->name : NULL, links[i].inverse);
		assert_int_equal(found->owner, links[i].owner);
		assert_int_equal(found->multiple, links[i].multiple);
		assert_null(found->column);
	}
}

static void test_targets(void **state)
{
	(void)state;
	assert_ptr_equal(attribute("api::restaurant.restaurant", "cover")->target, registry->file);
	assert_ptr_equal(attribute("api::restaurant.restaurant", "address")->target, type("location.address"));
	assert_ptr_equal(attribute("api::review.review", "author")->target, registry->user);
	assert_ptr_equal(attribute("api::review.review", "createdBy")->target, registry->admin_user);
	assert_null(attribute("api::bookmark.bookmark", "target")->target);
	const struct attribute *zone = attribute("api::restaurant.restaurant", "blocks");
	assert_int_equal(zone->component_count, 4);
	assert_ptr_equal(zone->components[1], type("blocks.quote"));
}

static void assert_order(const char *uid, const char *const *names, size_t count)
{
	const struct content_type *found = type(uid);
	assert_int_equal(found->attribute_count, count);
	for (size_t i = 0; i < count; i++) {
		assert_string_equal(found->attributes[i].name, names[i]);
		assert_int_equal(found->attributes[i].index, i);
		assert_ptr_equal(model_attribute(found, slice_of(names[i])), &found->attributes[i]);
	}
}

static void test_added_attributes(void **state)
{
	(void)state;
	const char *homepage[] = {"title",       "body",      "featured",  "createdAt",     "updatedAt",
	                          "publishedAt", "createdBy", "updatedBy", "localizations", "locale"};
	const char *office[] = {"city", "chain", "createdAt", "updatedAt", "createdBy", "updatedBy"};
	const char *geo[] = {"lat", "lng"};
	assert_order("api::homepage.homepage", homepage, COUNT_OF(homepage));
	assert_order("api::office.office", office, COUNT_OF(office));
	assert_order("location.geo", geo, COUNT_OF(geo));

	const struct content_type *page = type("api::homepage.homepage");
	assert_ptr_equal(page->published_at, attribute(page->uid, "publishedAt"));
	assert_ptr_equal(page->locale, attribute(page->uid, "locale"));
	assert_ptr_equal(page->localizations, attribute(page->uid, "localizations"));
	assert_false(page->created_at->writable);
	assert_false(page->updated_at->configurable);
	assert_true(page->published_at->writable);
	assert_false(page->locale->is_private);
	assert_null(type("location.geo")->created_at);

	assert_true(attribute("api::office.office", "createdBy")->is_private);
	assert_true(attribute("api::office.office", "createdBy")->creator);
	assert_false(attribute("api::office.office", "createdBy")->writable);
	assert_false(attribute("api::review.review", "updatedBy")->is_private); /* populateCreatorFields */
}

static void test_types(void **state)
{
	(void)state;
	const struct content_type *restaurant = type("api::restaurant.restaurant");
	assert_true(restaurant->draft_and_publish && restaurant->localized && !restaurant->single &&
	            !restaurant->component);
	assert_string_equal(restaurant->plural_name, "restaurants");
	assert_string_equal(restaurant->file, "src/api/restaurant/content-types/restaurant/schema.json");
	assert_string_equal(restaurant->component_table, "restaurants_components");
	assert_ptr_equal(map_get(&registry->by_plural, SLICE("restaurants")), restaurant);
	assert_null(map_get(&registry->by_singular, SLICE("restaurant")));
	assert_ptr_equal(map_get(&registry->by_singular, SLICE("homepage")), type("api::homepage.homepage"));
	assert_null(map_get(&registry->by_plural, SLICE("users"))); /* plugins have their own routes */
	assert_ptr_equal(map_get(&restaurant->by_column, SLICE("published_at")), restaurant->published_at);
	assert_ptr_equal(model_attribute(restaurant, SLICE("id")), &restaurant->id);

	const struct content_type *hour = type("info.opening-hour");
	assert_true(hour->component);
	assert_string_equal(hour->api_name, "info");
	assert_string_equal(hour->model_name, "opening-hour");
	for (size_t i = 0; i < registry->type_count; i++)
		assert_int_equal(registry->types[i]->index, i);
}

static void test_options(void **state)
{
	(void)state;
	const struct attribute *rating = attribute("api::restaurant.restaurant", "rating");
	assert_true(rating->has_min && rating->has_max && rating->min == 0 && rating->max == 5);
	assert_false(rating->localized);
	assert_true(attribute("api::restaurant.restaurant", "name")->localized);
	assert_true(attribute("api::restaurant.restaurant", "slug")->localized);
	assert_true(attribute("api::restaurant.restaurant", "chain")->localized);
	const struct attribute *price = attribute("api::restaurant.restaurant", "price");
	assert_int_equal(price->enumeration_count, 3);
	assert_string_equal(price->enumeration[2], "fancy");
	assert_string_equal(price->default_json, "\"fair\"");
	assert_string_equal(attribute("api::restaurant.restaurant", "open")->default_json, "true");
	assert_string_equal(attribute("api::restaurant.restaurant", "slug")->target_field, "name");
	assert_string_equal(attribute("api::kitchen-sink.kitchen-sink", "regexed")->regex, "^[a-z]+$");
	assert_int_equal(attribute("api::kitchen-sink.kitchen-sink", "string")->min_length, 2);
	assert_string_equal(attribute("api::kitchen-sink.kitchen-sink", "camelCaseName")->column, "camel_case_name");
	assert_true(attribute("api::kitchen-sink.kitchen-sink", "secret")->is_private);
	const struct attribute *hours = attribute("api::restaurant.restaurant", "hours");
	assert_true(hours->has_max && hours->max == 7 && !hours->has_min);
	const struct attribute *gallery = attribute("api::restaurant.restaurant", "gallery");
	assert_int_equal(gallery->allowed_type_count, 3);
}

static void test_builtins(void **state)
{
	(void)state;
	assert_ptr_equal(registry->role, type("plugin::users-permissions.role"));
	assert_ptr_equal(registry->permission, type("plugin::users-permissions.permission"));
	assert_ptr_equal(registry->folder, type("plugin::upload.folder"));
	assert_ptr_equal(registry->i18n_locale, type("plugin::i18n.locale"));
	assert_ptr_equal(registry->api_token, type("admin::api-token"));
	assert_ptr_equal(registry->api_token_permission, type("admin::api-token-permission"));
	assert_non_null(type("admin::transfer-token-permission"));
	const char *hidden[] = {"password", "resetPasswordToken", "confirmationToken"};
	for (size_t i = 0; i < COUNT_OF(hidden); i++) {
		const struct attribute *secret = attribute("plugin::users-permissions.user", hidden[i]);
		assert_true(secret->is_private && !secret->searchable && !secret->configurable);
	}
	assert_false(attribute("plugin::users-permissions.user", "email")->is_private);
	assert_true(attribute("admin::user", "email")->is_private);
	assert_true(attribute("plugin::upload.file", "folderPath")->is_private);
	assert_string_equal(registry->i18n_locale->table, "i18n_locale");
	assert_null(registry->user->file);
	assert_true(registry->user->plugin);
	assert_string_equal(attribute("admin::permission", "conditions")->default_json, "[]");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(test_links), cmocka_unit_test(test_targets), cmocka_unit_test(test_added_attributes),
	    cmocka_unit_test(test_types), cmocka_unit_test(test_options), cmocka_unit_test(test_builtins),
	};
	return cmocka_run_group_tests(tests, load_project, unload_project);
}
