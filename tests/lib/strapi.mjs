// Strapi itself, beside lectern: for comparisons and measurements, not for tests.
import { spawn } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { controller, router, service, writeFiles } from './code.mjs';
import { sleep } from './expect.mjs';
import { sparePort } from './server.mjs';

/** What `strapi start` does, without its check of the panel. */
const begin = "require('@strapi/strapi')({ appDir: process.cwd(), distDir: process.cwd() }).start()";
/** What `strapi develop` does, without its questions: a process that is made anew when models were written. It is killed, so that
 * no connection outlives it: workers of node:cluster, as `strapi develop` has them, leave some that nobody answers. */
const develop = `const { fork } = require('child_process');
let server, over = false;
const again = () => {
	server = fork(__filename, ['serve']).on('message', said => said === 'reload' && server.kill('SIGKILL'));
	server.on('exit', () => (over ? process.exit() : again()));
};
if (process.argv[2] === 'serve') {
	process.on('disconnect', () => process.exit());
	require('@strapi/strapi')({ appDir: process.cwd(), distDir: process.cwd(), autoReload: true }).start();
} else {
	process.on('SIGTERM', () => (over = true) && server.kill());
	again();
}
`;
const stack = ['errors', 'security', 'cors', 'poweredBy', 'query', 'body', 'session', 'favicon', 'public'];

/** Gives each type the files that Strapi's generators write, without which Strapi does not start. */
export function addGeneratedCode(folder) {
	for (const name of readdirSync(path.join(folder, 'src/api'))) {
		writeFiles(folder, {
			[`src/api/${name}/controllers/${name}.js`]: controller(name),
			[`src/api/${name}/routes/${name}.js`]: router(name),
			[`src/api/${name}/services/${name}.js`]: service(name),
		});
	}
}

/** Makes a project ready for Strapi. `strapi`: a folder with its package.json and node_modules. Gives what starts it in the project:
 * {line, env, port}. */
export async function prepareStrapi(folder, strapi) {
	const modules = path.join(folder, 'node_modules');
	const port = await sparePort();
	if (!existsSync(modules)) symlinkSync(path.join(path.resolve(strapi), 'node_modules'), modules);
	copyFileSync(path.join(strapi, 'package.json'), path.join(folder, 'package.json'));
	mkdirSync(path.join(folder, 'public/uploads'), { recursive: true });
	const config = path.join(folder, 'config/server.json');
	writeFileSync(config, JSON.stringify({ ...JSON.parse(readFileSync(config, 'utf8')), host: '127.0.0.1', port }));
	writeFileSync(path.join(folder, 'config/plugins.js'), "module.exports = require('./plugins.json');\n");
	writeFileSync(path.join(folder, 'config/middlewares.js'), `module.exports = ${JSON.stringify(stack.map(name => `strapi::${name}`))};\n`);
	return { line: [process.execPath, '-e', begin], env: { NODE_ENV: 'production', STRAPI_TELEMETRY_DISABLED: 'true' }, port };
}

/** Starts Strapi on a project. `strapi`: see prepareStrapi. `develops`: models may be written. Gives {base, pid, stop}. */
export async function startStrapi(folder, strapi, { develops = false } = {}) {
	const { line, env, port } = await prepareStrapi(folder, strapi);
	if (develops) {
		writeFileSync(path.join(folder, 'develop.js'), develop);
		line.splice(1, 2, path.join(folder, 'develop.js'));
		env.NODE_ENV = 'development';
	}
	const child = spawn(line[0], line.slice(1), { cwd: folder, env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'inherit'] });
	const base = `http://127.0.0.1:${port}`;
	let said = '';
	child.stdout.on('data', part => (said = (said + part).slice(-3000)));
	const exited = new Promise(resolve => child.on('exit', resolve));
	const end = Date.now() + 300_000;
	while ((await fetch(`${base}/_health`).catch(() => ({}))).status !== 204) {
		if (child.exitCode !== null || Date.now() > end) throw new Error(`Strapi does not start: ${said}`);
		await sleep(500);
	}
	const stop = () => {
		child.kill('SIGTERM');
		return exited;
	};
	return { name: 'Strapi', base, pid: child.pid, stop };
}
