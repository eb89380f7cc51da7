// What a project's code is kept in by uid: strapi.container.
import { createContentType } from './content-types.mjs';
import { Missing } from '../errors.mjs';
import { createModule } from './modules.mjs';
import { addNamespace, isWithin } from './names.mjs';

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

	/** Whether a plugin that is not lectern's own does something in `bootstrap`. */
	hasForeignBootstrap() {
		return Object.keys(this.items).some(
			namespace => namespace.startsWith('plugin::') && !this.app.isInternal(`${namespace}.`) && this.items[namespace].hasBootstrap,
		);
	}

	/** Of APIs, and of plugins that are not lectern's own. */
	own(names = Object.keys(this.items)) {
		return names.filter(name => name.startsWith('api::') || !this.app.isInternal(`${name}.`)).map(name => this.items[name]);
	}

	/** The names of own plugins that do something in `bootstrap`, before that module. */
	bootstrapsBefore(namespace) {
		const names = Object.keys(this.items);
		const before = names.slice(0, names.indexOf(namespace));
		return before.filter(name => name.startsWith('plugin::') && !this.app.isInternal(`${name}.`) && this.items[name].hasBootstrap);
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
	constructor() {
		this.items = { 'content-api.input': [], 'content-api.output': [], 'content-api.query': [] };
	}

	get(path) {
		return this.items[path] ?? [];
	}

	add(path, item) {
		this.get(path).push(item);
		return this;
	}

	set(path, value = []) {
		this.items[path] = value;
		return this;
	}

	has(path) {
		return path in this.items;
	}
}

const ofFields =
	'biginteger boolean date datetime decimal email enumeration float integer json password richtext string text time uid'.split(' ');

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
			if (!field.name || !field.type) throw new Error("Custom fields require a 'name' and 'type' key");
			if (!ofFields.includes(field.type)) {
				throw new Error(`Custom field type: '${field.type}' is not a valid Strapi type or it can't be used with a Custom Field`);
			}
			const { name, plugin } = field;
			if (!/^(?![0-9])[a-zA-Z0-9$_-]+$/.test(name)) throw new Error(`Custom field name: '${name}' is not a valid object key`);
			const uid = plugin && this.app.strapi.plugin(plugin) ? `plugin::${plugin}.${name}` : `global::${name}`;
			if (this.items[uid]) throw new Error(`Custom field: '${uid}' has already been registered`);
			this.items[uid] = field;
		}
	}
}

export class Container {
	constructor(app, config) {
		this.items = {
			config,
			'content-types': new ContentTypes('Content-type'),
			services: new Instances('Service', app),
			controllers: new Instances('Controller', app),
			policies: new Registry('Policy'),
			middlewares: new Registry('Middleware'),
			hooks: new Registry('Hook'),
			modules: new Modules(app),
			plugins: new Parts(app, 'plugin'),
			apis: new Parts(app, 'api'),
			'custom-fields': new CustomFields(app),
			sanitizers: new Lists(),
			validators: new Lists(),
		};
	}

	register(name, item) {
		if (name in this.items) throw new Error(`Could not register service ${name}`);
		this.items[name] = item;
		return this;
	}

	get(name) {
		if (!(name in this.items)) throw new Missing(`strapi.container.get('${name}')`);
		return this.items[name];
	}
}
