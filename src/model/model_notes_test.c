/* What is odd in models and keeps Strapi from nothing: it is noted, with the file and path, and counts as in Strapi. */
#include "member.h"
#include "origin.h"
#include "read_type.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

#define JSON(...) #__VA_ARGS__
#define API(name) "src/api/" name "/content-types/" name "/schema.json"
#define INFO(name)                                                                                         \
	"\"kind\": \"collectionType\", \"info\": {\"singularName\": \"" name "\", \"pluralName\": \"" name \
	"s\", \"displayName\": \"X\"}, \"collectionName\": \"" name "s\""
#define TYPE(name, ...) "{" INFO(name) ", \"attributes\": {" #__VA_ARGS__ "}}"

/* One note, and nothing else. The caller destroys the arena. */
static const struct content_type *read_noted(struct arena *arena, const char *file, const char *json, const char *path,
                                             const char *message)
{
	struct findings findings;
	struct error error;
	struct json_object *object;
	findings_init(&findings, arena);
	struct mistakes mistakes = {.arena = arena, .findings = &findings};
	struct origin origin;
	assert_true(origin_of_path(arena, file, &origin));
	assert_true(json_parse(NULL, slice_of(json), JSON_DEEPEST, &object, &error));
	const struct draft *draft = draft_read(&mistakes, &origin, object);
	json_object_put(object);
	assert_non_null(draft);
	assert_int_equal(findings_of_kind(&findings, FINDING_MISTAKE), 0);
	assert_int_equal(findings.count, 1);
	assert_string_equal(findings.first->path, path);
	assert_non_null(strstr(findings.first->message, message));
	return draft->type;
}

static void assert_noted(const char *file, const char *json, const char *path, const char *message)
{
	struct arena *arena = arena_create();
	read_noted(arena, file, json, path, message);
	arena_destroy(arena);
}

static void test_unknown_keys(void **state)
{
	static const struct {
		const char *json, *path, *message;
	} cases[] = {
	    {TYPE("t", "a"
	          : {"type" : "string", "requird" : true}),
	     "$.attributes.a.requird", "unknown key requird; did you mean required?"},
	    {TYPE("t", "a"
	          : {"type" : "string", "maxlength" : 5}),
	     "$.attributes.a.maxlength", "did you mean maxLength?"},
	    {TYPE("t", "a"
	          : {"type" : "string", "wobble" : 5}),
	     "$.attributes.a.wobble", "neither Strapi nor lectern reads it"},
	    {TYPE("t", "a"
	          : {"type" : "string", "pluginOptions" : {"i18n" : {"localised" : true}}}),
	     "$.attributes.a.pluginOptions.i18n.localised", "did you mean localized?"},
	    {TYPE("t", "a"
	          : {"type" : "string", "pluginOptions" : {"i18m" : {"localized" : true}}}),
	     "$.attributes.a.pluginOptions.i18m", "did you mean i18n?"},
	    {"{" INFO("t") ", \"atributes\": {}, \"attributes\": {}}", "$.atributes", "did you mean attributes?"},
	    {"{" INFO("t") ", \"options\": {\"draftAndPublished\": true}, \"attributes\": {}}",
	     "$.options.draftAndPublished", "did you mean draftAndPublish?"},
	    {"{\"collectionName\": \"ts\", \"info\": {\"singularName\": \"t\", \"pluralName\": \"ts\", "
	     "\"displayName\": \"T\", \"displayname\": \"T\"}, \"attributes\": {}}",
	     "$.info.displayname", "did you mean displayName?"},
	};
	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++)
		assert_noted(API("t"), cases[i].json, cases[i].path, cases[i].message);
}

/* Each with what becomes of it. */
static void test_options(void **state)
{
	static const struct {
		const char *options, *key, *message;
		bool required, many;
		const char *regex, *value;
	} cases[] = {
	    {"\"type\": \"string\", \"required\": 1", "required", "counts as true", .required = true},
	    {"\"type\": \"string\", \"required\": \"true\"", "required", "counts as true", .required = true},
	    {"\"type\": \"string\", \"required\": \"\"", "required", "counts as false", .required = false},
	    {"\"type\": \"string\", \"required\": 0", "required", "counts as false", .required = false},
	    {"\"type\": \"string\", \"private\": \"true\"", "private", "counts as false", .required = false},
	    {"\"type\": \"string\", \"searchable\": 0", "searchable", "counts as true", .required = false},
	    {"\"type\": \"media\", \"multiple\": \"true\"", "multiple", "counts as false", .required = false},
	    {"\"type\": \"media\", \"allowedTypes\": [\"music\"]", "allowedTypes", "unknown kind of file music",
	     .required = false},
	    {"\"type\": \"media\", \"allowedTypes\": \"images\"", "allowedTypes", "expected an array",
	     .required = false},
	    {"\"type\": \"string\", \"pluginOptions\": []", "pluginOptions", "expected an object", .required = false},
	    {"\"type\": \"string\", \"maxLength\": \"5\"", "maxLength", "it is no bound", .required = false},
	    {"\"type\": \"string\", \"minLength\": 1.5", "minLength", "it is no bound", .required = false},
	    {"\"type\": \"integer\", \"min\": \"1\"", "min", "it is no bound", .required = false},
	    {"\"type\": \"dynamiczone\", \"components\": [\"x.y\"], \"max\": 1.5", "max", "it is no bound",
	     .many = true},
	    {"\"type\": \"biginteger\", \"min\": \"x\"", "min", "whole number of 64 bits", .required = false},
	    {"\"type\": \"string\", \"regex\": \"(a\"", "regex", "not a regular expression", .regex = "(a"},
	    {"\"type\": \"string\", \"regex\": 1", "regex", "expected a string", .regex = "1"},
	    {"\"type\": \"string\", \"regex\": null", "regex", "expected a string", .regex = "null"},
	    {"\"type\": \"string\", \"default\": {}", "default", "expected a string", .value = "{}"},
	    {"\"type\": \"email\", \"default\": true", "default", "expected a string", .value = "true"},
	    {"\"type\": \"enumeration\", \"enum\": [\"x\"], \"default\": [\"x\"]", "default", "values of enum",
	     .value = "[\"x\"]"},
	    {"\"type\": \"biginteger\", \"default\": \"x\"", "default", "expected a whole number", .value = "\"x\""},
	    {"\"type\": \"blocks\", \"default\": \"\"", "default", "expected an array", .value = "\"\""},
	    {"\"type\": \"uid\", \"targetField\": 5", "targetField", "expected a string", .required = false},
	};
	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct arena *arena = arena_create();
		const char *json =
		    arena_format(arena, "{" INFO("t") ", \"attributes\": {\"a\": {%s}}}", cases[i].options);
		const struct content_type *type = read_noted(
		    arena, API("t"), json, arena_format(arena, "$.attributes.a.%s", cases[i].key), cases[i].message);
		const struct attribute *attribute = model_attribute(type, SLICE("a"));
		assert_int_equal(attribute->required, cases[i].required);
		assert_false(attribute->is_private);
		assert_true(attribute->searchable);
		assert_int_equal(attribute->multiple, cases[i].many);
		assert_false(attribute->has_min || attribute->has_max || attribute->has_min_length ||
		             attribute->has_max_length);
		if (cases[i].regex)
			assert_string_equal(attribute->regex, cases[i].regex);
		if (cases[i].value)
			assert_string_equal(attribute->default_json, cases[i].value);
		arena_destroy(arena);
	}
}

static void test_types_without_a_column(void **state)
{
	(void)state;
	static const char *const texts[] = {
	    "\"type\": \"vector\", \"visible\": false",
	    "\"type\": \"array\", \"visible\": false",
	    "\"visible\": false",
	    "\"type\": \"number\"",
	};
	for (size_t i = 0; i < COUNT_OF(texts); i++) {
		struct arena *arena = arena_create();
		const char *json = arena_format(arena,
		                                "{" INFO("t") ", \"attributes\": {\"a\": {\"type\": \"array\"}, "
		                                              "\"b\": {%s, \"required\": true}}}",
		                                texts[i]);
		const struct content_type *type = read_noted(arena, API("t"), json, "$.attributes.b.type", "no column");
		assert_int_equal(type->unstored_count, 1);
		assert_int_equal(type->unstored[0].index, 1);
		assert_true(type->unstored[0].required);
		assert_int_equal(model_attribute(type, SLICE("a"))->type, ATTRIBUTE_ARRAY);
		assert_null(model_attribute(type, SLICE("b")));
		arena_destroy(arena);
	}
}

static void test_type_options(void **state)
{
	(void)state;
	struct arena *arena = arena_create();
	const struct content_type *type = read_noted(
	    arena, API("t"), "{" INFO("t") ", \"attributes\": {}, \"options\": {\"draftAndPublish\": \"true\"}}",
	    "$.options.draftAndPublish", "counts as false");
	assert_false(type->draft_and_publish);
	type = read_noted(arena, API("t"),
	                  "{" INFO("t") ", \"attributes\": {}, \"pluginOptions\": {\"i18n\": {\"localized\": 1}}}",
	                  "$.pluginOptions.i18n.localized", "counts as false");
	assert_false(type->localized);
	type = read_noted(arena, API("t"),
	                  "{" INFO("t") ", \"attributes\": {}, \"options\": {\"privateAttributes\": \"id\"}}",
	                  "$.options.privateAttributes", "makes nothing private");
	assert_false(type->id.is_private);
	type = read_noted(arena, API("t"),
	                  "{" INFO("t") ", \"attributes\": {}, \"options\": {\"privateAttributes\": [5, \"id\"]}}",
	                  "$.options.privateAttributes", "makes nothing private");
	assert_true(type->id.is_private);
	arena_destroy(arena);
}

/* Strapi looks at the values of content types alone. */
static void test_enumerations_of_components(void **state)
{
	(void)state;
	struct arena *arena = arena_create();
	struct findings findings;
	findings_init(&findings, arena);
	const char *json =
	    "{\"collectionName\": \"c\", \"info\": {}, \"attributes\": {\"a\": {\"type\": \"enumeration\", "
	    "\"enum\": [\"1\", \"x\", \"x\"]}}}";
	assert_true(model_check_text(arena, "src/components/a/b.json", slice_of(json), &findings));
	assert_int_equal(findings.count, 0);
	arena_destroy(arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(test_unknown_keys),
	    cmocka_unit_test(test_options),
	    cmocka_unit_test(test_types_without_a_column),
	    cmocka_unit_test(test_type_options),
	    cmocka_unit_test(test_enumerations_of_components),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
