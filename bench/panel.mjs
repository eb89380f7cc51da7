#!/usr/bin/env node
// Measures what the panel asks while editors work: a list of 100,000 entries, a picker of relations, an entry with thirty relations;
// lectern beside Strapi on the same data, by turns. See bench/README.md.
// usage: bench/panel.mjs --strapi FOLDER [--lectern build-release/lectern] [--restaurants 100000] [--seconds 3] [--rounds 5]
//        FOLDER: where Strapi 4.26.2 is installed
import { spawnSync } from 'node:child_process';
import { copyFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { root } from '../tests/lib/data.mjs';
import { processorTime, runWrk, table } from './measure.mjs';

const { values: options } = parseArgs({
	options: {
		lectern: { type: 'string', default: 'build-release/lectern' },
		strapi: { type: 'string' },
		restaurants: { type: 'string', default: '100000' },
		seconds: { type: 'string', default: '3' },
		rounds: { type: 'string', default: '5' },
	},
});
if (!options.strapi) {
	console.error('usage: bench/panel.mjs --strapi FOLDER');
	process.exit(2);
}
process.env.LECTERN = path.resolve(options.lectern);
const { makeProject, startServer } = await import('../tests/lib/server.mjs');
const { addGeneratedCode, startStrapi } = await import('../tests/lib/strapi.mjs');
const median = list => [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)];

const entries = '/content-manager/collection-types/api::restaurant.restaurant';
const relations = '/content-manager/relations/api::restaurant.restaurant';
const requests = [
	['a list', `${entries}?page=1&pageSize=10&sort=name:ASC&locale=en`],
	['its hundredth page', `${entries}?page=100&pageSize=10&sort=name:ASC&locale=en`],
	['a deep page', `${entries}?page=9000&pageSize=10&sort=name:ASC&locale=en`],
	['a list, searched', `${entries}?page=1&pageSize=10&sort=name:ASC&locale=en&_q=Restaurant 11`],
	['searched in vain', `${entries}?page=1&pageSize=10&sort=name:ASC&locale=en&_q=nowhere`],
	['a picker', `${relations}/neighbours?page=1&pageSize=10&_q=Restaurant&locale=en`],
	['an entry', `${entries}/1`],
	['its thirty relations', `${relations}/1/neighbours?page=1&pageSize=30`],
].map(([name, path]) => [name, path.replaceAll(' ', '%20')]);

/** A project with so many restaurants, the first of which has thirty neighbours. */
function makeProjects() {
	const folders = [makeProject(), makeProject()];
	const file = path.join(folders[0], '.tmp/data.db');
	const made = spawnSync(process.execPath, [path.join(root, 'bench/make-data.mjs'), options.restaurants, file], { stdio: 'inherit' });
	const thirty = `DELETE FROM restaurants_neighbours_links WHERE restaurant_id = 1;
		INSERT INTO restaurants_neighbours_links (restaurant_id, inv_restaurant_id, restaurant_order)
			SELECT 1, id, row_number() OVER (ORDER BY id) FROM restaurants WHERE id > 1 AND locale = 'en' ORDER BY id LIMIT 30;`;
	if (made.status !== 0 || spawnSync('sqlite3', ['-bail', file], { input: thirty, stdio: ['pipe', 'inherit', 'inherit'] }).status !== 0)
		throw new Error('the data could not be made');
	copyFileSync(file, path.join(folders[1], '.tmp/data.db'));
	folders.forEach(addGeneratedCode);
	return folders;
}

async function signIn({ base }) {
	const body = JSON.stringify({ email: 'ada@example.com', password: 'Adm1nPassw0rd' });
	const answer = await fetch(`${base}/admin/login`, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
	return (await answer.json()).data.token;
}

/** What both must have answered alike: which entries. */
async function ask({ base, token }, where) {
	const answer = await fetch(base + where, { headers: { authorization: `Bearer ${token}` } });
	const json = await answer.json();
	if (answer.status !== 200) throw new Error(`${where}: ${JSON.stringify(json)}`);
	return JSON.stringify([json.id, json.results?.map(({ id }) => id), json.pagination]);
}

async function measure(servers, where) {
	const found = servers.map(() => ({ rates: [], costs: [] }));
	for (let round = 0; round < Number(options.rounds); round++) {
		for (const [index, { base, pid, token }] of servers.entries()) {
			const how = { connections: 16, env: { WRK_TOKEN: token } };
			if (!round) await runWrk(base + where, { seconds: 1, ...how });
			const before = processorTime(pid);
			const { requests: answered, microseconds, errors } = await runWrk(base + where, { seconds: Number(options.seconds), ...how });
			if (errors) throw new Error(`${errors} errors for ${where}`);
			// None in all that time: less than one.
			const count = answered || 1;
			found[index].none ||= !answered;
			found[index].rates.push(count / (microseconds / 1e6));
			found[index].costs.push(((processorTime(pid) - before) * 1e6) / count);
		}
	}
	return found.map(({ rates, costs, none }) => ({ rate: median(rates), cost: median(costs), none }));
}

const folders = makeProjects();
const servers = [];
try {
	servers.push(await startServer({ folder: folders[0], env: { NODE_ENV: 'production' } }));
	servers.push(await startStrapi(folders[1], options.strapi));
	for (const server of servers) server.token = await signIn(server);
	const rows = [['', 'lectern', 'CPU µs', 'Strapi', 'CPU µs', 'ratio', 'of CPU', 'aim']];
	for (const [name, where] of requests) {
		const refused = (await Promise.all(servers.map(server => ask(server, where).catch(error => error)))).find(one => one instanceof Error);
		if (refused) {
			console.log(`${name}: ${refused.message}`); // on a busy machine a request may be given up
			continue;
		}
		const [a, b] = [await ask(servers[0], where), await ask(servers[1], where)];
		if (a !== b) console.log(`${name}: the answers differ\n  ${a}\n  ${b}`);
		const [ours, theirs] = await measure(servers, where);
		const shown = ({ rate, cost, none }) => [
			`${none ? '<' : ''}${rate.toFixed(rate < 10 ? 1 : 0)}/s`,
			`${none ? '>' : ''}${cost.toFixed(0)}`,
		];
		const ratios = [ours.rate / theirs.rate, theirs.cost / ours.cost].map(ratio => `${theirs.none ? '>' : ''}${ratio.toFixed(1)}x`);
		rows.push([name, ...shown(ours), ...shown(theirs), ...ratios, '20x']);
	}
	console.log(table(rows));
} finally {
	for (const server of servers) await server.stop();
	for (const folder of folders) rmSync(folder, { recursive: true, force: true });
}
