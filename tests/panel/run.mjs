// make test-panel: builds Strapi's panel for the reference project, once, and has Chromium work in it as editors do.
// usage: LECTERN=… node tests/panel/run.mjs [build] [--only REGEX] [--on strapi [--strapi DIR]]
// Needs npm and Chromium (CHROME names another one). LECTERN_PANEL_CACHE: where the packages and the panel are kept, 700 MB;
// with them there no registry is asked. `build` only builds. --only: the scenarios of these names. --on strapi: Strapi itself is
// worked with, of the cache or in the node_modules of DIR: a step that fails there is a wrong step.
// Ends with the line "N passed, N failed".
import { spawn } from 'node:child_process';
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { makeProject, startServer } from '../lib/server.mjs';
import { addGeneratedCode, startStrapi } from '../lib/strapi.mjs';
import { buildPanel, cache, packageJson, strapiFolder } from './build.mjs';

const here = path.dirname(fileURLToPath(import.meta.url));
const { values: options, positionals } = parseArgs({
	options: { only: { type: 'string', default: '' }, on: { type: 'string', default: 'lectern' }, strapi: { type: 'string' } },
	allowPositionals: true,
});
const ofEditors = ['basic', 'content', 'writing', 'editing', 'moving', 'many', 'views', 'library', 'media'];
const names = [...ofEditors, 'settings', 'site', 'roles', 'builder', 'first'];
const scenarios = names.filter(name => new RegExp(options.only).test(name));
/** Those in which models are written, and those that begin without a database. */
const developing = ['builder'],
	empty = ['first'];

/** Prints what it said when it is over: [passed, failed]. */
const run = (name, base, shots, more) =>
	new Promise(resolve => {
		let output = '';
		const env = { PANEL_WAIT: '60000', ...process.env };
		const child = spawn(process.execPath, [path.join(here, name), base, '--shots', shots, ...more], { cwd: here, env });
		for (const stream of [child.stdout, child.stderr]) stream.on('data', part => (output += part));
		child.on('close', () => {
			console.log(`${name}\n${output}`);
			const [, passed, failed] = /(\d+) passed, (\d+) failed in/.exec(output) ?? [null, 0, 1];
			resolve([Number(passed), Number(failed)]);
		});
	});

/** Starts what is worked with on the project of a scenario: {base, stop, more}; more: what the scenario is told beside the address. */
async function start(name, folder) {
	const develops = developing.includes(name);
	if (options.on === 'strapi') {
		mkdirSync(path.join(folder, 'public/uploads'), { recursive: true });
		addGeneratedCode(folder);
		const server = await startStrapi(folder, strapiFolder(options.strapi), { develops });
		return { base: server.base, stop: server.stop, more: ['--database', path.join(folder, '.tmp/data.db')] };
	}
	writeFileSync(path.join(folder, 'package.json'), packageJson);
	// In development Strapi calls every address, as does a webhook of the builder's scenario.
	const env = develops ? { NODE_ENV: 'development', LECTERN_WEBHOOKS_ALLOW_PRIVATE: '1' } : { NODE_ENV: 'production' };
	const server = await startServer({ folder, ownsFolder: false, env, args: develops ? ['--watch'] : [] });
	return { base: server.base, stop: () => server.stop(), more: ['--outbox', path.join(folder, '.tmp/outbox')] };
}

/** One scenario on a fresh project: [passed, failed]. */
async function work(name) {
	const mails = options.on === 'strapi' ? {} : { plugins: { email: { config: { provider: 'outbox' } } } };
	const folder = makeProject({ admin: { rateLimit: { enabled: false } }, ...mails });
	if (empty.includes(name)) rmSync(path.join(folder, '.tmp/data.db'));
	symlinkSync(path.join(cache, 'build'), path.join(folder, 'build'));
	const server = await start(name, folder);
	const counts = await run(`scenario-${name}.mjs`, server.base, path.join(cache, 'failures'), server.more);
	await server.stop();
	rmSync(folder, { recursive: true, force: true });
	return counts;
}

const total = [0, 0];

/** Works off the scenarios one after the other, beside others that do. */
async function workOff() {
	for (let name = scenarios.shift(); name; name = scenarios.shift()) {
		let [passed, failed] = await work(name);
		// As with the other tests (RERUN): on a busy machine a scenario may fail by chance, and is tried once more.
		if (failed && process.env.RERUN === '1') [passed, failed] = await work(name);
		total[0] += passed;
		total[1] += failed;
	}
}

if (!buildPanel()) total[1]++;
else if (positionals[0] !== 'build') await Promise.all([workOff(), workOff()]); // they wait more than they work
console.log(`${total[0]} passed, ${total[1]} failed`);
process.exitCode = total[1] ? 1 : 0;
