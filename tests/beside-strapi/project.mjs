// Two copies of a project, one for Strapi and one for lectern, that differ from the original in the database and in made-up secrets.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

const left = new Set(['node_modules', '.git', '.tmp', '.cache', 'build', 'dist']);
/** What Strapi's own packages bring, or what only the panel and other databases need. */
const unneeded =
	/^(react|react-dom|react-router-dom|styled-components|sharp|better-sqlite3|sqlite3|pg|mysql2?|vue|eslint.*|prettier|@types\/.*)$/;

const secrets = {
	APP_KEYS: 'key-one,key-two',
	API_TOKEN_SALT: 'salt-of-tokens',
	TRANSFER_TOKEN_SALT: 'salt-of-transfers',
	ADMIN_JWT_SECRET: 'secret-of-admins',
	JWT_SECRET: 'secret-of-users',
	DATABASE_CLIENT: 'sqlite',
	DATABASE_FILENAME: '.tmp/data.db',
	HOST: '127.0.0.1',
};

const database = `const path = require('path');
module.exports = () => ({
	connection: { client: 'sqlite', connection: { filename: path.join(process.cwd(), '.tmp/data.db') }, useNullAsDefault: true },
});
`;

const readText = file => (existsSync(file) ? readFileSync(file, 'utf8') : '');

const filesIn = (folder, { recursive = true } = {}) => (existsSync(folder) ? readdirSync(folder, { recursive }) : []);

/** Values for variables that the configuration asks for, and for keys and addresses that code asks for, which throws without. */
function asked(folder) {
	const isCode = name => /\.(js|ts)$/.test(name) && !/(^|[\\/])(admin|node_modules)[\\/]/.test(name);
	const textOf = part =>
		filesIn(path.join(folder, part))
			.filter(isCode)
			.map(name => readText(path.join(folder, part, name)))
			.join('\n');
	const namesIn = text => [...text.matchAll(/\benv\(\s*['"](\w+)['"]\s*\)|process\.env\.(\w+)/g)].map(([, name, other]) => name ?? other);
	const keys = namesIn(textOf('src')).filter(name => /KEY|SECRET|TOKEN|SID|SALT|URL/i.test(name));
	const left = /^(DATABASE_|DB_|PORT|HOST|NODE_ENV|PWD|HOME|PATH)|^(PUBLIC_|APP_|SERVER_|ADMIN_|BASE_)?URL$/;
	const kinds = [
		[/URL|ENDPOINT/i, 'https://example.invalid'],
		[/MAIL.*PROVIDER/i, 'sendmail'],
		[/PROVIDER/i, 'local'],
		[/PORT/i, '587'],
		[/TWILIO.*SID|ACCOUNT_?SID/i, `AC${'0'.repeat(32)}`],
		[/^IS_|_FILES$|UNIFORM|ENABLE|SECURE|DEBUG/i, 'true'],
		[/EXPIRE|LIFETIME/i, '1d'],
	];
	const value = name => kinds.find(([kind]) => kind.test(name))?.[1] ?? 'made-up';
	const names = [...namesIn(textOf('config')), ...keys];
	return Object.fromEntries(names.filter(name => !left.test(name)).map(name => [name, value(name)]));
}

/** The variables of the project's own example, with ours in their place. */
function writeEnvironment(folder) {
	const names = ['.env.example', '.env.sample', '.env'];
	const lines = names.flatMap(name => readText(path.join(folder, name)).split(/\r?\n/));
	const found = lines.map(line => /^\s*(?:export\s+)?([A-Za-z_]\w*)\s*=\s*(\S.*)$/.exec(line)).filter(Boolean);
	const values = Object.fromEntries(found.map(([, name, value]) => [name, value]));
	delete values.PORT; // Given to each server when it starts.
	delete values.NODE_ENV;
	delete values.DATABASE_URL;
	const all = { ...asked(folder), ...values, ...secrets };
	const text = Object.entries(all).map(([name, value]) => `${name}=${value}\n`);
	writeFileSync(path.join(folder, '.env'), text.join(''));
}

/** A configuration that asks for the client may stay, unless `always`; any other is replaced, and all those of environments. Tells
 * whether it was. */
export function useSqlite(folder, { always = false } = {}) {
	const config = path.join(folder, 'config');
	mkdirSync(config, { recursive: true });
	const isDatabase = name => /^database\.(js|ts|json)$/.test(name);
	const put = name => {
		const text = name.endsWith('.ts')
			? database.replace('module.exports =', 'export default').replace(/^const path.*/, "import path from 'path';")
			: database;
		writeFileSync(path.join(config, name), text);
	};
	for (const name of readdirSync(config, { recursive: true }).filter(name => name.startsWith(`env${path.sep}`)))
		if (isDatabase(path.basename(name))) {
			rmSync(path.join(config, name));
			put(name.replace(/json$/, 'js')); // Other code may require it.
		}
	const own = readdirSync(config).filter(isDatabase);
	const text = own.map(name => readText(path.join(config, name))).join('');
	if (!always && /DATABASE_CLIENT/.test(text) && /sqlite/.test(text)) return false;
	const replaced = !text.includes(database.trim().split('\n')[2].trim());
	for (const name of own) rmSync(path.join(config, name));
	put(existsSync(path.join(folder, 'tsconfig.json')) ? 'database.ts' : 'database.js');
	return replaced;
}

/** Packages that the project needs beyond those of `strapi`, as {name: version}. */
function extraPackages(folder, strapi) {
	const manifests = ['.', ...filesIn(path.join(folder, 'src/plugins'), { recursive: false }).map(name => path.join('src/plugins', name))];
	const dependenciesOf = part => JSON.parse(readText(path.join(folder, part, 'package.json')) || '{}').dependencies ?? {};
	const dependencies = Object.assign({}, ...manifests.reverse().map(dependenciesOf)); // Its own versions count before those of its plugins.
	const require = createRequire(path.join(strapi, 'package.json'));
	const strapiVersion = JSON.parse(readText(path.join(strapi, 'node_modules/@strapi/strapi/package.json'))).version;
	const extra = {};
	for (const [name, version] of Object.entries(dependencies)) {
		if (unneeded.test(name)) continue;
		if (name.startsWith('@strapi/')) {
			if (!existsSync(path.join(strapi, 'node_modules', name)))
				extra[name] = /^[~^]?4\.\d+\.\d+/.test(version) ? `>=4.0.0 <=${strapiVersion}` : version;
			continue;
		}
		if (name === 'bcrypt')
			extra[name] = 'npm:bcryptjs@^2'; // Its scripts, which fetch the native part, do not run.
		else if (/^(file|link):/.test(version)) extra[name] = `file:${path.resolve(folder, version.replace(/^\w+:/, ''))}`;
		else if (!isInstalled(require, name, version)) extra[name] = version;
	}
	return extra;
}

/** The same major version is there: the project would get another one only by its lock file. */
function isInstalled(require, name, wanted) {
	try {
		const { version } = JSON.parse(
			readText(path.join(path.dirname(require.resolve('@strapi/strapi/package.json')), '../..', name, 'package.json')),
		);
		return version.split('.')[0] === /\d+/.exec(wanted)?.[0];
	} catch {
		return false;
	}
}

function install(folder, packages, say) {
	mkdirSync(folder, { recursive: true });
	const run = dependencies => {
		writeFileSync(path.join(folder, 'package.json'), JSON.stringify({ private: true, dependencies }));
		const args = ['install', '--ignore-scripts', '--legacy-peer-deps', '--no-audit', '--no-fund', '--prefer-offline', '--loglevel=error'];
		return spawnSync('npm', args, { cwd: folder, encoding: 'utf8', timeout: 300_000 });
	};
	if (!Object.keys(packages).length || run(packages).status === 0) return [];
	const good = {};
	for (const [name, version] of Object.entries(packages)) {
		if (run({ ...good, [name]: version }).status === 0) good[name] = version;
		else say(`npm does not install ${name}@${version}`);
	}
	run(good);
	return Object.keys(packages).filter(name => !(name in good));
}

/** A plugin that has custom fields at most, which are texts, in the place of one that npm does not install. */
function putPlugin(modules, packageName, folder) {
	const short = packageName.replace(/^@[^/]*\//, '').replace(/^strapi-plugin-|^plugin-/, '');
	const models = filesIn(path.join(folder, 'src')).filter(file => file.endsWith('.json'));
	const text = models.map(file => readText(path.join(folder, 'src', file))).join('');
	const found = [...text.matchAll(/"customField":\s*"plugin::([\w-]+)\.([\w-]+)"/g)].map(([, plugin, field]) => ({ plugin, field }));
	const name = found.find(({ plugin }) => plugin.startsWith(short))?.plugin ?? short; // strapi-plugin-ckeditor is "ckeditor5".
	const fields = new Set(found.filter(({ plugin }) => plugin === name).map(({ field }) => field));
	const made = [...fields].map(field => `{ name: '${field}', plugin: '${name}', type: 'text' }`);
	const register = `({ strapi }) => strapi.customFields.register([${made.join(', ')}])`;
	const place = path.join(modules, packageName);
	mkdirSync(place, { recursive: true });
	writeFileSync(
		path.join(place, 'package.json'),
		JSON.stringify({ name: packageName, version: '1.0.0', strapi: { name, kind: 'plugin' } }),
	);
	writeFileSync(path.join(place, 'strapi-server.js'), `module.exports = { register: ${register} };\n`);
}

/** Packages of Strapi's that others brought along: a second copy of @strapi/utils would throw errors that Strapi does not know. */
function leaveStrapis(modules, strapi) {
	const own = path.join(modules, '@strapi');
	const names = existsSync(own) ? readdirSync(own) : [];
	for (const name of names.filter(one => existsSync(path.join(strapi, 'node_modules/@strapi', one))))
		rmSync(path.join(own, name), { recursive: true });
}

/** Compiles TypeScript as `strapi build` does; mistakes of types keep nothing from being written. */
export function compile(folder, strapi, config = '.') {
	const tsc = createRequire(path.join(strapi, 'package.json')).resolve('typescript/bin/tsc');
	spawnSync(process.execPath, [tsc, '-p', config, '--noEmitOnError', 'false', '--skipLibCheck'], { cwd: folder, encoding: 'utf8' });
}

/** Compiles the project's plugins whose compiled server is not there. */
function compilePlugins(folder, strapi) {
	const plugins = path.join(folder, 'src/plugins');
	for (const name of existsSync(plugins) ? readdirSync(plugins) : []) {
		const plugin = path.join(plugins, name);
		const config = ['tsconfig.server.json', 'tsconfig.json'].find(file => existsSync(path.join(plugin, file)));
		if (config && !existsSync(path.join(plugin, 'dist'))) compile(plugin, strapi, config);
	}
}

/** Makes both copies in `scratch`. `strapi`: a folder with Strapi in its node_modules. `modules`: node_modules with what
 * the project needs, in place of npm. `say` is told of what is missing. Gives {strapi, lectern}, the folders. */
export function copyProject(project, { strapi, modules, scratch, say }) {
	const folders = { strapi: path.join(scratch, 'strapi'), lectern: path.join(scratch, 'lectern') };
	symlinkSync(path.join(path.resolve(strapi), 'node_modules'), path.join(scratch, 'node_modules'));
	for (const folder of Object.values(folders)) {
		cpSync(project, folder, { recursive: true, filter: from => !left.has(path.relative(project, from).split(path.sep)[0]) });
		writeEnvironment(folder);
		useSqlite(folder);
		for (const made of ['.tmp', 'build', 'public/uploads', 'database/migrations']) mkdirSync(path.join(folder, made), { recursive: true });
	}
	if (!modules) {
		const lacking = install(path.join(scratch, 'extra'), extraPackages(folders.strapi, path.resolve(strapi)), say);
		const installed = path.join(scratch, 'extra/node_modules');
		leaveStrapis(installed, path.resolve(strapi));
		for (const name of lacking.filter(one => /strapi/.test(one))) putPlugin(installed, name, folders.strapi);
	}
	const extra = modules ? path.resolve(modules) : path.join(scratch, 'extra/node_modules');
	mkdirSync(extra, { recursive: true });
	for (const folder of Object.values(folders)) symlinkSync(extra, path.join(folder, 'node_modules'));
	for (const folder of Object.values(folders)) compilePlugins(folder, strapi);
	if (existsSync(path.join(folders.strapi, 'tsconfig.json'))) compile(folders.strapi, strapi);
	for (const build of ['build', 'dist/build']) {
		if (build !== 'build' && !existsSync(path.join(folders.strapi, 'dist'))) continue;
		mkdirSync(path.join(folders.strapi, build), { recursive: true });
		writeFileSync(path.join(folders.strapi, build, 'index.html'), '<html></html>\n'); // The place of the panel.
	}
	return folders;
}
