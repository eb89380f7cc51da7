// The project's files of code: where they are, and how Node loads them.
//
// Strapi runs a TypeScript project as compiled into dist/, and code counts on it: path.join(__dirname, '..', '..') in
// config/database.ts is the project's folder. So where dist/ is not there, or older than the sources, each source is loaded
// under the name that it would have in dist/.
import { existsSync, mkdirSync, readFileSync, readdirSync, statSync } from 'node:fs';
import Module, { createRequire } from 'node:module';
import path from 'node:path';
import { Transpiler } from './transpile.mjs';

const SOURCES = ['.ts', '.tsx', '.js', '.json'];

/** A setting in the text of a tsconfig.json, which may have comments and commas at the end; or undefined. */
const settingIn = (text, name) => new RegExp(`^[^/]*"${name}"\\s*:\\s*"?([^",\\s}]*)`, 'm').exec(text)?.[1];

/** {value, folder} of a setting of a tsconfig.json or of one that it extends; or undefined. */
function findSetting(file, name, depth = 0) {
	if (!existsSync(file) || depth > 8) return undefined;
	const text = readFileSync(file, 'utf8');
	const value = settingIn(text, name);
	const folder = path.dirname(file);
	if (value !== undefined) return { value, folder };
	const base = settingIn(text, 'extends');
	return base?.startsWith('.') ? findSetting(path.resolve(folder, base.replace(/(\.json)?$/, '.json')), name, depth + 1) : undefined;
}

/** The folder that tsc writes to: beside the sources where no other is named. */
function outputFolder(directory) {
	const found = findSetting(path.join(directory, 'tsconfig.json'), 'outDir');
	return found ? path.resolve(found.folder, found.value) : directory;
}

/** Whether tsc takes .js files, too: else Strapi, which runs what tsc has written, knows none of them. */
const allowsJs = directory => findSetting(path.join(directory, 'tsconfig.json'), 'allowJs')?.value === 'true';

/** When the newest file below the folder was changed. */
function newest(folder, ignored = () => false) {
	let latest = 0;
	if (!existsSync(folder)) return latest;
	for (const entry of readdirSync(folder, { withFileTypes: true })) {
		const file = path.join(folder, entry.name);
		if (ignored(entry.name)) continue;
		if (entry.isDirectory()) latest = Math.max(latest, newest(file, ignored));
		else if (SOURCES.includes(path.extname(entry.name))) latest = Math.max(latest, statSync(file).mtimeMs);
	}
	return latest;
}

const isNoSource = name => name === 'node_modules' || name.startsWith('.') || name.endsWith('.d.ts');

function readPackage(directory) {
	const file = path.join(directory, 'package.json');
	return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
}

/** Code may write beside itself, into __dirname. Where the project can't be written to, it finds out by itself. */
function makeFolder(folder) {
	try {
		mkdirSync(folder, { recursive: true });
	} catch {
		// It is not there, then.
	}
}

export class Project {
	constructor(directory) {
		this.directory = directory;
		this.require = createRequire(path.join(directory, 'package.json'));
		this.package = readPackage(directory);
		this.typescript = existsSync(path.join(directory, 'tsconfig.json'));
		/** The folder in which config/ and src/ stand, as code sees it. */
		this.root = this.typescript ? outputFolder(directory) : directory;
		/** The sources stand for the files of dist/. */
		this.transpiled = this.typescript && !this.isBuilt();
		this.allowsJs = !this.typescript || this.root === directory || allowsJs(directory);
		this.transpiler = new Transpiler(this);
		if (this.transpiled) this.standForBuilt();
	}

	isBuilt() {
		if (this.root === this.directory || !existsSync(path.join(this.root, 'config'))) return false;
		const sources = ['src', 'config'].map(name => newest(path.join(this.directory, name), isNoSource));
		return newest(this.root) >= Math.max(...sources);
	}

	/** The source of a file that is to be below dist/, or null. */
	sourceOf(file) {
		const inside = path.relative(this.root, file);
		if (inside.startsWith('..') || path.isAbsolute(inside) || inside.startsWith('node_modules')) return null;
		const source = path.join(this.directory, inside);
		const stem = source.endsWith('.js') ? source.slice(0, -3) : source;
		const candidates = source.endsWith('.js') ? [`${stem}.ts`, `${stem}.tsx`, ...(this.allowsJs ? [source] : [])] : [source];
		return candidates.find(name => existsSync(name) && statSync(name).isFile()) ?? null;
	}

	/** The path in dist/ that `request` means, as Node looks for it; or null. */
	findBuilt(file) {
		const candidates = [file, `${file}.js`, `${file}.json`, path.join(file, 'index.js'), path.join(file, 'index.json')];
		return candidates.find(name => this.sourceOf(name)) ?? null;
	}

	standForBuilt() {
		const project = this;
		const resolve = Module._resolveFilename;
		Module._resolveFilename = function (request, parent, ...rest) {
			if (request.startsWith('.') || path.isAbsolute(request)) {
				const from = parent?.filename ? path.dirname(parent.filename) : project.directory;
				const found = project.findBuilt(path.resolve(from, request));
				if (found) return found;
			}
			return resolve.call(this, request, parent, ...rest);
		};
		for (const extension of ['.js', '.json']) {
			const load = Module._extensions[extension];
			Module._extensions[extension] = function (module, file) {
				const source = project.sourceOf(file);
				if (!source) return load(module, file);
				if (file.startsWith(path.join(project.root, 'src'))) makeFolder(path.dirname(file));
				const text = readFileSync(source, 'utf8');
				if (extension === '.json') module.exports = JSON.parse(text.replace(/^\ufeff/, ''));
				else module._compile(project.transpiler.transpile(text, source), file);
			};
		}
	}

	/** Whether a file counts: declarations do not, nor what tsc leaves out. */
	isSource(name) {
		return !/\.(d\.ts|map)$/.test(name) && (!this.transpiled || this.allowsJs || !name.endsWith('.js'));
	}

	/** The files that stand in a folder of the project, as code sees it: names in the order in which Strapi reads them. */
	list(folder) {
		const place = path.join(this.transpiled ? this.directory : this.root, folder);
		if (!existsSync(place)) return [];
		const names = readdirSync(place, { withFileTypes: true }).filter(entry => entry.isFile() && this.isSource(entry.name));
		const seen = names.map(entry => (this.transpiled ? entry.name.replace(/\.tsx?$/, '.js') : entry.name));
		return [...new Set(seen)].sort();
	}

	/** The whole path of a file of the project, as code sees it. */
	file(name) {
		return path.join(this.root, name);
	}

	/** The file that is read for it. */
	source(name) {
		const file = this.file(name);
		return (this.transpiled && this.sourceOf(file)) || file;
	}

	/** How to call that file in a message: below the project's folder. */
	nameOf(name) {
		return path.relative(this.directory, this.source(name));
	}

	/** What a file exports: `default` of a module of that kind, as Strapi takes it. */
	load(name) {
		const loaded = this.require(this.file(name));
		return loaded?.__esModule ? loaded.default : loaded;
	}
}
