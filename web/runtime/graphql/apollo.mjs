// What a project's config/plugins gives Apollo Server to call around each request of GraphQL, in the order of Apollo Server 3: lectern
// runs the operation between.
import { createHash } from 'node:crypto';
import qs from 'qs';
import { Missing } from '../errors.mjs';
import { ApolloError, Thrown, coded, errorOf, formatErrors, strapiFormat, withClass, withCode } from './apollo-errors.mjs';
import { calledOf } from './apollo-settings.mjs';

/** Characters of the texts of persisted queries, and of documents that are valid, which take some times as much when they are parsed. */
const MOST_PERSISTED = 4_000_000;
const MOST_PARSED = 1_000_000;

/** On a Koa context: the context that code has made for resolvers. */
const made = Symbol('context of apolloServer');
export const contextOf = koaContext => koaContext[made];

/** Values by their texts, as long as these are not too long together: the oldest goes first. */
class Remembered {
	constructor(most) {
		Object.assign(this, { most, size: 0, values: new Map() });
	}

	get(key) {
		return this.values.get(key)?.value;
	}

	set(key, value, { length }) {
		if (length > this.most / 10 || this.values.has(key)) return;
		this.values.set(key, { value, length });
		this.size += length;
		while (this.size > this.most) {
			const [[oldest, { length: freed }]] = this.values;
			this.values.delete(oldest);
			this.size -= freed;
		}
	}
}

/** Calls the hooks of some objects. */
class Hooks {
	constructor(targets) {
		this.targets = targets.filter(Boolean);
	}

	having(name) {
		return this.targets.filter(target => typeof target[name] === 'function');
	}

	call(name, ...args) {
		return Promise.all(this.having(name).map(target => target[name](...args)));
	}

	async firstOf(name, ...args) {
		for (const target of this.having(name)) {
			const value = await target[name](...args);
			if (value !== null) return value;
		}
		return null;
	}

	/** Gives what is to be called at its end. */
	async start(name, ...args) {
		const ends = (await this.call(name, ...args)).filter(Boolean).reverse();
		return (...given) => Promise.all(ends.map(end => end(...given)));
	}
}

/** A request that is answered before it is looked at. */
class QueryError extends Error {
	constructor(status, message, headers = {}) {
		super(message);
		this.name = 'HttpQueryError';
		Object.assign(this, { statusCode: status, isGraphQLError: false, headers });
	}
}

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
		const { requests } = this.app;
		ctx.state.route ??= { method: 'ALL', path: ctx.path, info: { type: 'content-api' }, config: { auth: false } };
		try {
			const payload = await this.payloadOf(ctx);
			const isBatch = Array.isArray(payload);
			if (!payload || (isBatch && !this.isBatchAllowed(payload))) return await requests.runWhole(ctx);
			if (!(await requests.letInKnown(ctx))) return undefined;
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

	async answerBatch(ctx, payload) {
		const http = this.httpOf(ctx);
		const responses = await Promise.all(
			payload.map(async one => {
				try {
					return await this.process(ctx, this.requestContext(ctx, requestOf(one ?? {}, http), true));
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
		const { errors, data, extensions, http } = await this.process(
			ctx,
			this.requestContext(ctx, requestOf(payload, this.httpOf(ctx)), false),
		);
		ctx.status = errors && data === undefined ? 400 : 200;
		this.takeHttp(ctx, { http });
		this.write(ctx, errors && data === undefined ? { errors, extensions } : { errors, data, extensions });
	}

	takeHttp(ctx, { http }) {
		for (const [name, value] of http?.headers ?? []) ctx.set(name, value);
		ctx.status = http?.status ?? (ctx.status === 404 ? 200 : ctx.status);
	}

	// ---- one operation

	format(errors) {
		const log = error => this.app.link.log('error', String(error?.stack ?? error));
		return formatErrors(errors, this.settings.formatError ?? (error => strapiFormat(error, log)), this.debug);
	}

	async process(ctx, context) {
		if (!this.schema) context.schema = await this.readSchema();
		const listeners = [];
		for (const plugin of this.plugins) listeners.push(await plugin.requestDidStart?.(context));
		const hooks = new Hooks(listeners);
		if (this.settings.dataSources) this.addDataSources(context.context);
		try {
			await this.resolveSource(context);
			await hooks.call('didResolveSource', context);
			// What is too large is not looked at: lectern refuses it.
			if (this.isTooLarge(context.source)) return await this.send(context, hooks, await this.execute(ctx, context, new Hooks([])));
			await this.readDocument(context, hooks);
			await this.chooseOperation(ctx, context, hooks);
		} catch (refused) {
			if (!refused.errors) throw refused;
			return this.sendErrors(context, hooks, refused.errors, refused.code);
		}
		const response = (await hooks.firstOf('responseForOperation', context)) ?? (await this.execute(ctx, context, hooks));
		if (!response) return context.response;
		return this.send(context, hooks, this.settings.formatResponse?.(response, context) ?? response);
	}

	/** An error where the schema has no changes, or no subscriptions. */
	unconfigured({ operation }) {
		const roots = { mutation: 'getMutationType', subscription: 'getSubscriptionType' };
		const root = roots[operation?.operation];
		if (!root || this.schema[root]()) return undefined;
		return new this.graphql.GraphQLError(`Schema is not configured for ${operation.operation}s.`, [operation]);
	}

	isTooLarge({ length }) {
		return length > this.app.config.get('plugin.graphql.maxDocumentSize', 102_400);
	}

	addDataSources(context) {
		const sources = this.settings.dataSources();
		for (const source of Object.values(sources)) source.initialize?.({ context, cache: this.settings.cache });
		context.dataSources = sources;
	}

	async resolveSource(context) {
		const { request, metrics } = context;
		const { persistedQuery } = request.extensions ?? {};
		const hash = text => createHash('sha256').update(text).digest('hex');
		Object.assign(metrics, { persistedQueryHit: false, persistedQueryRegister: false });
		const refuse = (message, code) => Promise.reject({ errors: [code ? coded(code, message) : new this.graphql.GraphQLError(message)] });
		if (persistedQuery) {
			const isOff = this.settings.persistedQueries === false || this.settings.cache === false;
			if (isOff) await refuse('PersistedQueryNotSupported', 'PERSISTED_QUERY_NOT_SUPPORTED');
			if (persistedQuery.version !== 1) await refuse('Unsupported persisted query version');
			const { sha256Hash } = persistedQuery;
			if (request.query === undefined) {
				context.source = this.persisted.get(sha256Hash);
				if (!context.source) await refuse('PersistedQueryNotFound', 'PERSISTED_QUERY_NOT_FOUND');
				metrics.persistedQueryHit = true;
			} else {
				if (hash(request.query) !== sha256Hash) await refuse('provided sha does not match query');
				metrics.persistedQueryRegister = true;
			}
		} else if (!request.query) {
			await refuse('GraphQL operations must contain a non-empty `query` or a `persistedQuery` extension.');
		}
		context.source ??= request.query;
		context.queryHash = hash(context.source);
	}

	/** Rules beside those of the language. How deep a document may be lectern looks at. */
	get rules() {
		const { introspection = process.env.NODE_ENV !== 'production', validationRules = [] } = this.settings;
		return introspection ? validationRules : [...validationRules, context => this.withoutIntrospection(context)];
	}

	withoutIntrospection(context) {
		const message =
			'GraphQL introspection is not allowed by Apollo Server, but the query contained __schema or __type. ' +
			'To enable introspection, pass introspection: true to ApolloServer in production';
		return {
			Field: node => {
				const isMeta = ['__schema', '__type'].includes(node.name.value);
				if (isMeta) context.reportError(new this.graphql.GraphQLError(message, [node]));
			},
		};
	}

	async readDocument(context, hooks) {
		const { parse, specifiedRules, validate } = this.graphql;
		const { source } = context;
		const known = this.documents.get(source);
		if (known) {
			context.document = known;
			return;
		}
		const parsed = await hooks.start('parsingDidStart', context);
		try {
			context.document = parse(source);
		} catch (error) {
			await parsed(error);
			throw { errors: [error], code: 'GRAPHQL_PARSE_FAILED' };
		}
		await parsed();
		const validated = await hooks.start('validationDidStart', context);
		const errors = validate(context.schema, context.document, [...specifiedRules, ...this.rules]);
		await validated(...(errors.length ? [errors] : []));
		if (errors.length) throw { errors, code: 'GRAPHQL_VALIDATION_FAILED' };
		this.documents.set(source, context.document, source);
	}

	async chooseOperation(ctx, context, hooks) {
		const { request, document, metrics } = context;
		const operation = this.graphql.getOperationAST(document, request.operationName);
		context.operation = operation || undefined;
		context.operationName = operation?.name?.value || null;
		const check = async () => {
			if (ctx.method === 'GET' && operation && operation.operation !== 'query')
				throw new QueryError(405, 'GET supports only query operation', { Allow: 'POST' });
		};
		try {
			await Promise.all([check(), hooks.call('didResolveOperation', context)]);
		} catch (error) {
			throw { errors: [error] };
		}
		if (metrics.persistedQueryRegister) this.persisted.set(request.extensions.persistedQuery.sha256Hash, context.source, context.source);
	}

	/** Undefined: it has sent what there is to say. */
	async execute(ctx, context, hooks) {
		const listeners = new Hooks((await hooks.call('executionDidStart', context)).reverse());
		if (listeners.having('willResolveField').length) throw new Missing('willResolveField of a plugin of apolloServer');
		const unconfigured = this.unconfigured(context);
		if (unconfigured) {
			await listeners.call('executionDidEnd', unconfigured);
			await this.sendErrors(context, hooks, [unconfigured]);
			return undefined;
		}
		const { request, source } = context;
		const { operationName, variables } = request;
		const sent = { query: source, operationName, variables };
		const { errors: told, data, extensions, status } = await this.app.requests.askGraphQL(ctx, sent);
		const errors = told?.map(error => errorOf(this.graphql, error, source, this.thrown));
		if (errors) await this.hear(context, hooks, errors);
		if (status >= 500) context.response.http.status = status;
		const response = { data, ...(extensions && { extensions }), errors: errors && this.format(errors) };
		await listeners.call('executionDidEnd');
		return response;
	}

	async hear(context, hooks, errors) {
		context.errors = errors;
		await hooks.call('didEncounterErrors', context);
	}

	async sendErrors(context, hooks, errors, code) {
		await this.hear(context, hooks, errors);
		const classed = errors.map(error => {
			if (code) return withCode(error, code);
			return error instanceof ApolloError || error?.constructor?.name === 'ApolloError' ? error : withClass(error);
		});
		const [first] = errors;
		const response = { errors: this.format(classed) };
		const isPersisted = errors.every(error => /^PERSISTED_QUERY_/.test(error.extensions?.code));
		if (isPersisted) response.http = { status: 200, headers: new Headers({ 'Cache-Control': 'private, no-cache, must-revalidate' }) };
		else if (first instanceof QueryError) response.http = { status: first.statusCode, headers: new Headers(first.headers) };
		return this.send(context, hooks, response);
	}

	async send(context, hooks, { errors, data, extensions, http }) {
		Object.assign(context.response, { errors, data, extensions });
		if (http?.status) context.response.http.status = http.status;
		for (const [name, value] of http?.headers ?? []) context.response.http.headers.set(name, value);
		await hooks.call('willSendResponse', context);
		return context.response;
	}
}
