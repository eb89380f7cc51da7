// serve --watch: the project is loaded again when its files change, and its tables follow.
import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { controller, makeCodeProject, writeFiles } from './lib/code.mjs';
import { onEachDatabase } from './lib/databases.mjs';
import { until } from './lib/expect.mjs';
import { makeProject, runCommand, useServer } from './lib/server.mjs';

const patience = 120_000;

const schema = (name, attributes) => ({
	kind: 'collectionType',
	collectionName: `${name}s`,
	info: { singularName: name, pluralName: `${name}s`, displayName: name },
	options: { draftAndPublish: false },
	pluginOptions: {},
	attributes,
});
const files = (name, attributes) => ({ [`src/api/${name}/content-types/${name}/schema.json`]: schema(name, attributes) });

onEachDatabase('a project that is watched', use => {
	let client, server, sql;
	use(started => ({ client, server, sql } = started), { args: ['--watch'] });
	const is = (where, status) => until(async () => (await client.get(where)).status === status, `${where} is not ${status}`, patience);
	const says = what => until(async () => what.test(server.stderr), `the log does not say ${what}`, patience);
	const number = text => Number(/\d+/.exec(JSON.stringify(sql(text)))[0]);
	const publish = action =>
		sql(`insert into up_permissions (action) values ('${action}');
		insert into up_permissions_role_links (permission_id, role_id) select max(id), 2 from up_permissions;`);

	it('serves a type that is new, with its table', async () => {
		assert.equal((await client.get('/api/piers')).status, 404);
		writeFiles(server.folder, files('pier', { name: { type: 'string' } }));
		await is('/api/piers', 403);
		publish('api::pier.pier.find');
		publish('api::pier.pier.create');
		await is('/api/piers', 200);
		const made = await client.request('POST', '/api/piers', { body: { data: { name: 'North' } } });
		assert.equal(made.status, 200, made.text);
	});

	it('goes on with the models that it has when a file is broken, and names it', async () => {
		writeFiles(server.folder, files('pier', { name: { type: 'strong' } }));
		await says(/src\/api\/pier\/content-types\/pier\/schema\.json[^]*The project is served as it was/);
		assert.equal((await client.get('/api/piers')).json.data[0].attributes.name, 'North');
	});

	it('changes a table by a field, and a column by its type, without losing a value', async () => {
		writeFiles(server.folder, files('pier', { name: { type: 'text' }, length: { type: 'integer' } }));
		await until(async () => 'length' in ((await client.get('/api/piers')).json.data?.[0]?.attributes ?? {}), 'no new field', patience);
		assert.deepEqual((await client.get('/api/piers')).json.data[0].attributes.name, 'North');
		const made = await client.request('POST', '/api/piers', { body: { data: { name: 'x'.repeat(400), length: 7 } } });
		assert.equal(made.status, 200, made.text);
	});

	it('drops nothing', async () => {
		writeFiles(server.folder, files('pier', { name: { type: 'text' } }));
		await until(
			async () => !('length' in ((await client.get('/api/piers')).json.data?.[0]?.attributes ?? { length: 0 })),
			'the field stays',
			patience,
		);
		assert.equal(number('select max(length) as n from piers'), 7);
		rmSync(path.join(server.folder, 'src/api/pier'), { recursive: true });
		await is('/api/piers', 404);
		assert.equal(number('select count(*) as n from piers'), 2);
	});

	it('answers every request while it changes over', async () => {
		let ends = false;
		const wrong = [];
		const asking = Array.from({ length: 4 }, async () => {
			while (!ends) {
				const answer = await fetch(`${server.base}/api/categories?pagination[pageSize]=1`, { headers: { connection: 'close' } }).catch(
					error => error,
				);
				if (answer.status !== 200) wrong.push(answer.status ?? `${answer.cause ?? answer}`);
				await answer.text?.();
			}
		});
		try {
			for (let i = 0; i < 4; i++) {
				writeFiles(server.folder, files(`jetty${i}`, { name: { type: 'string' } }));
				await is(`/api/jetty${i}s`, 403);
			}
		} finally {
			ends = true;
		}
		await Promise.all(asking);
		assert.deepEqual(wrong, []);
	});
});

describe('a project with code that is watched', () => {
	let client, server;
	const says = words => controller('category', `() => ({ async find(ctx) { ctx.body = { data: [], meta: { says: '${words}' } }; } })`);
	useServer(
		started => ({ client, server } = started),
		() => ({ folder: makeCodeProject({ 'src/api/category/controllers/category.js': says('one') }), ownsFolder: true, args: ['--watch'] }),
	);

	it('runs the code that is on disk', async () => {
		const said = async () => (await client.get('/api/categories')).json.meta?.says;
		assert.equal(await said(), 'one');
		writeFiles(server.folder, { 'src/api/category/controllers/category.js': says('two') });
		await until(async () => (await said()) === 'two', 'the new code does not run', patience);
		writeFiles(server.folder, { 'src/api/category/controllers/category.js': 'module.exports = {' });
		await until(async () => /The project is served as it was/.test(server.stderr), 'nothing is said of broken code', patience);
		assert.equal(await said(), 'two');
	});
});

describe('--watch', () => {
	it('is refused in production', async () => {
		const folder = makeProject();
		const { code, stderr } = await runCommand(['serve', folder, '--watch', '--env', 'production']);
		assert.notEqual(code, 0);
		assert.match(stderr, /--watch is for development, and the environment is production/);
		rmSync(folder, { recursive: true });
	});
});
