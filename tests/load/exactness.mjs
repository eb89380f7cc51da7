#!/usr/bin/env node
// Writers and readers on two servers with one database: no read may show less than the last answered write on its server.
// usage: node tests/load/exactness.mjs [--database sqlite] [--reads 1000000] [--writers 40: at most] [--readers 64]
//        [--pause 1000: milliseconds at most between two writes of a writer]
//        [--exact 0, 1: on the other server, too (cache.exact; SQLite is always)]
//        [--faults 0, 1: servers and connections are killed]
//        [--strapi DIR: Strapi, of its package.json and node_modules, changes entries of the same database, too]
import { execFile } from 'node:child_process';
import { rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { full } from '../lib/accounts.mjs';
import { sleep } from '../lib/expect.mjs';
import { Client } from '../lib/http.mjs';
import { Cluster } from '../lib/postgres.mjs';
import { makeProject, sparePort, startServer } from '../lib/server.mjs';
import { addGeneratedCode, startStrapi } from '../lib/strapi.mjs';
import { Register } from './history.mjs';

const readOnly = { Authorization: `Bearer ${'a'.repeat(64)}` };
const pick = list => list[Math.floor(Math.random() * list.length)];
const run = (program, args) =>
	new Promise((resolve, reject) =>
		execFile(program, args, { timeout: 60_000 }, (error, stdout, stderr) => (error ? reject(new Error(stderr)) : resolve(stdout))),
	);
const put = (client, where, data) => client.request('PUT', where, { headers: full, body: { data } });
const query = (client, text) => client.request('POST', '/graphql', { headers: full, body: { query: text } });
/** What a request may take is measured in milliseconds, of which a busy machine gives it few. */
const tooLong = /takes too long/;
const asText = value => (value === undefined || value === null ? 'nothing' : `${value}`);

/** An entry whose field holds the version: `field` of /api/PLURAL/ID. `reads`: more ways to see it, of (client, register). */
function field({ plural, id, name, value = version => `${plural} ${id} version ${version}`, more = '', reads }) {
	return {
		register: new Register(`${name} of ${plural} ${id}`, version => asText(value(version))),
		begin: client => put(client, `/api/${plural}/${id}${more}`, { [name]: value(0) }),
		write: (client, version) => put(client, `/api/${plural}/${id}${more}`, { [name]: value(version) }),
		reads: [async client => [await client.get(`/api/${plural}/${id}?fields=${name}`, full), json => json.data.attributes[name]], ...reads],
	};
}

const singular = { restaurants: 'restaurant', categories: 'category' };
const listed = (plural, id, name, more = '') => [
	async client => [
		await client.get(`/api/${plural}?fields=${name}&filters[id][$eq]=${id}${more}`, full),
		json => json.data[0]?.attributes[name],
	],
];
const overGraphql = (plural, id, name) => {
	const text = `{ ${singular[plural]}(id: ${id}) { data { attributes { ${name} } } } }`;
	const shown = json => json.data[singular[plural]].data?.attributes[name];
	return [
		async client => [await query(client, text), shown],
		async client => [await client.get(`/graphql?query=${encodeURIComponent(text)}`, full), shown],
	];
};
const statusOf = read => async client => {
	const answer = await read(client);
	return [answer, () => answer.status];
};

/** What is written and how it is read: contents, relations, publication, totals, locales, rights and tokens. The ids are those of
 * the recorded data. `outside` runs SQL beside the servers; `strapi` is a client of Strapi, if any. */
function makeSubjects(outside, strapi) {
	const subjects = besideSubjects(outside);
	if (strapi) subjects.push(...strapiSubjects(strapi));
	for (const id of [3, 4, 5, 6])
		subjects.push(
			field({
				plural: 'restaurants',
				id,
				name: 'name',
				reads: [...listed('restaurants', id, 'name'), ...overGraphql('restaurants', id, 'name')],
			}),
		);
	for (const id of [7, 8])
		subjects.push(
			field({
				plural: 'restaurants',
				id,
				name: 'seats',
				value: version => 1000 + version,
				reads: [...listed('restaurants', id, 'seats', '&sort=seats:desc'), ...overGraphql('restaurants', id, 'seats')],
			}),
		);
	// A category is seen through a restaurant that has it.
	[1, 2, 3, 4].forEach((id, index) => {
		const restaurant = [10, 11, 14, 15][index];
		const subject = field({
			plural: 'categories',
			id,
			name: 'name',
			reads: [
				...overGraphql('categories', id, 'name'),
				async client => [
					await client.get(`/api/restaurants/${restaurant}?fields=id&populate[categories][fields]=name`, full),
					json => json.data.attributes.categories.data[0]?.attributes.name,
				],
			],
		});
		const { begin } = subject;
		subject.begin = async client => {
			await begin(client);
			return put(client, `/api/restaurants/${restaurant}`, { categories: [id] });
		};
		subjects.push(subject);
	});
	// Which category a restaurant has.
	for (const restaurant of [16, 17, 19, 20]) {
		const category = version => 1 + (version % 20);
		const write = (client, version) => put(client, `/api/restaurants/${restaurant}`, { categories: [category(version)] });
		const text = `{ restaurant(id: ${restaurant}) { data { attributes { categories { data { id } } } } } }`;
		subjects.push({
			register: new Register(`categories of restaurant ${restaurant}`, version => `${category(version)}`),
			begin: client => write(client, 0),
			write,
			reads: [
				async client => [
					await client.get(`/api/restaurants/${restaurant}?fields=id&populate=categories`, full),
					json => json.data.attributes.categories.data[0]?.id,
				],
				async client => [await query(client, text), json => json.data.restaurant.data?.attributes.categories.data[0]?.id],
			],
		});
	}
	// Publication, as the public sees it.
	for (const id of [21, 22]) {
		const write = (client, version) =>
			put(client, `/api/restaurants/${id}`, { publishedAt: version % 2 ? null : '2024-01-01T00:00:00.000Z' });
		subjects.push({
			register: new Register(`publication of restaurant ${id}`, version => `${1 - (version % 2)}`),
			begin: client => write(client, 0),
			write,
			reads: [
				async client => [await client.get(`/api/restaurants?fields=id&filters[id][$eq]=${id}`), json => json.data.length],
				async client => [
					await client.get(`/api/restaurants?fields=id&filters[id][$eq]=${id}&populate=categories&pagination[withCount]=true`),
					json => json.meta.pagination.total,
				],
			],
		});
	}
	// An entry that is there or not, as totals and lists show it.
	for (let number = 0; number < 6; number++) {
		const name = `here and gone ${number}`;
		const list = `/api/categories?filters[name][$eq]=${encodeURIComponent(name)}&pagination[pageSize]=1&fields=name`;
		const text = `{ categories(filters: { name: { eq: "${name}" } }) { meta { pagination { total } } } }`;
		subjects.push({
			register: new Register(`the total of "${name}"`, version => `${version % 2}`),
			write: async (client, version, doubtful) => {
				if (version % 2) {
					const answer = await client.request('POST', '/api/categories', { headers: full, body: { data: { name } } });
					// It is there when an earlier deletion was not answered, nor done.
					return doubtful && answer.status === 400 && /must be unique/.test(answer.text) ? { status: 200 } : answer;
				}
				let last = { status: 200 };
				const { json } = await client.get(list.replace('[pageSize]=1', '[pageSize]=9'), full);
				for (const { id } of json.data) last = await client.request('DELETE', `/api/categories/${id}`, { headers: full });
				return last;
			},
			reads: [
				async client => [await client.get(list, full), json => Math.min(json.meta.pagination.total, 1)],
				async client => [await client.get(list, full), json => json.data.length],
				async client => [await query(client, text), json => Math.min(json.data.categories.meta.pagination.total, 1)],
			],
		});
	}
	// A language version: its own name, and what all versions share.
	for (const [id, other] of [
		[2, 1],
		[24, 23],
	])
		subjects.push(
			field({
				plural: 'restaurants',
				id,
				name: 'name',
				reads: [
					...listed('restaurants', id, 'name', '&locale=fr'),
					async client => [
						await client.get(`/api/restaurants/${other}?fields=id&populate[localizations][fields]=name`, full),
						json => json.data.attributes.localizations.data[0]?.attributes.name,
					],
				],
			}),
		);
	subjects.push(
		field({
			plural: 'restaurants',
			id: 12,
			name: 'rating',
			value: version => version % 5,
			more: '?populate=localizations', // as Strapi, the other versions follow where they are answered
			reads: [async client => [await client.get('/api/restaurants/13?fields=rating', full), json => json.data.attributes.rating]],
		}),
	);
	return subjects;
}

/** What Strapi changes beside the servers: a field, a relation, and an entry that is there or not. */
function strapiSubjects(strapi) {
	const name = 'here and gone on Strapi';
	const list = `/api/categories?filters[name][$eq]=${encodeURIComponent(name)}&fields=name`;
	const category = version => 1 + (version % 20);
	const subjects = [30, 31].map(id => field({ plural: 'restaurants', id, name: 'name', reads: listed('restaurants', id, 'name') }));
	subjects.push({
		register: new Register('categories of restaurant 29', version => `${category(version)}`),
		begin: client => put(client, '/api/restaurants/29', { categories: [category(0)] }),
		write: (client, version) => put(client, '/api/restaurants/29', { categories: [category(version)] }),
		reads: [
			async client => [
				await client.get('/api/restaurants/29?fields=id&populate=categories&publicationState=preview', full),
				json => json.data.attributes.categories.data[0]?.id,
			],
		],
	});
	subjects.push({
		register: new Register(`the total of "${name}"`, version => `${version % 2}`),
		write: async (client, version) => {
			const { json } = await client.get(list, full);
			let last = { status: 200 };
			if (version % 2 && !json.data.length)
				last = await client.request('POST', '/api/categories', { headers: full, body: { data: { name } } });
			if (version % 2 === 0)
				for (const { id } of json.data) last = await client.request('DELETE', `/api/categories/${id}`, { headers: full });
			return last;
		},
		reads: [async client => [await client.get(list, full), json => json.meta.pagination.total]],
	});
	return subjects.map(subject => ({ ...subject, client: strapi, beside: true }));
}

/** What SQL changes beside the servers: contents, what the public may do, and a token. */
function besideSubjects(outside) {
	const write = text => async (_, version) => {
		await outside(text(version));
		return { status: 200 };
	};
	const named = id => version => `update restaurants set name = 'beside ${id} version ${version}' where id = ${id}`;
	// A server that starts drops rows of actions that there are not.
	const may = version => `update up_permissions set action = 'api::chain.chain.${version % 2 ? 'create' : 'find'}' where id = 16`;
	const expires = version =>
		`update strapi_api_tokens set expires_at = ${version % 2 ? "'2020-01-01 00:00:00'" : 'null'} where name = 'ro'`;
	const subjects = [25, 26].map(id => ({
		register: new Register(`restaurant ${id}, written beside`, version => `beside ${id} version ${version}`),
		begin: () => write(named(id))(null, 0),
		write: write(named(id)),
		reads: [
			async client => [
				await client.get(`/api/restaurants/${id}?fields=name&publicationState=preview`, full),
				json => json.data.attributes.name,
			],
		],
	}));
	subjects.push({
		register: new Register('what the public may do', version => (version % 2 ? '403' : '200')),
		write: write(may),
		reads: [statusOf(client => client.get('/api/chains?fields=id'))],
	});
	const expiresOnSqlite = version => expires(version).replace("'2020-01-01 00:00:00'", '1577836800000');
	subjects.push({
		register: new Register('a token', version => (version % 2 ? '401' : '200')),
		write: write(outside.sqlite ? expiresOnSqlite : expires),
		reads: [statusOf(client => client.get('/api/offices?fields=id', readOnly))],
	});
	return subjects.map(subject => ({ ...subject, beside: true }));
}

/** Strapi on the database of a project, or of a cluster: {client, stop}. */
async function startBeside(folder, cluster, strapi) {
	const own = makeProject();
	addGeneratedCode(own);
	rmSync(path.join(own, '.tmp/data.db'));
	if (cluster) {
		const connection = { host: '127.0.0.1', port: cluster.port, user: 'postgres', database: Cluster.database };
		writeFileSync(path.join(own, 'config/database.json'), JSON.stringify({ connection: { client: 'postgres', connection } }));
	} else {
		symlinkSync(path.join(folder, '.tmp/data.db'), path.join(own, '.tmp/data.db'));
	}
	const server = await startStrapi(own, strapi);
	const client = new Client(server.base, { connections: 8 });
	const stop = async () => {
		client.close();
		await server.stop();
		rmSync(own, { recursive: true, force: true });
	};
	return { client, stop };
}

/** Two servers on one database. `strapi`: the folder of Strapi, if it works there, too. */
async function startPair(database, exact, strapi) {
	const cluster = database === 'postgres' ? await Cluster.create(['max_connections = 100']) : null;
	const folder = makeProject();
	const env = { LECTERN_CACHE_EXACT: exact ? '1' : '0', LECTERN_COUNT_STATEMENTS: '1', LECTERN_THREADS: '2' };
	const args = cluster ? ['--database', cluster.url()] : [];
	const beside = strapi ? await startBeside(folder, cluster, strapi) : null;
	const places = [];
	for (let i = 0; i < 2; i++) {
		const port = await sparePort();
		const start = () => startServer({ folder, ownsFolder: false, args, env, port });
		const server = await start();
		places.push({ number: i, start, server, client: new Client(server.base, { connections: 64 }) });
	}
	const outside = cluster
		? text => run('psql', [...cluster.where(), '-q', '-v', 'ON_ERROR_STOP=1', '-c', text])
		: text => run('sqlite3', ['-cmd', '.timeout 30000', `${folder}/.tmp/data.db`, text]);
	outside.sqlite = !cluster;
	const stop = async () => {
		for (const { client, server } of places) {
			client.close();
			await server.stop();
		}
		await beside?.stop();
		cluster?.destroy();
	};
	return { cluster, places, outside, strapi: beside?.client, stop };
}

/** Writes and reads until so many reads are judged. Resolves with the figures. */
export async function checkExactness({
	database = 'sqlite',
	reads = 1_000_000,
	writers = 40,
	readers = 64,
	pause = 1000,
	exact = false,
	faults = false,
	strapi = null,
}) {
	const pair = await startPair(database, exact, strapi);
	const { cluster, places, outside, stop } = pair;
	const now = () => performance.now();
	const figures = {
		database,
		exact,
		faults,
		reads: 0,
		remembered: 0,
		failed: 0,
		writes: 0,
		unanswered: 0,
		kills: 0,
		wrong: [],
		staleOf: {},
		ages: [],
		slowestWrite: 0,
	};
	const subjects = makeSubjects(outside, pair.strapi).slice(0, writers);
	for (const { begin, client } of subjects) if (begin) await begin(client ?? places[0].client);
	await sleep(500);
	// With faults a quarter of the reads comes after the first kill: a fast machine could be through before it.
	let enough = faults ? Infinity : reads;
	const ends = () => figures.reads >= enough || figures.wrong.length > 20;
	const strict = exact || !cluster;

	const write = async subject => {
		const place = pick(places);
		const noted = subject.register.begin(subject.beside ? undefined : place.number, now());
		try {
			const { status, text } = await subject.write(subject.client ?? place.client, subject.register.version, subject.doubtful);
			if (status >= 500 || tooLong.test(text)) throw new Error(`${status}: ${text}`);
			if (status !== 200) {
				// Refused: nothing of it is in force, so no read has to show it.
				figures.wrong.push(`${subject.register.name} was answered with ${status}: ${text}`);
				return;
			}
			noted.end = now();
			subject.doubtful = false;
			figures.writes++;
			figures.slowestWrite = Math.max(figures.slowestWrite, noted.end - noted.start);
		} catch (error) {
			// It may be done later than this.
			figures.unanswered++;
			subject.doubtful = true;
			figures.lastFailure = error.message;
			await sleep(1500);
		}
	};
	const writer = async subject => {
		while (!ends()) {
			await write(subject);
			await sleep(Math.random() * pause);
		}
	};

	const read = async () => {
		const { register, reads: ways } = pick(subjects);
		const place = pick(places);
		const sent = now();
		let answer, shown;
		try {
			[answer, shown] = await pick(ways)(place.client);
		} catch {
			figures.failed++;
			await sleep(20);
			return;
		}
		const answered = now();
		if (answer.status >= 500 || tooLong.test(answer.text) || (answer.json?.errors && /try again/i.test(answer.text))) {
			figures.failed++;
			return;
		}
		let value;
		try {
			value = asText(shown(answer.json));
		} catch {
			figures.wrong.push(`${register.name}: ${answer.status} ${answer.text.slice(0, 200)}`);
			return;
		}
		const { wrong, age } = register.judge({ shown: value, place: place.number, sent, answered, exact: strict });
		figures.reads++;
		if (answer.headers['x-lectern-statements'] === '0') figures.remembered++;
		if (wrong) figures.wrong.push(wrong);
		if (age > 0) {
			figures.ages.push(age);
			const seen = (figures.staleOf[register.name] ??= { reads: 0, oldest: 0 });
			seen.reads++;
			seen.oldest = Math.max(seen.oldest, age);
		}
	};
	const reader = async () => {
		while (!ends()) await read();
	};

	/** Kills a server, or cuts the connections to PostgreSQL, every few seconds. */
	const destroyer = async () => {
		while (faults && !ends()) {
			await sleep(figures.kills ? 3000 : 700);
			if (ends()) break;
			if (figures.kills++ === 0) enough = Math.max(reads, figures.reads + reads / 4);
			if (cluster && figures.kills % 2) {
				await outside("select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'lectern%'");
				continue;
			}
			const place = pick(places);
			place.server.child.kill('SIGKILL');
			await place.server.exited;
			place.server = await place.start();
		}
	};

	const began = now();
	try {
		await Promise.all([...subjects.map(writer), ...Array.from({ length: readers }, reader), destroyer()]);
		figures.seconds = (now() - began) / 1000;
	} finally {
		await stop();
	}
	figures.ages.sort((a, b) => a - b);
	const stale = figures.ages.length;
	const at = share => {
		const index = Math.ceil(share * figures.reads) - 1 - (figures.reads - stale);
		return index < 0 ? 0 : figures.ages[index];
	};
	const { ages, ...rest } = figures;
	return { ...rest, stale, oldest: ages.at(-1) ?? 0, p999: at(0.999), p99: at(0.99) };
}

if (process.argv[1] === import.meta.filename || process.argv[1]?.endsWith('tests/load/exactness.mjs')) {
	const { values } = parseArgs({
		options: {
			database: { type: 'string', default: 'sqlite' },
			reads: { type: 'string', default: '1000000' },
			writers: { type: 'string', default: '40' },
			readers: { type: 'string', default: '64' },
			pause: { type: 'string', default: '1000' },
			exact: { type: 'string', default: '0' },
			faults: { type: 'string', default: '0' },
			strapi: { type: 'string' },
		},
	});
	const figures = await checkExactness({
		...values,
		reads: Number(values.reads),
		writers: Number(values.writers),
		readers: Number(values.readers),
		pause: Number(values.pause),
		exact: values.exact === '1',
		faults: values.faults === '1',
	});
	console.log(figures);
	process.exitCode = figures.wrong.length ? 1 : 0;
}
