// make test-panel: builds Strapi's panel for the reference project, once, and has Chromium work in it as editors do.
// Needs npm and Chromium (CHROME names another one). LECTERN_PANEL_CACHE: where the packages are kept, 700 MB.
import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { binary, makeProject, startServer } from '../lib/server.mjs';

const here = path.dirname(fileURLToPath(import.meta.url));
const cache =
	process.env.LECTERN_PANEL_CACHE ?? path.join(process.env.XDG_CACHE_HOME ?? path.join(homedir(), '.cache'), 'lectern/panel-tests');
const scenarios = ['scenario-basic.mjs'];
const packages = {
	'@strapi/strapi': '4.26.2',
	'@strapi/plugin-users-permissions': '4.26.2',
	'@strapi/plugin-i18n': '4.26.2',
	'@strapi/plugin-graphql': '4.26.2',
	'better-sqlite3': '8.6.0',
};

/** A project with the panel in it, which is built once for all. */
function buildPanel(folder) {
	const file = { name: 'panel', private: true, version: '0.1.0', dependencies: packages, overrides: { sharp: '0.33.5' } };
	writeFileSync(path.join(folder, 'package.json'), JSON.stringify({ ...file, strapi: { uuid: 'panel' } }));
	mkdirSync(cache, { recursive: true });
	const env = { ...process.env, LECTERN_PANEL_CACHE: cache };
	const built = spawnSync(binary, ['panel', 'build', folder], { env, stdio: ['ignore', 'inherit', 'inherit'] });
	return built.status === 0;
}

const run = (name, base, shots) =>
	new Promise(resolve => {
		let output = '';
		const child = spawn(process.execPath, [path.join(here, name), base, '--shots', shots], { cwd: here });
		child.stdout.on('data', part => {
			output += part;
			process.stdout.write(part);
		});
		child.stderr.pipe(process.stderr);
		child.on('close', () => {
			const [, passed, failed] = /(\d+) passed, (\d+) failed in/.exec(output) ?? [null, 0, 1];
			resolve([Number(passed), Number(failed)]);
		});
	});

const total = [0, 0];
const folder = makeProject({ admin: { rateLimit: { enabled: false } } });
if (!buildPanel(folder)) total[1]++;
else {
	const server = await startServer({ folder, env: { NODE_ENV: 'production' } });
	for (const name of scenarios) {
		const [passed, failed] = await run(name, server.base, path.join(cache, 'failures'));
		total[0] += passed;
		total[1] += failed;
	}
	await server.stop();
}
rmSync(folder, { recursive: true, force: true });
console.log(`${total[0]} passed, ${total[1]} failed`);
process.exitCode = total[1] ? 1 : 0;
