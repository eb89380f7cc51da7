// The object `strapi` that code sees. Each member has a file of its own in this folder: a function of the app that gives the
// member. What Strapi has and is not there throws an error that names it.
import { course } from '../course.mjs';
import { Missing } from '../errors.mjs';
import { createContentType } from '../load/content-types.mjs';
import { strict } from '../load/strict.mjs';
import { makeStrapiAuth } from './auth.mjs';
import { makeDirs } from './configuration.mjs';
import { makeCron } from './cron.mjs';
import { makeDb } from './db.mjs';
import { entityService } from './entity-service.mjs';
import { makeEntityValidator } from './entity-validator.mjs';
import { EventHub } from './event-hub.mjs';
import { makeFs } from './fs.mjs';
import { makeLog } from './log.mjs';
import { makeQuery } from './query.mjs';
import { makeContentApi } from './sanitize.mjs';
import { makeStore } from './store.mjs';
import { makeWebhookRunner } from './webhook-runner.mjs';
import { makeWebhookStore } from './webhook-store.mjs';

/** What Strapi 4.26 has: of these those that are not there are named when code asks for them. */
const known = [
	...['container', 'log', 'fs', 'eventHub', 'startupLogger', 'cron', 'webhookRunner', 'webhookStore', 'store', 'entityValidator'],
	...['entityService', 'telemetry', 'requestContext', 'customFields', 'fetch', 'dirs', 'admin', 'isLoaded', 'db', 'app', 'EE'],
	...['components', 'reload', 'features', 'server', 'config', 'services', 'service', 'controllers', 'controller', 'contentTypes'],
	...['contentType', 'policies', 'policy', 'middlewares', 'middleware', 'plugins', 'plugin', 'hooks', 'hook', 'api', 'auth'],
	...['contentAPI', 'sanitizers', 'validators', 'start', 'destroy', 'stop', 'stopWithError', 'load', 'register', 'bootstrap'],
	...['getModel', 'query', 'runLifecyclesFunctions', 'listen'],
];

const nothing = async () => {};

function findService(app, uid) {
	const service = app.container.get('services').get(uid);
	if (service === undefined && app.isInternal(uid)) throw new Missing(`strapi.service('${uid}')`);
	return service;
}

/** Getters and functions by uid of what the container keeps: strapi.services and strapi.service(uid). */
const registries = {
	services: 'service',
	controllers: 'controller',
	'content-types': 'contentType',
	policies: 'policy',
	middlewares: 'middleware',
	plugins: 'plugin',
	hooks: 'hook',
};
const names = { 'content-types': 'contentTypes' };

function addRegistries(app, strapi) {
	for (const [kind, one] of Object.entries(registries)) {
		Object.defineProperty(strapi, names[kind] ?? kind, { enumerable: true, get: () => app.container.get(kind).getAll() });
		strapi[one] = uid => app.container.get(kind).get(uid);
	}
	strapi.service = uid => findService(app, uid);
	Object.defineProperty(strapi, 'api', { enumerable: true, get: () => app.container.get('apis').getAll() });
	for (const lists of ['sanitizers', 'validators']) {
		Object.defineProperty(strapi, lists, { enumerable: true, get: () => app.container.get(lists) });
	}
}

/** A type that is stored though its plugin is not there: what is private in it must be known. */
function hiddenType(app, uid) {
	const schema = app.builtins[uid];
	if (!schema) return undefined;
	app.hiddenTypes ??= {};
	return (app.hiddenTypes[uid] ??= createContentType(uid, { schema: structuredClone({ kind: 'collectionType', ...schema }) }));
}

/** The flags of config/features. */
const makeFeatures = config => ({
	get config() {
		return config.get('features');
	},
	future: { isEnabled: name => config.get('features')?.future?.[name] === true },
});

export function makeStrapi(app) {
	const query = makeQuery(app);
	const reload = Object.assign(() => {}, { isReloading: false, isWatching: true });
	app.eventHub = new EventHub(app);
	const { cron, end } = makeCron(app);
	app.endCron = end;
	const dirs = makeDirs(app.project, app.config);
	const strapi = {
		container: app.container,
		entityService: entityService(app),
		entityValidator: makeEntityValidator(app),
		db: makeDb(app, query),
		query,
		store: makeStore(app),
		cron,
		auth: makeStrapiAuth(app),
		contentAPI: makeContentApi(app),
		config: app.config,
		dirs,
		log: makeLog(app),
		eventHub: app.eventHub.member(),
		requestContext: { get: () => course.getStore()?.ctx, run: (ctx, run) => course.run({ ...course.getStore(), ctx }, run) },
		telemetry: { register: nothing, bootstrap: nothing, destroy: nothing, send: async () => false, isDisabled: true },
		startupLogger: { logStats() {}, logFirstStartupMessage() {}, logDefaultStartupMessage() {}, logStartupMessage() {} },
		customFields: { register: field => app.container.get('custom-fields').add(field) },
		features: makeFeatures(app.config),
		fetch: globalThis.fetch,
		fs: makeFs(dirs),
		webhookStore: makeWebhookStore(query),
		webhookRunner: makeWebhookRunner(app),
		server: app.server,
		components: {},
		reload,
		isLoaded: false,
		EE: false,
		app: undefined,
		admin: undefined,
		getModel: uid => app.contentTypes[uid] ?? strapi.components[uid] ?? hiddenType(app, uid),
		stopWithError(error, message) {
			if (message) app.link.log('error', message);
			throw error;
		},
	};
	app.container.register('auth', strapi.auth).register('content-api', strapi.contentAPI);
	addRegistries(app, strapi);
	return strict('strapi', strapi, known);
}
