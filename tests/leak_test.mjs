// Nothing that is private may be learned from any answer: for each private, password and creator field, made from the
// models, two servers whose databases differ in that field alone answer every request the same, on every path that
// reaches it: fields, filters with each operator, sorts, populates nested to depth 4, searches, totals; over REST in both
// styles and over GraphQL.
//
// Beside the project as it is, one in which every other attribute of each type and component was made private is asked:
// so each kind of attribute is private once. And that the requests would notice a leak is seen from the same fields where
// they are public.
import assert from 'node:assert/strict';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { sanitized } from './lib/expect.mjs';
import { makeToken, now } from './lib/jwt.mjs';
import { isMorph, isPrivate, isScalar, readModels, snake, targetsOf } from './lib/models.mjs';
import { Pipeline } from './lib/pipeline.mjs';
import { sqlite } from './lib/schema.mjs';
import { makeProject, startServer } from './lib/server.mjs';

const full = { Authorization: `Bearer ${'f'.repeat(64)}` };
const user = { Authorization: `Bearer ${makeToken({ id: 2, iat: now() - 10, exp: now() + 3600 })}` };
const DEEPEST = 4;
const COUNTED = '{ data { id } meta { pagination { total } } }';

const operators = [
	'$eq',
	'$eqi',
	'$ne',
	'$nei',
	'$in',
	'$notIn',
	'$lt',
	'$lte',
	'$gt',
	'$gte',
	'$between',
	'$null',
	'$notNull',
	'$startsWith',
	'$startsWithi',
	'$endsWith',
	'$endsWithi',
	'$contains',
	'$containsi',
	'$notContains',
	'$notContainsi',
];
const operands = { $null: ['=true', '=false'], $notNull: ['=true'] };
const isLocalized = ({ pluginOptions }) => pluginOptions?.i18n?.localized === true;
const brackets = names => names.map(name => `[${name}]`).join('');

/** A comparison as parameters: everything behind the field's name. */
function comparison(operator, value) {
	const text = encodeURIComponent(value);
	if (operands[operator]) return operands[operator].map(end => [`[${operator}]`, end]);
	if (operator === '$in' || operator === '$notIn') return [[`[${operator}][0]`, `=${text}`]];
	if (operator === '$between') return [[`[${operator}][0]`, `=${text}`, `[${operator}][1]`, '=zzzz']];
	const part = /With|ontain/.test(operator) ? encodeURIComponent(String(value).slice(0, 3)) : text;
	return [[`[${operator}]`, `=${part}`]];
}

/** One filter, `at` standing before the brackets of the field: "filters", "populate[chain][filters]". */
function filter(at, names, operator, value, turn) {
	const wrap = ['', '[$and][0]', '[$or][0]', '[$not]'][turn % 4];
	return comparison(operator, value).map(parts => {
		const texts = [];
		for (let i = 0; i < parts.length; i += 2) texts.push(`${at}${wrap}${brackets(names)}${parts[i]}${parts[i + 1]}`);
		return texts.join('&');
	});
}

/** Where entries can be asked for. */
function entrances(types) {
	const found = [
		{ path: '/api/users', uid: 'plugin::users-permissions.user' },
		{ path: '/api/users/1', uid: 'plugin::users-permissions.user' },
		{ path: '/api/users/me', uid: 'plugin::users-permissions.user', headers: user },
		{ path: '/api/upload/files', uid: 'plugin::upload.file' },
		{ path: '/api/upload/files/1', uid: 'plugin::upload.file' },
	];
	for (const { uid, origin, kind, info } of types.values()) {
		if (origin !== 'api') continue;
		if (kind === 'singleType') found.push({ path: `/api/${info.singularName}`, uid });
		else found.push({ path: `/api/${info.pluralName}`, uid, page: '&pagination[pageSize]=6' }, { path: `/api/${info.pluralName}/2`, uid });
	}
	return found;
}

/** All ways over public attributes from `uid`, as lists of {name, uid, kind}, the shortest first. */
function waysFrom(types, uid) {
	const ways = [[]];
	for (let i = 0; i < ways.length; i++) {
		const way = ways[i];
		if (way.length === DEEPEST) continue;
		const type = types.get(way.at(-1)?.uid ?? uid);
		for (const [name, attribute] of Object.entries(type.attributes)) {
			if (isScalar(attribute) || isPrivate(type, attribute)) continue;
			const several = attribute.type === 'dynamiczone' || (isMorph(attribute) && !attribute.target);
			for (const target of targetsOf(types, attribute)) ways.push([...way, { name, uid: target, several }]);
		}
	}
	return ways;
}

/** populate[a][populate][b]… up to the last step; `shared`: with the same options for all types that may stand there. */
function populateKey(way, shared) {
	return way
		.map(({ name, uid, several }, index) => `${index ? '[populate]' : 'populate'}[${name}]${several && !shared ? `[on][${uid}]` : ''}`)
		.join('');
}

class Probes {
	turn = 0;
	list = [];

	constructor(types, type, name, values) {
		Object.assign(this, { types, type, name, values });
		this.attribute = type.attributes[name];
	}

	add(entrance, query, kind) {
		this.list.push({
			path: encodeURI(`${entrance.path}?${query}${entrance.page ?? ''}`).replaceAll('%25', '%'),
			headers: entrance.headers ?? full,
			kind,
		});
	}

	post(kind, query) {
		this.list.push({ method: 'POST', path: '/graphql', headers: full, kind, body: { query } });
	}

	/** The names behind the field to compare: itself, or what a relation leads to. */
	inner() {
		if (isScalar(this.attribute)) return [[]];
		const target = this.types.get(targetsOf(this.types, this.attribute)[0]);
		const scalars = Object.entries(target.attributes)
			.filter(([, attribute]) => isScalar(attribute) && !isPrivate(target, attribute))
			.map(([name]) => [name]);
		return [[], ['id'], ...scalars.slice(0, 2)];
	}

	filters(entrance, at, names, all) {
		for (const inner of this.inner()) {
			const value = this.values[inner[0] ?? ''] ?? this.values[''];
			const byId = /\/(\d+|me)$/.test(entrance.path);
			const chosen =
				all && !byId && inner.length < 2 ? operators : [0, 7, 14].map(step => operators[(this.turn + step) % operators.length]);
			for (const operator of chosen)
				for (const text of filter(at, [...names, ...inner], operator, value, this.turn++)) this.add(entrance, text, 'filter');
			this.add(entrance, `${at}${brackets([...names, ...inner])}=${encodeURIComponent(value)}`, 'filter');
			this.add(entrance, `${at}${brackets([...names, ...inner])}[$not][$eq]=${encodeURIComponent(value)}`, 'filter');
		}
	}

	sorts(entrance, at, names) {
		for (const inner of this.inner()) {
			this.add(entrance, `${at}=${[...names, ...inner].join('.')}:desc`, 'sort');
			this.add(entrance, `${at}${brackets([...names, ...inner])}=asc`, 'sort');
		}
	}

	/** Reading the field of the entries that `at` selects: "" for the entrance's own, else the key of a populate. */
	reads(entrance, at) {
		const { name, turn } = this;
		const key = word => (at ? `${at}[${word}]` : word);
		for (const query of [
			`${key('fields')}=${name}`,
			`${key('fields')}[0]=id&${key('fields')}[1]=${name}`,
			`${key('fields')}=*`,
			`${key('populate')}=*`,
			`${key('populate')}=${name}`,
			`${key('populate')}[${name}]=true`,
			`${key('populate')}[${name}][fields]=*`,
			`${key('populate')}[${name}][populate]=*`,
			`${key('populate')}[${name}][count]=true`,
		])
			this.add(entrance, query, 'read');
		this.turn = turn + 1;
		if (at) this.add(entrance, `${at}=true`, 'read');
		else this.add(entrance, '', 'read');
	}

	search(entrance) {
		for (const value of Object.values(this.values)) this.add(entrance, `_q=${encodeURIComponent(value)}`, 'search');
	}

	/** The same over GraphQL: a filter, a sort, and the field itself. */
	graphql(entrance, way) {
		const { info, kind } = this.types.get(entrance.uid);
		if (kind === 'singleType' || way.some(({ several }) => several)) return;
		const field = info.pluralName.replace(/-(.)/g, (_, letter) => letter.toUpperCase());
		if (!isScalar(this.attribute)) return this.graphqlRelation(field, way);
		const names = way.map(({ name }) => name);
		const nest = inner => names.reduceRight((text, name) => `{ ${name}: ${text} }`, `{ ${this.name}: ${inner} }`);
		const ask = (what, selection) => this.post('graphql', `{ ${field}(${what}pagination: { limit: 6 }) ${selection ?? COUNTED} }`);
		const value = JSON.stringify(this.values['']);
		for (const comparison of [
			`{ eq: ${value} }`,
			`{ startsWith: ${JSON.stringify(this.values[''].slice(0, 3))} }`,
			'{ null: true }',
			`{ not: { eq: ${value} } }`,
			`{ in: [${value}] }`,
			`{ gt: ${value} }`,
		]) {
			ask(`filters: ${nest(comparison)}, `);
			ask(`filters: { or: [{ not: ${nest(comparison)} }] }, `);
		}
		for (const sort of [`"${[...names, this.name].join('.')}:desc"`, `["id", "${[...names, this.name].join('.')}"]`])
			ask(`sort: ${sort}, `);
		const inner =
			names.length && way[0].uid.includes('::')
				? `{ ${names[0]} { data { attributes { ${this.name} } } } }`
				: names.length
					? `{ ${names[0]} { ${this.name} } }`
					: `{ ${this.name} }`;
		ask('', `{ data { id attributes ${inner} } }`);
		if (!names.length) return;
		/* The arguments of a list below. */
		const below = way[0].uid.includes('::') ? '{ data { id } }' : '{ __typename }';
		const equal = `filters: { ${this.name}: { eq: ${value} } }`;
		for (const given of [equal, `filters: { not: { ${this.name}: { null: true } } }`, `sort: "${this.name}:desc"`])
			ask('', `{ data { id attributes { ${names[0]}(${given}) ${below} } } }`);
	}

	/** Over GraphQL what a relation, a component or media leads to: filters and sorts by it, and itself. */
	graphqlRelation(field, way) {
		const nest = inner => way.reduceRight((text, { name }) => `{ ${name}: ${text} }`, inner);
		const ask = (what, selection) => this.post('graphql', `{ ${field}(${what}pagination: { limit: 6 }) ${selection ?? COUNTED} }`);
		for (const inner of ['{ id: { eq: 1 } }', '{ id: { null: true } }', '{}', '{ not: { id: { gt: 0 } } }', 'null'])
			ask(`filters: ${nest(`{ ${this.name}: ${inner} }`)}, `);
		ask(`sort: "${[...way.map(({ name }) => name), this.name, 'id'].join('.')}", `);
		const own = `{ ${this.name} { data { id } } }`;
		ask('', `{ data { id attributes ${way.length ? `{ ${way[0].name} { data { attributes ${own} } } }` : own} } }`);
	}

	/** What a change answers that changes nothing. Not of languages, between which a change copies. */
	change(entrance) {
		if (!/\/2$/.test(entrance.path) || isLocalized(this.types.get(entrance.uid))) return;
		const write = { method: 'PUT', headers: full, kind: 'change', body: { data: {} } };
		const below = `populate[${this.name}][populate]=*`;
		for (const query of ['', `fields=${this.name}`, 'fields=*', 'populate=*', `populate=${this.name}`, below])
			this.list.push({ ...write, path: `${entrance.path}?${query}` });
		const name = entrance.uid
			.split('.')
			.at(-1)
			.replace(/(^|-)(.)/g, (_, __, letter) => letter.toUpperCase());
		if (isScalar(this.attribute))
			this.post('change', `mutation { update${name}(id: 2, data: {}) { data { id attributes { ${this.name} } } } }`);
	}

	way(entrance, way) {
		if (way.length < 2 && entrance.page) this.graphql(entrance, way);
		const names = way.map(({ name }) => name);
		const own = [...names, this.name];
		this.filters(entrance, 'filters', own, way.length < 2);
		this.sorts(entrance, 'sort', own);
		this.reads(entrance, way.length ? populateKey(way) : '');
		if (entrance.path === '/api/users') this.filters({ ...entrance, path: '/api/users/count' }, 'filters', own, false);
		if (!way.length) {
			this.change(entrance);
			return this.search(entrance);
		}
		this.filters(entrance, `${populateKey(way)}[filters]`, [this.name], false);
		this.sorts(entrance, `${populateKey(way)}[sort]`, [this.name]);
		if (way.some(({ several }) => several)) {
			this.filters(entrance, `${populateKey(way, true)}[filters]`, [this.name], false);
			this.sorts(entrance, `${populateKey(way, true)}[sort]`, [this.name]);
		}
		this.add(entrance, `populate=${own.join('.')}`, 'read');
		this.add(entrance, `fields=${own.join('.')}`, 'read');
	}
}

/** Some of `list`, evenly spread. */
const sample = (list, most) =>
	list.length <= most ? list : Array.from({ length: most }, (_, index) => list[Math.floor((index * list.length) / most)]);

const waysOf = new Map();
function probesOf(types, type, name, values) {
	const probes = new Probes(types, type, name, values);
	const byLength = Array.from({ length: DEEPEST + 1 }, () => []);
	if (!waysOf.has(types))
		waysOf.set(
			types,
			entrances(types).flatMap(entrance => waysFrom(types, entrance.uid).map(way => ({ entrance, way }))),
		);
	for (const { entrance, way } of waysOf.get(types)) {
		if ((way.at(-1)?.uid ?? entrance.uid) !== type.uid) continue;
		// Which entries a file hangs on is public there.
		if (probes.attribute.type === 'media' && way.some(({ name: step }) => step === 'related')) continue;
		byLength[way.length].push({ entrance, way });
	}
	const most = sanitized ? [99, 1, 1, 1, 1] : [99, 4, 3, 3, 3];
	byLength.forEach((ways, length) => sample(ways, most[length]).forEach(({ entrance, way }) => probes.way(entrance, way)));
	return probes;
}

/** SQL that changes the field for two entries of three, and nothing else. */
function change(types, type, name) {
	const attribute = type.attributes[name];
	const table = type.collectionName;
	if (attribute.creator) return [table, `UPDATE ${table} SET ${snake(name)}_id = 2 WHERE id % 3 <> 0`];
	if (attribute.type === 'media')
		return [
			'files_related_morphs',
			`DELETE FROM files_related_morphs WHERE related_type = '${type.uid}' AND field = '${name}' AND related_id % 3 <> 0`,
		];
	if (attribute.type === 'component' || attribute.type === 'dynamiczone')
		return [`${table}_components`, `DELETE FROM ${table}_components WHERE field = '${name}' AND entity_id % 3 <> 0`];
	if (attribute.type === 'relation') {
		const inverse = attribute.mappedBy && types.get(attribute.target);
		const links = isMorph(attribute)
			? `${table}_${snake(name)}_morphs`
			: inverse
				? `${inverse.collectionName}_${snake(attribute.mappedBy)}_links`
				: `${table}_${snake(name)}_links`;
		return [links, `DELETE FROM ${links} WHERE id % 3 <> 0`];
	}
	const column = snake(name);
	const changed =
		{
			integer: '7000 + id',
			biginteger: '7000 + id',
			float: '7000.5 + id',
			decimal: '7000.25 + id',
			boolean: `1 - coalesce(${column}, 0)`,
			date: "'2031-01-0' || (1 + id % 9)",
			time: "'11:11:1' || (id % 9) || '.000'",
			datetime: '1900000000000 + id',
			timestamp: '1900000000000 + id',
			json: `'{"z":' || id || '}'`,
			blocks: `'[{"type":"paragraph","children":[{"type":"text","text":"' || id || '"}]}]'`,
		}[attribute.type] ?? "'zz' || id";
	return [
		table,
		`UPDATE ${table} SET ${column} = CASE id % 3 WHEN 0 THEN ${column} WHEN 1 THEN ${changed} ELSE ` +
			`${attribute.type === 'boolean' ? changed : 'NULL'} END`,
	];
}

/** A value that the field has, and others for what hangs on it. */
function valuesOf(file, type, name) {
	const attribute = type.attributes[name];
	if (!isScalar(attribute)) return { '': '1', id: '1' };
	const column = snake(name);
	const rows = sqlite(
		file,
		`SELECT ${column} AS v FROM ${type.collectionName} WHERE ${column} IS NOT NULL ORDER BY id % 3 DESC, id LIMIT 2`,
	);
	const write = value =>
		['datetime', 'timestamp'].includes(attribute.type)
			? new Date(Number(value)).toISOString()
			: attribute.type === 'boolean'
				? 'true'
				: String(value);
	const values = rows.length ? rows.map(({ v }) => write(v)) : ['zz1'];
	return Object.fromEntries(values.map((value, index) => [index ? `more${index}` : '', value]));
}

const databaseOf = folder => path.join(folder, '.tmp/data.db');
const setup = `INSERT INTO admin_users (id, firstname, lastname, username, email, is_active, blocked)
	VALUES (2, 'Bea', 'Second', 'bea', 'bea@example.com', 1, 0);
	UPDATE up_users SET reset_password_token = 'reset' || id, confirmation_token = 'confirm' || id;
	UPDATE files SET folder_path = '/folder' || id;
	INSERT INTO upload_folders (id, name, path_id, path) VALUES (1, 'one', 1, '/1');
	INSERT INTO files_folder_links (file_id, folder_id) SELECT id, 1 FROM files;
	UPDATE reviews SET created_by_id = 1, updated_by_id = 1; UPDATE admin_users SET reset_password_token = 'reset' ||
		id, registration_token = 'registration' || id;`;

/** Makes every other attribute of the project's types private; both sides of a relation, for either shows it. */
function hideHalf(folder) {
	const types = readModels(folder);
	const hidden = new Set();
	for (const { uid, origin, attributes } of types.values()) {
		if (origin === 'plugin') continue;
		Object.keys(attributes).forEach((name, index) => {
			const { creator, relation, target, inversedBy, mappedBy } = attributes[name];
			const other = inversedBy ?? mappedBy;
			if (creator || isMorph({ relation }) || index % 2 === 0 || (target && types.get(target).origin === 'plugin' && other)) return;
			hidden.add(`${uid} ${name}`);
			if (other) hidden.add(`${target} ${other}`);
		});
	}
	for (const { uid, file, origin } of types.values()) {
		if (origin === 'plugin') continue;
		const model = JSON.parse(readFileSync(file, 'utf8'));
		for (const [name, attribute] of Object.entries(model.attributes)) if (hidden.has(`${uid} ${name}`)) attribute.private = true;
		writeFileSync(file, JSON.stringify(model));
	}
	return hidden;
}

/** Two servers on databases that are alike. */
class Pair {
	async start(prepare = () => {}) {
		this.folders = [makeProject(), makeProject()];
		this.prepared = this.folders.map(prepare)[0];
		this.folders.forEach(folder => sqlite(databaseOf(folder), setup));
		this.servers = [];
		for (const folder of this.folders) this.servers.push(await startServer({ folder, env: { LECTERN_THREADS: '1' } }));
		this.pipes = this.servers.map(({ port }) => new Pipeline(port));
		this.types = readModels(this.folders[0]);
		// What the first use of the token writes is written in both before any answer counts.
		await this.answers([{ path: '/api/categories', headers: full }]);
	}

	answers(probes) {
		return Promise.all(this.pipes.map(pipe => Promise.all(probes.map(probe => pipe.ask(probe)))));
	}

	/** The probes of a field, with their answers while it differs. */
	async probe(uid, name) {
		const type = this.types.get(uid);
		const probes = probesOf(this.types, type, name, valuesOf(databaseOf(this.folders[0]), type, name)).list;
		const [table, sql] = change(this.types, type, name);
		sqlite(databaseOf(this.folders[1]), sql);
		const [ours, theirs] = await this.answers(probes);
		sqlite(
			databaseOf(this.folders[1]),
			`ATTACH '${databaseOf(this.folders[0])}' AS first; DELETE FROM main.${table}; INSERT INTO main.${table} SELECT * FROM first.${table}`,
		);
		return probes.map((probe, index) => ({ ...probe, ours: ours[index], theirs: theirs[index] }));
	}

	async stop() {
		this.pipes?.forEach(pipe => pipe.close());
		for (const server of this.servers ?? []) await server.stop();
		this.folders?.forEach(folder => rmSync(folder, { recursive: true }));
	}
}

/* When an entry was changed is no secret, and each server changes it at a time of its own. */
const timeless = text => text.replace(/"updatedAt":"[^"]*"/g, '"updatedAt":""');
const differs = ({ ours, theirs }) => ours.status !== theirs.status || timeless(ours.text) !== timeless(theirs.text);

/** The uids and names of all that nobody may see. */
function privateFields(types) {
	const reached = new Set(entrances(types).flatMap(({ uid }) => waysFrom(types, uid).map(way => way.at(-1)?.uid ?? uid)));
	return [...types.values()]
		.filter(({ uid }) => reached.has(uid))
		.flatMap(type =>
			Object.entries(type.attributes)
				.filter(([, attribute]) => isPrivate(type, attribute))
				.map(([name]) => [type.uid, name]),
		);
}

let asked = 0;
async function assertSilent(pair, uid, name) {
	const probes = await pair.probe(uid, name);
	asked += probes.length;
	assert.ok(probes.length > 20, `only ${probes.length} requests`);
	assert.deepEqual(
		probes
			.filter(({ ours }) => ours.status >= 500)
			.map(probe => `${probe.path} ${probe.body?.query ?? ''}`)
			.slice(0, 3),
		[],
	);
	const leaks = probes.filter(differs);
	if (leaks.length)
		assert.fail(
			`${leaks.length} of ${probes.length} requests tell of ${uid} ${name}:\n${leaks
				.slice(0, 5)
				.map(
					leak =>
						`${decodeURIComponent(leak.path)} ${leak.body?.query ?? ''}\n  ${leak.ours.status} ${leak.ours.text.slice(0, 200)}\n  ` +
						`${leak.theirs.status} ${leak.theirs.text.slice(0, 200)}`,
				)
				.join('\n')}`,
		);
}

describe('what is private in the recorded project', () => {
	const pair = new Pair();
	before(() => pair.start());
	after(() => pair.stop());
	for (const [uid, name] of privateFields(readModels())) it(`is not told: ${uid} ${name}`, () => assertSilent(pair, uid, name));
});

describe('what is private when every other attribute is', () => {
	const pair = new Pair();
	before(() => pair.start(hideHalf));
	after(() => pair.stop());
	const folder = makeProject();
	const hidden = hideHalf(folder);
	const fields = privateFields(readModels(folder)).filter(([uid, name]) => hidden.has(`${uid} ${name}`));
	rmSync(folder, { recursive: true });
	it('is much', () => assert.ok(fields.length > 30, `${fields.length} fields`));
	for (const [uid, name] of fields) it(`is not told: ${uid} ${name}`, () => assertSilent(pair, uid, name));
});

describe('the same requests for what is public', () => {
	const pair = new Pair();
	before(() => pair.start());
	after(() => pair.stop());
	for (const [uid, name, kinds] of [
		['api::category.category', 'name', ['filter', 'sort', 'read', 'graphql', 'search', 'change']],
		['api::restaurant.restaurant', 'seats', ['filter', 'sort', 'read']],
		['api::restaurant.restaurant', 'founded', ['filter', 'sort', 'read', 'graphql']],
		['api::restaurant.restaurant', 'chain', ['filter', 'sort', 'read', 'graphql']],
		['api::restaurant.restaurant', 'address', ['filter', 'read']],
		['api::restaurant.restaurant', 'cover', ['filter', 'read']],
		['location.address', 'street', ['filter', 'sort', 'read']],
		['plugin::users-permissions.user', 'confirmed', ['filter', 'read']],
	])
		it(`notice it: ${uid} ${name}`, async () => {
			const noticed = (await pair.probe(uid, name)).filter(differs).map(({ kind }) => kind);
			for (const kind of kinds) assert.ok(noticed.includes(kind), `no ${kind} differs, of ${noticed.length} requests that do`);
		});
	after(() => assert.ok(asked > 5000, `${asked} requests`));
});
