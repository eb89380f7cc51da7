// Extensions that use the interface wrongly: they get an error that says so, and the server goes on.
import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { describe, it } from 'node:test';
import { assertError, sleep } from './lib/expect.mjs';
import { makeExtendedProject, useExtended } from './lib/extensions.mjs';
import { full } from './lib/extension_examples.mjs';
import { runCommand } from './lib/server.mjs';

describe("functions that are called where they can't be", () => {
	const source = `#include <lectern.h>
#include <string.h>

static const char uid[] = "api::category.category";
static lectern_app *kept_app;
static lectern_rule *kept_rule;
static lectern_schema *kept_schema;
static lectern_type *kept_type;
static lectern_field *kept_field;

static bool next(void *context, lectern_call *call)
{
	(void)context;
	return lectern_next(call);
}

static bool next_in_policy(void *context, lectern_call *call, const lectern_value *config)
{
	(void)context;
	(void)config;
	return !lectern_request_header(call, "x-next").length || lectern_next(call);
}

static bool next_twice(void *context, lectern_call *call, const lectern_value *options)
{
	(void)context;
	(void)options;
	return lectern_next(call) && (!lectern_request_header(call, "x-twice").length || lectern_next(call));
}

static bool late(void *context, lectern_call *call)
{
	lectern_value *answer = lectern_new_object(call);
	(void)context;
#define NOTE(what, done) lectern_set(answer, what, lectern_new_boolean(call, (done)))
	NOTE("route", lectern_add_route(kept_app, "GET", "/late", late, NULL) != NULL);
	NOTE("hook", lectern_on(kept_app, uid, LECTERN_AFTER_CREATE, next, NULL));
	NOTE("auth", lectern_auth_none(kept_rule));
	NOTE("refusal", lectern_refuse(kept_app, "too late"));
	NOTE("type", lectern_object_type(kept_schema, "Late", NULL) != NULL);
	NOTE("field", lectern_add_field(kept_type, "late", "String", NULL) != NULL);
	NOTE("input", lectern_add_input(kept_type, "late", "String", NULL, NULL) != NULL);
	NOTE("argument", lectern_add_argument(kept_field, "late", "String", NULL, NULL) != NULL);
	NOTE("resolver", lectern_resolve_by(kept_field, next, NULL) != NULL);
	NOTE("wrapping", lectern_wrap_by(kept_field, next_twice, NULL) != NULL);
	NOTE("description", lectern_describe(kept_field, "late") != NULL);
	NOTE("deprecation", lectern_deprecate(kept_field, "late") != NULL);
	NOTE("removal", lectern_remove_field(kept_type, "plain"));
	NOTE("value", lectern_add_enum_value(kept_type, "LATE", NULL));
	NOTE("member", lectern_add_union_member(kept_type, "Late"));
	NOTE("interface", lectern_implement(kept_type, "Late"));
	NOTE("definitions", lectern_add_type_defs(kept_schema, "type Late { a: Int }"));
	NOTE("search", lectern_find_field(kept_type, "plain") != NULL);
	/* Names may be asked for at any time, from any thread. */
	lectern_set(answer, "names", lectern_new_format(call, "%s.%s", lectern_type_name(kept_type), lectern_field_name(kept_field)));
	return lectern_respond(call, answer);
}

static bool texts(void *context, lectern_call *call)
{
	lectern_value *answer = lectern_new_object(call), *value;
	(void)context;
	NOTE("string", lectern_new_string(call, NULL, 5) != NULL);
	NOTE("empty", lectern_as_text(lectern_new_string(call, NULL, 0)).length == 0);
	NOTE("text", lectern_new_text(call, NULL) != NULL);
	NOTE("huge", lectern_new_string(call, "x", (size_t)INT32_MAX + 1) != NULL);
	NOTE("parsed", lectern_parse(call, NULL, 5, &value));
	lectern_clear_error(call);
	NOTE("behind", lectern_parse(call, "1\\0\\0", 3, &value));
	lectern_clear_error(call);
	NOTE("json", lectern_json(call, NULL) != NULL);
	NOTE("bytes", lectern_json(call, "\\"\\xff\\"") != NULL);
	NOTE("path", lectern_path(answer, NULL) != NULL);
	NOTE("put", lectern_put(call, answer, NULL, answer));
	NOTE("get", lectern_get(answer, NULL) != NULL);
	NOTE("set", lectern_set(answer, NULL, NULL));
	NOTE("is", lectern_is_text(lectern_new_text(call, "x"), NULL));
	lectern_set(answer, "\\xff", lectern_new_text(call, "\\xff"));
	return lectern_respond(call, answer);
}

static bool nothing(void *context, lectern_call *call)
{
	(void)context;
	return lectern_respond_text(call, "text/plain", NULL, 5);
}

static bool broken_name(void *context, lectern_call *call)
{
	(void)context;
	return lectern_fail(call, 400, "Bad\\"\\xff", "%s", "\\xff\\"");
}

static bool parse_scalar(void *context, lectern_call *call, lectern_value *given, lectern_value **value)
{
	const char *what = lectern_as_text(given).data;
	lectern_value *entries;
	lectern_text role;
	int64_t count;
	(void)context;
	if (!strcmp(what, "find"))
		return lectern_find(call, uid, NULL, 0, &entries);
	if (!strcmp(what, "findOne"))
		return lectern_find_one(call, uid, 1, NULL, 0, &entries);
	if (!strcmp(what, "count"))
		return lectern_count(call, uid, NULL, 0, &count);
	if (!strcmp(what, "create"))
		return lectern_create(call, uid, lectern_new_object(call), NULL, 0, NULL);
	if (!strcmp(what, "next"))
		return lectern_next(call);
	if (!strcmp(what, "respond"))
		return lectern_respond(call, NULL);
	if (!strcmp(what, "resolve"))
		return lectern_resolve(call, NULL);
	if (!strcmp(what, "query"))
		return lectern_set_query(call, NULL);
	if (!strcmp(what, "who")) {
		if (!lectern_caller_role(call, &role))
			return false;
		*value = lectern_new_format(call, "%d %s %d %d", (int)lectern_caller_kind(call), role.data, lectern_allowed(call,
			"api::category.category.find"), (int)lectern_request_path(call).length);
	}
	return true;
}

static bool echo(void *context, lectern_call *call)
{
	(void)context;
	return lectern_resolve(call, lectern_argument(call, "it"));
}

static bool around_login(void *context, lectern_call *call, const lectern_value *options)
{
	lectern_value *entries;
	(void)context;
	(void)options;
	return lectern_find(call, uid, NULL, 0, &entries) && lectern_next(call);
}

static bool build(void *context, lectern_schema *schema)
{
	lectern_type *query = lectern_extend_type(schema, "Query");
	lectern_type *thing = lectern_object_type(schema, "Thing", NULL);
	(void)context;
	kept_schema = schema;
	kept_type = thing;
	kept_field = lectern_add_field(thing, "plain", "String", NULL);
	lectern_scalar_by(lectern_scalar_type(schema, "Picky", NULL), parse_scalar, NULL, NULL);
	lectern_resolve_by(lectern_add_argument(lectern_add_field(query, "echo", "Picky", NULL), "it", "Picky", NULL, NULL), echo, NULL);
	lectern_resolve_by(lectern_add_field(query, "next", "String", NULL), next, NULL);
	lectern_resolve_by(lectern_add_field(query, "wrappedNext", "String", NULL), next, NULL);
	lectern_add_field(query, "thing", "Thing", NULL);
	return true;
}

bool lectern_register(lectern_app *app)
{
	kept_app = app;
	kept_rule = lectern_add_route(app, "GET", "/misuse/late", late, NULL);
	return lectern_auth_none(kept_rule) &&
	       lectern_auth_none(lectern_add_route(app, "GET", "/misuse/next", next, NULL)) &&
	       lectern_auth_none(lectern_add_route(app, "POST", "/misuse/next", next, NULL)) &&
	       lectern_auth_none(lectern_add_route(app, "GET", "/misuse/texts", texts, NULL)) &&
	       lectern_auth_none(lectern_add_route(app, "GET", "/misuse/nothing", nothing, NULL)) &&
	       lectern_auth_none(lectern_add_route(app, "GET", "/misuse/name", broken_name, NULL)) &&
	       lectern_use_policy_function(lectern_core_action(app, uid, "find"), next_in_policy, NULL) &&
	       lectern_use_policy_function(lectern_core_action(app, uid, "create"), next_in_policy, NULL) &&
	       lectern_use_middleware_function(lectern_core_action(app, uid, "findOne"), next_twice, NULL) &&
	       lectern_on(app, "api::review.review", LECTERN_BEFORE_CREATE, next, NULL) &&
	       lectern_use_policy_function(lectern_resolver_rule(app, "Query.categories"), next_in_policy, NULL) &&
	       lectern_use_middleware_function(lectern_resolver_rule(app, "Query.wrappedNext"), next_twice, NULL) &&
	       lectern_use_middleware_function(lectern_resolver_rule(app, "Mutation.login"), around_login, NULL) &&
	       lectern_use_function(app, build, NULL);
}
`;
	let server;
	let client;
	useExtended(started => ({ server, client } = started), { misuse: source });
	const ask = async (query, headers = {}) =>
		(await client.request('POST', '/graphql', { headers: { ...full, ...headers }, body: { query } })).json;
	const isLogged = async reason => {
		for (let i = 0; i < 100 && !reason.test(server.stderr); i++) await sleep(20);
		assert.match(server.stderr, reason);
	};
	const misplaced = /lectern_next where nothing comes next/;

	it('lectern_next in a handler', async () => {
		assertError(await client.get('/api/misuse/next'), 500, 'InternalServerError');
		await isLogged(misplaced);
		assertError(await client.request('POST', '/api/misuse/next'), 500, 'InternalServerError');
	});
	it('lectern_next in a policy', async () => {
		assert.equal((await client.get('/api/categories', full)).status, 200);
		assertError(await client.get('/api/categories', { ...full, 'X-Next': '1' }), 500, 'InternalServerError');
		assertError(
			await client.request('POST', '/api/categories', { headers: { ...full, 'X-Next': '1' }, body: { data: { name: 'next' } } }),
			500,
			'InternalServerError',
		);
		const found = await client.get('/api/categories?filters[name]=next', full);
		assert.deepEqual(found.json.data, []);
		assert.match((await ask('{ categories { data { id } } }', { 'X-Next': '1' })).errors[0].message, /^Internal Server Error$/);
	});
	it('lectern_next in a hook', async () => {
		assertError(
			await client.request('POST', '/api/reviews', { headers: full, body: { data: { title: 'x' } } }),
			500,
			'InternalServerError',
		);
	});
	it('lectern_next in a resolver', async () => {
		assert.match((await ask('{ next }')).errors[0].message, /^Internal Server Error$/);
		assert.match((await ask('{ wrappedNext }')).errors[0].message, /^Internal Server Error$/);
	});
	it('lectern_next twice is answered once', async () => {
		const once = await client.get('/api/categories/1', full);
		const twice = await client.get('/api/categories/1', { ...full, 'X-Twice': '1' });
		assert.equal(twice.text, once.text);
	});
	it("content in a scalar's functions", async () => {
		for (const what of ['find', 'findOne', 'count', 'create', 'next', 'respond', 'resolve', 'query']) {
			const answer = await ask(`{ echo(it: "${what}") }`);
			assert.ok(answer.errors, `${what}: ${JSON.stringify(answer)}`);
		}
		assert.equal((await client.get('/api/categories', full)).status, 200);
	});
	it("who is calling in a scalar's functions: nobody who may anything", async () => {
		assert.equal((await ask('{ echo(it: "who") }')).data.echo, '0 public 0 0');
	});
	it('content around a field of accounts', async () => {
		const answer = await ask('mutation { login(input: {identifier: "x", password: "y"}) { jwt } }');
		assert.match(answer.errors[0].message, /^Internal Server Error$/);
		await isLogged(/asked for entries where there are none/);
	});
	it('registering when that is over', async () => {
		const { status, json, text } = await client.get('/api/misuse/late');
		assert.equal(status, 200, text);
		const { names, ...done } = json;
		assert.equal(names, 'Thing.plain');
		for (const [what, was] of Object.entries(done)) assert.equal(was, false, what);
		await isLogged(/the extension misuse .*registered.* after/);
		const { data } = await ask('{ __type(name: "Thing") { fields { name description } } late: __type(name: "Late") { name } }');
		assert.deepEqual(data, { __type: { fields: [{ name: 'plain', description: null }] }, late: null });
	});
	it('texts that are none', async () => {
		const { json, text } = await client.get('/api/misuse/texts');
		assert.deepEqual(
			json,
			{
				string: false,
				empty: true,
				text: false,
				huge: false,
				parsed: false,
				behind: false,
				json: false,
				bytes: false,
				path: false,
				put: false,
				get: false,
				set: false,
				is: false,
				'\ufffd': '\ufffd',
			},
			text,
		);
		assertError(await client.get('/api/misuse/nothing'), 500, 'InternalServerError');
		assertError(await client.get('/api/misuse/name'), 400, 'Bad"\ufffd', /^\ufffd"$/);
	});
});

describe("what can't be registered", () => {
	// Each ignores that it failed: the extension is refused all the same, for the reason that is given here.
	const mistakes = {
		'a scope without a name': ['lectern_auth_scope(route, NULL);', /"" is no action/],
		"a rule's config with something behind it": [
			'lectern_register_policy(app, "yes", yes, NULL); lectern_use_policy(route, "yes", "{} x");',
			/config of "yes" is not valid JSON/,
		],
		'a hook at no moment': ['lectern_on(app, NULL, (lectern_moment)77, run, NULL);', /no function or no moment/],
		'a function that is none': ['lectern_use_function(app, NULL, NULL);', /given no function/],
		'no structure': ['lectern_use(app, NULL);', /given nothing/],
		'a policy that is none': ['lectern_use_policy_function(route, NULL, NULL);', /a policy has no function/],
		'a middleware that is none': ['lectern_use_middleware_function(route, NULL, NULL);', /a middleware has no function/],
		'a policy without a name': ['lectern_register_policy(app, NULL, yes, NULL);', /a policy has no name or no function/],
		'two policies of one name': [
			'lectern_register_policy(app, "yes", yes, NULL); lectern_register_policy(app, "yes", yes, NULL);',
			/there is a policy named "yes" already/,
		],
		'a middleware without a function': ['lectern_register_middleware(app, "x", NULL, NULL);', /a middleware has no name or no function/],
		'both kinds of auth': ['lectern_auth_scope(route, "api::category.category.find");', /both lectern_auth_none and lectern_auth_scope/],
		'a rule of no resolver': ['lectern_resolver_rule(app, "nope");', /"nope" names no resolver/],
		'a shadow without a name': ['lectern_disable(lectern_shadow_crud(app, NULL));', /no content-type ""/],
		"a shadow's field without a name": [
			'lectern_field_disable(lectern_shadow_field_named(lectern_shadow_crud(app, "api::category.category"), NULL));',
			/has no field ""/,
		],
	};
	const building = {
		'a type without a name': ['lectern_object_type(schema, NULL, NULL);', /a type has no name/],
		'a type whose name is none': ['lectern_object_type(schema, "1x", NULL);', /"1x" can't be made/],
		'a field without a name': ['lectern_add_field(query, NULL, "Int", NULL);', /a field of Query has no name or no type/],
		'a field without a type': ['lectern_add_field(query, "x", NULL, NULL);', /a field of Query has no name or no type/],
		'an input field without a name': ['lectern_add_input(input, NULL, "Int", NULL, NULL);', /a field of Input has no name or no type/],
		'an input field of an object': ['lectern_add_input(query, "x", "Int", NULL, NULL);', /"Query" is no input/],
		'an argument without a type': [
			'lectern_add_argument(lectern_add_field(query, "x", "Int", NULL), "a", NULL, NULL, NULL);',
			/an argument of x has no name or no type/,
		],
		'an argument of an input field': [
			'lectern_add_argument(lectern_add_field(input, "x", "Int", NULL), "a", "Int", NULL, NULL);',
			/input fields have no arguments/,
		],
		'a default value that is none': [
			'lectern_add_argument(lectern_add_field(query, "x", "Int", NULL), "a", "Int", "{", NULL);',
			/argument a of x can't be added/,
		],
		'a resolver that is none': [
			'lectern_resolve_by(lectern_add_field(query, "x", "Int", NULL), NULL, NULL);',
			/its resolver is no function/,
		],
		'a middleware that is none': [
			'lectern_wrap_by(lectern_add_field(query, "x", "Int", NULL), NULL, NULL);',
			/its middleware is no function/,
		],
		'a value of an enum without a name': [
			'lectern_add_enum_value(lectern_enum_type(schema, "E", NULL), NULL, NULL);',
			/the value "" of E can't be added/,
		],
		'a value of what is no enum': ['lectern_add_enum_value(query, "X", NULL);', /"Query" is no enum/],
		'a member without a name': ['lectern_add_union_member(lectern_union_type(schema, "U", NULL), NULL);', /a member of U has no name/],
		'an interface without a name': ['lectern_implement(query, NULL);', /an interface of Query has no name/],
		'a field to be removed that is not there': ['lectern_remove_field(query, "nope");', /Query has no field "nope"/],
		'a scalar that is none': ['lectern_scalar_by(query, NULL, NULL, NULL);', /"Query" is no scalar/],
		'no definitions': ['lectern_add_type_defs(schema, NULL);', /no definitions were given/],
		'no resolver': ['lectern_add_resolver(schema, NULL);', /the resolver "" is of a field/],
		'no plugin': ['lectern_add_plugin(schema, NULL);', /no plugin was given/],
		'a reason': ['lectern_schema_refuse(schema, "for %s", "reasons");', /for reasons/],
	};
	const source = (registering, built) => `#include <lectern.h>
static bool run(void *context, lectern_call *call)
{
	(void)context;
	return lectern_respond(call, NULL);
}
static bool yes(void *context, lectern_call *call, const lectern_value *config)
{
	return !context && call && !config;
}
static bool build(void *context, lectern_schema *schema)
{
	lectern_type *query = lectern_extend_type(schema, "Query"), *input = lectern_input_type(schema, "Input", NULL);
	(void)context;
	(void)query;
	(void)input;
	${built}
	return true;
}
bool lectern_register(lectern_app *app)
{
	lectern_rule *route = lectern_add_route(app, "GET", "/x", run, NULL);
	(void)yes;
	lectern_auth_none(route);
	lectern_use_function(app, build, NULL);
	${registering}
	return true;
}
`;
	for (const [what, [registering, built, reason]] of [
		...Object.entries(mistakes).map(([what, [code, reason]]) => [what, [code, '', reason]]),
		...Object.entries(building).map(([what, [code, reason]]) => [`${what}, in the schema`, ['', code, reason]]),
	])
		it(what, async () => {
			const folder = makeExtendedProject({ wrong: source(registering, built) });
			const { code, stderr, signal } = await runCommand(['serve', folder, '--port', '1']);
			rmSync(folder, { recursive: true, force: true });
			assert.deepEqual([code, signal], [1, null]);
			assert.match(stderr, /^lectern: the extension wrong can't be loaded: /m);
			assert.match(stderr, reason);
		});
});

describe('a handle that is NULL', () => {
	it('makes every function fail that registers or builds, and nothing else', async () => {
		const folder = makeExtendedProject({
			chain: `#include <lectern.h>
#include <string.h>
static bool run(void *context, lectern_call *call)
{
	(void)context;
	return lectern_respond(call, NULL);
}
static bool step(void *context, lectern_call *call, const lectern_value *config)
{
	return !context && call && !config;
}
bool lectern_register(lectern_app *app)
{
	static const lectern_graphql parts;
	static const lectern_plugin plugin;
	static const lectern_named_resolver resolver = {.field = "Query.x", .resolve = run};
	const bool any = lectern_refuse(NULL, "x") || lectern_schema_refuse(NULL, "x") || lectern_extension_config(NULL) ||
		strlen(lectern_extension_name(NULL)) ||
		lectern_has_type(NULL, "x") || lectern_has_field(NULL, "x", "y") || lectern_on(NULL, NULL, LECTERN_AFTER_CREATE, run, NULL) ||
		lectern_register_policy(NULL, "x", step, NULL) || lectern_register_middleware(NULL, "x", step, NULL) ||
		lectern_use_policy(NULL, "x", NULL) || lectern_use_policy_function(NULL, step, NULL) ||
			lectern_use_middleware(NULL, "x", NULL) || lectern_use_middleware_function(NULL, step, NULL) ||
		lectern_auth_none(NULL) || lectern_auth_scope(NULL, "x") || lectern_add_route(NULL, "GET", "/x", run, NULL) ||
			lectern_core_action(NULL, "x", "find") ||
		lectern_shadow_crud(NULL, "x") || lectern_disable(NULL) || lectern_disable_queries(NULL) || lectern_disable_mutations(NULL) ||
			lectern_disable_action(NULL, "find") || lectern_disable_actions(NULL, NULL) ||
		lectern_is_enabled(NULL) || lectern_are_queries_enabled(NULL) || lectern_are_mutations_enabled(NULL) ||
			lectern_is_action_enabled(NULL, "find") ||
		lectern_shadow_field_named(NULL, "x") || lectern_field_disable(NULL) || lectern_field_disable_output(NULL) ||
			lectern_field_disable_input(NULL) || lectern_field_disable_filters(NULL) ||
		lectern_field_is_enabled(NULL) || lectern_field_has_output_enabled(NULL) || lectern_field_has_input_enabled(NULL) ||
			lectern_field_has_filters_enabled(NULL) ||
		lectern_use(NULL, &parts) || lectern_use_function(NULL, NULL, NULL) || lectern_resolver_rule(NULL, "Query.x") ||
			lectern_schema_app(NULL) ||
		lectern_object_type(NULL, "X", NULL) || lectern_input_type(NULL, "X", NULL) || lectern_enum_type(NULL, "X", NULL) ||
			lectern_interface_type(NULL, "X", NULL) || lectern_union_type(NULL, "X", NULL) || lectern_scalar_type(NULL, "X", NULL) ||
		lectern_scalar_by(NULL, NULL, NULL, NULL) || lectern_extend_type(NULL, "Query") || lectern_add_field(NULL, "x", "Int", NULL) ||
			lectern_resolve_by(NULL, run, NULL) || lectern_resolve_all_by(NULL, run, NULL) ||
		lectern_deprecate(NULL, NULL) || lectern_describe(NULL, "x") || lectern_wrap_by(NULL, step, NULL) ||
			lectern_add_argument(NULL, "x", "Int", NULL, NULL) || lectern_add_input(NULL, "x", "Int", NULL, NULL) ||
		lectern_add_enum_value(NULL, "X", NULL) || lectern_add_union_member(NULL, "X") || lectern_implement(NULL, "X") ||
			lectern_find_field(NULL, "x") || strlen(lectern_type_name(NULL)) || strlen(lectern_field_name(NULL)) ||
		lectern_remove_field(NULL, "x") || lectern_add_type_defs(NULL, "type X { a: Int }") || lectern_add_resolver(NULL, &resolver) ||
			lectern_add_plugin(NULL, &plugin);
	return any ? lectern_refuse(app, "one did not fail") : true;
}
`,
		});
		const { code, stdout, stderr } = await runCommand(['check', folder, '--load-extensions']);
		rmSync(folder, { recursive: true, force: true });
		assert.equal(code, 0, stdout + stderr);
	});
});
