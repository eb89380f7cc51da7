// Strapi's panel, and Strapi itself, from npm: built once, in a folder that is kept.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { binary, makeProject } from '../lib/server.mjs';

export const cache =
	process.env.LECTERN_PANEL_CACHE ?? path.join(process.env.XDG_CACHE_HOME ?? path.join(homedir(), '.cache'), 'lectern/panel-tests');
const packages = {
	'@strapi/strapi': '4.26.2',
	'@strapi/plugin-users-permissions': '4.26.2',
	'@strapi/plugin-i18n': '4.26.2',
	'@strapi/plugin-graphql': '4.26.2',
	'better-sqlite3': '8.6.0',
};
const project = { name: 'panel', private: true, version: '0.1.0', dependencies: packages, overrides: { sharp: '0.33.5' } };
export const packageJson = JSON.stringify({ ...project, strapi: { uuid: 'panel' } });

/** Builds the panel in the cache, when it is not there. */
export function buildPanel() {
	const stamp = path.join(cache, '.built');
	const sum = createHash('sha256').update(packageJson).digest('hex');
	if (existsSync(stamp) && readFileSync(stamp, 'utf8') === sum && existsSync(path.join(cache, 'build/index.html'))) return true;
	const folder = makeProject();
	writeFileSync(path.join(folder, 'package.json'), packageJson);
	mkdirSync(cache, { recursive: true });
	rmSync(stamp, { force: true });
	// Scripts of packages compile what the panel does not need.
	const env = { ...process.env, LECTERN_PANEL_CACHE: cache, npm_config_ignore_scripts: 'true' };
	const built = spawnSync(binary, ['panel', 'build', folder], { env, stdio: ['ignore', 'inherit', 'inherit'] });
	rmSync(folder, { recursive: true, force: true });
	if (built.status === 0) writeFileSync(stamp, sum);
	return built.status === 0;
}

/** A folder with Strapi that can be started: the one that is named, or the cache, where what is needed for it is compiled. */
export function strapiFolder(named) {
	if (named) return named;
	if (!buildPanel()) throw new Error('the panel is not built');
	if (existsSync(path.join(cache, 'node_modules/better-sqlite3/build/Release/better_sqlite3.node'))) return cache;
	const made = spawnSync('npm', ['rebuild', 'better-sqlite3', '--foreground-scripts'], {
		cwd: cache,
		stdio: ['ignore', 'inherit', 'inherit'],
	});
	if (made.status !== 0) throw new Error('better-sqlite3 is not compiled');
	return cache;
}
