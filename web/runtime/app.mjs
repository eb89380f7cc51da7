// The project's own APIs, as Strapi loads them: controllers, services, policies, middlewares and routes of src/api, policies and
// middlewares of src; and the `strapi` object that they see. What is not there throws an error that names it.
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import Module from 'node:module';
import path from 'node:path';
import get from 'lodash/get.js';
import has from 'lodash/has.js';
import kebabCase from 'lodash/kebabCase.js';
import { pathToRegexp } from 'path-to-regexp';
import qs from 'qs';
import { AsyncLocalStorage } from 'node:async_hooks';
import { env } from './env.mjs';
import { Missing, errors, ownError } from './errors.mjs';

/** Which ask, and which transaction, code runs for. */
export const course = new AsyncLocalStorage();

const actions = ['find', 'findOne', 'create', 'update', 'delete'];

/** An object whose other members throw. */
export function strict(name, members) {
	return new Proxy(members, {
		get(target, key) {
			if (key in target || typeof key === 'symbol' || key === 'then' || key === 'toJSON' || key === 'inspect') return target[key];
			throw new Missing(`${name}.${key}`);
		},
	});
}

function matcher(path) {
	const names = [];
	return { regexp: pathToRegexp(path, names), names };
}

function decode(text) {
	try {
		return decodeURIComponent(text);
	} catch {
		return text;
	}
}

export class App {
	constructor(project, config, link, { closedChanges, closedReads }) {
		Object.assign(this, { project, link, closedChanges, closedReads });
		this.kinds = { controllers: new Map(), services: new Map(), policies: new Map(), middlewares: new Map() };
		this.made = new Map();
		this.routes = [];
		this.contentTypes = {};
		this.strapi = this.makeStrapi(config);
		globalThis.strapi = this.strapi;
		this.replaceStrapi();
		this.loadApis();
	}

	// ---- what code may require of Strapi

	replaceStrapi() {
		const own = { '@strapi/strapi': { factories: this.factories() } };
		own['@strapi/strapi'].default = own['@strapi/strapi'];
		const utils = strict("require('@strapi/utils')", { errors, env, __esModule: undefined, default: undefined });
		const load = Module._load;
		Module._load = function (request, parent, ...rest) {
			if (own[request]) return own[request];
			if (request.startsWith('@strapi/strapi/')) throw new Missing(request);
			try {
				return load.call(this, request, parent, ...rest);
			} catch (error) {
				if (request === '@strapi/utils' && error.code === 'MODULE_NOT_FOUND') return utils;
				throw error;
			}
		};
	}

	factories() {
		const core = (kind, uid, given, base) => {
			const own = (typeof given === 'function' ? given({ strapi: this.strapi }) : given) ?? {};
			const missing = name => () => {
				throw new Missing(`the ${kind}'s own ${name} of ${uid}`);
			};
			const above = Object.fromEntries(base.map(name => [name, missing(name)]));
			if (kind === 'controller') Object.assign(above, this.nativeActions(uid));
			Object.setPrototypeOf(own, above);
			return own;
		};
		const ofController = [
			...actions,
			'transformResponse',
			'sanitizeOutput',
			'sanitizeInput',
			'sanitizeQuery',
			'validateQuery',
			'validateInput',
		];
		return {
			createCoreController: (uid, given) => () => core('controller', uid, given, ofController),
			createCoreService: (uid, given) => () => core('service', uid, given, [...actions, 'getFetchParams', 'createOrUpdate']),
			createCoreRouter: (uid, given = {}) => ({ prefix: given.prefix, coreOf: uid, given }),
		};
	}

	/** Strapi's own actions of a type, which lectern runs: what `super` has. */
	nativeActions(uid) {
		const type = this.contentTypes[uid];
		const run = async (ctx, action, data) => {
			if (this.kinds.services.has(uid) && action in this.make('services', uid) && Object.hasOwn(this.make('services', uid), action)) {
				throw new Missing(`the service's ${action} of ${uid} in the controller's own`);
			}
			this.admit(uid, action !== 'find' && action !== 'findOne');
			const query = qs.stringify(ctx.query, { strictNullHandling: true });
			const service = action === 'find' || action === 'findOne' ? 'action.read' : 'action.write';
			try {
				return await this.call(service, [{ uid, action, id: ctx.params?.id ?? null, query, data: data ?? null }]);
			} catch (error) {
				// An entry that is not there is nothing, and no error.
				if (error.status === 404 && type?.kind !== 'singleType') return null;
				throw ownError(error);
			}
		};
		const sent = ctx => {
			const { data } = ctx.request.body ?? {};
			if (typeof data !== 'object' || data === null) throw new errors.ValidationError('Missing "data" payload in the request body');
			return data;
		};
		return {
			find: ctx => run(ctx, 'find'),
			findOne: ctx => run(ctx, 'findOne'),
			create: async ctx => run(ctx, 'create', sent(ctx)),
			update: async ctx => run(ctx, 'update', sent(ctx)),
			delete: ctx => run(ctx, 'delete'),
		};
	}

	// ---- files

	/** What the files of a folder export, by normalized name. */
	filesOf(folder) {
		const place = path.join(this.project.transpiled ? this.project.directory : this.project.root, folder);
		if (!existsSync(place)) return [];
		const files = [];
		for (const entry of readdirSync(place, { withFileTypes: true })) {
			const { name, ext } = path.parse(entry.name);
			if (!entry.isFile() || entry.name.endsWith('.d.ts')) continue;
			if (ext === '.js' || (ext === '.ts' && this.project.transpiled)) files.push([kebabCase(name), path.join(folder, `${name}.js`)]);
		}
		return files.map(([name, file]) => [name, this.project.load(file)]);
	}

	loadApis() {
		this.loadKind('policies', 'src/policies', 'global::');
		this.loadKind('middlewares', 'src/middlewares', 'global::');
		const root = path.join(this.project.directory, 'src/api');
		const folders = existsSync(root) ? readdirSync(root, { withFileTypes: true }).filter(entry => entry.isDirectory()) : [];
		for (const { name } of folders) {
			const api = kebabCase(name);
			this.loadTypes(path.join(root, name, 'content-types'), api);
			for (const kind of Object.keys(this.kinds)) this.loadKind(kind, path.join('src/api', name, kind), `api::${api}.`);
			for (const [, router] of this.filesOf(path.join('src/api', name, 'routes'))) this.addRoutes(router, api);
		}
	}

	loadKind(kind, folder, prefix) {
		for (const [name, exported] of this.filesOf(folder)) this.kinds[kind].set(prefix + name, exported);
	}

	loadTypes(folder, api) {
		if (!existsSync(folder)) return;
		for (const { name } of readdirSync(folder, { withFileTypes: true }).filter(entry => entry.isDirectory())) {
			const file = path.join(folder, name, 'schema.json');
			if (!existsSync(file)) continue;
			const schema = JSON.parse(readFileSync(file, 'utf8'));
			const uid = `api::${api}.${schema.info?.singularName ?? name}`;
			this.contentTypes[uid] = { uid, modelType: 'contentType', kind: 'collectionType', apiName: api, modelName: name, ...schema };
		}
	}

	/** The routes that Strapi makes for a type. */
	coreRoutes({ coreOf, given }) {
		const { kind, info } = this.contentTypes[coreOf] ?? {};
		if (!info) return [];
		const single = kind === 'singleType';
		const path = `/${single ? info.singularName : info.pluralName}`;
		const all = single
			? [
					['find', 'GET', path],
					['update', 'PUT', path],
					['delete', 'DELETE', path],
				]
			: [
					['find', 'GET', path],
					['findOne', 'GET', `${path}/:id`],
					['create', 'POST', path],
					['update', 'PUT', `${path}/:id`],
					['delete', 'DELETE', `${path}/:id`],
				];
		const named = list => (list === undefined ? undefined : [].concat(list));
		return all
			.filter(([name]) => (named(given.only)?.includes(name) ?? true) && !named(given.except)?.includes(name))
			.map(([name, method, at]) => ({ method, path: at, handler: `${coreOf}.${name}`, config: given.config?.[name] ?? {} }));
	}

	addRoutes(router, api) {
		for (const route of router?.coreOf ? this.coreRoutes(router) : (router?.routes ?? [])) {
			const prefix = route.config?.prefix ?? router.prefix ?? '';
			const whole = prefix + route.path.trim();
			this.routes.push({
				...route,
				method: route.method.trim().toUpperCase(),
				...matcher(whole),
				info: { apiName: api, type: 'content-api' },
			});
		}
	}

	/** The route of a path behind the prefix, with its parameters; null: none that is run here. */
	find(method, path) {
		for (const route of this.routes) {
			if (route.method !== method && !(method === 'HEAD' && route.method === 'GET')) continue;
			const found = route.regexp.exec(path);
			if (!found) continue;
			const params = {};
			route.names.forEach(({ name }, i) => {
				if (found[i + 1] !== undefined) params[name] = decode(found[i + 1]);
			});
			return { route, params };
		}
		return null;
	}

	// ---- what was loaded

	/** A controller or service, made when it is first asked for. */
	make(kind, uid) {
		const key = `${kind} ${uid}`;
		if (this.made.has(key)) return this.made.get(key);
		const exported = this.kinds[kind].get(uid);
		if (exported === undefined) return undefined;
		const made = typeof exported === 'function' ? exported({ strapi: this.strapi }) : exported;
		this.made.set(key, made);
		return made;
	}

	/** A policy or middleware by the name that a route has for it. */
	named(kind, name, api) {
		const known = this.kinds[kind];
		return known.get(name) ?? known.get(`api::${api}.${name}`);
	}

	action(route) {
		const handler = String(route.handler).trim();
		const at = handler.lastIndexOf('.');
		const name = handler.slice(0, at);
		const controller = this.make('controllers', `api::${route.info.apiName}.${name}`) ?? this.make('controllers', name);
		const action = controller?.[handler.slice(at + 1)];
		if (typeof action !== 'function') throw new Missing(`the handler ${handler}`);
		return action.bind(controller);
	}

	// ---- the object

	call(service, args) {
		const { ask = 0, transaction = 0 } = course.getStore() ?? {};
		return this.link.call(service, args, ask, transaction).then(({ value }) => value);
	}

	/** Types whose hooks are code that does not run yet. */
	admit(uid, writes) {
		if ((writes ? this.closedChanges : this.closedReads).includes(uid)) throw new Missing(`hooks of ${uid} (lifecycles)`);
	}

	entityService() {
		const reads = ['findMany', 'findOne', 'findPage', 'count', 'load', 'loadPages'];
		const writes = ['create', 'update', 'delete', 'deleteMany'];
		const member =
			(name, changes) =>
			async (uid, ...args) => {
				this.admit(uid, changes);
				return this.call(`entityService.${name}`, [uid, ...args]);
			};
		return strict('strapi.entityService', {
			...Object.fromEntries(reads.map(name => [name, member(name, false)])),
			...Object.fromEntries(writes.map(name => [name, member(name, true)])),
		});
	}

	query() {
		const reads = ['findMany', 'findOne', 'findWithCount', 'findPage', 'count', 'load', 'loadPages'];
		const writes = ['create', 'createMany', 'update', 'updateMany', 'delete', 'deleteMany'];
		return uid => {
			const member =
				(name, changes) =>
				async (...args) => {
					this.admit(uid, changes);
					return this.call(`db.query.${name}`, [uid, ...args]);
				};
			return strict('strapi.db.query()', {
				...Object.fromEntries(reads.map(name => [name, member(name, false)])),
				...Object.fromEntries(writes.map(name => [name, member(name, true)])),
			});
		};
	}

	makeStrapi(config) {
		const query = this.query();
		const log =
			level =>
			(...args) =>
				this.link.log(level, args.map(String).join(' '));
		return strict('strapi', {
			entityService: this.entityService(),
			db: strict('strapi.db', { query }),
			query,
			config: strict('strapi.config', { get: (key, usual) => get(config, key, usual), has: key => has(config, key), ...config }),
			log: { debug: log('debug'), info: log('info'), http: log('debug'), warn: log('warn'), error: log('error') },
			contentTypes: this.contentTypes,
			contentType: uid => this.contentTypes[uid],
			getModel: uid => this.contentTypes[uid],
			service: uid => this.strictService(uid),
			controller: uid => this.make('controllers', uid),
			policy: name => this.kinds.policies.get(name),
			fetch: globalThis.fetch,
			dirs: { app: { root: this.project.directory, src: path.join(this.project.directory, 'src') } },
		});
	}

	strictService(uid) {
		const service = this.make('services', uid);
		if (service === undefined && !uid.startsWith('api::')) throw new Missing(`strapi.service('${uid}')`);
		return service;
	}
}
