// Indexes that models ask for: which are made, on both databases, and what is said of those that can't be.
import assert from 'node:assert/strict';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { Client } from './lib/http.mjs';
import { Cluster } from './lib/postgres.mjs';
import { sqlite, sqliteSchema, postgresSchema } from './lib/schema.mjs';
import { makeProject, runCommand, startServer } from './lib/server.mjs';

const modelFile = (folder, name) => path.join(folder, `src/api/${name}/content-types/${name}/schema.json`);

function changeModel(folder, name, change) {
	const model = JSON.parse(readFileSync(modelFile(folder, name), 'utf8'));
	change(model);
	writeFileSync(modelFile(folder, name), JSON.stringify(model));
}

/** The same indexes in each of the three ways. */
function declare(folder) {
	changeModel(folder, 'restaurant', model => {
		model.attributes.rating.index = true;
		model.attributes.slug.index = true;
		model.indexes = [{ name: 'restaurants_open', columns: ['open', 'published_at'], type: null }];
		model.options.indexes = [{ columns: ['rating:desc', 'id'] }, { name: 'seats_of', columns: ['locale', 'seats', 'created_by_id'] }];
	});
	changeModel(folder, 'review', model => {
		model.indexes = [{ name: 'reviews_body_unique', columns: ['title'], type: 'unique' }];
		model.options = { ...model.options, indexes: [{ name: 'seats_of', columns: ['publishedAt'] }] };
	});
}

const names = [
	'restaurants_open',
	'restaurants_rating_desc_id_index',
	'restaurants_rating_index',
	'reviews_body_unique',
	'reviews_seats_of',
	'seats_of',
];
const has = (lines, wanted) =>
	assert.ok(
		lines.some(line => wanted.test(line)),
		lines.join('\n'),
	);
const added = output => [...output.matchAll(/^add index (.*)$/gm)].map(([, name]) => name).sort();

function tests(place) {
	let folder;
	const migrate = async (...args) => {
		const { code, stdout, stderr } = await runCommand(['migrate', folder, ...place.args(), ...args]);
		assert.equal(code, 0, stderr);
		return stdout;
	};
	before(async () => {
		folder = makeProject();
		await migrate();
		declare(folder);
	});
	after(() => rmSync(folder, { recursive: true }));

	it('are made for the tables that are there, once', async () => {
		assert.deepEqual(added(await migrate()), names);
		assert.equal(await migrate(), '');
		const { restaurants, reviews } = place.schema(folder);
		has(restaurants, /index restaurants_open .*\(open, published_at\)/i);
		has(restaurants, /index seats_of .*\(locale, seats, created_by_id\)/i);
		has(reviews, /reviews_body_unique .*\(title\)/i);
		has(reviews, /index reviews_seats_of .*\(published_at\)/i);
	});

	it('stand in the description that Strapi keeps where Strapi reads them, and only there', () => {
		const listed = JSON.parse(place.listed(folder)).tables.flatMap(table => table.indexes.map(({ name }) => name));
		assert.deepEqual(
			names.filter(name => listed.includes(name)),
			['restaurants_open', 'reviews_body_unique'],
		);
	});

	it('are made again when they were dropped, and anew when the model has others of the name', async () => {
		place.run(folder, 'drop index restaurants_rating_index');
		assert.equal(await migrate(), 'add index restaurants_rating_index\n');
		changeModel(folder, 'restaurant', model => {
			model.indexes[0].columns = ['open'];
		});
		assert.equal(await migrate(), 'add index restaurants_open, anew\n');
		assert.equal(await migrate(), '');
		has(place.schema(folder).restaurants, /index restaurants_open .*\(open\)/i);
	});

	it('that rows forbid are left out', async () => {
		changeModel(folder, 'restaurant', model => model.indexes.push({ name: 'one_open', columns: ['open'], type: 'unique' }));
		const { code, stderr } = await runCommand(['migrate', folder, ...place.args()]);
		assert.equal(code, 0);
		assert.match(stderr, /no index one_open was made/);
		changeModel(folder, 'restaurant', model => model.indexes.pop());
	});

	it('go with --prune when no model asks for them any more, and nothing else', async () => {
		const pruned = async () => [...(await migrate('--prune')).matchAll(/^drop (.*)$/gm)].map(([, what]) => what).sort();
		place.run(folder, 'create index of_others on restaurants (price)');
		assert.deepEqual(await pruned(), []);
		const whole = readFileSync(modelFile(folder, 'restaurant'), 'utf8');
		changeModel(folder, 'restaurant', model => {
			delete model.attributes.rating.index;
			model.indexes = [];
			model.options.indexes.shift();
		});
		assert.equal(await migrate(), '');
		has(place.schema(folder).restaurants, /index restaurants_rating_index /i);
		assert.deepEqual(await pruned(), [
			'index restaurants_open',
			'index restaurants_rating_desc_id_index',
			'index restaurants_rating_index',
		]);
		assert.equal(await migrate('--prune'), '');
		const { restaurants } = place.schema(folder);
		has(restaurants, /index of_others /i);
		has(restaurants, /index seats_of /i);
		assert.ok(!restaurants.some(line => /restaurants_(rating|open)/.test(line)), restaurants.join('\n'));
		const listed = JSON.parse(place.listed(folder)).tables.flatMap(table => table.indexes.map(({ name }) => name));
		assert.ok(!listed.includes('restaurants_open'));
		writeFileSync(modelFile(folder, 'restaurant'), whole);
		assert.equal(added(await migrate()).length, 3);
	});

	it('go with the attribute that they are of', async () => {
		const whole = readFileSync(modelFile(folder, 'restaurant'), 'utf8');
		changeModel(folder, 'restaurant', model => {
			delete model.attributes.rating;
			model.options.indexes.shift();
		});
		const said = (await migrate('--prune')).trim().split('\n').sort();
		assert.deepEqual(said, [
			'drop column restaurants.rating',
			'drop index restaurants_rating_desc_id_index',
			'drop index restaurants_rating_index',
		]);
		writeFileSync(modelFile(folder, 'restaurant'), whole);
		await migrate();
	});

	it('serve sorted lists', async () => {
		const server = await startServer({ folder, ownsFolder: false, args: place.args() });
		const client = new Client(server.base);
		const { status, json } = await client.get('/api/restaurants?sort=rating:desc&pagination[pageSize]=100');
		assert.equal(status, 200);
		const rows = json.data.map(({ attributes }) => attributes.rating).filter(rating => rating !== null);
		assert.deepEqual(
			rows,
			rows.toSorted((a, b) => b - a),
		);
		client.close();
		await server.stop();
	});
}

describe('indexes of models on SQLite', () => {
	const file = folder => path.join(folder, '.tmp/data.db');
	tests({
		args: () => [],
		schema: folder => sqliteSchema(file(folder)),
		listed: folder => sqlite(file(folder), 'select schema from strapi_database_schema')[0].schema,
		run: (folder, sql) => sqlite(file(folder), sql),
	});

	it('are part of the tables of an empty database', async () => {
		const folder = makeProject();
		rmSync(path.join(folder, '.tmp'), { recursive: true });
		declare(folder);
		const { code, stderr } = await runCommand(['migrate', folder]);
		assert.equal(code, 0, stderr);
		const made = sqlite(file(folder), "select name from sqlite_master where type = 'index'").map(({ name }) => name);
		assert.deepEqual(
			names.filter(name => !made.includes(name)),
			[],
		);
		rmSync(folder, { recursive: true });
	});
});

describe('indexes of models on PostgreSQL', () => {
	let cluster;
	before(async () => {
		cluster = await Cluster.create();
	});
	after(() => cluster?.destroy());
	tests({
		args: () => ['--database', cluster.url()],
		schema: () => postgresSchema(sql => cluster.sql(sql)),
		listed: () => cluster.sql('select schema from strapi_database_schema'),
		run: (folder, sql) => cluster.sql(sql),
	});
});

describe('indexes that can not be', () => {
	let folder;
	before(() => {
		folder = makeProject();
	});
	after(() => rmSync(folder, { recursive: true }));
	const check = async change => {
		const before = readFileSync(modelFile(folder, 'restaurant'), 'utf8');
		changeModel(folder, 'restaurant', change);
		const { code, stdout, stderr } = await runCommand(['check', folder]);
		writeFileSync(modelFile(folder, 'restaurant'), before);
		return { code, text: stdout + stderr };
	};
	const file = 'src/api/restaurant/content-types/restaurant/schema.json';
	const cases = [
		['a column that is not there', model => (model.indexes = [{ name: 'x', columns: ['rtaing'] }]), '$.indexes[0].columns[0]', 'rtaing'],
		['a column twice', model => (model.options.indexes = [{ columns: ['open', 'open'] }]), '$.options.indexes[0].columns[1]', 'twice'],
		['a relation', model => (model.options.indexes = [{ columns: ['categories'] }]), '$.options.indexes[0].columns[0]', 'links'],
		['a name twice', model => (model.indexes = [1, 2].map(() => ({ name: 'x', columns: ['open'] }))), '$.indexes[1].name', 'already'],
		['index that is no flag', model => (model.attributes.rating.index = 3), '$.attributes.rating.index', 'counts as true', 0],
	];
	for (const [name, change, place, message, expected = 1] of cases)
		it(name, async () => {
			const { code, text } = await check(change);
			// Strapi does not read those of options: they are named, and keep nothing from starting.
			assert.equal(code, place.startsWith('$.options') ? 0 : expected, text);
			const line = text.split('\n').find(each => each.includes(file) && each.includes(place));
			assert.ok(line?.includes(message), text);
		});

	it('the name of another table or index', async () => {
		changeModel(folder, 'restaurant', model => (model.indexes = [{ name: 'reviews', columns: ['open'] }]));
		const { code, stderr } = await runCommand(['migrate', folder]);
		assert.equal(code, 1);
		assert.match(stderr, /The index "reviews" of the model of restaurants has the name of another index, or of a table/);
	});

	it('a text of any length: that is said, and none is made', async () => {
		const { code, text } = await check(model => (model.attributes.description.index = true));
		assert.equal(code, 0, text);
		assert.match(text, /\$\.attributes\.description\.index.*no index is made: values of the type (text|richtext|blocks) may be too long/);
	});
});
