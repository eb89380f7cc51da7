// What a project's config/plugins gives Apollo Server to call around each request of GraphQL: the server, and HTTP.
import qs from 'qs';
import { Missing } from '../errors.mjs';
import { Thrown, formatErrors, strapiFormat } from './apollo-errors.mjs';
import { Hooks, QueryError, Remembered } from './apollo-hooks.mjs';
import { Operation } from './apollo-operation.mjs';
import { calledOf } from './apollo-settings.mjs';

/** Characters of the texts of persisted queries, and of documents that are valid, which take some times as much when they are parsed. */
const MOST_PERSISTED = 4_000_000;
const MOST_PARSED = 1_000_000;

/** On a Koa context: the context that code has made for resolvers. */
const made = Symbol('context of apolloServer');
export const contextOf = koaContext => koaContext[made];

function parsedText(name, given) {
	if (typeof given !== 'string' || given === '') return given;
	try {
		return JSON.parse(given);
	} catch {
		throw new QueryError(400, `${name} are invalid JSON.`);
	}
}

function requestOf({ query, operationName, variables, extensions }, http) {
	if (query && typeof query !== 'string') throw new QueryError(400, 'GraphQL queries must be strings.');
	return { query, operationName, variables: parsedText('Variables', variables), extensions: parsedText('Extensions', extensions), http };
}

const isObject = value => typeof value === 'object' && value !== null;

export class Apollo {
	constructor(app) {
		this.app = app;
		this.thrown = new Thrown();
		this.persisted = new Remembered(MOST_PERSISTED);
		this.documents = new Remembered(MOST_PARSED);
	}

	get settings() {
		return (this.given ??= this.app.config.get('plugin.graphql.apolloServer') ?? {});
	}

	get isActive() {
		return (this.called ??= calledOf(this.settings)).length > 0;
	}

	/** Where there is code to call, lectern's GraphQL is asked here. */
	register() {
		if (!this.isActive) return;
		this.plugins = (this.settings.plugins ?? []).map(plugin => (typeof plugin === 'function' ? plugin() : plugin)).filter(Boolean);
		this.app.routes.addRaw('ALL', this.app.config.get('plugin.graphql.endpoint'), [ctx => this.handle(ctx)]);
	}

	/** Whether there is something to do before anybody is served. */
	get starts() {
		return this.isActive && this.plugins.some(plugin => typeof plugin.serverWillStart === 'function');
	}

	get logger() {
		return this.settings.logger ?? this.app.strapi.log;
	}

	/** Errors of resolvers and hooks as lectern is told of them. */
	show(error) {
		return { message: String(error?.message ?? error), located: true, extensions: { lectern: { thrown: this.thrown.keep(error) } } };
	}

	// ---- the server

	/** Plugins of Apollo hear that the server starts. */
	async start() {
		if (!this.isActive) return;
		const { logger } = this;
		const service = { logger, schemaHash: '', apollo: {}, serverlessFramework: false };
		Object.defineProperty(service, 'schema', {
			get() {
				throw new Missing('schema in serverWillStart of a plugin of apolloServer');
			},
		});
		const hooks = new Hooks(this.plugins);
		this.listeners = new Hooks(await hooks.call('serverWillStart', service));
		for (const name of ['renderLandingPage', 'schemaDidLoadOrUpdate']) {
			if (this.listeners.having(name).length) throw new Missing(`${name} of a plugin of apolloServer`);
		}
	}

	async stop() {
		await this.listeners?.call('drainServer');
		await this.listeners?.call('serverWillStop');
	}

	/** graphql-js as the project has it: the rules and plugins of the project's know its classes. */
	get graphql() {
		if (!this.library) {
			try {
				this.library = this.app.project.require('graphql');
			} catch (error) {
				if (error.code !== 'MODULE_NOT_FOUND') throw error;
				this.library = require('graphql');
			}
		}
		return this.library;
	}

	async readSchema() {
		const text = await this.app.call('graphql.print', []);
		this.schema = this.graphql.buildSchema(text, { assumeValidSDL: true });
		return this.schema;
	}

	// ---- one request over HTTP

	/** [{query, …}] or {query, …}; undefined: it asks for nothing, as does who wants the page. */
	async payloadOf(ctx) {
		if (ctx.method === 'HEAD') throw new QueryError(405, 'Apollo Server supports only GET/POST requests.', { Allow: 'GET, POST' });
		if (ctx.method === 'GET') {
			const query = qs.parse(ctx.querystring);
			return Object.keys(query).length ? query : undefined;
		}
		if (ctx.method !== 'POST') return undefined;
		const given = ctx.is('multipart') ? await this.operationsOf(ctx) : (ctx.request.body ?? this.bodyOf(ctx));
		// Nothing that was not looked at here is run.
		if (!isObject(given) || !Object.keys(given).length)
			throw new QueryError(400, 'POST body missing, invalid Content-Type, or JSON object has no keys.');
		return given;
	}

	bodyOf(ctx) {
		const text = ctx.req.bytes.toString('utf8');
		if (ctx.is('urlencoded')) return qs.parse(text);
		if (!text) return undefined;
		try {
			return JSON.parse(text.replace(/^\ufeff/, ''));
		} catch (error) {
			throw Object.assign(error, { status: 400 });
		}
	}

	/** What a form asks for; its files are read by lectern. */
	async operationsOf(ctx) {
		const whole = new globalThis.Response(ctx.req.bytes, { headers: { 'content-type': ctx.get('content-type') } });
		const form = await whole.formData().catch(error => {
			throw new QueryError(400, error.message);
		});
		const [text, ...others] = form.getAll('operations');
		if (typeof text !== 'string' || others.length) throw new QueryError(400, 'Missing multipart field ‘operations’');
		const operations = parsedText('Operations', text);
		if (Array.isArray(operations)) throw new Missing('a batch with files, beside functions in apolloServer');
		return operations;
	}

	async handle(ctx) {
		const { admission, nativeRequests } = this.app;
		ctx.state.route ??= { method: 'ALL', path: ctx.path, info: { type: 'content-api' }, config: { auth: false } };
		try {
			const payload = await this.payloadOf(ctx);
			const isBatch = Array.isArray(payload);
			if (!payload || (isBatch && !this.isBatchAllowed(payload))) return await nativeRequests.runWhole(ctx);
			if (!(await admission.letInKnown(ctx))) return undefined;
			ctx.request.body ??= payload;
			if (!(await this.makeContext(ctx))) return undefined;
			if (isBatch) await this.answerBatch(ctx, payload);
			else await this.answerOne(ctx, payload);
		} catch (error) {
			if (error.status === 400 && error instanceof SyntaxError) throw error;
			if (!(error instanceof QueryError)) return this.refuse(ctx, 500, [error]);
			ctx.status = error.statusCode;
			ctx.set(error.headers);
			ctx.body = error.message;
		}
		return undefined;
	}

	isBatchAllowed(payload) {
		const most = this.app.config.get('plugin.graphql.maxBatch', 10);
		return this.settings.allowBatchedHttpRequests !== false && payload.length > 0 && payload.length <= most;
	}

	/** False: code has none, and that is answered. */
	async makeContext(ctx) {
		const { context } = this.settings;
		try {
			ctx[made] = typeof context === 'function' ? await context({ ctx }) : { state: ctx.state, koaContext: ctx, ...context };
			return true;
		} catch (error) {
			error.message = `Context creation failed: ${error.message}`;
			const { code } = error.extensions ?? {};
			this.refuse(ctx, code && code !== 'INTERNAL_SERVER_ERROR' ? 400 : 500, [error]);
			return false;
		}
	}

	format(errors) {
		const log = error => this.app.link.log('error', String(error?.stack ?? error));
		return formatErrors(errors, this.settings.formatError ?? (error => strapiFormat(error, log)), this.debug);
	}

	refuse(ctx, status, errors) {
		ctx.status = status;
		this.write(ctx, { errors: this.format(errors) });
	}

	write(ctx, value) {
		ctx.set('Content-Type', 'application/json; charset=utf-8');
		ctx.body = `${JSON.stringify(value)}\n`;
	}

	httpOf(ctx) {
		return {
			method: ctx.method,
			url: ctx.url,
			headers: new Headers(Object.entries(ctx.headers).map(([name, value]) => [name, String(value)])),
		};
	}

	requestContext(ctx, request, requestIsBatched) {
		const { settings, schema, logger } = this;
		const context = Object.assign(Object.create(Object.getPrototypeOf(ctx[made])), ctx[made]);
		const response = { http: { headers: new Headers() } };
		return { logger, schema, request, response, context, cache: settings.cache, debug: this.debug, metrics: {}, requestIsBatched };
	}

	get debug() {
		return this.settings.debug ?? !['production', 'test'].includes(this.settings.nodeEnv ?? process.env.NODE_ENV ?? '');
	}

	run(ctx, request, isBatched) {
		return new Operation(this, ctx, this.requestContext(ctx, request, isBatched)).run();
	}

	async answerBatch(ctx, payload) {
		const http = this.httpOf(ctx);
		const responses = await Promise.all(
			payload.map(async one => {
				try {
					return await this.run(ctx, requestOf(one ?? {}, http), true);
				} catch (error) {
					return { errors: this.format([error]) };
				}
			}),
		);
		for (const response of responses) this.takeHttp(ctx, response);
		this.write(
			ctx,
			responses.map(({ errors, data, extensions }) => ({ errors, data, extensions })),
		);
	}

	async answerOne(ctx, payload) {
		const { errors, data, extensions, http } = await this.run(ctx, requestOf(payload, this.httpOf(ctx)), false);
		ctx.status = errors && data === undefined ? 400 : 200;
		this.takeHttp(ctx, { http });
		this.write(ctx, errors && data === undefined ? { errors, extensions } : { errors, data, extensions });
	}

	takeHttp(ctx, { http }) {
		for (const [name, value] of http?.headers ?? []) ctx.set(name, value);
		ctx.status = http?.status ?? (ctx.status === 404 ? 200 : ctx.status);
	}
}
