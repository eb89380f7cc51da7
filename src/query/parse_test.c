/* What query_parse refuses, with which message, and what it makes of the rest. */
#include "query.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

static struct arena *registry_arena;
static const struct registry *registry;

static bool may_find(const void *context, const struct content_type *type)
{
	const char *forbidden = context;
	return !forbidden || strcmp(type->uid, forbidden) != 0;
}

struct parsed {
	struct arena *arena;
	struct query_root root;
	struct error error;
	bool done;
};

static struct parsed parse_request(struct query_request request, const char *type, const char *query)
{
	struct parsed parsed = {.arena = arena_create()};
	struct param *params;
	request.registry = registry;
	request.type = model_type(registry, slice_of(type));
	request.rights.may_find = may_find;
	request.default_limit = 25;
	request.max_limit = 100;
	request.with_count = true;
	request.max_populate_depth = 5;
	parsed.done = params_parse(parsed.arena, slice_of(query), &params, &parsed.error) &&
	              query_parse(parsed.arena, &request, params, &parsed.root, &parsed.error);
	return parsed;
}

static struct parsed parse(const char *type, const char *query)
{
	return parse_request((struct query_request){0}, type, query);
}

static const char restaurant[] = "api::restaurant.restaurant", category[] = "api::category.category",
		  review[] = "api::review.review", sink[] = "api::kitchen-sink.kitchen-sink",
		  bookmark[] = "api::bookmark.bookmark", user[] = "plugin::users-permissions.user";

/* Eight letters that take three bytes each: 24 of 100. */
#define EIGHT "\346\235\261\346\235\261\346\235\261\346\235\261\346\235\261\346\235\261\346\235\261\346\235\261"

struct refusal {
	const char *type, *query, *message;
};

static const struct refusal refusals[] = {
    {category, "filters[nope]=1", "Invalid parameter nope"},
    {category, "filters[code]=1", "Invalid parameter code"},
    {category, "filters[$or][0][$not][parent][code][$null]=true", "Invalid parameter code"},
    {category, "filters[created_at]=1", "Invalid parameter created_at"},
    {category, "filters[name][$nope]=1", "Invalid parameter $nope. Expected an operator such as $eq for name"},
    {category, "filters[$nope]=1", "Invalid parameter $nope"},
    /* cut between two characters */
    {category, "sort=name:" EIGHT EIGHT EIGHT EIGHT EIGHT "x",
     "Invalid sort order \"" EIGHT EIGHT EIGHT EIGHT "\346\235\261\". Expected"},
    {category, "filters=x", "Invalid filter at filters. Expected an object of fields and operators"},
    {category, "filters[$and]=x", "Invalid filter at $and. Expected a list of filters"},
    {sink, "filters[password]=x", "Invalid parameter password"},
    {sink, "filters[integer]=x", "Invalid value \"x\" for integer. Expected a number"},
    {sink, "filters[date]=x", "Invalid format, expected yyyy-MM-dd"},
    {sink, "filters[date]=2021-02-30", "Invalid date"},
    {sink, "filters[time]=25:00:00", "Invalid time format, expected HH:mm:ss.SSS"},
    {sink, "filters[datetime]=soon", "Invalid format, expected a timestamp or an ISO date"},
    {sink, "filters[integer][$between][0]=1", "Invalid filter at $between. Expected a list of two values"},
    {bookmark, "filters[target][id]=1", "Invalid parameter target"},
    {restaurant, "filters[blocks][id]=1", "Invalid parameter blocks"},
    {user, "filters[role][users][id]=1", "Invalid parameter users"},
    {category, "sort=nope", "Invalid parameter nope"},
    {category, "sort=code", "Invalid parameter code"},
    {category, "sort=parent", "Invalid parameter parent"},
    {category, "sort=name:up", "Invalid sort order \"up\". Expected asc or desc"},
    {category, "sort[0][name]=asc&sort[1]=id", "Invalid parameter 0"},
    {category, "fields=nope", "Invalid parameter nope"},
    {category, "fields=code", "Invalid parameter code"},
    {category, "fields=parent", "Invalid parameter parent"},
    {category, "fields[a]=name", "Invalid fields parameter. Expected a string or an array of strings"},
    {category, "populate[parent][filters][code]=1", "Invalid parameter code"},
    {category, "populate[parent][count]=x", "Invalid count in the populate parameter. Expected true or false"},
    {category, "populate[parent][limit]=x", "Invalid limit parameter \"x\". Expected an integer"},
    {category, "populate[parent][page]=0", "Invalid 'page' parameter. Expected an integer > 0, received: 0"},
    {category, "populate=parent.parent.parent.parent.parent.parent",
     "The populate parameter is nested too deeply. Expected at most 5 levels"},
    {category, "pagination[page]=1&pagination[limit]=1",
     "Invalid pagination parameters. Expected either start/limit or page/pageSize"},
    {category, "pagination[pageSize]=x", "Invalid pagination[pageSize] parameter \"x\". Expected an integer"},
    {category, "publicationState=x", "Invalid publicationState. Expected one of 'preview','live'"},
    /* behind a polymorphic relation, where the types differ */
    {bookmark, "populate[related][populate][reviews][filters][author][password][$startsWith]=$2a",
     "Invalid parameter password"},
    {bookmark, "populate[related][populate][reviews][filters][moderator][id]=1", "Invalid parameter moderator"},
    {bookmark, "populate[related][populate][reviews][sort]=author.password", "Invalid parameter password"},
    {bookmark, "populate[related][populate][reviews][sort][moderator][id]=asc", "Invalid parameter moderator"},
    {bookmark, "populate[related][populate][reviews][fields]=moderator", "Invalid parameter moderator"},
    {bookmark, "populate[target][populate][parent][filters][code]=x", "Invalid parameter code"},
    {bookmark, "populate[related][populate][restaurants][populate][categories][filters][code]=x",
     "Invalid parameter code"},
    {restaurant, "locale[a]=x", "Invalid locale parameter. Expected a locale code, a list of them or all"},
};

static void refusals_name_the_parameter(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT_OF(refusals); i++) {
		struct parsed parsed = parse(refusals[i].type, refusals[i].query);
		assert_false(parsed.done);
		assert_int_equal(parsed.error.status, 400);
		if (!strstr(parsed.error.message, refusals[i].message))
			fail_msg("%s: %s", refusals[i].query, parsed.error.message);
		arena_destroy(parsed.arena);
	}
}

/* A model may call its attributes as the parameters are called. */
static void an_attribute_named_like_a_parameter_opens_nothing(void **state)
{
	(void)state;
	struct content_type *type = map_get(&registry->by_uid, slice_of(category));
	static const char *const names[] = {"filters", "sort", "fields", "populate"};
	static const char *const queries[] = {"populate[parent][filters][code]=x", "populate[parent][sort]=code",
	                                      "populate[parent][fields]=code",
	                                      "populate[parent][populate][parent][filters][code]=x"};
	struct map before = type->by_name;
	for (size_t i = 0; i < COUNT_OF(names); i++) {
		struct map_entry *entries = arena_array(registry_arena, before.capacity, sizeof *entries);
		memcpy(entries, before.entries, before.capacity * sizeof *entries);
		type->by_name.entries = entries;
		map_set(&type->by_name, slice_of(names[i]), map_get(&before, SLICE("name")));
		struct parsed parsed = parse(category, queries[i]);
		assert_false(parsed.done);
		assert_string_equal(parsed.error.message, "Invalid parameter code");
		arena_destroy(parsed.arena);
		type->by_name = before;
	}
}

static void a_type_that_may_not_be_found_is_refused_or_left_out(void **state)
{
	(void)state;
	const struct query_request request = {.rights.context = category};
	static const char *const refused[] = {"filters[categories][name]=x", "filters[categories]=1",
	                                      "filters[$not][categories][$null]=true", "sort=categories.name",
	                                      "populate[neighbours][filters][categories][id]=1"};
	for (size_t i = 0; i < COUNT_OF(refused); i++) {
		struct parsed parsed = parse_request(request, restaurant, refused[i]);
		assert_false(parsed.done);
		assert_string_equal(parsed.error.message, "Invalid parameter categories");
		arena_destroy(parsed.arena);
	}
	struct parsed parsed = parse_request(
	    request, bookmark, "populate[related][populate][restaurant][filters][categories][name][$contains]=a");
	assert_false(parsed.done);
	assert_string_equal(parsed.error.message, "Invalid parameter categories");
	arena_destroy(parsed.arena);
	parsed = parse_request(request, restaurant, "populate=*");
	assert_true(parsed.done);
	for (size_t i = 0; i < parsed.root.query->populate_count; i++)
		assert_string_not_equal(parsed.root.query->populates[i].attribute->name, "categories");
	assert_true(parsed.root.query->populate_count > 5);
	arena_destroy(parsed.arena);
}

static void pages_are_held_to_their_limits(void **state)
{
	(void)state;
	static const struct {
		const char *query;
		int64_t offset, limit;
	} pages[] = {
	    {"", 0, 25},
	    {"pagination[page]=3", 50, 25},
	    {"pagination[page]=0&pagination[pageSize]=0", 0, 1},
	    {"pagination[pageSize]=1000", 0, 100},
	    {"pagination[start]=7", 7, 25},
	    {"pagination[start]=-7&pagination[limit]=-1", 0, 100},
	    {"pagination[limit]=0", 0, 1},
	    {"pagination[limit]=1e1&pagination[start]=0x10", 16, 10},
	    {"pagination[limit]=99999999999999999999", 0, 100},
	    {"pagination=3", 0, 25},
	};
	for (size_t i = 0; i < COUNT_OF(pages); i++) {
		struct parsed parsed = parse(category, pages[i].query);
		assert_true(parsed.done);
		assert_int_equal(parsed.root.query->offset, pages[i].offset);
		assert_int_equal(parsed.root.query->limit, pages[i].limit);
		arena_destroy(parsed.arena);
	}
}

static void a_populate_becomes_a_tree(void **state)
{
	(void)state;
	struct parsed parsed = parse(restaurant, "populate[0]=chain.seo&populate[1]=chain.bookmark,nope,name,chain");
	const struct query *query = parsed.root.query;
	assert_true(parsed.done);
	assert_int_equal(query->populate_count, 1);
	assert_string_equal(query->populates[0].attribute->name, "chain");
	assert_int_equal(query->populates[0].query->populate_count, 2);
	arena_destroy(parsed.arena);

	parsed = parse(restaurant,
	               "populate[reviews][fields]=stars&populate[reviews][sort]=stars:desc&populate[reviews][limit]="
	               "3&populate[reviews][ordering]=desc&populate[chain]=false&populate[categories][count]=true");
	query = parsed.root.query;
	assert_true(parsed.done);
	assert_int_equal(query->populate_count, 2);
	assert_int_equal(query->populates[0].query->field_count, 1);
	assert_true(query->populates[0].query->sorts[0].descending);
	assert_int_equal(query->populates[0].query->limit, 3);
	assert_true(query->populates[0].descending);
	assert_true(query->populates[1].count_only);
	arena_destroy(parsed.arena);
}

static void the_publication_state_goes_down(void **state)
{
	(void)state;
	struct parsed parsed = parse(category, "populate[restaurants][populate][reviews]=true&populate[children]["
	                                       "publicationState]=preview&populate[children][populate]=restaurants");
	const struct query *query = parsed.root.query;
	assert_true(parsed.done);
	assert_int_equal(query->populates[0].query->populates[0].query->publication, PUBLICATION_LIVE);
	assert_int_equal(query->populates[1].query->populates[0].query->publication, PUBLICATION_ANY);
	arena_destroy(parsed.arena);
	parsed = parse_request((struct query_request){.by_id = true}, category, "populate=restaurants");
	assert_true(parsed.done);
	assert_int_equal(parsed.root.query->populates[0].query->publication, PUBLICATION_ANY);
	arena_destroy(parsed.arena);
}

static void a_polymorphic_populate_has_a_query_for_each_type(void **state)
{
	(void)state;
	struct parsed parsed = parse(bookmark, "populate[related][on][api::category.category][fields]=name");
	assert_true(parsed.done);
	const struct populate *populate = &parsed.root.query->populates[0];
	assert_null(populate->query);
	assert_int_equal(populate->by_type_count, 1);
	assert_string_equal(populate->by_type[0]->type->uid, category);
	assert_int_equal(populate->by_type[0]->field_count, 1);
	arena_destroy(parsed.arena);

	parsed = parse(bookmark, "populate[related][filters][stars]=5");
	assert_true(parsed.done);
	assert_int_equal(parsed.root.query->populates[0].by_type_count, 1);
	assert_string_equal(parsed.root.query->populates[0].by_type[0]->type->uid, review);
	arena_destroy(parsed.arena);

	parsed = parse(bookmark, "populate=target,related");
	assert_true(parsed.done);
	for (size_t i = 0; i < parsed.root.query->populates[0].by_type_count; i++)
		assert_int_not_equal(strncmp(parsed.root.query->populates[0].by_type[i]->type->uid, "admin::", 7), 0);
	arena_destroy(parsed.arena);
}

/* The filters of a polymorphic relation are read for each type that may hang on it. */
static void filters_are_not_multiplied_by_types_without_end(void **state)
{
	(void)state;
	static const char *const starts[] = {"populate[related][filters]", "filters"};
	for (size_t i = 0; i < COUNT_OF(starts); i++) {
		struct arena *arena = arena_create();
		struct buffer query = {0};
		for (unsigned j = 0; j < 900; j++)
			buffer_format(&query, "&%s[$and][%u][$or][%u][$and][0][$and][0][$and][0][$and][0][id]=1",
			              starts[i], j / 10, j % 10);
		struct parsed parsed = parse(bookmark, arena_copy(arena, buffer_as_slice(&query)));
		assert_int_equal(parsed.done, i == 1);
		if (!parsed.done)
			assert_non_null(strstr(parsed.error.message, "filters of the populate ask for too much"));
		arena_destroy(parsed.arena);
		buffer_free(&query);
		arena_destroy(arena);
	}
}

static const struct condition *filter_of(struct parsed *parsed, const char *query)
{
	*parsed = parse(sink, query);
	assert_true(parsed->done);
	return parsed->root.query->filter->children;
}

static void values_are_cast_as_their_attribute_says(void **state)
{
	(void)state;
	struct parsed parsed;
	const struct condition *condition = filter_of(&parsed, "filters[integer]=0x11");
	assert_int_equal(condition->values[0].integer, 17);
	arena_destroy(parsed.arena);
	condition = filter_of(&parsed, "filters[boolean]=yes");
	assert_int_equal(condition->values[0].kind, VALUE_BOOLEAN);
	assert_int_equal(condition->values[0].integer, 1);
	arena_destroy(parsed.arena);
	condition = filter_of(&parsed, "filters[time]=11:05:06.7");
	assert_true(slice_is(condition->values[0].text, "11:05:06.700"));
	arena_destroy(parsed.arena);
	condition = filter_of(&parsed, "filters[datetime]=2021-04-02T05:06:07.089%2B01:00");
	assert_int_equal(condition->values[0].kind, VALUE_DATETIME);
	assert_int_equal(condition->values[0].integer, 1617336367089);
	arena_destroy(parsed.arena);
	condition = filter_of(&parsed, "filters[json]=a\"");
	assert_true(slice_is(condition->values[0].text, "\"a\\\"\""));
	arena_destroy(parsed.arena);
	condition = filter_of(&parsed, "filters[string]");
	assert_int_equal(condition->values[0].kind, VALUE_NULL);
	arena_destroy(parsed.arena);
}

/* SQLite would compare an id with any text, and find nothing. */
static void an_id_that_is_no_number_is_beyond_all(void **state)
{
	(void)state;
	static const char *const texts[] = {"abc", "", "0x1", "-Infinity", "1e", "--1", "1 2"};
	for (size_t i = 0; i < COUNT_OF(texts); i++) {
		struct arena *arena = arena_create();
		struct parsed parsed;
		const struct condition *condition = filter_of(&parsed, arena_format(arena, "filters[id]=%s", texts[i]));
		assert_int_equal(condition->values[0].kind, VALUE_NUMBER);
		assert_true(condition->values[0].number > 1e300);
		arena_destroy(parsed.arena);
		arena_destroy(arena);
	}
	struct parsed parsed;
	assert_int_equal(filter_of(&parsed, "filters[id]=%2012%20")->values[0].integer, 12);
	arena_destroy(parsed.arena);
}

static int load(void **state)
{
	(void)state;
	struct findings findings;
	registry_arena = arena_create();
	findings_init(&findings, registry_arena);
	registry = model_load(registry_arena, "tests/data/project", NULL, &findings);
	return registry ? 0 : -1;
}

static int unload(void **state)
{
	(void)state;
	arena_destroy(registry_arena);
	return 0;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(refusals_name_the_parameter),
	    cmocka_unit_test(an_attribute_named_like_a_parameter_opens_nothing),
	    cmocka_unit_test(a_type_that_may_not_be_found_is_refused_or_left_out),
	    cmocka_unit_test(pages_are_held_to_their_limits),
	    cmocka_unit_test(a_populate_becomes_a_tree),
	    cmocka_unit_test(the_publication_state_goes_down),
	    cmocka_unit_test(a_polymorphic_populate_has_a_query_for_each_type),
	    cmocka_unit_test(filters_are_not_multiplied_by_types_without_end),
	    cmocka_unit_test(values_are_cast_as_their_attribute_says),
	    cmocka_unit_test(an_id_that_is_no_number_is_beyond_all),
	};
	return cmocka_run_group_tests(tests, load, unload);
}
