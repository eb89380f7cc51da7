// The examples of docs/models.md: what each makes in an empty database, beside what the page shows.
//
// An example is one or more ```json blocks with attributes, followed by a ```text block with what they make. The attributes are those
// of `article`, or of the type that the line above the block names: "In `author`:". A block with "attributes" is a whole model, and a
// component when it has no "kind".
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { root } from './lib/data.mjs';
import { Cluster } from './lib/postgres.mjs';
import { postgresSchema, sqlite } from './lib/schema.mjs';
import { runCommand } from './lib/server.mjs';

const page = readFileSync(path.join(root, 'docs/models.md'), 'utf8');

/** {line, models: {article: {attributes}}, made: lines} */
function readExamples() {
	const examples = [];
	let models = {};
	for (const block of page.matchAll(/^```(json|text)\n([\s\S]*?)^```$/gm)) {
		const [, language, text] = block;
		const before = page.slice(0, block.index).trimEnd().split('\n');
		const [line, above] = [before.length + 2, before.at(-1)];
		if (language === 'text') {
			examples.push({ line, models, made: text.split('\n').filter(Boolean) });
			models = {};
			continue;
		}
		const json = JSON.parse(text);
		const name = /^In `(\w+)`:$/.exec(above)?.[1] ?? 'article';
		if (!json.attributes) models[name] = { attributes: json };
		else if (json.kind) models[name] = json;
	}
	return examples;
}

const info = name => ({ singularName: name, pluralName: `${name}s`, displayName: name });
const component = (name, attributes) => ({
	collectionName: `components_shared_${name}s`,
	info: { displayName: name },
	options: {},
	attributes,
});

/** A project with the types of the examples, of which `models` has the attributes. */
function makeProject(models) {
	const folder = mkdtempSync(path.join(tmpdir(), 'lectern-test-'));
	const write = (file, json) => {
		mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
		writeFileSync(path.join(folder, file), JSON.stringify(json));
	};
	for (const name of ['article', 'author', 'tag']) {
		const model = { kind: 'collectionType', collectionName: `${name}s`, info: info(name), options: {}, attributes: {}, ...models[name] };
		write(`src/api/${name}/content-types/${name}/schema.json`, model);
	}
	write('src/components/shared/seo.json', component('seo', { metaTitle: { type: 'string' } }));
	write('src/components/shared/link.json', component('link', { url: { type: 'string' } }));
	return folder;
}

const lines = `select m.name || '.' || c.name || ' ' || lower(c.type) as line from sqlite_master m, pragma_table_info(m.name) c
		where m.type = 'table' and m.name in ('articles', 'authors', 'tags')
	union all select 'table ' || m.name || ': ' || group_concat(c.name, ', ') from sqlite_master m, pragma_table_info(m.name) c
		where m.type = 'table' group by m.name
	union all select 'unique index ' || i.name || ' (' || (select group_concat(x.name, ', ') from pragma_index_info(i.name) x) || ')'
		from sqlite_master m, pragma_index_list(m.name) i where m.type = 'table' and i."unique" and i.origin = 'c'`;

async function whatIsMade(models) {
	const folder = makeProject(models);
	const file = path.join(folder, 'made.db');
	const { code, stderr } = await runCommand(['migrate', folder, '--create', '--database', `sqlite:${file}`]);
	assert.equal(code, 0, stderr);
	const made = sqlite(file, lines).map(({ line }) => line);
	rmSync(folder, { recursive: true });
	return made;
}

describe('docs/models.md', () => {
	const examples = readExamples();
	let base;
	before(async () => (base = new Set(await whatIsMade({ article: { attributes: {} } }))));

	it('has examples of all types and relations', () => {
		const used = examples.flatMap(({ models }) => Object.values(models)).flatMap(({ attributes }) => Object.values(attributes));
		const types = new Set(used.flatMap(({ type, relation }) => [type, relation]));
		const source = readFileSync(path.join(root, 'src/model/attribute_types.c'), 'utf8');
		const known = [...source.matchAll(/\[(?:ATTRIBUTE|RELATION)_\w+\] = "(\w+)"/g)].map(([, name]) => name);
		// "array" is of Strapi's own types: its content-type builder does not offer it.
		assert.deepEqual(
			known.filter(name => !types.has(name)),
			['id', 'array'],
		);
	});
	for (const { line, models, made } of examples) {
		it(`docs/models.md:${line}`, async () => {
			const all = await whatIsMade(models);
			const whole = models.article?.kind;
			const shown = all.filter(item =>
				whole ? /^table articles:/.test(item) : !base.has(item) && !/^table (articles|authors|tags):/.test(item),
			);
			assert.deepEqual(shown.toSorted(), made.toSorted());
		});
	}
});

describe('the types of columns in docs/models.md', () => {
	const rows = [...page.slice(page.indexOf('## Types of columns')).matchAll(/^\| (`.*`) \| (.*) \| (.*) \|$/gm)];
	const types = rows.flatMap(([, names, ...columns]) => [...names.matchAll(/`(\w+)`/g)].map(([, name]) => [name, ...columns]));
	const attributes = Object.fromEntries(
		types.map(([name]) => [`the_${name}`, name === 'enumeration' ? { type: name, enum: ['a'] } : { type: name }]),
	);
	let cluster;
	before(async () => (cluster = await Cluster.create()));
	after(() => cluster?.destroy());

	it('are those of SQLite', async () => {
		const made = await whatIsMade({ article: { attributes } });
		for (const [name, column] of types) assert.ok(made.includes(`articles.the_${name} ${column}`), name);
	});
	it('are those of PostgreSQL', async () => {
		cluster.sql('CREATE DATABASE models', 'postgres');
		const folder = makeProject({ article: { attributes } });
		const { code, stderr } = await runCommand(['migrate', folder, '--database', cluster.url('models')]);
		assert.equal(code, 0, stderr);
		const { articles } = postgresSchema(sql => cluster.sql(sql, 'models'));
		for (const [name, , column] of types) assert.ok(articles.includes(`column the_${name} ${column}`), `${name}: ${articles}`);
		rmSync(folder, { recursive: true });
	});
	it('are of all attributes that have a column', () => assert.equal(types.length, 19));
});
