// What a project's code is kept in by uid: strapi.container.
import get from 'lodash/get.js';
import has from 'lodash/has.js';
import isPlainObject from 'lodash/isPlainObject.js';
import set from 'lodash/set.js';
import { createContentType } from './content-types.mjs';
import { createModule } from './modules.mjs';
import { addNamespace, isWithin } from './names.mjs';
import { syncHook } from './sync-hooks.mjs';

/** Things by uid: policies, middlewares, hooks. */
export class Registry {
	constructor(what) {
		this.what = what;
		this.items = {};
	}

	keys() {
		return Object.keys(this.items);
	}

	get(uid) {
		return this.items[uid];
	}

	getAll(namespace) {
		return Object.fromEntries(Object.entries(this.items).filter(([uid]) => isWithin(uid, namespace)));
	}

	set(uid, item) {
		this.items[uid] = item;
		return this;
	}

	add(namespace, items = {}) {
		for (const name of Object.keys(items)) {
			const uid = addNamespace(name, namespace);
			if (uid in this.items) throw new Error(`${this.what} ${uid} has already been registered.`);
			this.items[uid] = items[name];
		}
		return this;
	}

	extend(uid, change) {
		const current = this.get(uid);
		if (!current) throw new Error(`${this.what} ${uid} doesn't exist`);
		this.items[uid] = change(current);
		return this;
	}
}

/** Controllers and services: factories, which are called when what they make is first asked for. */
export class Instances extends Registry {
	constructor(what, app) {
		super(what);
		this.app = app;
		this.made = {};
	}

	get(uid) {
		if (this.made[uid]) return this.made[uid];
		const item = this.items[uid];
		if (!item) return undefined;
		this.made[uid] = typeof item === 'function' ? item({ strapi: this.app.strapi }) : item;
		return this.made[uid];
	}

	getAll(namespace) {
		const all = {};
		for (const uid of Object.keys(this.items)) {
			if (isWithin(uid, namespace)) Object.defineProperty(all, uid, { enumerable: true, get: () => this.get(uid) });
		}
		return all;
	}

	set(uid, item) {
		delete this.made[uid];
		return super.set(uid, item);
	}

	extend(uid, change) {
		const current = this.get(uid);
		if (!current) throw new Error(`${this.what} ${uid} doesn't exist`);
		this.made[uid] = change(current);
		return this;
	}
}

class ContentTypes extends Registry {
	add(namespace, definitions = {}) {
		for (const [name, { schema }] of Object.entries(definitions)) {
			if (name !== schema.info.singularName) {
				throw new Error(
					'The key of the content-type should be the same as its singularName. ' + `Found ${name} and ${schema.info.singularName}.`,
				);
			}
		}
		for (const [name, definition] of Object.entries(definitions)) {
			const uid = addNamespace(name, namespace);
			if (uid in this.items) throw new Error(`Content-type ${uid} has already been registered.`);
			this.items[uid] = createContentType(uid, definition);
		}
		return this;
	}
}

/** APIs, plugins: each has all that its folders have, and functions that run at the start. */
class Modules {
	constructor(app) {
		this.app = app;
		this.items = {};
	}

	get(namespace) {
		return this.items[namespace];
	}

	getAll(beginning = '') {
		return Object.fromEntries(Object.entries(this.items).filter(([namespace]) => namespace.startsWith(beginning)));
	}

	add(namespace, raw) {
		if (namespace in this.items) throw new Error(`Module ${namespace} has already been registered.`);
		this.items[namespace] = createModule(this.app, namespace, raw);
		this.items[namespace].load();
		return this.items[namespace];
	}

	hasForeign() {
		return Object.keys(this.items).some(namespace => namespace.startsWith('plugin::') && !this.app.isInternal(`${namespace}.`));
	}

	/** The names of plugins that are not lectern's own and do something in `bootstrap`, among these modules. */
	foreignBootstraps(names = Object.keys(this.items)) {
		return names.filter(name => name.startsWith('plugin::') && !this.app.isInternal(`${name}.`) && this.items[name].hasBootstrap);
	}

	/** Of APIs, and of plugins that are not lectern's own. */
	own(names = Object.keys(this.items)) {
		return names.filter(name => name.startsWith('api::') || !this.app.isInternal(`${name}.`)).map(name => this.items[name]);
	}

	/** The same, of those before that module. */
	bootstrapsBefore(namespace) {
		const names = Object.keys(this.items);
		return this.foreignBootstraps(names.slice(0, names.indexOf(namespace)));
	}

	/** Whether one of these does something in `register`. */
	hasOwnRegister() {
		return this.own().some(({ hasRegister }) => hasRegister);
	}

	/** Whether one of these does something in `bootstrap`. */
	hasOwnBootstrap() {
		return this.own().some(({ hasBootstrap }) => hasBootstrap);
	}

	/** `step`: register, bootstrap or destroy. One after the other, in the order in which they were added. */
	async run(step) {
		for (const module of Object.values(this.items)) await module[step]();
	}
}

class Parts {
	constructor(app, kind) {
		Object.assign(this, { app, kind });
		this.items = {};
	}

	get(name) {
		return this.items[name];
	}

	getAll() {
		return this.items;
	}

	add(name, raw) {
		if (name in this.items) throw new Error(`${this.kind} ${name} has already been registered.`);
		this.items[name] = this.app.container.get('modules').add(`${this.kind}::${name}`, raw);
		return this.items[name];
	}
}

/** Functions that sanitize and validate, in lists by path. */
class Lists {
	constructor(names) {
		this.items = {};
		this.known = new Set();
		this.set('content-api', Object.fromEntries(names.map(name => [name, []])));
	}

	get(path) {
		return get(this.items, path, []);
	}

	add(path, item) {
		this.get(path).push(item);
		return this;
	}

	/** Of one of Strapi's plugins: lectern's own actions do the same. */
	addKnown(path, item) {
		this.known.add(item);
		return this.add(path, item);
	}

	set(path, value = []) {
		set(this.items, path, value);
		return this;
	}

	has(path) {
		return has(this.items, path);
	}

	/** The paths of the content API in which there is something of code's own. */
	own() {
		const paths = ['input', 'output', 'query'].map(name => `content-api.${name}`);
		return paths.filter(path => [].concat(this.get(path)).some(item => !this.known.has(item)));
	}
}

const ofFields =
	'biginteger boolean date datetime decimal email enumeration float integer json password richtext string text time uid'.split(' ');

function checkSize(size) {
	if (!isPlainObject(size) || !('default' in size) || !('isResizable' in size)) {
		throw new Error("inputSize should be an object with 'default' and 'isResizable' keys");
	}
	if (![4, 6, 8, 12].includes(size.default)) throw new Error('Custom fields require a valid default input size');
	if (typeof size.isResizable !== 'boolean') throw new Error('Custom fields should specify if their input is resizable');
}

class CustomFields {
	constructor(app) {
		this.app = app;
		this.items = {};
	}

	getAll() {
		return this.items;
	}

	get(uid) {
		if (!this.items[uid]) throw new Error(`Could not find Custom Field: ${uid}`);
		return this.items[uid];
	}

	add(given) {
		for (const field of [].concat(given)) {
			if (!has(field, 'name') || !has(field, 'type')) throw new Error("Custom fields require a 'name' and 'type' key");
			if (!ofFields.includes(field.type)) {
				throw new Error(`Custom field type: '${field.type}' is not a valid Strapi type or it can't be used with a Custom Field`);
			}
			const { name, plugin } = field;
			if (!/^(?![0-9])[a-zA-Z0-9$_-]+$/.test(name)) throw new Error(`Custom field name: '${name}' is not a valid object key`);
			if (field.inputSize) checkSize(field.inputSize);
			const uid = plugin && this.app.strapi.plugin(plugin) ? `plugin::${plugin}.${name}` : `global::${name}`;
			if (this.items[uid]) throw new Error(`Custom field: '${uid}' has already been registered`);
			this.items[uid] = field;
		}
	}
}

class Hooks extends Registry {
	constructor(app) {
		super('Hook');
		this.app = app;
	}

	get(uid) {
		return syncHook(this.app, this, uid);
	}
}

export class Container {
	constructor(app, config) {
		this.app = app;
		this.resolvers = new Map();
		this.items = {
			__proto__: null,
			config,
			'content-types': new ContentTypes('Content-type'),
			services: new Instances('Service', app),
			controllers: new Instances('Controller', app),
			policies: new Registry('Policy'),
			middlewares: new Registry('Middleware'),
			hooks: new Hooks(app),
			modules: new Modules(app),
			plugins: new Parts(app, 'plugin'),
			apis: new Parts(app, 'api'),
			'custom-fields': new CustomFields(app),
			sanitizers: new Lists(['input', 'output', 'query']),
			validators: new Lists(['input', 'query']),
		};
	}

	/** A function gives what is kept when it is first asked for. */
	register(name, resolver) {
		if (name in this.items || this.resolvers.has(name)) throw new Error(`Cannot register already registered service ${name}`);
		this.resolvers.set(name, resolver);
		return this;
	}

	get(name, args) {
		if (!(name in this.items) && this.resolvers.has(name)) {
			const resolver = this.resolvers.get(name);
			this.items[name] = typeof resolver === 'function' ? resolver({ strapi: this.app.strapi }, args) : resolver;
		}
		if (!(name in this.items)) throw new Error(`Could not resolve service ${name}`);
		return this.items[name];
	}

	extend() {
		return this;
	}
}
