/* Queries on a small SQLite database: what they match, in which order, and what is refused or remembered. */
#include "link_orders.h"

#include <setjmp.h>
#include <sqlite3.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include <cmocka.h>

/* Categories 1 to 6: 2 and 3 are children of 1, 4 of 2. Restaurants 1 to 4 with categories: 1 has 1 and 2, 2 has 2, 3
 * has none, 4 is a draft with 1. Bookmark 1 points at restaurant 1. */
static const char tables[] =
    "CREATE TABLE categories (id INTEGER PRIMARY KEY, name VARCHAR, code VARCHAR, created_at DATETIME, updated_at "
    "DATETIME,"
    " created_by_id INTEGER, updated_by_id INTEGER);"
    "CREATE TABLE categories_parent_links (id INTEGER PRIMARY KEY, category_id INTEGER, inv_category_id INTEGER,"
    " category_order DOUBLE);"
    "CREATE TABLE restaurants (id INTEGER PRIMARY KEY, name VARCHAR, slug VARCHAR, description TEXT, rating FLOAT, "
    "price"
    " VARCHAR, seats INTEGER, open BOOLEAN, founded DATE, created_at DATETIME, updated_at DATETIME, published_at "
    "DATETIME,"
    " created_by_id INTEGER, updated_by_id INTEGER, locale VARCHAR);"
    "CREATE TABLE restaurants_categories_links (id INTEGER PRIMARY KEY, restaurant_id INTEGER, category_id INTEGER,"
    " category_order DOUBLE, restaurant_order DOUBLE);"
    "INSERT INTO categories (id, name) VALUES (1, 'one'), (2, 'two'), (3, 'three'), (4, 'four'), (5, NULL), (6, 'six');"
    "INSERT INTO categories_parent_links VALUES (1, 2, 1, 2), (2, 3, 1, 1), (3, 4, 2, 1);"
    "INSERT INTO restaurants (id, name, seats, open, published_at) VALUES (1, 'a', 10, 1, 1000), (2, 'b', NULL, 0, "
    "1000),"
    " (3, 'c', 30, NULL, 1000), (4, 'd', 40, 1, NULL);"
    "INSERT INTO restaurants_categories_links VALUES (1, 1, 1, 2, 1), (2, 1, 2, 1, 1), (3, 2, 2, 1, 2), (4, 4, 1, 1, "
    "2);";

static char folder[] = "/tmp/lectern-store-test-XXXXXX", file[64];
static struct arena *arena;
static const struct registry *registry;
static struct store *store;
static struct config config = {.client = DATABASE_SQLITE, .sqlite_path = file, .statement_timeout = 30000};

static void execute(const char *sql)
{
	sqlite3 *database;
	assert_int_equal(sqlite3_open(file, &database), SQLITE_OK);
	assert_int_equal(sqlite3_exec(database, sql, NULL, NULL, NULL), SQLITE_OK);
	sqlite3_close(database);
}

static int open_store(void **state)
{
	struct findings findings;
	struct error error;
	(void)state;
	arena = arena_create();
	findings_init(&findings, arena);
	registry = model_load(arena, "tests/data/project", NULL, &findings);
	if (!registry || !mkdtemp(folder))
		return -1;
	snprintf(file, sizeof file, "%s/data.db", folder);
	execute(tables);
	return store_open(&config, registry, 2, &store, &error) ? 0 : -1;
}

static int close_store(void **state)
{
	(void)state;
	store_close(store);
	static const char *const behind[] = {"", "-wal", "-shm"};
	for (size_t i = 0; i < COUNT_OF(behind); i++) {
		char path[80];
		snprintf(path, sizeof path, "%s%s", file, behind[i]);
		unlink(path);
	}
	arena_destroy(arena);
	return rmdir(folder);
}

static bool may_find(const void *context, const struct content_type *type)
{
	(void)context;
	(void)type;
	return true;
}

static struct query *parse(const char *uid, const char *text)
{
	const struct query_request request = {.registry = registry,
	                                      .type = model_type(registry, slice_of(uid)),
	                                      .rights = {.may_find = may_find},
	                                      .default_limit = 100,
	                                      .max_populate_depth = 10};
	struct param *params;
	struct query_root root;
	struct error error;
	assert_true(params_parse(arena, slice_of(text), &params, &error));
	if (!query_parse(arena, &request, params, &root, &error))
		fail_msg("%s: %s", text, error.message);
	return root.query;
}

static struct store_session *begin(void)
{
	struct store_session *session;
	struct error error;
	assert_true(store_begin(store, 0, arena, &session, &error));
	return session;
}

/* The ids of the rows, as "1 2 3", with the parent before each as "1:2" where there is a via. */
static const char *ids_of(struct store_session *session, const struct store_select *select)
{
	struct buffer text = {0};
	struct store_cursor *cursor;
	struct error error;
	bool row;
	if (!store_select(session, select, &cursor, &error))
		fail_msg("%s", error.message);
	while (store_next(cursor, &row, &error) && row) {
		if (text.len)
			buffer_byte(&text, ' ');
		if (select->via)
			buffer_format(&text, "%d:", (int)store_parent(cursor));
		buffer_int(&text, store_id(cursor));
	}
	store_close_cursor(cursor);
	const char *copy = arena_copy(arena, buffer_as_slice(&text));
	buffer_free(&text);
	return copy;
}

static const char *find(const char *uid, const char *text)
{
	struct store_session *session = begin();
	const char *ids = ids_of(session, &(struct store_select){.query = parse(uid, text)});
	store_end(session);
	return ids;
}

struct expected {
	const char *query, *ids;
};

static void check(const char *uid, const struct expected *expected, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (strcmp(find(uid, expected[i].query), expected[i].ids) != 0)
			fail_msg("%s: %s", expected[i].query, find(uid, expected[i].query));
}

static const char category[] = "api::category.category", restaurant[] = "api::restaurant.restaurant";

static void filters_match_fields(void **state)
{
	(void)state;
	static const struct expected expected[] = {
	    {"", "1 2 3 4 5 6"},
	    {"filters[name]=two", "2"},
	    {"filters[name][$ne]=two", "1 3 4 6"},
	    {"filters[name][$null]=true", "5"},
	    {"filters[name]", "5"},
	    {"filters[name][$in][]=one&filters[name][$in][]=six", "1 6"},
	    {"filters[name][$notIn][]=one&filters[name][$notIn][]=six", "2 3 4"},
	    {"filters[name][$contains]=O", "1 2 4"},
	    {"filters[name][$startsWith]=t_", "2 3"},
	    {"filters[name][$notContains]=o", "3 6"},
	    {"filters[id][$between][0]=2&filters[id][$between][1]=4", "2 3 4"},
	    {"filters[id][$gt]=2&filters[id][$lt]=5", "3 4"},
	    {"filters[id]=abc", ""},
	    {"filters[id][$lt]=abc", "1 2 3 4 5 6"},
	    {"filters[$not][name]=two", "1 3 4 6"},
	    {"filters[$not][$or][0][name]=two&filters[$not][$or][1][id]=1", "3 4 6"},
	    {"filters[name][$not][0]=one&filters[name][$not][1]=two", "1 2 3 4 6"},
	    {"filters[$or][0][name]=one&filters[$or][0][id]=2&filters[$or][1][id]=6", "6"},
	    {"_q=our", "4"},
	    {"_q=%25", ""},
	    {"sort=name:desc", "2 3 6 1 4 5"},
	    {"sort=id:desc&pagination[start]=1&pagination[limit]=2", "5 4"},
	};
	check(category, expected, COUNT_OF(expected));
}

/* As left joins do: an entry with no related entry has one row of nulls. */
static void filters_match_related_entries(void **state)
{
	(void)state;
	static const struct expected expected[] = {
	    {"filters[parent]=1", "2 3"},
	    {"filters[parent][name]=one", "2 3"},
	    {"filters[parent][$null]=true", "1 5 6"},
	    {"filters[parent][name][$null]=true", "1 5 6"},
	    {"filters[parent][name][$ne]=one", "4"},
	    {"filters[$not][parent][name]=one", "4"},
	    {"filters[parent][$not][name]=one", "4"},
	    {"filters[parent][parent][name]=one", "4"},
	    {"filters[parent][parent][$null]=true", "1 2 3 5 6"},
	    {"filters[parent][parent][$notNull]=true", "4"},
	    {"filters[$or][0][parent]=2&filters[$or][1][children][name]=four", "2 4"},
	    {"filters[$and][0][children][name]=two&filters[$and][1][children][name]=three", "1"},
	    {"filters[children][$and][0][name]=two&filters[children][$and][1][name]=three", ""},
	    {"filters[children][$not][name]=two", "1 2"},
	    {"filters[$not][$or][0][parent]=1&filters[$not][$or][1][name]=six", "4"},
	    {"filters[parent][$gt]=1&filters[parent][$lt]=3", "4"},
	    {"filters[children][$lt]=3&filters[children][name][$contains]=t", "1"},
	    {"filters[children][$gt]=3&filters[children][$or][0][name]=two&filters[children][$or][1][name]=four", "2"},
	    {"filters[restaurants][name]=d", "1"},
	    {"filters[restaurants][seats][$null]=true", "2 3 4 5 6"},
	    {"filters[restaurants][categories][name]=one&filters[name]=two", "2"},
	};
	check(category, expected, COUNT_OF(expected));
}

static void lists_show_published_entries(void **state)
{
	(void)state;
	static const struct expected expected[] = {
	    {"locale=all", "1 2 3"},
	    {"publicationState=preview", "1 2 3 4"},
	    {"filters[open]=true&publicationState=preview", "1 4"},
	    {"filters[categories][name]=one", "1"},
	    {"sort=categories.name,id", "3 1 1 2"},
	    {"sort=seats:desc", "3 1 2"},
	};
	check(restaurant, expected, COUNT_OF(expected));
}

/* Texts of 1 MB are more than lectern_first_ids keeps. */
static void lists_are_sorted_whatever_their_length(void **state)
{
	(void)state;
	static const struct expected expected[] = {
	    {"sort=name:desc", "2 3 6 1 4 5"},
	    {"sort[0]=createdAt&sort[1]=name:desc&pagination[start]=1&pagination[limit]=3", "3 6 1"},
	    {"sort=name&filters[name][$notNull]=true&pagination[limit]=5", "4 1 6 3 2"},
	    {"sort[0]=updatedAt&sort[1]=id:desc&pagination[limit]=2", "6 5"},
	};
	check(category, expected, COUNT_OF(expected));
	execute("UPDATE categories SET name = name || hex(zeroblob(500000))");
	check(category, expected, COUNT_OF(expected));
	execute("UPDATE categories SET name = substr(name, 1, length(name) - 1000000)");
	check(category, expected, COUNT_OF(expected));
}

static void related_entries_come_in_their_stored_order(void **state)
{
	(void)state;
	static const int64_t parents[] = {1, 2, 3, 4};
	struct store_session *session = begin();
	const struct content_type *type = model_type(registry, slice_of(restaurant));
	struct store_select select = {.query = query_create(arena, model_type(registry, slice_of(category))),
	                              .via = model_attribute(type, SLICE("categories")),
	                              .owner = type,
	                              .parents = parents,
	                              .parent_count = COUNT_OF(parents)};
	uint64_t before = store_statement_count(session);
	assert_string_equal(ids_of(session, &select), "4:1 1:2 2:2 1:1");
	assert_int_equal(store_statement_count(session) - before, 1);
	select.descending = true;
	assert_string_equal(ids_of(session, &select), "1:1 4:1 1:2 2:2");
	select.query = parse(category, "filters[name]=two");
	assert_string_equal(ids_of(session, &select), "1:2 2:2");
	store_end(session);
}

static int64_t count(const char *uid, const char *text, uint64_t *statements)
{
	struct store_session *session = begin();
	struct error error;
	int64_t total;
	assert_true(store_count(session, parse(uid, text), &total, &error));
	*statements = store_statement_count(session);
	store_end(session);
	return total;
}

static void totals_are_remembered_until_the_database_changes(void **state)
{
	(void)state;
	uint64_t statements;
	assert_int_equal(count(category, "filters[name][$contains]=o", &statements), 3);
	assert_int_equal(statements, 1);
	assert_int_equal(count(category, "filters[name][$contains]=o&pagination[limit]=1", &statements), 3);
	assert_int_equal(statements, 0);
	assert_int_equal(count(category, "filters[name][$contains]=i", &statements), 1);
	assert_int_equal(statements, 1);
	execute("INSERT INTO categories (id, name) VALUES (7, 'oo')");
	assert_int_equal(count(category, "filters[name][$contains]=o", &statements), 4);
	assert_int_equal(statements, 1);
	execute("DELETE FROM categories WHERE id = 7");
}

static void totals_are_shared_by_threads(void **state)
{
	(void)state;
	struct store_session *session;
	struct error error;
	uint64_t statements;
	int64_t total;
	count(category, "filters[name][$contains]=w", &statements);
	for (int i = 0; i < 2; i++) { /* the first session of a connection does not know yet what it sees */
		assert_true(store_begin(store, 1, arena, &session, &error));
		assert_true(store_count(session, parse(category, "filters[name][$contains]=w"), &total, &error));
		assert_int_equal(total, 1);
		statements = store_statement_count(session);
		store_end(session);
	}
	assert_int_equal(statements, 0);
}

static const char *refused(struct query *query)
{
	static struct error error;
	struct store_session *session = begin();
	struct store_cursor *cursor;
	int64_t total;
	assert_false(store_select(session, &(struct store_select){.query = query}, &cursor, &error));
	assert_int_equal(error.status, 400);
	if (query->filter)
		assert_false(store_count(session, query, &total, &error));
	store_end(session);
	return error.message;
}

static void what_no_database_could_take_is_refused(void **state)
{
	(void)state;
	struct query *query = query_create(arena, model_type(registry, slice_of(category)));
	for (int i = 0; i < 901; i++)
		query_add_condition(arena, query, query_compare(arena, &query->type->id, QUERY_GT, value_integer(i)));
	assert_non_null(strstr(refused(query), "Expected at most 900 conditions"));

	query = query_create(arena, query->type);
	query->filter = query_compare(arena, &query->type->id, QUERY_IN, value_integer(1));
	query->filter->value_count = 10001;
	query->filter->values = arena_array(arena, 10001, sizeof *query->filter->values);
	assert_non_null(strstr(refused(query), "10000 values"));

	assert_non_null(
	    strstr(refused(parse(category, "sort=restaurants.categories.restaurants.categories.restaurants.name")),
	           "too many lists of relations. Expected at most 4"));
	query = parse(category,
	              "sort=parent.parent.parent.parent.parent.parent.parent.parent.parent.name,parent.parent.parent."
	              "parent.parent.parent.parent.parent.parent.name,parent.parent.parent.parent.parent.parent.parent"
	              ".name");
	assert_non_null(strstr(refused(query), "too many relations. Expected at most 24"));
}

static void a_pattern_is_held_to_its_length(void **state)
{
	(void)state;
	static char longest[16384 + 1];
	memset(longest, '%', sizeof longest);
	const struct attribute *name = model_attribute(model_type(registry, slice_of(category)), SLICE("name"));
	struct query *query = query_create(arena, model_type(registry, slice_of(category)));
	struct store_session *session = begin();
	query->filter = query_compare(arena, name, QUERY_CONTAINS, value_text((struct slice){longest, 16384}));
	assert_string_equal(ids_of(session, &(struct store_select){.query = query}), "1 2 3 4 6");
	store_end(session);
	query->filter = query_compare(arena, name, QUERY_CONTAINS, value_text((struct slice){longest, sizeof longest}));
	assert_non_null(strstr(refused(query), "too long"));
	query->filter = NULL;
	query->search = (struct slice){longest, sizeof longest};
	assert_non_null(strstr(refused(query), "too long"));
}

/* What is allowed must run: as many conditions, and relations as deep, as a request can name. */
/* A NUL, which only GraphQL can send, ends the pattern for SQLite; what stands behind it must not go lost before. */
static void a_pattern_keeps_its_nul(void **state)
{
	(void)state;
	const struct content_type *type = model_type(registry, slice_of(category));
	const struct attribute *name = model_attribute(type, SLICE("name"));
	struct query *query = query_create(arena, type);
	query->filter = query_compare(arena, name, QUERY_CONTAINS, value_text((struct slice){"o\0x", 3}));
	struct store_session *session = begin();
	const struct store_select select = {.query = query};
	assert_string_equal(ids_of(session, &select), "2");
	store_end(session);
}

static void what_is_allowed_runs(void **state)
{
	(void)state;
	struct query *query = query_create(arena, model_type(registry, slice_of(category)));
	struct condition *any = arena_alloc(arena, sizeof *any);
	any->kind = CONDITION_OR;
	for (int i = 0; i < 895; i++) {
		struct condition *one =
		    query_compare(arena, &query->type->id, QUERY_EQ, value_integer(i % 2 ? 1 : 100 + i));
		one->next = any->children;
		any->children = one;
	}
	query->filter = any;
	struct store_session *session = begin();
	assert_string_equal(ids_of(session, &(struct store_select){.query = query}), "1");
	store_end(session);
	assert_string_equal(find(category,
	                         "filters[restaurants][categories][restaurants][categories][restaurants][categories]["
	                         "restaurants][categories][restaurants][categories][restaurants][categories]["
	                         "restaurants][categories][restaurants][categories][name]=one"),
	                    "1 2");
	assert_string_equal(find(category,
	                         "filters[parent][parent][parent][parent][parent][parent][parent][parent][parent]["
	                         "parent][parent][parent][parent][parent][parent][parent][name][$null]=true"),
	                    "1 2 3 4 5 6");
}

static void values_are_never_sql(void **state)
{
	(void)state;
	assert_string_equal(find(category, "filters[name]=x' OR 1=1 --"), "");
	assert_string_equal(find(category, "filters[name][$contains]=\"; DROP TABLE categories"), "");
	assert_string_equal(find(category, "_q=') OR ('1'='1"), "");
	assert_string_equal(find(category, "filters[name]=?1"), "");
}

static void a_statement_that_takes_too_long_is_given_up(void **state)
{
	(void)state;
	struct config hasty = config;
	struct store *other;
	struct store_session *session;
	struct store_cursor *cursor;
	struct error error = {0};
	bool row = true, done = true;
	hasty.statement_timeout = 1;
	execute("WITH RECURSIVE n(i) AS (SELECT 100 UNION ALL SELECT i + 1 FROM n WHERE i < 3000) INSERT INTO "
	        "categories (id, "
	        "name) SELECT i, 'x' FROM n; INSERT INTO restaurants_categories_links (restaurant_id, category_id) "
	        "SELECT 1, id "
	        "FROM categories WHERE id >= 100");
	assert_true(store_open(&hasty, registry, 1, &other, &error));
	assert_true(store_begin(other, 0, arena, &session, &error));
	/* Nine million rows to sort. */
	const struct store_select select = {.query = parse(category, "sort=restaurants.categories.name")};
	assert_true(store_select(session, &select, &cursor, &error));
	while (done && row)
		done = store_next(cursor, &row, &error);
	assert_false(done);
	assert_int_equal(error.status, 503);
	store_close_cursor(cursor);
	store_end(session);
	store_close(other);
	execute("DELETE FROM categories WHERE id >= 100; DELETE FROM restaurants_categories_links WHERE id > 4");
}

/* ---- the last orders of links ---- */

static struct store_session *begin_write(void)
{
	struct store_session *session;
	struct error error;
	assert_true(store_begin_write(store, 0, arena, &session, &error));
	return session;
}

static int last_order(struct store_session *session, int64_t category_id)
{
	double order;
	struct error error;
	const struct attribute *categories =
	    model_attribute(model_type(registry, slice_of(restaurant)), SLICE("categories"));
	assert_true(link_orders_read_last(session, categories, &category_id, 1, &order, &error));
	return (int)order;
}

static void add_link(struct store_session *session, int64_t restaurant_id, int64_t category_id)
{
	struct error error;
	const struct attribute *categories =
	    model_attribute(model_type(registry, slice_of(restaurant)), SLICE("categories"));
	const struct store_link_row row = {
	    .entry_id = restaurant_id, .target_id = category_id, .has_order = true, .order = 1};
	assert_true(store_insert_links(session, categories, &row, 1, &error));
}

static void commit(struct store_session *session)
{
	struct error error;
	assert_true(store_commit(session, &error));
}

static void last_orders_are_remembered_while_they_hold(void **state)
{
	(void)state;
	static const int64_t third = 3;
	struct error error;
	struct store_session *session = begin_write();
	assert_int_equal(last_order(session, 2), 2);
	assert_int_equal(last_order(session, 6), 0);
	add_link(session, 3, 2);
	assert_int_equal(last_order(session, 2), 3);
	/* What is rolled back was never there. */
	store_roll_back(session);
	session = begin_write();
	assert_int_equal(last_order(session, 2), 2);
	add_link(session, 3, 2);
	commit(session);
	session = begin_write();
	assert_int_equal(last_order(session, 2), 3);
	assert_int_equal(store_statement_count(session), 0);
	commit(session);
	/* Another connection changes it. */
	execute("UPDATE restaurants_categories_links SET restaurant_order = 9 WHERE restaurant_id = 3");
	session = begin_write();
	assert_int_equal(last_order(session, 2), 9);
	/* Links that are taken away count no more; nor do those that go with their entry. */
	assert_true(store_delete(session, "restaurants_categories_links", "restaurant_id", &third, 1, &error));
	assert_int_equal(last_order(session, 2), 2);
	assert_int_equal(last_order(session, 1), 2);
	uint64_t asked = store_statement_count(session);
	assert_true(store_delete(session, "chains", "id", &third, 1, &error));
	assert_int_equal(last_order(session, 2), 2);
	assert_int_equal(store_statement_count(session), asked + 1);
	assert_true(store_delete(session, "restaurants", "id", &third, 1, &error));
	assert_int_equal(last_order(session, 2), 2);
	assert_int_equal(store_statement_count(session), asked + 3);
	store_roll_back(session);
	execute("DELETE FROM restaurants_categories_links WHERE restaurant_id = 3");
}

/* Seen from the other side it is the other order. */
static void a_link_counts_on_both_sides(void **state)
{
	(void)state;
	static const int64_t fourth = 4;
	const struct attribute *restaurants =
	    model_attribute(model_type(registry, slice_of(category)), SLICE("restaurants"));
	struct error error;
	double order;
	struct store_session *session = begin_write();
	assert_true(link_orders_read_last(session, restaurants, &fourth, 1, &order, &error));
	assert_int_equal((int)order, 1);
	add_link(session, 4, 5);
	assert_true(link_orders_read_last(session, restaurants, &fourth, 1, &order, &error));
	assert_int_equal((int)order, 1);
	const struct attribute *categories =
	    model_attribute(model_type(registry, slice_of(restaurant)), SLICE("categories"));
	const struct store_link_row row = {.entry_id = 4, .target_id = 6, .has_order = true, .order = 5};
	assert_true(store_insert_links(session, categories, &row, 1, &error));
	assert_true(link_orders_read_last(session, restaurants, &fourth, 1, &order, &error));
	assert_int_equal((int)order, 5);
	store_roll_back(session);
}

/* Other programs, and foreign keys that set null, leave such behind. */
static void a_link_without_an_end_leads_nowhere(void **state)
{
	(void)state;
	static const int64_t second = 2;
	const struct content_type *type = model_type(registry, slice_of(category));
	struct store_link_row *rows;
	struct error error;
	size_t row_count;
	execute("INSERT INTO categories_parent_links VALUES (9, 2, NULL, NULL)");
	struct store_session *session = begin_write();
	assert_true(store_read_links(session, type, model_attribute(type, SLICE("parent")), false, &second, 1, &rows,
	                             &row_count, &error));
	assert_int_equal(row_count, 2);
	assert_int_equal(rows[0].target_id, 1);
	assert_int_equal(rows[1].row, 9);
	assert_int_equal(rows[1].entry_id, 2);
	assert_int_equal(rows[1].target_id, 0);
	store_roll_back(session);
	execute("DELETE FROM categories_parent_links WHERE id = 9");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(filters_match_fields),
	    cmocka_unit_test(filters_match_related_entries),
	    cmocka_unit_test(lists_show_published_entries),
	    cmocka_unit_test(lists_are_sorted_whatever_their_length),
	    cmocka_unit_test(related_entries_come_in_their_stored_order),
	    cmocka_unit_test(totals_are_remembered_until_the_database_changes),
	    cmocka_unit_test(totals_are_shared_by_threads),
	    cmocka_unit_test(what_no_database_could_take_is_refused),
	    cmocka_unit_test(a_pattern_is_held_to_its_length),
	    cmocka_unit_test(a_pattern_keeps_its_nul),
	    cmocka_unit_test(what_is_allowed_runs),
	    cmocka_unit_test(values_are_never_sql),
	    cmocka_unit_test(a_statement_that_takes_too_long_is_given_up),
	    cmocka_unit_test(last_orders_are_remembered_while_they_hold),
	    cmocka_unit_test(a_link_counts_on_both_sides),
	    cmocka_unit_test(a_link_without_an_end_leads_nowhere),
	};
	return cmocka_run_group_tests(tests, open_store, close_store);
}
