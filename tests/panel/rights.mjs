// What admins may do, beside Strapi: the requests of ../lib/panel_matrix.mjs to both on the same data. Each answer must be equal,
// or stricter on lectern.
// usage: LECTERN=… node tests/panel/rights.mjs --strapi DIR [--record FILE] [--list KIND] [--roles REGEX]
// DIR: a folder with Strapi 4.26.2 in its node_modules. FILE: what tests/admin_matrix_test.mjs reads. --list shows differences, --roles
// asks for some roles alone.
// Ends with the line "N passed, N failed".
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { brotliCompressSync, constants } from 'node:zlib';
import { makeForm } from '../lib/forms.mjs';
import { makeToken, now } from '../lib/jwt.mjs';
import { plain, requests, setup, summary } from '../lib/panel_matrix.mjs';
import { sqlite } from '../lib/schema.mjs';
import { makeProject, startServer } from '../lib/server.mjs';
import { addGeneratedCode, startStrapi } from '../lib/strapi.mjs';
import { strapiFolder } from './build.mjs';

const { values: options } = parseArgs({
	options: { strapi: { type: 'string' }, record: { type: 'string' }, list: { type: 'string' }, roles: { type: 'string', default: '' } },
});

function prepare() {
	const folder = makeProject({ admin: { rateLimit: { enabled: false } } });
	mkdirSync(path.join(folder, 'public/uploads'), { recursive: true });
	const lines = setup();
	while (lines.length) sqlite(path.join(folder, '.tmp/data.db'), `BEGIN;${lines.splice(0, 200).join('\n')}COMMIT;`);
	return folder;
}

async function ask(base, { method, path: where, body, form, admin }) {
	const headers = { authorization: `Bearer ${makeToken({ id: admin, iat: now() - 10, exp: now() + 3600 }, { secret: 'adminsecret' })}` };
	const sent = form ? makeForm(form, headers) : { headers };
	if (body !== undefined) Object.assign(sent, { body: JSON.stringify(body), headers: { ...headers, 'content-type': 'application/json' } });
	const answer = await fetch(base + where, { method, ...sent });
	const text = await answer.text();
	try {
		return { status: answer.status, body: plain(JSON.parse(text)) };
	} catch {
		return { status: answer.status, body: text };
	}
}

/** Whether all that `less` shows stands in `more`, too. */
function isPart(less, more) {
	if (Array.isArray(less)) return Array.isArray(more) && less.every(item => more.some(other => isPart(item, other)));
	if (less && typeof less === 'object') return Boolean(more) && Object.entries(less).every(([name, value]) => isPart(value, more[name]));
	return less === more || less === null || (typeof less === 'number' && less < more);
}

/** What a difference is: "stricter" where lectern refuses or shows less. */
function kindOf(strapi, lectern) {
	if (strapi.status >= 500 && lectern.status < 500) return 'Strapi breaks';
	if (strapi.status < 300 && lectern.status >= 400 && lectern.status < 500) return `stricter: ${lectern.status} for ${strapi.status}`;
	if (strapi.status < 300 && lectern.status < 300 && isPart(lectern.body, strapi.body)) return 'stricter: shows less';
	if (strapi.status >= 400 && lectern.status >= 400 && lectern.status < 500)
		return `refused otherwise: ${lectern.status} for ${strapi.status}`;
	return 'LOOSER OR OTHER';
}

const strapi = await strapiFolder(options.strapi);
const [first, second] = [prepare(), prepare()];
addGeneratedCode(first);
const servers = await Promise.all([
	startStrapi(first, strapi),
	startServer({ folder: second, ownsFolder: false, env: { NODE_ENV: 'production' } }),
]);
const counts = {};
const recorded = [];
let equal = 0,
	wrong = 0;
for (const request of requests().filter(({ role }) => new RegExp(options.roles).test(role))) {
	const [theirs, ours] = await Promise.all(servers.map(({ base }) => ask(base, request)));
	recorded.push(summary(ours));
	if (JSON.stringify(theirs) === JSON.stringify(ours)) {
		equal++;
		continue;
	}
	// What the first administrator is shown differs because of what was refused before.
	const kind = request.admin === 1 ? 'left by what was refused' : kindOf(theirs, ours);
	const where = `${request.method} ${request.path.replace(/\d+/g, 'N').replace(/\?.*/, '')}`;
	counts[kind] ??= {};
	counts[kind][where] = (counts[kind][where] ?? 0) + 1;
	if (kind.startsWith('LOOSER')) wrong++;
	if (kind.startsWith('LOOSER') || (options.list && kind.includes(options.list))) {
		console.log(
			`${request.number} ${kind}, ${request.role} (${request.admin}): ${request.method} ${request.path} ${JSON.stringify(request.body)}`,
		);
		for (const { status, body } of [theirs, ours]) console.log(`  ${status} ${JSON.stringify(body).slice(0, 1500)}`);
	}
}
await Promise.all(servers.map(server => server.stop()));
for (const folder of [first, second]) rmSync(folder, { recursive: true, force: true });
console.log(`${recorded.length} requests: ${equal} are answered alike`);
for (const [kind, places] of Object.entries(counts)) {
	console.log(`${kind}: ${Object.values(places).reduce((sum, count) => sum + count, 0)}`);
	for (const [where, count] of Object.entries(places).sort((a, b) => b[1] - a[1])) console.log(`\t${count}\t${where}`);
}
if (options.record) {
	const text = `${recorded.join('\n')}\n`;
	writeFileSync(options.record, brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }));
}
console.log(`${recorded.length - wrong} passed, ${wrong} failed`);
process.exitCode = wrong ? 1 : 0;
