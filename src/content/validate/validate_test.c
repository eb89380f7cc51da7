/* Validation against the models of the example project, on a database with two categories and three kitchen sinks. */
#include "validate.h"

#include "pattern.h"
#include "refusals.h"
#include "text.h"

#include <setjmp.h>
#include <sqlite3.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

static struct arena *arena, *request;
static struct registry *registry;
static struct store *store;
static struct content *content;
static char folder[] = "/tmp/lectern-validate-XXXXXX";
static char database[sizeof folder + sizeof "/data.db"];

static const char rows[] =
    "INSERT INTO categories(id, name) VALUES (1, 'One'), (2, 'Two');"
    "INSERT INTO kitchen_sinks(id, uniq, uid, required_text) VALUES (1, 'u1', 'uid-1', 'r'), (2, 'same', NULL, 'r'),"
    "(3, 'same', NULL, 'r');";

static int fill_database(void)
{
	sqlite3 *handle;
	int result = sqlite3_open(database, &handle);
	if (result == SQLITE_OK)
		result = sqlite3_exec(handle, rows, NULL, NULL, NULL);
	sqlite3_close(handle);
	return result == SQLITE_OK ? 0 : -1;
}

static int set_up(void **state)
{
	(void)state;
	struct findings findings;
	struct error error;
	arena = arena_create();
	request = arena_create();
	if (!mkdtemp(folder))
		return -1;
	snprintf(database, sizeof database, "%s/data.db", folder);
	const struct config_overrides overrides = {.database = arena_format(arena, "sqlite:%s", database)};
	findings_init(&findings, arena);
	const struct config *config = config_load(arena, "tests/data/project", &overrides, NULL, &findings);
	registry = model_load(arena, "tests/data/project", NULL, &findings);
	if (!config || !registry || !store_open(config, registry, 1, &store, &error))
		return -1;
	content = content_open(registry, 1);
	return fill_database();
}

static int tear_down(void **state)
{
	(void)state;
	static const char *const endings[] = {"", "-wal", "-shm"};
	content_close(content);
	store_close(store);
	for (size_t i = 0; i < sizeof endings / sizeof endings[0]; i++)
		unlink(arena_format(arena, "%s%s", database, endings[i]));
	rmdir(folder);
	arena_destroy(request);
	arena_destroy(arena);
	return 0;
}

/* What became of the data: the data itself, or the refusals as "path: message" lines. */
static const char *outcome(const char *uid, enum write_action action, bool draft, int64_t id, const char *json)
{
	struct content_call call = {.content = content, .arena = request};
	struct error error;
	struct json_object *data = json_tokener_parse(json);
	const char *text;
	if (!store_begin(store, 0, request, &call.session, &error))
		fail_msg("%s", error.message);
	if (validate_entry(&call, model_type(registry, slice_of(uid)), action, draft, false, id, data, &error)) {
		text = arena_copy(request, slice_of(json_object_to_json_string_ext(data, JSON_C_TO_STRING_PLAIN)));
	} else {
		struct buffer lines = {0};
		struct json_object *details = json_tokener_parse(error.details), *errors;
		assert_int_equal(error.status, 400);
		assert_string_equal(error.name, "ValidationError");
		assert_true(json_object_object_get_ex(details, "errors", &errors));
		for (size_t i = 0; i < json_object_array_length(errors); i++) {
			struct json_object *item = json_object_array_get_idx(errors, i), *path, *message;
			json_object_object_get_ex(item, "path", &path);
			json_object_object_get_ex(item, "message", &message);
			buffer_format(&lines, "%s%s: %s", i ? "\n" : "",
			              json_object_to_json_string_ext(path, JSON_C_TO_STRING_PLAIN),
			              json_object_get_string(message));
		}
		text = arena_copy(request, buffer_as_slice(&lines));
		if (json_object_array_length(errors) > 1)
			assert_non_null(strstr(error.message, " errors occurred"));
		else
			assert_non_null(strstr(text, error.message));
		buffer_free(&lines);
		json_object_put(details);
	}
	store_end(call.session);
	json_object_put(data);
	return text;
}

struct expectation {
	const char *json, *expected;
};

static void expect_all(const char *uid, enum write_action action, bool draft, int64_t id,
                       const struct expectation *cases, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		const char *actual = outcome(uid, action, draft, id, cases[i].json);
		if (strcmp(actual, cases[i].expected) != 0)
			fail_msg("%s gave\n%s\nin place of\n%s", cases[i].json, actual, cases[i].expected);
	}
}

#define EXPECT_ALL(uid, action, draft, id, ...)                                            \
	do {                                                                               \
		static const struct expectation cases[] = {__VA_ARGS__};                   \
		expect_all(uid, action, draft, id, cases, sizeof cases / sizeof cases[0]); \
	} while (false)

static void test_scalars(void **state)
{
	(void)state;
	EXPECT_ALL(
	    "api::kitchen-sink.kitchen-sink", WRITE_UPDATE, false, 1,
	    {"{\"string\":\"a\"}", "[\"string\"]: string must be at least 2 characters"},
	    {"{\"string\":5}", "[\"string\"]: string must be a `string` type, but the final value was: `5`."},
	    {"{\"string\":{\"a\":1}}",
	     "[\"string\"]: string must be a `string` type, but the final value was: `{\n  \"a\": \"1\"\n}`."},
	    {"{\"requiredText\":null}",
	     "[\"requiredText\"]: requiredText must be a `string` type, but the final value was: `null`."},
	    {"{\"email\":\"a@b\"}", "[\"email\"]: email must be a valid email"},
	    {"{\"email\":\"\"}", "[\"email\"]: email cannot be empty"},
	    {"{\"uid\":\"bad uid\"}", "[\"uid\"]: uid must match the following: \"/^[A-Za-z0-9-_.~]*$/\""},
	    {"{\"regexed\":\"abc1\"}", "[\"regexed\"]: regexed must match the following: \"/^[a-z]+$/\""},
	    {"{\"regexed\":\"\"}", "{\"regexed\":\"\"}"},
	    {"{\"enumeration\":\"four\"}",
	     "[\"enumeration\"]: enumeration must be one of the following values: one, two, three, "},
	    {"{\"integer\":\"5\",\"float\":\" 1.5 \",\"boolean\":\"TRUE\"}",
	     "{\"integer\":5,\"float\":1.5,\"boolean\":true}"},
	    {"{\"integer\":5.0,\"boolean\":0,\"enumeration\":null}",
	     "{\"integer\":5,\"boolean\":false,\"enumeration\":null}"},
	    {"{\"integer\":5.5}", "[\"integer\"]: integer must be an integer"},
	    {"{\"integer\":\"x\"}", "[\"integer\"]: integer must be a `number` type, but the final value was: `NaN` "
	                            "(cast from the value `\"x\"`)."},
	    {"{\"boolean\":\"x\"}",
	     "[\"boolean\"]: boolean must be a `boolean` type, but the final value was: `\"x\"`."},
	    {"{\"biginteger\":\"x\",\"date\":\"x\",\"json\":[1]}",
	     "{\"biginteger\":\"x\",\"date\":\"x\",\"json\":[1]}"},
	    {"{\"email\":\"bad\",\"string\":\"a\"}",
	     "[\"string\"]: string must be at least 2 characters\n[\"email\"]: email must be a valid email"},
	    {"{\"unknown\":1}", "{\"unknown\":1}"},
	    {"[]", "[]: this must be a `object` type, but the final value was: `null` (cast from the value `[]`)."});
	EXPECT_ALL("api::review.review", WRITE_CREATE, false, 0,
	           {"{\"stars\":0}", "[\"stars\"]: stars must be greater than or equal to 1"},
	           {"{\"stars\":6}", "[\"stars\"]: stars must be less than or equal to 5"},
	           {"{}", "[\"stars\"]: stars must be defined."});
	EXPECT_ALL("api::review.review", WRITE_CREATE, true, 0, {"{}", "{}"}, {"{\"stars\":null}", "{\"stars\":null}"});
}

static void test_defaults(void **state)
{
	(void)state;
	EXPECT_ALL("api::restaurant.restaurant", WRITE_CREATE, false, 0,
	           {"{\"name\":\"x\"}", "{\"name\":\"x\",\"blocks\":[],\"hours\":[],\"open\":true,\"price\":\"fair\"}"},
	           {"{\"name\":\"x\",\"price\":null,\"open\":false,\"hours\":[],\"blocks\":[]}",
	            "{\"name\":\"x\",\"price\":null,\"open\":false,\"hours\":[],\"blocks\":[]}"});
	EXPECT_ALL("api::restaurant.restaurant", WRITE_UPDATE, false, 1, {"{}", "{}"},
	           {"{\"hours\":null}", "[\"hours\"]: hours must be a `array` type, but the final value was: `null`."});
}

static void test_unique(void **state)
{
	(void)state;
	EXPECT_ALL("api::kitchen-sink.kitchen-sink", WRITE_CREATE, false, 0,
	           {"{\"requiredText\":\"r\",\"string\":\"ab\",\"uniq\":\"u1\",\"uid\":\"uid-1\"}",
	            "[\"uid\"]: This attribute must be unique\n[\"uniq\"]: This attribute must be unique"},
	           {"{\"requiredText\":\"r\",\"string\":\"ab\",\"uniq\":\"free\"}",
	            "{\"requiredText\":\"r\",\"string\":\"ab\",\"uniq\":\"free\"}"},
	           {"{\"requiredText\":\"r\",\"string\":\"ab\",\"uniq\":null}",
	            "{\"requiredText\":\"r\",\"string\":\"ab\",\"uniq\":null}"});
	EXPECT_ALL("api::kitchen-sink.kitchen-sink", WRITE_UPDATE, false, 1, {"{\"uniq\":\"u1\"}", "{\"uniq\":\"u1\"}"},
	           {"{\"uniq\":\"same\"}", "[\"uniq\"]: This attribute must be unique"});
	/* an entry keeps what it has, even when another has the same */
	EXPECT_ALL("api::kitchen-sink.kitchen-sink", WRITE_UPDATE, false, 3,
	           {"{\"uniq\":\"same\"}", "{\"uniq\":\"same\"}"},
	           {"{\"uniq\":\"u1\"}", "[\"uniq\"]: This attribute must be unique"});
}

static void test_components(void **state)
{
	(void)state;
	EXPECT_ALL(
	    "api::restaurant.restaurant", WRITE_UPDATE, false, 1,
	    {"{\"address\":{\"city\":\"c\",\"geo\":{\"lat\":\"1.5\"}}}",
	     "{\"address\":{\"geo\":{\"lat\":1.5},\"city\":\"c\"}}"},
	    {"{\"address\":[]}", "[\"address\"]: address must be a `object` type, but the final value was: `[]`."},
	    {"{\"address\":null}", "{\"address\":null}"},
	    {"{\"hours\":[{\"day\":\"someday\"},{\"day\":null}]}",
	     "[\"hours\",\"0\",\"day\"]: hours[0].day must be one of the following values: mon, tue, wed, thu, fri, "
	     "sat, sun, \n"
	     "[\"hours\",\"1\",\"day\"]: hours[1].day must be a `string` type, but the final value was: `null`."},
	    {"{\"hours\":[5]}", "[\"hours\",\"0\"]: hours[0] must be a `object` type, but the final value was: `null` "
	                        "(cast from the value `5`)."},
	    {"{\"hours\":[{},{},{},{},{},{},{},{}]}",
	     "[\"hours\"]: hours field must have less than or equal to 7 items"},
	    {"{\"blocks\":[{\"__component\":\"blocks.quote\",\"text\":\"t\"}]}",
	     "{\"blocks\":[{\"__component\":\"blocks.quote\",\"text\":\"t\"}]}"},
	    {"{\"blocks\":[{\"__component\":\"blocks.nope\"}]}",
	     "[\"blocks\",\"0\",\"__component\"]: blocks[0].__component must be one of the following values: "
	     "shared.seo, "
	     "location.geo, location.address, info.opening-hour, blocks.slider, blocks.rich-text, blocks.related, "
	     "blocks.quote\n[]: Invalid relations"},
	    {"{\"blocks\":[{\"text\":\"x\"}]}",
	     "[\"blocks\",\"0\",\"__component\"]: blocks[0].__component is a required field\n"
	     "[]: Cannot build relations store from dynamiczone, component identifier is undefined"});
	EXPECT_ALL("api::chain.chain", WRITE_CREATE, false, 0,
	           {"{\"name\":\"x\",\"seo\":{}}", "[\"seo\",\"metaTitle\"]: seo.metaTitle must be defined."},
	           {"{\"name\":\"x\",\"seo\":null}", "{\"name\":\"x\",\"seo\":null}"});
}

static void test_blocks(void **state)
{
	(void)state;
	EXPECT_ALL(
	    "api::kitchen-sink.kitchen-sink", WRITE_UPDATE, false, 1, {"{\"content\":\"x\"}", "{\"content\":null}"},
	    {"{\"content\":[{\"type\":\"paragraph\",\"children\":[{\"type\":\"text\",\"text\":\"x\",\"bold\":\"true\"}]"
	     "}]}",
	     "{\"content\":[{\"children\":[{\"bold\":true,\"text\":\"x\",\"type\":\"text\"}],\"type\":\"paragraph\"}]"
	     "}"},
	    {"{\"content\":[{\"type\":\"nope\"},null]}",
	     "[\"content\",\"0\"]: Block node is of invalid type\n[\"content\",\"1\"]: Block node is of invalid type"},
	    {"{\"content\":[{\"type\":\"heading\",\"level\":7,\"children\":[]}]}",
	     "[\"content\",\"0\",\"level\"]: content[0].level must be one of the following values: 1, 2, 3, 4, 5, 6\n"
	     "[\"content\",\"0\",\"children\"]: Heading node children must have at least one Text or Link node"},
	    {"{\"content\":[{\"type\":\"paragraph\",\"children\":[{\"type\":\"link\",\"url\":\"x\",\"children\":[]}]}]"
	     "}",
	     "[\"content\",\"0\",\"children\",\"0\",\"url\"]: Please specify a valid link."});
}

static void test_relations(void **state)
{
	(void)state;
	EXPECT_ALL(
	    "api::restaurant.restaurant", WRITE_UPDATE, false, 1,
	    {"{\"categories\":[1,\"2\"]}", "{\"categories\":[1,\"2\"]}"},
	    {"{\"categories\":[1,99,98]}",
	     "[]: 2 relation(s) of type api::category.category associated with this entity do not exist"},
	    {"{\"categories\":{\"connect\":[{\"id\":99}]}}",
	     "[]: 1 relation(s) of type api::category.category associated with this entity do not exist"},
	    {"{\"categories\":{\"disconnect\":[99]}}", "{\"categories\":{\"disconnect\":[99]}}"},
	    {"{\"categories\":{\"id\":99}}",
	     "[]: 1 relation(s) of type api::category.category associated with this entity do not exist"},
	    {"{\"categories\":\"x\"}",
	     "[]: 1 relation(s) of type api::category.category associated with this entity do not exist"},
	    {"{\"categories\":{\"connect\":\"x\"}}", "[]: Invalid relations"},
	    {"{\"categories\":[{\"nope\":1}]}", "[]: Invalid relations"},
	    {"{\"cover\":5}", "[]: 1 relation(s) of type plugin::upload.file associated with this entity do not exist"},
	    {"{\"rating\":9,\"chain\":3}",
	     "[\"rating\"]: rating must be less than or equal to 5\n"
	     "[]: 1 relation(s) of type api::chain.chain associated with this entity do not exist"},
	    {"{\"blocks\":[{\"__component\":\"blocks.related\",\"category\":7,\"restaurants\":[]}]}",
	     "[]: 1 relation(s) of type api::category.category associated with this entity do not exist"});
}

/* Existence is looked up once for each type, whatever the number of fields and components. */
static void test_statements(void **state)
{
	(void)state;
	struct content_call call = {.content = content, .arena = request};
	struct error error;
	struct json_object *data =
	    json_tokener_parse("{\"categories\":[1,2],\"blocks\":[{\"__component\":\"blocks.related\",\"category\":1},"
	                       "{\"__component\":\"blocks.related\",\"category\":2}],\"slug\":\"fresh\"}");
	assert_true(store_begin(store, 0, request, &call.session, &error));
	uint64_t before = store_statement_count(call.session);
	assert_true(validate_entry(&call, model_type(registry, slice_of("api::restaurant.restaurant")), WRITE_UPDATE,
	                           false, false, 1, data, &error));
	/* one for categories, one for the uid */
	assert_int_equal(store_statement_count(call.session) - before, 2);
	store_end(call.session);
	json_object_put(data);
}

static void test_emails(void **state)
{
	(void)state;
	static const char *const good[] = {"a@b.co", "A.b+c@d-e.fg", "\"q r\"@x.yz", "a@b..c.d",
	                                   "é@ü.çé", "a@b.c",        "a@b1.c-d"};
	static const char *const bad[] = {"",          "a@b..cd", "a",         "@b.co",    "a@b",      "a@",
	                                  "a@.co",     "a@b.c1",  "a..b@c.de", ".a@b.co",  "a.@b.co",  "a b@c.de",
	                                  "a@b co.de", "a@-b.cd", "a@b.co ",   "\"a@b.co", "a@b@c.de", "a@b.cd."};
	for (size_t i = 0; i < sizeof good / sizeof good[0]; i++)
		if (!text_is_email(slice_of(good[i])))
			fail_msg("%s is an email address", good[i]);
	for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
		if (text_is_email(slice_of(bad[i])))
			fail_msg("%s is no email address", bad[i]);
}

static bool matches(const char *pattern, struct slice text)
{
	struct patterns patterns = {NULL, 0};
	bool found = pattern_matches(&patterns, pattern, text);
	patterns_free(&patterns);
	return found;
}

/* A pattern that takes for ever does not match. */
static void test_patterns(void **state)
{
	(void)state;
	assert_true(matches("^(a+)+$", SLICE("aaaa")));
	assert_false(matches("^(a+)+$", SLICE("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!")));
	assert_false(matches("^a.c$", SLICE("a\rc")));
	assert_false(matches("^a$", SLICE("a\n")));
	assert_true(matches("^\\x{e9}$", SLICE("é")));
	assert_false(matches("(", SLICE("(")));
}

/* Nor do many texts, each within its limit, take for ever together. */
static void test_many_patterns(void **state)
{
	(void)state;
	struct patterns patterns = {NULL, 0};
	clock_t start = clock();
	for (int i = 0; i < 20000; i++)
		assert_false(pattern_matches(&patterns, "^(a+)+$", SLICE("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!")));
	assert_false(pattern_matches(&patterns, "^b$", SLICE("b")));
	assert_true((double)(clock() - start) / CLOCKS_PER_SEC < 5);
	patterns_free(&patterns);
}

/* A text of JSON is held to what holds for a body. */
static void test_texts_of_json(void **state)
{
	(void)state;
	struct buffer json = {0};
	EXPECT_ALL("api::kitchen-sink.kitchen-sink", WRITE_UPDATE, false, 1,
	           {"{\"content\":\" [] \"}", "{\"content\":[]}"}, {"{\"content\":\"[] x\"}", "{\"content\":null}"},
	           {"{\"content\":\"5\"}", "{\"content\":null}"});
	buffer_text(&json, "{\"content\":\"[{}");
	for (int i = 0; i < 400000; i++)
		buffer_text(&json, ",{}");
	buffer_text(&json, "]\"}");
	const char *refused =
	    outcome("api::kitchen-sink.kitchen-sink", WRITE_UPDATE, false, 1, buffer_terminate(&json));
	assert_non_null(strstr(refused, "must be a `array` type"));
	buffer_free(&json);
}

/* What is refused a thousand times is not looked at any more, and a value is not shown without end. */
static void test_many_refusals(void **state)
{
	(void)state;
	struct buffer json = {0};
	size_t count = 0;
	buffer_text(&json, "{\"hours\":[");
	for (int i = 0; i < 5000; i++)
		buffer_text(&json, i ? ",{\"day\":\"x\"}" : "{\"day\":\"x\"}");
	buffer_text(&json, "]}");
	const char *refused = outcome("api::restaurant.restaurant", WRITE_UPDATE, false, 1, buffer_terminate(&json));
	for (const char *at = refused; (at = strstr(at, "must be one of")); at++)
		count++;
	assert_int_equal(count, 999); /* and one for their number */
	json.len = 0;
	buffer_text(&json, "{\"name\":[[[[[[[[[[");
	for (int i = 0; i < 20000; i++)
		buffer_text(&json, i ? ",1" : "1");
	buffer_text(&json, "]]]]]]]]]]}");
	refused = outcome("api::restaurant.restaurant", WRITE_UPDATE, false, 1, buffer_terminate(&json));
	assert_in_range(strlen(refused), 60000, 70000);
	buffer_free(&json);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(test_scalars),       cmocka_unit_test(test_defaults),
	    cmocka_unit_test(test_unique),        cmocka_unit_test(test_components),
	    cmocka_unit_test(test_blocks),        cmocka_unit_test(test_relations),
	    cmocka_unit_test(test_statements),    cmocka_unit_test(test_emails),
	    cmocka_unit_test(test_patterns),      cmocka_unit_test(test_many_patterns),
	    cmocka_unit_test(test_many_refusals), cmocka_unit_test(test_texts_of_json),
	};
	return cmocka_run_group_tests(tests, set_up, tear_down);
}
