// The functions of lectern.h that resolvers call.
import assert from 'node:assert/strict';
import path from 'node:path';
import { describe, it } from 'node:test';
import { assertError } from './lib/expect.mjs';
import { startExtended, useExtended } from './lib/extensions.mjs';
import { ask, refusal } from './lib/extension_examples.mjs';
import { Client } from './lib/http.mjs';
import { sqlite } from './lib/schema.mjs';
import { startServer } from './lib/server.mjs';

describe('functions of extensions over GraphQL', () => {
	const source = `#include <lectern.h>
#include <string.h>

static bool add_up(void *context, lectern_call *call, const lectern_value *options)
{
	lectern_value *value;
	int64_t sum = 0;
	(void)context;
	(void)options;
	if (!lectern_next(call) || !lectern_resolved(call, &value))
		return false;
	for (size_t i = 0; i < lectern_length(value); i++)
		sum += lectern_as_integer(lectern_get(lectern_at(value, i), "id"), 0);
	if (lectern_kind_of(value) == LECTERN_OBJECT)
		sum = lectern_as_integer(lectern_get(value, "id"), 0);
	lectern_set(lectern_state(call), "sum", lectern_new_integer(call, sum));
	return true;
}

static bool sum(void *context, lectern_call *call)
{
	(void)context;
	return lectern_resolve(call, lectern_get(lectern_state(call), "sum"));
}

static bool leave_note(void *context, lectern_call *call, const lectern_value *config)
{
	(void)context;
	(void)config;
	return lectern_set(lectern_state(call), "by", lectern_info_key(call).length ? lectern_info_field(call).data[0] == 'n' ?
		lectern_new_text(call, lectern_info_key(call).data) : NULL : NULL);
}

static bool note(void *context, lectern_call *call)
{
	(void)context;
	return lectern_resolve(call, lectern_new_format(call, "%s %s.%s %s %s %s", lectern_as_text(lectern_get(lectern_state(call), "by")).data,
		lectern_info_parent_type(call).data, lectern_info_field(call).data, lectern_info_type(call).data,
			lectern_request_method(call).data, lectern_request_path(call).data));
}

static bool fail(void *context, lectern_call *call)
{
	const char *how = lectern_as_text(lectern_argument(call, "how")).data;
	lectern_value *value;
	(void)context;
	if (!strcmp(how, "teapot")) {
		lectern_fail(call, 418, "TeapotError", "short and stout");
		return lectern_fail_details(call, lectern_json(call, "{\\"handle\\": 1}"));
	}
	if (!strcmp(how, "write"))
		return lectern_create(call, "api::category.category", lectern_json(call, "{\\"name\\": \\"x\\"}"), NULL, 0, NULL);
	if (!strcmp(how, "type"))
		return lectern_resolve(call, lectern_new_object(call));
	if (!strcmp(how, "argument"))
		return lectern_set_argument(call, "how", lectern_new_array(call));
	if (!strcmp(how, "unknown"))
		return lectern_set_argument(call, "nope", NULL);
	if (!strcmp(how, "index"))
		return lectern_resolve_at(call, 7, NULL);
	if (!strcmp(how, "respond"))
		return lectern_respond(call, NULL);
	if (!strcmp(how, "result"))
		return lectern_resolved_at(call, 9, &value);
	return false;
}

static bool swallow(void *context, lectern_call *call)
{
	lectern_value *data = lectern_json(call, "{\\"name\\": \\"swallowed\\"}");
	(void)context;
	if (!lectern_create(call, "api::category.category", data, NULL, 0, NULL))
		return false;
	lectern_create(call, "api::category.category", data, NULL, 0, NULL);
	lectern_clear_error(call);
	return lectern_resolve(call, lectern_new_text(call, "all is well"));
}

static bool sign_in(void *context, lectern_call *call)
{
	lectern_value *answer = lectern_json(call, "{\\"jwt\\": \\"none\\", \\"user\\": {\\"id\\": 1}}");
	int64_t count;
	(void)context;
	if (!lectern_count(call, "plugin::users-permissions.user", NULL, 0, &count))
		return false;
	lectern_put(call, answer, "user.username", lectern_new_format(call, "one of %d", (int)count));
	return lectern_resolve(call, answer);
}

static bool called(void *context, lectern_call *call)
{
	size_t count = lectern_parent_count(call);
	(void)context;
	for (size_t i = 0; i < count; i++)
		lectern_resolve_at(call, i, lectern_new_format(call, "%s of %d", lectern_as_text(lectern_get(lectern_parent_at(call, i),
			"name")).data, (int)count));
	return !lectern_parent_at(call, count);
}

static bool build(void *context, lectern_schema *schema)
{
	lectern_type *query = lectern_extend_type(schema, "Query"), *mutation = lectern_extend_type(schema, "Mutation");
	(void)context;
	lectern_resolve_by(lectern_find_field(mutation, "login"), sign_in, NULL);
	lectern_resolve_by(lectern_add_field(query, "note", "String!", NULL), note, NULL);
	lectern_resolve_all_by(lectern_add_field(lectern_extend_type(schema, "Category"), "called", "String", NULL), called, NULL);
	lectern_resolve_by(lectern_add_argument(lectern_add_field(query, "fail", "Int", NULL), "how", "String", NULL, NULL), fail, NULL);
	lectern_resolve_by(lectern_add_field(mutation, "swallow", "String", NULL), swallow, NULL);
	lectern_resolve_by(lectern_add_field(query, "sum", "Int", NULL), sum, NULL);
	lectern_use_middleware_function(lectern_resolver_rule(lectern_schema_app(schema), "CategoryEntityResponseCollection.data"), add_up, NULL);
	lectern_use_middleware_function(lectern_resolver_rule(lectern_schema_app(schema), "CategoryEntityResponse.data"), add_up, NULL);
	return lectern_use_policy_function(lectern_resolver_rule(lectern_schema_app(schema), "Query.note"), leave_note, NULL);
}

bool lectern_register(lectern_app *app)
{
	static const char *const open[] = {"Query.note", "Query.fail", "Mutation.swallow"};
	for (size_t i = 0; i < 3; i++)
		if (!lectern_auth_none(lectern_resolver_rule(app, open[i])))
			return false;
	return lectern_use_function(app, build, NULL);
}
`;
	const side = {};
	useExtended(started => Object.assign(side, started), { run: source });
	it('share the state of a request, and tell what is resolved', async () => {
		assert.deepEqual((await ask(side, '{ a: note note }')).data, {
			a: 'a Query.note String! POST /graphql',
			note: 'note Query.note String! POST /graphql',
		});
	});
	it('know each parent of a batch', async () => {
		const { data } = await ask(side, '{ categories(pagination: {limit: 3}, sort: "id") { data { attributes { name called } } } }');
		for (const { attributes } of data.categories.data) assert.equal(attributes.called, `${attributes.name} of 3`);
	});
	it('look at entries in middlewares', async () => {
		const { data } = await ask(side, '{ categories(pagination: {limit: 3}, sort: "id") { data { id } } sum }');
		assert.equal(
			data.sum,
			data.categories.data.reduce((total, { id }) => total + Number(id), 0),
		);
		assert.equal((await ask(side, '{ category(id: 4) { data { attributes { name } } } sum }')).data.sum, 4);
	});
	const refusals = {
		teapot: /^short and stout$/,
		write: /^Internal Server Error$/,
		type: /Int cannot represent/,
		argument: /"\$how" got invalid value \[\]; String cannot represent/,
		unknown: /^Internal Server Error$/,
		index: /^Internal Server Error$/,
		respond: /^Internal Server Error$/,
		result: /^Internal Server Error$/,
		silent: /^Internal Server Error$/,
	};
	for (const [how, message] of Object.entries(refusals))
		it(`fail with an error: ${how}`, async () => {
			const answer = await ask(side, `{ fail(how: "${how}") categories(pagination: {limit: 1}) { data { id } } }`);
			refusal(answer, message);
			assert.equal(answer.data.fail, null);
			assert.equal(answer.data.categories.data.length, 1, 'all else is answered');
			if (how === 'teapot')
				assert.deepEqual(answer.errors[0].extensions.error, { name: 'TeapotError', message: 'short and stout', details: { handle: 1 } });
		});
	it('may stand in for those of accounts', async () => {
		const { data } = await ask(side, 'mutation { login(input: {identifier: "x", password: "y"}) { jwt user { username } } }', {
			headers: {},
		});
		assert.equal(data.login.jwt, 'none');
		assert.match(data.login.user.username, /^one of \d+$/);
	});
	it('never keep half a transaction', async () => {
		refusal(await ask(side, 'mutation { swallow }'), /unique/);
		assert.deepEqual(sqlite(path.join(side.server.folder, '.tmp/data.db'), "SELECT id FROM categories WHERE name = 'swallowed'"), []);
	});
	it('make a schema of their own where none is made of the models', async () => {
		const config = { plugins: { graphql: { config: { shadowCRUD: false } } } };
		const without = await startServer({ config });
		const server = await startExtended(
			{
				only:
					'#include <lectern.h>\nstatic bool hello(void *context, lectern_call *call)\n{\n\t(void)context;\n\treturn ' +
					'lectern_resolve(call, lectern_new_text(call, "hello"));\n}\nbool lectern_register(lectern_app *app)\n{\n\tstatic const ' +
					'lectern_named_resolver resolvers[] = {{.field = "Query.hello", .resolve = hello}, {0}};\n\tstatic const lectern_graphql ' +
					'extension = {.type_defs = "type Query { hello: String }", .resolvers = resolvers};\n\treturn lectern_use(app, &extension) ' +
					'&& lectern_auth_none(lectern_resolver_rule(app, "Query.hello"));\n}\n',
			},
			{ config },
		);
		const clients = [without, server].map(({ base }) => new Client(base));
		try {
			const [none, own] = await Promise.all(
				clients.map(client =>
					client.request('POST', '/graphql', {
						body: { query: '{ hello __schema { queryType { fields { name } } mutationType { name } } }' },
					}),
				),
			);
			assertError(none, 405);
			assert.deepEqual(own.json, {
				data: { hello: 'hello', __schema: { queryType: { fields: [{ name: 'hello' }] }, mutationType: null } },
			});
		} finally {
			for (const client of clients) client.close();
			await without.stop();
			await server.stop();
		}
	});
});
