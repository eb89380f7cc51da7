/* Every table and column of the recorded database must be what the registry says, and nothing else. */
#include "model.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

struct table {
	const char *name, *columns; /* sorted by name, as Strapi made them; its own housekeeping left out */
};

/* clang-format off */
static const struct table expected[] = {
	{"admin_permissions", "action action_parameters conditions created_at created_by_id id properties subject updated_at updated_by_id"},
	{"admin_permissions_role_links", "id permission_id permission_order role_id"},
	{"admin_roles", "code created_at created_by_id description id name updated_at updated_by_id"},
	{"admin_users", "blocked created_at created_by_id email firstname id is_active lastname password prefered_language registration_token reset_password_token updated_at updated_by_id username"},
	{"admin_users_roles_links", "id role_id role_order user_id user_order"},
	{"bookmarks", "created_at created_by_id id label target_id target_type updated_at updated_by_id"},
	{"bookmarks_related_morphs", "bookmark_id field id order related_id related_type"},
	{"categories", "code created_at created_by_id id name updated_at updated_by_id"},
	{"categories_parent_links", "category_id category_order id inv_category_id"},
	{"chains", "created_at created_by_id id name updated_at updated_by_id"},
	{"chains_components", "component_id component_type entity_id field id order"},
	{"chains_headquarters_links", "chain_id id office_id"},
	{"components_blocks_quotes", "author id text"},
	{"components_blocks_relateds", "heading id"},
	{"components_blocks_relateds_category_links", "category_id id related_id"},
	{"components_blocks_relateds_restaurants_links", "id related_id restaurant_id restaurant_order"},
	{"components_blocks_rich_texts", "body id"},
	{"components_blocks_sliders", "id title"},
	{"components_info_opening_hours", "closes day id opens"},
	{"components_location_addresses", "city id street zip"},
	{"components_location_addresses_components", "component_id component_type entity_id field id order"},
	{"components_location_geos", "id lat lng"},
	{"components_shared_seos", "id keywords meta_description meta_title"},
	{"files", "alternative_text caption created_at created_by_id ext folder_path formats hash height id mime name preview_url provider provider_metadata size updated_at updated_by_id url width"},
	{"files_folder_links", "file_id file_order folder_id id"},
	{"files_related_morphs", "field file_id id order related_id related_type"},
	{"globals", "created_at created_by_id id site_name updated_at updated_by_id"},
	{"globals_components", "component_id component_type entity_id field id order"},
	{"homepages", "created_at created_by_id id locale published_at title updated_at updated_by_id"},
	{"homepages_components", "component_id component_type entity_id field id order"},
	{"homepages_featured_links", "homepage_id id restaurant_id restaurant_order"},
	{"homepages_localizations_links", "homepage_id homepage_order id inv_homepage_id"},
	{"i18n_locale", "code created_at created_by_id id name updated_at updated_by_id"},
	{"kitchen_sinks", "biginteger boolean camel_case_name content created_at created_by_id date datetime decimal email enumeration float id integer json password regexed required_text richtext secret string text time timestamp uid uniq updated_at updated_by_id"},
	{"offices", "city created_at created_by_id id updated_at updated_by_id"},
	{"restaurants", "created_at created_by_id description founded id locale name open price published_at rating seats slug updated_at updated_by_id"},
	{"restaurants_categories_links", "category_id category_order id restaurant_id restaurant_order"},
	{"restaurants_chain_links", "chain_id id restaurant_id restaurant_order"},
	{"restaurants_components", "component_id component_type entity_id field id order"},
	{"restaurants_localizations_links", "id inv_restaurant_id restaurant_id restaurant_order"},
	{"restaurants_neighbours_links", "id inv_restaurant_id restaurant_id restaurant_order"},
	{"restaurants_owner_links", "id restaurant_id user_id"},
	{"reviews", "body created_at created_by_id id published_at stars title updated_at updated_by_id"},
	{"reviews_author_links", "id review_id user_id"},
	{"reviews_moderator_links", "id review_id user_id"},
	{"reviews_restaurant_links", "id restaurant_id review_id review_order"},
	{"strapi_api_token_permissions", "action created_at created_by_id id updated_at updated_by_id"},
	{"strapi_api_token_permissions_token_links", "api_token_id api_token_permission_id api_token_permission_order id"},
	{"strapi_api_tokens", "access_key created_at created_by_id description expires_at id last_used_at lifespan name type updated_at updated_by_id"},
	{"strapi_transfer_token_permissions", "action created_at created_by_id id updated_at updated_by_id"},
	{"strapi_transfer_token_permissions_token_links", "id transfer_token_id transfer_token_permission_id transfer_token_permission_order"},
	{"strapi_transfer_tokens", "access_key created_at created_by_id description expires_at id last_used_at lifespan name updated_at updated_by_id"},
	{"up_permissions", "action created_at created_by_id id updated_at updated_by_id"},
	{"up_permissions_role_links", "id permission_id permission_order role_id"},
	{"up_roles", "created_at created_by_id description id name type updated_at updated_by_id"},
	{"up_users", "blocked confirmation_token confirmed created_at created_by_id email id password provider reset_password_token updated_at updated_by_id username"},
	{"up_users_role_links", "id role_id user_id user_order"},
	{"upload_folders", "created_at created_by_id id name path path_id updated_at updated_by_id"},
	{"upload_folders_parent_links", "folder_id folder_order id inv_folder_id"},
};
/* clang-format on */

enum { COLUMNS = 64 };

struct columns {
	const char *names[COLUMNS];
	size_t count;
};

static int compare(const void *a, const void *b)
{
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static const char *joined(struct arena *arena, struct columns *columns)
{
	qsort(columns->names, columns->count, sizeof *columns->names, compare);
	const char *text = columns->names[0];
	for (size_t i = 1; i < columns->count; i++)
		text = arena_format(arena, "%s %s", text, columns->names[i]);
	return text;
}

static void add_column(struct columns *columns, const char *name)
{
	assert_true(columns->count < COLUMNS);
	if (name)
		columns->names[columns->count++] = name;
}

static void add_table(struct map *tables, const char *name, struct columns *columns)
{
	assert_null(map_set(tables, slice_of(name), (char *)(uintptr_t)joined(tables->arena, columns)));
}

static void add_link_table(struct map *tables, const struct attribute *attribute)
{
	const struct link_storage *link = &attribute->link;
	bool morph = link->kind == LINK_MORPH_OWNER;
	if (!morph && (link->kind != LINK_TABLE || !attribute->owner))
		return;
	struct columns columns = {{"id"}, 1};
	add_column(&columns, link->owner_column);
	add_column(&columns, link->target_column);
	add_column(&columns, link->type_column);
	add_column(&columns, link->order_column);
	add_column(&columns, link->inverse_order_column);
	if (morph)
		add_column(&columns, "field");
	add_table(tables, link->table, &columns);
}

static void add_type(struct map *tables, const struct content_type *type)
{
	struct columns columns = {{type->id.column}, 1};
	for (size_t i = 0; i < type->attribute_count; i++) {
		const struct attribute *attribute = &type->attributes[i];
		add_column(&columns, attribute->column);
		if (attribute->link.kind == LINK_JOIN_COLUMN || attribute->link.kind == LINK_COLUMN_OWNER) {
			assert_string_equal(attribute->link.table, type->table);
			add_column(&columns, attribute->link.target_column);
			add_column(&columns, attribute->link.type_column);
		}
		add_link_table(tables, attribute);
	}
	add_table(tables, type->table, &columns);
	if (type->component_table) {
		struct columns link = {{"id", "entity_id", "component_id", "component_type", "field", "order"}, 6};
		add_table(tables, type->component_table, &link);
	}
}

static void test_tables(void **state)
{
	(void)state;
	struct arena *arena = arena_create();
	struct findings findings;
	findings_init(&findings, arena);
	struct registry *registry = model_load(arena, "tests/data/project", NULL, &findings);
	assert_non_null(registry);
	struct map tables;
	map_init(&tables, arena);
	for (size_t i = 0; i < registry->type_count; i++)
		add_type(&tables, registry->types[i]);
	for (size_t i = 0; i < COUNT_OF(expected); i++) {
		const char *columns = map_get(&tables, slice_of(expected[i].name));
		if (!columns)
			fail_msg("no table %s", expected[i].name);
		assert_string_equal(columns, expected[i].columns);
	}
	assert_int_equal(tables.count, COUNT_OF(expected));
	arena_destroy(arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(test_tables)};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
