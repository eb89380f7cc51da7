// The database goes back to Strapi: what the scenarios did on lectern is shown by Strapi and its panel, where it can be changed,
// and the reverse.
// usage: LECTERN=… node tests/panel/back.mjs [--strapi DIR]
// DIR: a folder with Strapi 4.26.2 in its node_modules; else it is that of make test-panel.
// A part of make test-strapi. Ends with the line "N passed, N failed".
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { makeProject, startServer } from '../lib/server.mjs';
import { addGeneratedCode, startStrapi } from '../lib/strapi.mjs';
import { buildPanel, cache, strapiFolder } from './build.mjs';

const here = path.dirname(fileURLToPath(import.meta.url));
const { values: options } = parseArgs({ options: { strapi: { type: 'string' } } });
const scenarios = ['content', 'writing', 'library', 'media', 'settings', 'roles'];

async function startLectern(folder) {
	for (const name of ['plugins.js', 'middlewares.js', '../node_modules']) rmSync(path.join(folder, 'config', name), { force: true });
	return startServer({ folder, ownsFolder: false, env: { NODE_ENV: 'production' } });
}

const strapi = folder => startStrapi(folder, strapiFolder(options.strapi));

/** Has the scenarios work on it. */
function work({ base }, names = scenarios.map(name => `scenario-${name}`)) {
	let failed = 0;
	for (const name of names) {
		const args = [path.join(here, `${name}.mjs`), base, '--shots', path.join(cache, 'failures')];
		const { stdout } = spawnSync(process.execPath, args, { cwd: here, env: { PANEL_WAIT: '60000', ...process.env } });
		for (const line of String(stdout).split('\n')) if (line.startsWith('FAIL') && ++failed) console.log(`${name}: ${line}`);
	}
	return failed;
}

const names = ['bookmark', 'category', 'chain', 'kitchen-sink', 'office', 'restaurant', 'review', 'global', 'homepage'];
const types = names.slice(0, 7).map(name => `api::${name}.${name}`);
const singles = names.slice(7).map(name => `api::${name}.${name}`);

/** All that the panel shows: {path: {status, body}}. */
async function look(base) {
	const shown = {};
	const login = await fetch(`${base}/admin/login`, {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify({ email: 'ada@example.com', password: 'Adm1nPassw0rd' }),
	});
	const { token } = (await login.json()).data;
	const get = async where => {
		const answer = await fetch(base + where, { headers: { authorization: `Bearer ${token}` } });
		const body = await answer.json().catch(() => null);
		shown[where] = { status: answer.status, body };
		return body;
	};
	for (const type of [...types, 'plugin::users-permissions.user']) {
		await get(`/content-manager/content-types/${type}/configuration`);
		for (const locale of ['en', 'fr', 'de']) {
			const { results } = await get(`/content-manager/collection-types/${type}?pageSize=1000&sort=id:ASC&locale=${locale}`);
			for (const { id } of results.slice(-6)) {
				const entry = await get(`/content-manager/collection-types/${type}/${id}`);
				for (const [name, value] of Object.entries(entry))
					if (value?.count !== undefined) await get(`/content-manager/relations/${type}/${id}/${name}?pageSize=50`);
			}
		}
	}
	for (const type of singles) for (const locale of ['en', 'fr']) await get(`/content-manager/single-types/${type}?locale=${locale}`);
	const lists = ['users/me', 'users/me/permissions', 'users', 'roles', 'roles/1', 'roles/2/permissions', 'roles/3/permissions', 'webhooks'];
	for (const list of [...lists, 'api-tokens', 'transfer/tokens', 'project-settings']) await get(`/admin/${list}`);
	for (const list of ['files?pageSize=1000&sort=id:ASC', 'folders', 'folder-structure', 'configuration', 'settings'])
		await get(`/upload/${list}`);
	for (const list of ['roles', 'roles/1', 'roles/2', 'providers', 'advanced', 'email-templates']) await get(`/users-permissions/${list}`);
	await get('/i18n/locales');
	return shown;
}

/** What differs though nothing is lost: ids of permissions, the order in a set, the port. */
function comparable({ status, body }, where) {
	const copy = JSON.parse(JSON.stringify(body).replace(/http:\/\/(127\.0\.0\.1|localhost):\d+/g, 'http://server'));
	if (/permissions$/.test(where)) {
		const texts = copy.data.map(({ action, subject, properties, conditions }) => JSON.stringify([action, subject, properties, conditions]));
		return JSON.stringify([status, texts.sort()]);
	}
	return JSON.stringify([status, copy]);
}

const difference = (a, b) => {
	let at = 0;
	while (a[at] === b[at] && at < a.length) at++;
	return `\n  ${a.slice(Math.max(0, at - 100), at + 100)}\n  ${b.slice(Math.max(0, at - 100), at + 100)}`;
};

async function thereAndBack(name, first, second) {
	const folder = makeProject({ admin: { rateLimit: { enabled: false } } });
	addGeneratedCode(folder);
	cpSync(path.join(cache, 'build'), path.join(folder, 'build'), { recursive: true });
	mkdirSync(path.join(folder, 'public/uploads'), { recursive: true });
	const one = await first(folder);
	const failed = work(one);
	const before = await look(one.base);
	await one.stop();
	const two = await second(folder);
	const after = await look(two.base);
	const unseen = work(two, ['look-through']);
	await two.stop();
	rmSync(folder, { recursive: true, force: true });
	const other = Object.keys(before).filter(where => comparable(before[where], where) !== comparable(after[where], where));
	for (const where of other)
		console.log(`${name}: ${where}${difference(comparable(before[where], where), comparable(after[where], where))}`);
	const count = Object.keys(before).length;
	console.log(`${name}: ${count - other.length} of ${count} answers are equal, ${failed} steps failed, ${unseen} of its panel`);
	return [count - other.length, other.length + failed + unseen];
}

if (!buildPanel()) throw new Error('the panel is not built');
const there = await thereAndBack('from lectern to Strapi', startLectern, strapi);
const back = await thereAndBack('from Strapi to lectern', strapi, startLectern);
console.log(`${there[0] + back[0]} passed, ${there[1] + back[1]} failed`);
process.exitCode = there[1] + back[1] ? 1 : 0;
