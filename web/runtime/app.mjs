// The project as it is loaded: what each of its files gave, and the `strapi` object.
import { course, heldChanges } from './course.mjs';
import { Missing, ownError } from './errors.mjs';
import { makeAdmin } from './internal/admin.mjs';
import { tellActions } from './internal/admin-providers.mjs';
import { internalPlugins } from './internal/plugins.mjs';
import { makeKoa } from './request/koa.mjs';
import { describe } from './load/content-types.mjs';
import { loadApis, loadComponents, loadGlobals, loadIndex } from './load/apis.mjs';
import { asksForAll, loadMiddlewares, makesOwnMiddlewares, maybeAsksForAll, startMiddlewares } from './load/middlewares.mjs';
import { loadPlugins } from './load/plugins.mjs';
import { findReplacedServices } from './load/replaced-services.mjs';
import { Container } from './load/registries.mjs';
import { Routes, registerRoutes, registerTakenOver } from './load/routes.mjs';
import { runSyncHooks } from './load/sync-hooks.mjs';
import { actionsOf, controlledOf, findNativeAgain, resolveRoutes, startRoutes, tableOf } from './load/table.mjs';
import { mentions } from './load/files.mjs';
import { finishConfig, makeConfig, prepareConfig } from './strapi/configuration.mjs';
import { Lifecycles } from './strapi/lifecycles.mjs';
import { Metadata } from './strapi/metadata.mjs';
import { Provider, nativeProvider } from './strapi/provider.mjs';
import { limitsOf } from './strapi/query-limits.mjs';
import { makeServer, warnOfPanel } from './strapi/server.mjs';
import { Sockets } from './strapi/sockets.mjs';
import { makeStrapi } from './strapi/strapi.mjs';

/** Whether a function is there, and is not empty. */
function doesSomething(given) {
	const text = typeof given === 'function' ? String(given).replace(/\/\*[^]*?\*\/|\/\/.*/g, '') : '{}';
	return !/\{\s*\}$/.test(text.trim());
}

/**
 * Code may begin in `register` what it does not wait for. Strapi opens the database and makes its tables before it looks at
 * what came of it. So much time, and turns for what waits for nothing else, is here, too.
 */
async function settle() {
	for (let turn = 0; turn < 20; turn++) await new Promise(resolve => setTimeout(resolve, 1));
}

export class App {
	/** `files`: what config/ has. `ask`: what lectern told with its ask `load`. */
	constructor(project, files, link, { environment, builtins = {}, internals = {}, isoLocales = [] }) {
		Object.assign(this, { project, files, link, builtins, internals, isoLocales });
		this.config = makeConfig(project, environment, files);
		this.container = new Container(this, this.config);
		this.coreControllers = new Map();
		this.coreServices = new WeakSet();
		/** Parts of the API that the code closes, and why: graphql. */
		this.closed = {};
		this.routes = new Routes();
		this.queryLimits = limitsOf();
		this.koa = makeKoa({ proxy: this.config.get('server.proxy'), keys: this.config.get('server.app.keys') });
		this.server = makeServer(this);
		this.sockets = new Sockets(this);
		this.metadata = new Metadata(this);
		this.lifecycles = new Lifecycles(this);
		this.strapi = makeStrapi(this);
		globalThis.strapi = this.strapi;
	}

	/** All types by uid. */
	get contentTypes() {
		return this.container.get('content-types').items;
	}

	get components() {
		return this.strapi.components;
	}

	/** Reads the project's files, and runs what Strapi runs before there are tables. */
	async load() {
		this.strapi.app = loadIndex(this);
		this.strapi.admin = makeAdmin(this);
		await loadPlugins(this, this.files.plugins ?? {});
		this.provider = new Provider(this);
		this.strapi.plugin('upload').provider = this.provider.provider ?? nativeProvider(this);
		this.mailer.show(this.strapi.plugin('email'));
		loadApis(this);
		this.strapi.components = loadComponents(this);
		loadGlobals(this);
		prepareConfig(this);
		await this.run('register');
		if (this.registers()) await settle();
		this.privateFiles = await this.provider.isPrivate();
		this.convertCustomFields();
		loadMiddlewares(this);
		this.closeGraphqlBySanitizers();
		findReplacedServices(this);
		registerRoutes(this);
		resolveRoutes(this);
	}

	/** What lectern makes its model, its tables and its routes of. */
	describe() {
		this.described = true;
		const types = {};
		for (const [uid, type] of Object.entries(this.contentTypes)) if (!(uid in this.internals)) types[uid] = describe(type);
		const components = {};
		for (const [uid, component] of Object.entries(this.components)) components[uid] = describe(component);
		return {
			types,
			components,
			routes: tableOf(this),
			actions: actionsOf(this),
			controlled: controlledOf(this),
			plugins: Object.keys(this.strapi.plugins),
			all: asksForAll(this) || maybeAsksForAll(this),
			graphql: this.graphql?.describe(),
			closed: this.closed,
			events: this.eventHub.describe(),
			privateFiles: this.privateFiles,
			wantsRequest: this.wantsRequest(),
			bootstraps: this.startsCode(),
		};
	}

	/** Whether code of the project's own runs once the tables are there: nobody is served before that, nor when it fails. */
	startsCode() {
		const { enabled, tasks } = this.config.get('server.cron') ?? {};
		return this.bootstraps() || makesOwnMiddlewares(this) || Boolean(enabled && tasks !== undefined);
	}

	/** Whether a `bootstrap` of the project's own runs. */
	bootstraps() {
		return (
			doesSomething(this.strapi.app?.bootstrap) || this.container.get('modules').hasOwnBootstrap() || Boolean(this.graphql?.apollo.starts)
		);
	}

	/** Whether code of the project's own runs in `register`. */
	registers() {
		return doesSomething(this.strapi.app?.register) || this.container.get('modules').hasOwnRegister();
	}

	/** Whether code has added something by which what clients send or get is sanitized or validated. */
	sanitizes() {
		return this.container.get('sanitizers').own().length > 0 || this.container.get('validators').own().length > 0;
	}

	/** What GraphQL generates asks none of what code has added for input and queries. */
	closeGraphqlBySanitizers() {
		const added = ['sanitizers', 'validators'].flatMap(kind => {
			const paths = this.container.get(kind).own();
			return paths.filter(path => path !== 'content-api.output').map(path => `strapi.${kind} of ${path}`);
		});
		if (!added.length || !this.strapi.plugin('graphql') || this.closed.graphql) return;
		if (this.described) throw new Missing(`${added[0]} in bootstrap, in a project with GraphQL`);
		this.closed.graphql = `${added.join(' and ')}: what GraphQL generates does not ask them`;
	}

	/** Whether code asks for the request that its hooks are run for. Of plugins from elsewhere that is not known. */
	wantsRequest() {
		return this.container.get('modules').hasForeign() || mentions(this.project, 'src', /requestContext/);
	}

	/** Whether code may replace services of accounts once the tables are there: what asks them must not be settled before. */
	mayReplaceLate() {
		if (!this.bootstraps()) return false;
		return this.container.get('modules').foreignBootstraps().length > 0 || mentions(this.project, 'src', /users-permissions|\bemail\b/);
	}

	/** What runs once the tables are there. */
	async bootstrap() {
		this.database = (await this.link.call('sql.describe', [])).value;
		finishConfig(this);
		startMiddlewares(this);
		startRoutes(this);
		await this.lifecycles.tell();
		const { enabled, tasks } = this.config.get('server.cron') ?? {};
		if (enabled) this.strapi.cron.add(tasks);
		await runSyncHooks(this);
		await this.run('bootstrap');
		// Nothing is due while code makes its beginning.
		this.strapi.cron.start();
		this.closeGraphqlBySanitizers();
		findReplacedServices(this);
		registerTakenOver(this);
		resolveRoutes(this);
		findNativeAgain(this);
		startRoutes(this);
		await this.call('server.described', [{ routes: tableOf(this), all: asksForAll(this) }]);
		await tellActions(this);
		await this.sockets.start();
		this.strapi.isLoaded = true;
		await this.lifecycles.tell();
		this.lifecycles.nameUnheard();
		if (!asksForAll(this)) warnOfPanel(this);
	}

	/** lectern stops, or puts another process in the place of this one. */
	async stop() {
		await this.endCron();
		await this.run('destroy');
	}

	/** One of register, bootstrap, destroy: of APIs and plugins, then of src/index. */
	async run(step) {
		await this.container.get('modules').run(step);
		// What src/index registers stands behind what Strapi's administration has registered.
		this.modulesHaveBootstrapped = step === 'bootstrap';
		await this.strapi.app?.[step]?.({ strapi: this.strapi });
	}

	/** A custom field is stored as the type that its plugin has registered. */
	convertCustomFields() {
		const fields = this.container.get('custom-fields').getAll();
		for (const type of [...Object.values(this.contentTypes), ...Object.values(this.components)]) {
			for (const attribute of Object.values(type.attributes)) {
				if (attribute.type === 'customField' && fields[attribute.customField]) attribute.type = fields[attribute.customField].type;
			}
		}
	}

	/** Whether a uid belongs to what is lectern's own, whose services are not all there. */
	isInternal(uid) {
		return uid.startsWith('admin::') || internalPlugins.some(({ name }) => uid.startsWith(`plugin::${name}.`));
	}

	/** Has lectern do something, in the course of the ask and the transaction that code runs for. */
	async call(service, args) {
		return (await this.callIn(course.getStore() ?? {}, service, args)).value;
	}

	/** The same, for {value, body}: what is answered with bytes beside it. */
	callIn(within, service, args) {
		const call = () => this.callAlone(within, service, args);
		const change = course.getStore()?.change;
		return change ? change.during(call) : call();
	}

	async callAlone({ ask = 0, transaction = 0 }, service, args) {
		// What was subscribed before is heard.
		await this.lifecycles.told;
		await heldChanges(service);
		try {
			return await this.link.call(service, args, ask, transaction);
		} catch (error) {
			throw this.lifecycles.original(error) ?? ownError(error, this.database.client);
		}
	}

	callWhole(service, args) {
		return this.callIn(course.getStore() ?? {}, service, args);
	}
}
