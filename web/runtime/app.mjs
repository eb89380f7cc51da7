// The project as it is loaded: what each of its files gave, and the `strapi` object.
import { course } from './course.mjs';
import { Missing, ownError } from './errors.mjs';
import { loadApis } from './load/apis.mjs';
import { replaceStrapi } from './load/require.mjs';
import { Routes } from './load/routes.mjs';
import { Lifecycles } from './strapi/lifecycles.mjs';
import { Metadata } from './strapi/metadata.mjs';
import { makeFactories } from './strapi/factories.mjs';
import { makeStrapi } from './strapi/strapi.mjs';

export class App {
	constructor(project, config, link) {
		Object.assign(this, { project, link });
		this.kinds = { controllers: new Map(), services: new Map(), policies: new Map(), middlewares: new Map() };
		this.made = new Map();
		this.contentTypes = {};
		this.metadata = new Metadata(this);
		this.lifecycles = new Lifecycles(this);
		this.routes = new Routes(this.contentTypes);
		this.strapi = makeStrapi(this, config);
		globalThis.strapi = this.strapi;
		replaceStrapi(makeFactories(this));
		loadApis(this);
	}

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

	/** Has lectern do something, in the course of the ask and the transaction that code runs for. */
	call(service, args) {
		return this.callIn(course.getStore() ?? {}, service, args);
	}

	async callIn({ ask = 0, transaction = 0 }, service, args) {
		// What was subscribed before is heard.
		await this.lifecycles.told;
		try {
			return (await this.link.call(service, args, ask, transaction)).value;
		} catch (error) {
			throw this.lifecycles.original(error) ?? ownError(error);
		}
	}
}
