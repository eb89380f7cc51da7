// lectern export and lectern import: nothing is lost on the way, and an import is all or nothing.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { compareCase, encodePath } from './lib/cases.mjs';
import { dataFolder, readCases } from './lib/data.mjs';
import { Client } from './lib/http.mjs';
import { Cluster } from './lib/postgres.mjs';
import { sqlite } from './lib/schema.mjs';
import { binary, makeProject, startServer } from './lib/server.mjs';

const folders = [];
after(() => folders.forEach(folder => rmSync(folder, { recursive: true, force: true })));

const keep = folder => folders[folders.push(folder) - 1];

/** The reference project with its models and no database. */
function emptyProject() {
	const folder = keep(mkdtempSync(path.join(tmpdir(), 'lectern-test-')));
	cpSync(path.join(dataFolder, 'project'), folder, { recursive: true });
	return folder;
}

function run(args, { input, stdio } = {}) {
	const env = { ...process.env, DATABASE_URL: undefined };
	const { status, stdout, stderr } = spawnSync(binary, args, { input, stdio, env, encoding: 'utf8', maxBuffer: 1 << 28 });
	return { status, stdout, stderr };
}

function exported(folder, ...args) {
	const { status, stdout, stderr } = run(['export', folder, ...args]);
	assert.equal(status, 0, stderr);
	assert.ok(!/left out/.test(stderr), stderr);
	return stdout;
}

function imported(folder, text, ...args) {
	const { status, stdout, stderr } = run(['import', folder, ...args], { input: text });
	assert.equal(status, 0, stderr);
	return stdout;
}

/** Fails when the import succeeds, or changes anything. Returns what it said. */
function refused(folder, text, ...args) {
	run(['migrate', folder]);
	const was = exported(folder);
	const { status, stderr } = run(['import', folder, ...args], { input: text });
	assert.equal(status, 1, `exit code ${status}: ${stderr}`);
	same(exported(folder), was);
	return stderr;
}

/** What PostgreSQL has an opinion of: the order of keys in JSON, and two digits behind the point of a decimal. */
function sorted(value) {
	if (Array.isArray(value)) return value.map(sorted);
	if (value === null || typeof value !== 'object') return value;
	return Object.fromEntries(
		Object.keys(value)
			.sort()
			.map(key => [key, key === 'decimal' && typeof value[key] === 'number' ? value[key].toFixed(2) : sorted(value[key])]),
	);
}
const canonical = line => JSON.stringify(sorted(JSON.parse(line)));

/** Tells the first line that differs. */
function same(one, other, form = line => line) {
	const [left, right] = [lines(one), lines(other)];
	left.forEach((line, at) => {
		if (line !== right[at]) assert.equal(form(line), form(right[at] ?? '""'), `line ${at + 1}`);
	});
	assert.equal(left.length, right.length);
}

const lines = text => text.split('\n').slice(0, -1);
const file = list => list.map(line => `${typeof line === 'string' ? line : JSON.stringify(line)}\n`).join('');
const header = { format: 'lectern content', version: 1 };

const source = keep(makeProject());
const text = exported(source);

describe('an export', () => {
	it('begins with a header that counts the lines', () => {
		const [first, ...rest] = lines(text).map(line => JSON.parse(line));
		assert.equal(first.format, 'lectern content');
		assert.equal(first.version, 1);
		const counts = { settings: 0, entries: 0, links: 0 };
		for (const line of rest) counts['setting' in line ? 'settings' : 'link' in line ? 'links' : 'entries']++;
		assert.deepEqual(first.counts, counts);
		assert.ok(counts.entries > 1000 && counts.links > 2000);
	});

	it('has the rows of all tables, with hashes, large integers and times as they are', () => {
		const rows = lines(text).map(line => JSON.parse(line));
		const database = path.join(source, '.tmp/data.db');
		const count = table => Number(sqlite(database, `select count(*) as n from ${table}`)[0].n);
		const typed = type => rows.filter(row => row.type === type && row.fields);
		assert.equal(typed('api::restaurant.restaurant').length, count('restaurants'));
		assert.equal(typed('shared.seo').length, count('components_shared_seos'));
		assert.equal(typed('admin::api-token').length, count('strapi_api_tokens'));
		for (const [row] of [typed('plugin::users-permissions.user'), typed('admin::user')]) assert.match(row.fields.password, /^\$2[ab]\$/);
		assert.match(typed('admin::api-token')[0].fields.accessKey, /^[0-9a-f]{128}$/);
		const sinks = typed('api::kitchen-sink.kitchen-sink');
		const stored = sqlite(
			database,
			'select id, cast(biginteger as text) as big, created_at as at from kitchen_sinks where biginteger is not null',
		);
		assert.ok(stored.some(row => !Number.isSafeInteger(Number(row.big))));
		for (const row of stored) {
			const { fields } = sinks.find(sink => sink.id === Number(row.id));
			assert.equal(fields.biginteger, `${row.big}`);
			assert.equal(Date.parse(fields.createdAt), Number(row.at));
		}
	});

	it('leaves out links that tie nothing, and says so', () => {
		const folder = keep(makeProject());
		const rows = [
			['restaurants', 99999, 'cover'],
			['restaurants', 1, 'cover'],
		].map(([, id, field]) => `(1, ${id}, 'api::restaurant.restaurant', '${field}', 1)`);
		sqlite(
			path.join(folder, '.tmp/data.db'),
			`insert into files_related_morphs (file_id, related_id, related_type, field, "order")
				values ${rows}, (1, 1, 'api::gone.gone', 'cover', 1);
			insert into restaurants_components (entity_id, component_id, component_type, field)
				values (1, 99999, 'location.address', 'address'), (1, 1, 'location.address', 'gone')`,
		);
		const { status, stdout, stderr } = run(['export', folder]);
		assert.equal(status, 0);
		assert.match(stderr, /4 links were left out/);
		assert.equal(lines(stdout).length, lines(text).length + 1);
		const other = emptyProject();
		imported(other, stdout);
		same(exported(other), stdout);
	});

	it('tells when its output can not be written', () => {
		const full = openSync('/dev/full', 'w');
		const { status, stderr } = run(['export', source], { stdio: ['ignore', full, 'pipe'] });
		assert.equal(status, 1);
		assert.match(stderr, /No space left/);
	});
});

describe('an import into a new project', () => {
	let folder;
	before(() => {
		folder = emptyProject();
		const name = path.join(folder, 'content.ndjson');
		writeFileSync(name, text);
		const { status, stderr } = run(['import', folder], { stdio: [openSync(name, 'r'), 'pipe', 'pipe'] });
		assert.equal(status, 0, stderr);
	});

	it('gives the same export', () => same(exported(folder), text));
	it('leaves a sound database', () => {
		const database = path.join(folder, '.tmp/data.db');
		assert.deepEqual(sqlite(database, 'pragma foreign_key_check'), []);
		assert.equal(sqlite(database, 'pragma integrity_check')[0].integrity_check, 'ok');
	});
	it('goes through a pipe, too', () => {
		const other = emptyProject();
		assert.match(imported(other, text), /^Imported \d+ entries, \d+ links and \d+ settings/);
		same(exported(other), text);
	});

	describe('answers the recorded requests', () => {
		let server;
		let client;
		before(async () => {
			server = await startServer({ folder });
			client = new Client(server.base);
		});
		after(async () => {
			client?.close();
			await server?.stop();
		});
		for (const name of ['reads', 'generated'])
			for (const recorded of readCases(name))
				it(`${recorded.id} ${recorded.method} ${recorded.path}`, async () => {
					const { method, path: url, headers, body } = recorded;
					const answer = await client.request(method, encodePath(url), { headers: headers ?? {}, body: body ?? null });
					const wrong = compareCase(recorded, answer);
					if (wrong.length) assert.fail(wrong.join('\n'));
				});
	});
});

describe('a project with content', () => {
	it('is refused', () => {
		const folder = keep(makeProject());
		assert.match(refused(folder, text), /content already.*--replace/s);
	});

	it('is replaced with --replace', () => {
		const folder = keep(makeProject());
		sqlite(
			path.join(folder, '.tmp/data.db'),
			"pragma foreign_keys = on; delete from reviews where id > 9; update restaurants set name = 'x'; select 1 as one",
		);
		assert.notEqual(exported(folder), text);
		imported(folder, text, '--replace');
		same(exported(folder), text);
	});

	it('is untouched when --replace fails', () => {
		const folder = keep(makeProject());
		const broken = lines(text);
		broken[broken.length - 1] = broken.at(-1).replace('"to":', '"to":9');
		refused(folder, file(broken), '--replace');
	});
});

describe('what a new project has', () => {
	const entry = { type: 'api::category.category', id: 7, fields: { name: 'One' } };
	const roles = content => lines(content).filter(line => /users-permissions|i18n/.test(line));

	it('stays when the input has none of it', () => {
		const folder = emptyProject();
		run(['migrate', folder]);
		const fresh = roles(exported(folder));
		assert.ok(fresh.length > 10);
		imported(folder, file([header, entry]));
		assert.deepEqual(roles(exported(folder)), fresh);
		assert.ok(exported(folder).includes('"id":7,"fields":{"name":"One"}'));
	});

	it('can be linked to', () => {
		const folder = emptyProject();
		const user = { type: 'plugin::users-permissions.user', id: 1, fields: { username: 'a', email: 'a@b.co' } };
		const link = { link: user.type, field: 'role', from: 1, to: 1 };
		imported(folder, file([header, user, link]));
		assert.ok(exported(folder).includes(JSON.stringify(link)));
		const role = { type: 'plugin::users-permissions.role', id: 1, fields: { name: 'x' } };
		assert.match(refused(folder, file([header, user, link, role]), '--replace'), /line 4: .*before/);
	});

	it('goes when the input has some of it', () => {
		const folder = emptyProject();
		imported(folder, file([header, { type: 'plugin::users-permissions.role', id: 5, fields: { name: 'Only', type: 'public' } }]));
		assert.equal(roles(exported(folder)).filter(line => line.includes('"type":"plugin::users-permissions')).length, 1);
	});
});

describe('references', () => {
	it('may go to entries further down', () => {
		const folder = emptyProject();
		const admin = (id, by) => ({ type: 'admin::user', id, fields: { email: `${id}@b.co`, createdBy: by } });
		const content = [
			header,
			{ type: 'api::category.category', id: 1, fields: { name: 'x', createdBy: 3, updatedBy: 2 } },
			admin(2, 3),
			admin(3, 2),
			admin(4, 4),
		];
		imported(folder, file(content));
		const after = lines(exported(folder)).map(line => JSON.parse(line));
		for (const { type, id, fields } of content.slice(1)) {
			const found = after.find(row => row.type === type && row.id === id);
			assert.equal(found.fields.createdBy, fields.createdBy);
			assert.equal(found.fields.updatedBy, fields.updatedBy);
		}
	});

	it('must go somewhere', () => {
		const entry = { type: 'api::category.category', id: 1, fields: { name: 'x', createdBy: 3 } };
		assert.match(refused(emptyProject(), file([header, entry])), /[Ll]ine 2: createdBy: there is no admin::user 3/);
	});
});

describe('a broken line', () => {
	const all = lines(text);
	const folder = emptyProject();
	const index = start => all.findIndex(line => line.startsWith(start));
	const entry = index('{"type":"api::kitchen-sink.kitchen-sink"');
	const link = index('{"link":"api::restaurant.restaurant","field":"categories"');
	const place = index('{"link":"api::homepage.homepage","field":"body"');
	const setting = index('{"setting"');

	/** Changes line `at` (from 0) and expects the import to name it and what was expected. */
	function breaks(what, at, change, expected) {
		it(what, () => {
			const broken = [...all];
			const made = change(broken[at].startsWith('{') ? JSON.parse(broken[at]) : broken[at], broken[at]);
			broken[at] = typeof made === 'string' ? made : JSON.stringify(made);
			assert.match(refused(folder, file(broken)), new RegExp(`[Ll]ine ${at + 1}: ${expected}`, 's'));
		});
	}
	const field = (name, value) => line => ({ ...line, fields: { ...line.fields, [name]: value } });
	const member = (name, value) => line => ({ ...line, [name]: value });

	for (const at of [1, Math.floor(all.length / 2), all.length - 1])
		breaks(`is no JSON, at ${at}`, at, (_, line) => line.slice(0, -2), 'expected one JSON object');
	breaks('has more than one value', entry, (_, line) => `${line} {}`, 'expected one JSON object');
	breaks('is null', entry, () => 'null', 'expected');
	breaks('is empty', entry, () => '', 'expected one JSON object');
	breaks('is a list', entry, () => '[]', 'expected a JSON object');
	breaks(
		'is not UTF-8',
		entry,
		(_, line) => line.replace('"string":"', '"string":"\ud800'.replace('\ud800', '\\ud800')).replace('{"type"', '{"ty\u0001pe"'),
		'expected',
	);
	breaks('is nested too deeply', entry, field('json', JSON.parse(`${'['.repeat(600)}${']'.repeat(600)}`)), 'expected');
	breaks('is of no kind', entry, () => ({ x: 1 }), 'expected an object with');
	breaks('names an unknown type', entry, member('type', 'api::nope.nope'), 'type: expected a type');
	breaks('names an unknown attribute', entry, field('nope', 1), '.*no attribute "nope"');
	breaks(
		'has a relation among its fields',
		index('{"type":"api::restaurant.restaurant"'),
		field('categories', [1]),
		'.*no attribute "categories"',
	);
	breaks('has no id', entry, line => ({ type: line.type, fields: line.fields }), 'id: expected');
	breaks('has a text for an id', entry, member('id', '1'), 'id: expected');
	breaks('has no fields', entry, line => ({ type: line.type, id: line.id }), 'fields: expected');
	breaks('has more than it may', entry, member('more', 1), 'expected only');
	breaks('has an id twice', entry + 1, () => all[entry], 'id: .*stands in a line before');
	for (const [name, value, expected] of [
		['string', 1, 'a string'],
		['integer', 'x', 'an integer'],
		['integer', true, 'an integer'],
		['biginteger', 1.5, 'an integer'],
		['float', '1', 'a number'],
		['boolean', 1, 'true or false'],
		['date', '2024-13-01', 'a date'],
		['time', '25', 'a time'],
		['datetime', 5, 'a date and time'],
		['timestamp', 'now', 'a date and time'],
		['password', [], 'a string'],
	])
		breaks(`has ${JSON.stringify(value)} for a ${name}`, entry, field(name, value), `${name}: expected ${expected}`);
	breaks('ties an unknown attribute', link, member('field', 'nope'), 'link: expected');
	breaks(
		'ties from the other side',
		link,
		() => ({ link: 'api::category.category', field: 'restaurants', from: 1, to: 1 }),
		'link: expected',
	);
	breaks('ties from what is not there', link, member('from', 99999), 'from: there is no api::restaurant.restaurant 99999');
	breaks('ties to what is not there', link, member('to', 99999), 'to: there is no api::category.category 99999');
	breaks('ties nothing', link, line => ({ link: line.link, field: line.field, from: 1 }), 'expected "to"');
	breaks('has a text for an order', link, member('order', 'x'), 'order: expected a number');
	breaks('hangs in what is no component', place, member('toType', 'api::category.category'), 'toType: expected a component');
	breaks('hangs in an unknown component', place, member('toType', 'no.pe'), 'toType: expected a component');
	breaks('is a setting without a name', setting, member('setting', null), 'expected "setting"');
	breaks('is a setting with more', setting, member('nope', 1), 'unexpected "nope"');
	breaks('is a second header', 5, () => all[0], 'a header stands in the first line');
	breaks('is no header', 0, () => all[1], 'expected the header');
	breaks('is the header of another format', 0, member('format', 'x'), 'format: expected');
	breaks('is the header of another version', 0, member('version', 2), 'version: expected 1');

	it('is cut off', () => assert.match(refused(folder, text.slice(0, -20)), new RegExp(`line ${all.length}: expected one JSON object`)));
	it('is missing', () => assert.match(refused(folder, file(all.slice(0, -1))), /not whole/));
	it('is all there is', () => assert.match(refused(folder, ''), /empty/));
	it('is too long', () => assert.match(refused(folder, `${all[0]}\n{"setting":"${'x'.repeat(17 << 20)}"}\n`), /Line 2 is too long/));
	it('is one of many', () => {
		const broken = all.map((line, at) => (at > 50 && at % 2 ? '{' : line));
		const said = refused(folder, file(broken));
		assert.equal(said.match(/^line \d+: /gm).length, 20);
		assert.match(said, /There may be more/);
	});
	it('breaks a rule that only the database knows', () => {
		const twice = file([header, ...[1, 2].map(id => ({ type: 'api::kitchen-sink.kitchen-sink', id, fields: { uid: 'same' } }))]);
		assert.match(refused(folder, twice), /Lines 2 to 3: .*unique/);
	});
	it('was the last one: the same project takes the whole file', () => {
		imported(folder, text);
		same(exported(folder), text);
	});
});

describe('PostgreSQL', () => {
	let cluster;
	let folder;
	before(async () => {
		cluster = await Cluster.create();
		folder = emptyProject();
		cluster.sql('CREATE DATABASE fresh', 'postgres');
		cluster.sql('CREATE DATABASE back', 'postgres');
	});
	after(() => cluster.destroy());
	const alike = (one, other) => same(one, other, canonical);
	const to = name => ['--database', cluster.url(name)];

	it('takes what came from SQLite, and gives it back', () => {
		imported(folder, text, ...to('fresh'));
		alike(exported(folder, ...to('fresh')), text);
	});
	it('gives the next entries ids of their own', () => {
		const highest = Number(cluster.sql('select max(id) from categories', 'fresh'));
		assert.equal(Number(cluster.sql("insert into categories (name) values ('x') returning id", 'fresh').split('\n')[0]), highest + 1);
	});
	it('refuses content where there is some, and replaces it', () => {
		assert.equal(run(['import', folder, ...to('fresh')], { input: text }).status, 1);
		imported(folder, text, ...to('fresh'), '--replace');
		alike(exported(folder, ...to('fresh')), text);
	});
	it('is untouched by a broken file', () => {
		const broken = file(lines(text).map(line => line.replace('"uid":"uid-3"', '"uid":"uid-2"')));
		const { status, stderr } = run(['import', folder, ...to('fresh'), '--replace'], { input: broken });
		assert.equal(status, 1);
		assert.match(stderr, /Lines \d+ to \d+: .*unique/);
		alike(exported(folder, ...to('fresh')), text);
	});
	it('takes the data that Strapi wrote from PostgreSQL, to SQLite and back', () => {
		const theirs = exported(folder, ...to(Cluster.database));
		const other = emptyProject();
		imported(other, theirs);
		same(exported(other), theirs);
		imported(folder, exported(other), ...to('back'));
		alike(exported(folder, ...to('back')), theirs);
	});
});
