// Extensions that can't be loaded: what the server says of each, and that it does not start.
import assert from 'node:assert/strict';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { root } from './lib/data.mjs';
import { assertError } from './lib/expect.mjs';
import { buildExtension, makeExtendedProject } from './lib/extensions.mjs';
import { full } from './lib/extension_examples.mjs';
import { Client } from './lib/http.mjs';
import { makeProject, runCommand, startServer } from './lib/server.mjs';

describe("an extension that can't be loaded", () => {
	const entry = body =>
		`#include <lectern.h>\n#include <stdlib.h>\nbool lectern_register(lectern_app *app)\n{\n\t(void)app;\n\t${body}\n\treturn true;\n}\n`;
	const hello =
		'static bool hello(void *context, lectern_call *call)\n{\n\t(void)context;\n\treturn lectern_respond(call, ' +
		'lectern_new_text(call, "hello"));\n}\n';
	const good =
		`#include <lectern.h>\n${hello}bool lectern_register(lectern_app *app)\n{\n\treturn lectern_auth_none(lectern_add_route(app, ` +
		'"GET", "/good", hello, NULL));\n}\n';
	const route = (path, rule) =>
		`#include <lectern.h>\n${hello}bool lectern_register(lectern_app *app)\n{\n\tlectern_auth_none(lectern_add_route(app, "GET", ` +
		`"/before", hello, NULL));\n\tlectern_rule *rule = lectern_add_route(app, "GET", "${path}", hello, NULL);\n\t${rule}\n\treturn ` +
		'rule != NULL;\n}\n';
	const header = readFileSync(path.join(root, 'include/lectern.h'), 'utf8');
	const version = (part, number) =>
		good.replace('#include <lectern.h>', () => header.replace(new RegExp(`(LECTERN_INTERFACE_${part}) \\d+`), `$1 ${number}`));
	const using = parts =>
		`#include <lectern.h>\n${hello}bool lectern_register(lectern_app *app)\n{\n\tstatic lectern_graphql extension;\n\textension = ` +
		`(lectern_graphql){${parts}};\n\t(void)hello;\n\treturn lectern_use(app, &extension);\n}\n`;
	const sdl = text => using(`.type_defs = ${JSON.stringify(text)}`);
	const building = body =>
		'#include <lectern.h>\n#include <stdlib.h>\nstatic bool build(void *context, lectern_schema ' +
		`*schema)\n{\n\t(void)context;\n\t(void)schema;\n\t${body}\n\treturn true;\n}\n` +
		`${entry('return lectern_use_function(app, build, NULL);')}`;
	const faults = {
		'crashes when it registers': [entry('abort();'), /crashed while it was loaded|ended the process/],
		'crashes before it registers': [
			`${good}__attribute__((constructor)) static void crash(void)\n{\n\t__builtin_trap();\n}\n`,
			/crashed while it was loaded|ended the process/,
		],
		'ends the process': [entry('exit(0);'), /ended the process/],
		'never comes back': [entry('for (;;)\n\t\tlectern_log(LECTERN_DEBUG, "still here");'), /still registering after 10 seconds/],
		'refuses itself': [entry('return lectern_refuse(app, "no licence for %s", lectern_extension_name(app));'), /no licence for broken/],
		'fails without a reason': [entry('return false;'), /returned false without a reason/],
		'has no entry point': ['#include <lectern.h>\nint nothing;\n', /undefined symbol|no function lectern_register/],
		'was not built with the header': [
			'int lectern_register(void *app);\nint lectern_register(void *app)\n{\n\treturn app != 0;\n}\n',
			/not built with lectern\.h/,
		],
		'was built for another major version': [version('MAJOR', 2), /built for version 2\.0 of the interface, and this server has 1\.0/],
		'was built for a later minor version': [version('MINOR', 99), /built for version 1\.99/],
		'needs a function that is not there': [entry('extern void lectern_fly(void);\n\tlectern_fly();'), /undefined symbol: lectern_fly/],
		'names an unknown type': [entry('lectern_on(app, "api::nope.nope", LECTERN_AFTER_CREATE, 0, 0);'), /no content-type "api::nope\.nope"/],
		'names a component as a type': [entry('lectern_core_action(app, "location.address", "find");'), /is a component/],
		'names an unknown action': [
			entry('lectern_core_action(app, "api::category.category", "publish");'),
			/api::category\.category has no action "publish"/,
		],
		'names an action that a single type has not': [
			entry('lectern_core_action(app, "api::homepage.homepage", "create");'),
			/has no action "create"/,
		],
		'names an unknown policy': [
			entry('lectern_use_policy(lectern_core_action(app, "api::category.category", "find"), "nope", NULL);'),
			/no policy is named "nope"/,
		],
		'names an unknown middleware': [
			entry('lectern_use_middleware(lectern_core_action(app, "api::category.category", "find"), "nope", NULL);'),
			/no middleware is named "nope"/,
		],
		'names an unknown scope': [
			entry('lectern_auth_scope(lectern_core_action(app, "api::category.category", "find"), "api::category.category.nope");'),
			/no action "api::category\.category\.nope"/,
		],
		'gives a config that is no JSON': [
			`${good
				.replace(
					'bool lectern_register',
					'static bool yes(void *context, lectern_call *call, const lectern_value *config)\n{\n\treturn !context && call && ' +
						'config;\n}\nbool lectern_register',
				)
				.replace(
					'return lectern_auth',
					'return lectern_register_policy(app, "yes", yes, NULL) && lectern_use_policy(lectern_core_action(app, ' +
						'"api::category.category", "find"), "yes", "{no}") && lectern_auth',
				)}`,
			/config of "yes" is not valid JSON/,
		],
		'adds a route for nobody': [route('/x', ''), /does not say who may call it/],
		'adds a route without a path': [route('x', 'lectern_auth_none(rule);'), /invalid path "x"/],
		'adds a route of an unknown method': [
			route('/x', 'lectern_auth_none(lectern_add_route(app, "FETCH", "/y", hello, NULL)); lectern_auth_none(rule);'),
			/unknown method "FETCH"/,
		],
		'disables an unknown type': [
			entry('lectern_disable(lectern_shadow_crud(app, "api::nope.nope"));'),
			/no content-type "api::nope\.nope"/,
		],
		'disables an unknown field': [
			entry('lectern_field_disable(lectern_shadow_field_named(lectern_shadow_crud(app, "api::review.review"), "nope"));'),
			/api::review\.review has no field "nope"/,
		],
		'disables an unknown action': [
			entry('lectern_disable_action(lectern_shadow_crud(app, "api::review.review"), "publish");'),
			/"publish" is no action/,
		],
		'brings definitions that are no definitions': [sdl('type Book {'), /type definitions are wrong: .*Syntax Error/],
		'defines a field of an unknown type': [sdl('type Query { book: Boook }'), /Unknown type .*Boook/],
		'defines a field that is there': [sdl('type Query { categories: String }'), /Query\.categories.* already/],
		'gives arguments other types': [
			sdl('type Query { categories(filters: JSON): CategoryEntityResponseCollection }'),
			/Query\.categories gets arguments of other types/,
		],
		'defines an input as an output': [sdl('type Query { book: RestaurantInput }'), /Query\.book/],
		'extends an unknown type': [sdl('extend type Nope { book: String }'), /Nope/],
		'makes a schema that can not be': [
			sdl('type Query { thing: Thing } interface Thing { a: Int } type Real implements Thing { b: Int }'),
			/Thing\.a/,
		],
		'resolves an unknown field': [
			using('.resolvers = (lectern_named_resolver[]){{.field = "Query.nope", .resolve = hello}, {0}}'),
			/"Query\.nope" is of a field that the schema has not/,
		],
		'configures an unknown resolver': [
			entry('lectern_auth_none(lectern_resolver_rule(app, "Query.nope"));'),
			/"Query\.nope" is no field of the schema/,
		],
		'gives auth to a nested field': [
			entry('lectern_auth_none(lectern_resolver_rule(app, "Restaurant.name"));'),
			/only fields of Query and Mutation/,
		],
		'names an unknown policy for a resolver': [
			using(
				'.resolvers_config = (lectern_resolver_config[]){{.field = "Query.categories", .policies = (lectern_step[]){{.name = ' +
					'"nope"}, {0}}}, {0}}',
			),
			/no policy is named "nope"/,
		],
		'names an unknown scope for a resolver': [
			entry('lectern_auth_scope(lectern_resolver_rule(app, "Query.categories"), "api::nope.nope.find");'),
			/no action "api::nope\.nope\.find"/,
		],
		'makes a type that is there': [building('lectern_object_type(schema, "Restaurant", NULL);'), /there is a type "Restaurant" already/],
		'adds a field whose type is no type': [
			building('lectern_add_field(lectern_extend_type(schema, "Query"), "x", "[String", NULL);'),
			/Query\.x can't be added/,
		],
		'extends by the builder what is not there': [
			building('lectern_add_field(lectern_extend_type(schema, "Nope"), "x", "String", NULL);'),
			/the schema has no type "Nope"/,
		],
		'adds a field to an enum': [
			building('lectern_add_field(lectern_extend_type(schema, "PublicationState"), "x", "String", NULL);'),
			/"PublicationState" is no object type/,
		],
		'crashes when it extends the schema': [building('abort();'), /crashed while it was loaded|ended the process/],
		'is no shared object': [null, /file too short|invalid ELF header/],
	};
	const put = (folder, source, flags) => {
		if (source === null) writeFileSync(path.join(folder, 'extensions/broken.so'), 'nothing');
		else buildExtension(folder, 'broken', source, flags);
	};
	for (const [what, [source, message, flags]] of Object.entries(faults)) {
		it(`is told of by name when it ${what}, and the server ends`, async () => {
			const folder = makeExtendedProject({ good });
			try {
				put(folder, source, flags);
				const { code, stderr, signal } = await runCommand(['serve', folder, '--port', '1']);
				assert.equal(signal, null);
				assert.equal(code, 1);
				assert.match(stderr, /^lectern: the extension broken can't be loaded: /m);
				assert.match(stderr, message);
			} finally {
				rmSync(folder, { recursive: true, force: true });
			}
		});
	}
	it('is left out whole where that is configured, and the others are there', async () => {
		const folder = makeExtendedProject({ good }, { extensions: { onFailure: 'leaveOut' } });
		put(folder, ...faults['names an unknown policy'].slice(0, 1));
		buildExtension(folder, 'halfway', route('/x', ''));
		const server = await startServer({ folder, ownsFolder: true });
		const client = new Client(server.base);
		try {
			assert.match(server.stderr, /the extension broken was left out: no policy is named "nope"/);
			assert.match(server.stderr, /the extension halfway was left out: .*\/x does not say who may call it/);
			assert.equal((await client.get('/api/good')).json, 'hello');
			assertError(await client.get('/api/before'), 404);
			assert.equal((await client.get('/api/categories', full)).status, 200);
		} finally {
			client.close();
			await server.stop();
		}
	});
	it('is not looked at where it is disabled', async () => {
		for (const config of [{ disabled: ['broken'] }, { enabled: false }]) {
			const folder = makeExtendedProject({}, { extensions: config });
			buildExtension(folder, 'broken', faults['crashes when it registers'][0]);
			const server = await startServer({ folder, ownsFolder: true });
			await server.stop();
		}
	});
	it('is found by lectern check', async () => {
		const folder = makeExtendedProject({ good });
		const right = await runCommand(['check', folder, '--load-extensions']);
		assert.deepEqual([right.code, right.stdout.split('\n')[0]], [0, 'ok: 1 extensions']);
		buildExtension(folder, 'broken', faults['names an unknown action'][0]);
		const wrong = await runCommand(['check', folder, '--load-extensions']);
		rmSync(folder, { recursive: true, force: true });
		assert.equal(wrong.code, 1);
		assert.match(wrong.stdout, /^extensions: the extension broken can't be loaded: .*no action "publish"/m);
	});
	it('has mistakes in its configuration told', async () => {
		for (const [config, message] of [
			[{ onFailure: 'x' }, /extensions\.json: \$\.onFailure: .*leaveOut/],
			[{ config: [] }, /extensions\.json: \$\.config/],
			[{ enabled: 'perhaps' }, /extensions\.json: \$\.enabled/],
		]) {
			const folder = makeProject({ extensions: config });
			const { code, stdout, stderr } = await runCommand(['check', folder]);
			rmSync(folder, { recursive: true, force: true });
			assert.equal(code, 1);
			assert.match(stdout + stderr, message);
		}
	});
});
