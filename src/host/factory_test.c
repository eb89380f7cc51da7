#include "factory.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static struct arena *arena;

static const struct code_value *exported(const char *text, struct code_module *module)
{
	if (!code_module_read(arena, "file", slice_of(text), module) || module->scope.other)
		return NULL;
	return code_resolve(module, &module->scope, module->scope.result);
}

/* What Strapi's generators wrote from 4.0 to 4.26, and what people make of it without changing anything. */
static void knows_what_generators_write(void **state)
{
	static const char *const texts[] = {
	    "'use strict';\n\n/**\n *  x controller\n */\n\nconst { createCoreController } = "
	    "require('@strapi/strapi').factories;\n"
	    "\nmodule.exports = createCoreController('api::x.x');\n",
	    "/**\n * x controller\n */\n\nimport { factories } from '@strapi/strapi'\n\nexport default "
	    "factories.createCoreController('api::x.x');\n",
	    "import { factories } from '@strapi/strapi';\nexport default "
	    "factories.createCoreController<'api::x.x'>(\"api::x.x\")",
	    "import strapi, { factories } from \"@strapi/strapi\"\nconst { createCoreController } = factories\n"
	    "export default createCoreController(`api::x.x`)",
	    "const "
	    "{createCoreController}=require(\"@strapi/"
	    "strapi\").factories\nmodule.exports=createCoreController('api::x.x',)",
	    "const strapi = require('@strapi/strapi');\nmodule.exports = "
	    "strapi.factories.createCoreController('api::x.x');",
	    "module.exports = require('@strapi/strapi').factories.createCoreController('api::x.x');",
	    "'use strict';\nrequire('dotenv').config()\nmodule.exports = {};\nmodule.exports = "
	    "require('@strapi/strapi').factories.createCoreController('api::x.x');\n(\"use strict\");\n",
	    "const { factories } = require('@strapi/strapi');\nconst x = factories.createCoreController('api::x.x');\n"
	    "module.exports = x;",
	    "\"use strict\";\nObject.defineProperty(exports, \"__esModule\", { value: true });\nconst strapi_1 = "
	    "require(\"@strapi/strapi\");\nexports.default = strapi_1.factories.createCoreController('api::x.x');",
	};
	(void)state;
	for (size_t i = 0; i < COUNT_OF(texts); i++) {
		struct code_module module;
		const struct code_value *value = exported(texts[i], &module);
		if (!factory_is(&module, value, "createCoreController"))
			fail_msg("not known: %s", texts[i]);
		assert_int_equal(value->count, 1);
		assert_true(slice_is(value->members[0].value->text, "api::x.x"));
		assert_false(factory_is(&module, value, "createCoreService"));
	}
}

static void takes_nothing_else_for_them(void **state)
{
	static const char *const texts[] = {
	    "const { createCoreController } = require('./own');\nmodule.exports = createCoreController('api::x.x');",
	    "module.exports = createCoreController('api::x.x');",
	    "const { createCoreController } = require('@strapi/strapi').factories;\nmodule.exports = "
	    "wrap(createCoreController('api::x.x'));",
	    "const { createCoreController } = require('@strapi/strapi').factories;\nmodule.exports = "
	    "{ ...createCoreController('api::x.x') };",
	    "const { createCoreController } = require('@strapi/strapi').factories;\nlet x = "
	    "createCoreController('api::x.x');\n"
	    "module.exports = x;",
	    "const { createCoreController } = require('@strapi/strapi').factories;\nmodule.exports = "
	    "createCoreController('api::x.x');\nmodule.exports.find = 1;",
	    "const { createCoreController } = require('@strapi/strapi').factories;\nconst x = "
	    "createCoreController('api::x.x');\n"
	    "x.find = 1;\nmodule.exports = x;",
	    "const { createCoreController } = require('@strapi/strapi').factories;\nif (process.env.X) module.exports "
	    "= "
	    "createCoreController('api::x.x');",
	    "",
	};
	(void)state;
	for (size_t i = 0; i < COUNT_OF(texts); i++) {
		struct code_module module;
		const struct code_value *value = exported(texts[i], &module);
		if (value && factory_is(&module, value, "createCoreController"))
			fail_msg("known: %s", texts[i]);
	}
}

/* The keys of what a second argument is, or returns; "…" for parts that can't be told, "-" for nothing. */
static const char *keys_of(const char *argument)
{
	struct code_module module;
	const char *keys = "";
	const struct code_value *value = exported(
	    arena_format(arena, "const plain = { find() {} };\nmodule.exports = f('x', %s);", argument), &module);
	const struct code_value *object =
	    value && value->count == 2 ? factory_result(&module, &module.scope, value->members[1].value) : NULL;
	if (!object || object->kind != JS_OBJECT)
		return "-";
	for (size_t i = 0; i < object->count; i++)
		keys =
		    arena_format(arena, "%s%.*s ", keys, (int)object->members[i].key.len, object->members[i].key.ptr);
	return object->open ? arena_format(arena, "%s…", keys) : keys;
}

static void finds_the_keys_of_objects(void **state)
{
	static const struct {
		const char *argument, *keys;
	} cases[] = {
	    {"{}", ""},
	    {"({ strapi }) => ({})", ""},
	    {"({ strapi }) => ({ async find(ctx) { return super.find(ctx); }, findOne: async (ctx) => {}, 'create': f "
	     "})",
	     "find findOne create "},
	    {"({ strapi }) => { const a = 1, b = {x: 2}; function c() {} return { find() {}, b } }", "find b "},
	    {"function ({ strapi }) { return { find: function () {} }; }", "find "},
	    {"plain", "find "},
	    {"() => plain", "find "},
	    {"{ ...plain, find() {} }", "find …"},
	    {"{ [name]: 1 }", "…"},
	    {"{ get find() { return 1; } }", "…"},
	    {"({ strapi }) => { strapi.x = 1; return {}; }", "-"},
	    {"({ strapi }) => { if (a) return {}; return { find() {} }; }", "-"},
	    {"other", "-"},
	    {"Object.assign({}, plain)", "-"},
	    {"({ find(ctx: Ctx): Promise<Map<string, number>> { return x; } }) as any", "find "},
	    {"({ a: 'x, }', b: `}${ {c: 1}.c }{`, d: /[/}]{2}/g, e: 4 / 2 / 1 })", "a b d e "},
	    {"{ a: x < y, b: 1 /* }, c: 2 */, d(x): A<B, C> { return x < y; }, e: z > 1 }", "a b d e "},
	};
	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++)
		assert_string_equal(keys_of(cases[i].argument), cases[i].keys);
}

static void refuses_what_is_no_code(void **state)
{
	static const char *const texts[] = {"'", "\"a\n\"", "`a", "`${`", "(", ")", "[}", "/* a", "a = /b\n", "({)}"};
	struct code_tokens tokens;
	(void)state;
	for (size_t i = 0; i < COUNT_OF(texts); i++)
		assert_false(code_tokens_read(arena, slice_of(texts[i]), &tokens));
	char deep[2 * CODE_DEEPEST_BRACKET + 3];
	memset(deep, '(', sizeof deep);
	assert_false(code_tokens_read(arena, (struct slice){deep, sizeof deep}, &tokens));
}

static void keeps_templates_strings_and_divisions_apart(void **state)
{
	struct code_tokens tokens;
	(void)state;
	assert_true(code_tokens_read(arena, SLICE("`a${b + `c${d}`}e` / f / 'g\\'h' // i\n/* j */ #!k"), &tokens));
	static const char *const texts[] = {"a", "${", "b", "+", "c", "${",      "d", "}", "",
	                                    "}", "e",  "/", "f", "/", "'g\\'h'", "#", "!", "k"};
	assert_int_equal(tokens.count, COUNT_OF(texts));
	for (size_t i = 0; i < COUNT_OF(texts); i++)
		assert_true(slice_is(tokens.items[i].text, texts[i]));
	assert_int_equal(tokens.items[1].match, 9);
	assert_int_equal(tokens.items[15].line, 2);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(knows_what_generators_write),
	    cmocka_unit_test(takes_nothing_else_for_them),
	    cmocka_unit_test(finds_the_keys_of_objects),
	    cmocka_unit_test(refuses_what_is_no_code),
	    cmocka_unit_test(keeps_templates_strings_and_divisions_apart),
	};
	arena = arena_create();
	int failed = cmocka_run_group_tests(tests, NULL, NULL);
	arena_destroy(arena);
	return failed;
}
