// Hooks on what happens to entries: lifecycles.js of a type, and strapi.db.lifecycles.subscribe. lectern is told which there are,
// asks for each event that somebody hears, and waits for what is left of it.
import { strict as assert } from 'node:assert';
import isEqual from 'lodash/isEqual.js';
import isObjectLike from 'lodash/isObjectLike.js';
import { AS_IT_IS, answerOf, errors, isOf } from '../errors.mjs';
import { shownError } from '../graphql/errors.mjs';
import { Given } from './given.mjs';
import { OpenChange } from './outgoing.mjs';

const names = ['FindOne', 'FindMany', 'Count', 'Create', 'CreateMany', 'Update', 'UpdateMany', 'Delete', 'DeleteMany'];
export const moments = names.flatMap(name => [`before${name}`, `after${name}`]);

/** What the panel changes without hooks. */
const unheardTypes = [
	'plugin::i18n.locale',
	'plugin::upload.folder',
	'admin::role',
	'admin::permission',
	'admin::api-token',
	'admin::transfer-token',
];

/** What hooks have left in event.state is kept between before and after; few operations are under way at a time. */
const MOST_STATES = 1024;
const MOST_THROWN = 64;

/** Among states: the params that code gave to strapi.db.query. */
const PARAMS = Symbol('params');

/** Among states: the context of the client's request, where hooks before a change left something in its state. */
const CONTEXT = Symbol('context');

/** The times that the server sets are dates to hooks. */
function setDates(data) {
	if (typeof data !== 'object' || data === null) return;
	// What is published as it is made: nobody has sent that time.
	if (data.publishedAt && data.publishedAt === data.createdAt) data.publishedAt = new Date(data.publishedAt);
	for (const name of ['createdAt', 'updatedAt']) {
		if (typeof data[name] === 'string' && /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(data[name])) data[name] = new Date(data[name]);
	}
}

/** What Strapi's own hook sets in the data that code gives to a method of strapi.db.query. */
function setTimes(name, data) {
	const now = new Date();
	const times = name === 'update' ? { updatedAt: now } : { createdAt: now, updatedAt: now };
	const isSet = (one, time) => name !== 'update' && one[time] !== undefined;
	for (const one of name === 'createMany' && Array.isArray(data) ? data : [data]) {
		if (!isObjectLike(one)) continue;
		for (const [time, value] of Object.entries(times)) if (!isSet(one, time)) Reflect.set(one, time, value);
	}
}

export class Lifecycles {
	constructor(app) {
		this.app = app;
		this.subscribers = [];
		this.states = new Map();
		this.nextState = 1;
		/** Errors that hooks threw: the same come back to the code whose change they refused. */
		this.thrown = [];
		/** Since lectern knows of hooks, it is told of others. */
		this.told = null;
		this.given = new Given(app);
		/** Changes by strapi.db.query that are under way: {moment: 'Create', uid, params}. */
		this.queries = new Set();
		this.ofModel = async event => event.model.lifecycles?.[event.action]?.(event);
	}

	/** What strapi.db.lifecycles is. */
	member() {
		return {
			subscribe: subscriber => {
				const fits = typeof subscriber === 'function' || (typeof subscriber === 'object' && subscriber !== null);
				assert(fits, 'Invalid subscriber. Expected function or object');
				this.subscribers.push(subscriber);
				this.tellAgain();
				return () => {
					this.subscribers.splice(this.subscribers.indexOf(subscriber), 1);
					this.tellAgain();
				};
			},
			clear: () => {
				this.subscribers = [];
				this.tellAgain();
			},
			disable: () => this.setDisabled(true),
			enable: () => this.setDisabled(false),
			createEvent: (action, uid, properties) => ({ action, model: this.app.metadata.get(uid), ...properties }),
			run: (action, uid, properties, states) => this.runAll(action, uid, properties, states),
		};
	}

	setDisabled(disabled) {
		this.disabled = disabled;
		this.tellAgain();
	}

	/** The moments of a type that somebody hears. */
	heard(uid) {
		if (this.disabled) return [];
		const { lifecycles } = this.app.metadata.get(uid);
		const hears = subscriber => moment =>
			typeof subscriber === 'function' || (moment in subscriber && (!subscriber.models || subscriber.models.includes(uid)));
		return moments.filter(moment => (lifecycles && moment in lifecycles) || this.subscribers.some(one => hears(one)(moment)));
	}

	/** Tells lectern which hooks there are: while the project starts those that there are so far. */
	tell() {
		const types = {};
		for (const uid of this.app.metadata.typeKeys()) {
			const heard = this.heard(uid);
			if (heard.length) types[uid] = heard;
		}
		this.told = this.app.link.call('lifecycles.listen', [types, Boolean(this.app.strapi.isLoaded)]).catch(() => {});
		return this.told;
	}

	tellAgain() {
		if (this.told) this.tell();
	}

	/** Names once the hooks that the panel does not run: those of reads, and of some types. */
	nameUnheard() {
		const isRead = moment => /(Find|Count)/.test(moment);
		const named = [];
		for (const [uid, { lifecycles }] of Object.entries(this.app.contentTypes)) {
			const own = Object.keys(lifecycles ?? {}).filter(isRead);
			if (own.length) named.push(`${own.join(', ')} of ${uid}`);
		}
		for (const subscriber of this.subscribers) {
			const isFunction = typeof subscriber === 'function';
			const own = isFunction ? [] : Object.keys(subscriber).filter(isRead);
			if (own.length) named.push(`${own.join(', ')} of ${subscriber.models ? subscriber.models.join(', ') : 'all types'}`);
			if (isFunction && /(before|after)(Find|Count)/.test(String(subscriber))) named.push('a subscriber for all types');
		}
		const hasChange = hooks => Object.keys(hooks ?? {}).some(key => moments.includes(key) && !isRead(key));
		const names = uid => subscriber => subscriber.models && subscriber.models.includes(uid) && hasChange(subscriber);
		const isNamed = uid => hasChange(this.app.metadata.get(uid)?.lifecycles) || this.subscribers.some(names(uid));
		const changed = unheardTypes.filter(uid => this.app.metadata.has(uid) && isNamed(uid));
		if (changed.length) this.app.link.log('warn', `hooks are not run for what the panel changes of ${changed.join(', ')}`);
		if (named.length) this.app.link.log('warn', `hooks of reads are not run for what the panel reads: ${named.join('; ')}`);
	}

	async runAll(action, uid, properties, states = new Map()) {
		if (this.disabled) return states;
		const model = this.app.metadata.get(uid);
		for (const subscriber of [this.ofModel, ...this.subscribers]) {
			const isFunction = typeof subscriber === 'function';
			if (!isFunction && (!(action in subscriber) || (subscriber.models && !subscriber.models.includes(uid)))) continue;
			const event = { action, model, ...properties, state: states.get(subscriber) ?? {} };
			if (isFunction) await subscriber(event);
			else await subscriber[action](event);
			if (event.state) states.set(subscriber, event.state);
			if (subscriber === this.ofModel && action === 'beforeCreate') await this.setLocale(uid, properties.params.data);
		}
		return states;
	}

	/** What i18n's own hook sets, which stands behind those of the model and before all others. */
	async setLocale(uid, data) {
		const isMissing = isObjectLike(data) && (data.locale === undefined || data.locale === null);
		if (!isMissing || this.app.contentTypes[uid]?.pluginOptions?.i18n?.localized !== true) return;
		data.locale = await this.app.strapi.plugin('i18n')?.service('locales').getDefaultLocale();
	}

	keep(states) {
		const number = this.nextState++;
		this.states.set(number, states);
		if (this.states.size > MOST_STATES) this.states.delete(this.states.keys().next().value);
		return number;
	}

	/** Runs a change by strapi.db.query: hooks get, and may change, the very `params` that code gave. */
	async duringQuery(name, uid, params, run) {
		if (!this.disabled && name !== 'updateMany') setTimes(name, params?.data);
		const query = { moment: name[0].toUpperCase() + name.slice(1), uid, params };
		this.queries.add(query);
		try {
			return await run();
		} finally {
			this.queries.delete(query);
		}
	}

	/** What code gave, where an event is about a change by strapi.db.query. */
	paramsOfQuery(moment, uid, params) {
		const isOfEvent = query => query.uid === uid && moment.endsWith(query.moment) && isEqual(query.params, params);
		for (const query of this.queries) {
			if (query.isTold || !isOfEvent(query)) continue;
			query.isTold = moment.startsWith('before');
			return query.params;
		}
		return undefined;
	}

	/** One event that lectern tells of. */
	async run({ moment, uid, params, result, state, within, request, code, told, path, commits }, body, id) {
		const after = moment.startsWith('after');
		const states = this.states.get(state) ?? new Map();
		if (after) this.states.delete(state);
		const ofQuery = states.get(PARAMS) ?? (code && this.paramsOfQuery(moment, uid, params));
		if (ofQuery) params = ofQuery;
		if (ofQuery && !after) states.set(PARAMS, params);
		if (!ofQuery && /^before(Create|Update)/.test(moment)) [].concat(params.data).forEach(setDates);
		if (code && !ofQuery && /(Create|Update)$/.test(moment)) {
			this.given.putInto(uid, params.data, after && this.heard(uid).includes(moment.replace('after', 'before')));
		}
		const properties = after ? { params, result } : { params };
		const change = commits ? new OpenChange(this.app, id) : undefined;
		try {
			const kept = { ctx: states.get(CONTEXT) };
			const runAll = () => this.runAll(moment, uid, properties, states);
			await this.app.requests.followHooks(id, { within, request, change }, body, runAll, kept);
			if (!after && kept.ctx) states.set(CONTEXT, kept.ctx);
		} catch (error) {
			if (code) return { error: this.forCode(error) };
			return { error: this.forClient(told ? new errors.ApplicationError(error?.message) : error, path) };
		} finally {
			change?.endHook();
		}
		return after ? { result } : { params, state: states.size ? this.keep(states) : undefined };
	}

	/**
	 * What Strapi answers: {name, message, details, status, isRefusal}, or over GraphQL {message, located, extensions}. `isRefusal`: of an
	 * action of a content type no more than that is told.
	 */
	forClient(thrown, path) {
		const log = error => this.app.link.log('error', String(error?.stack ?? error));
		const isGraphQL = Boolean(this.app.graphql) && path === this.app.config.get('plugin.graphql.endpoint');
		if (isGraphQL) return this.app.graphql.apollo.isActive ? this.app.graphql.apollo.show(thrown) : shownError(thrown, log);
		return { ...answerOf(thrown, log).body.error, isRefusal: isOf(thrown, 'UnauthorizedError') || isOf(thrown, 'ForbiddenError') };
	}

	/** Code gets what was thrown. */
	forCode(thrown) {
		const error = thrown instanceof Error ? thrown : new Error(String(thrown));
		this.thrown.push({ thrown, name: String(error.name), message: String(error.message) });
		if (this.thrown.length > MOST_THROWN) this.thrown.shift();
		const { name, message, details, status = 500 } = error;
		return { name: String(name), message: String(message), details, status };
	}

	/** The error of a hook's own that came back by way of lectern; else undefined. */
	original(error) {
		const isNamed = name => error.name === name || error.name === AS_IT_IS;
		const found = this.thrown.findLastIndex(({ name, message }) => isNamed(name) && message.startsWith(error.message));
		return found < 0 ? undefined : this.thrown.splice(found, 1)[0].thrown;
	}
}
