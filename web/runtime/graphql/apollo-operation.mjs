// One operation of a request, with what the project's config/plugins gives Apollo Server to call around it, in the order of Apollo
// Server 3: lectern runs the operation between.
import { createHash } from 'node:crypto';
import { Missing } from '../errors.mjs';
import { ApolloError, coded, errorOf, withClass, withCode } from './apollo-errors.mjs';
import { Hooks, QueryError } from './apollo-hooks.mjs';

export class Operation {
	/** `context`: what Apollo's plugins are given. */
	constructor(apollo, ctx, context) {
		Object.assign(this, { apollo, ctx, context });
	}

	async run() {
		const { apollo, context } = this;
		if (!apollo.schema) context.schema = await apollo.readSchema();
		const listeners = [];
		for (const plugin of apollo.plugins) listeners.push(await plugin.requestDidStart?.(context));
		this.hooks = new Hooks(listeners);
		if (apollo.settings.dataSources) this.addDataSources();
		try {
			await this.resolveSource();
			await this.hooks.call('didResolveSource', context);
			// What is too large is not looked at: lectern refuses it.
			if (this.isTooLarge(context.source)) return await this.send(await this.execute(new Hooks([])));
			await this.readDocument();
			await this.chooseOperation();
		} catch (refused) {
			if (!refused.errors) throw refused;
			return this.sendErrors(refused.errors, refused.code);
		}
		const response = (await this.hooks.firstOf('responseForOperation', context)) ?? (await this.execute(this.hooks));
		if (!response) return context.response;
		return this.send(apollo.settings.formatResponse?.(response, context) ?? response);
	}

	/** An error where the schema has no changes, or no subscriptions. */
	unconfigured() {
		const { operation } = this.context;
		const roots = { mutation: 'getMutationType', subscription: 'getSubscriptionType' };
		const root = roots[operation?.operation];
		if (!root || this.apollo.schema[root]()) return undefined;
		return new this.apollo.graphql.GraphQLError(`Schema is not configured for ${operation.operation}s.`, [operation]);
	}

	isTooLarge({ length }) {
		return length > this.apollo.app.config.get('plugin.graphql.maxDocumentSize', 102_400);
	}

	addDataSources() {
		const { context } = this.context;
		const sources = this.apollo.settings.dataSources();
		for (const source of Object.values(sources)) source.initialize?.({ context, cache: this.apollo.settings.cache });
		context.dataSources = sources;
	}

	async resolveSource() {
		const { context } = this;
		const { request, metrics } = context;
		const { persistedQuery } = request.extensions ?? {};
		const hash = text => createHash('sha256').update(text).digest('hex');
		Object.assign(metrics, { persistedQueryHit: false, persistedQueryRegister: false });
		const refuse = (message, code) =>
			Promise.reject({ errors: [code ? coded(code, message) : new this.apollo.graphql.GraphQLError(message)] });
		if (persistedQuery) {
			const isOff = this.apollo.settings.persistedQueries === false || this.apollo.settings.cache === false;
			if (isOff) await refuse('PersistedQueryNotSupported', 'PERSISTED_QUERY_NOT_SUPPORTED');
			if (persistedQuery.version !== 1) await refuse('Unsupported persisted query version');
			const { sha256Hash } = persistedQuery;
			if (request.query === undefined) {
				context.source = this.apollo.persisted.get(sha256Hash);
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
		const { introspection = process.env.NODE_ENV !== 'production', validationRules = [] } = this.apollo.settings;
		return introspection ? validationRules : [...validationRules, context => this.withoutIntrospection(context)];
	}

	withoutIntrospection(context) {
		const message =
			'GraphQL introspection is not allowed by Apollo Server, but the query contained __schema or __type. ' +
			'To enable introspection, pass introspection: true to ApolloServer in production';
		return {
			Field: node => {
				const isMeta = ['__schema', '__type'].includes(node.name.value);
				if (isMeta) context.reportError(new this.apollo.graphql.GraphQLError(message, [node]));
			},
		};
	}

	async readDocument() {
		const { context, hooks } = this;
		const { parse, specifiedRules, validate } = this.apollo.graphql;
		const { source } = context;
		const known = this.apollo.documents.get(source);
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
		this.apollo.documents.set(source, context.document, source);
	}

	async chooseOperation() {
		const { ctx, context, hooks } = this;
		const { request, document, metrics } = context;
		const operation = this.apollo.graphql.getOperationAST(document, request.operationName);
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
		if (metrics.persistedQueryRegister)
			this.apollo.persisted.set(request.extensions.persistedQuery.sha256Hash, context.source, context.source);
	}

	/** Undefined: it has sent what there is to say. */
	async execute(hooks) {
		const { ctx, context } = this;
		const listeners = new Hooks((await hooks.call('executionDidStart', context)).reverse());
		if (listeners.having('willResolveField').length) throw new Missing('willResolveField of a plugin of apolloServer');
		const unconfigured = this.unconfigured();
		if (unconfigured) {
			await listeners.call('executionDidEnd', unconfigured);
			await this.sendErrors([unconfigured]);
			return undefined;
		}
		const { request, source } = context;
		const { operationName, variables } = request;
		const sent = { query: source, operationName, variables };
		const { errors: told, data, extensions, status } = await this.apollo.app.nativeRequests.askGraphQL(ctx, sent);
		const errors = told?.map(error => errorOf(this.apollo.graphql, error, source, this.apollo.thrown));
		if (errors) await this.hear(errors, hooks);
		if (status >= 500) context.response.http.status = status;
		const response = { data, ...(extensions && { extensions }), errors: errors && this.apollo.format(errors) };
		await listeners.call('executionDidEnd');
		return response;
	}

	async hear(errors, hooks = this.hooks) {
		this.context.errors = errors;
		await hooks.call('didEncounterErrors', this.context);
	}

	async sendErrors(errors, code) {
		await this.hear(errors);
		const classed = errors.map(error => {
			if (code) return withCode(error, code);
			return error instanceof ApolloError || error?.constructor?.name === 'ApolloError' ? error : withClass(error);
		});
		const [first] = errors;
		const response = { errors: this.apollo.format(classed) };
		const isPersisted = errors.every(error => /^PERSISTED_QUERY_/.test(error.extensions?.code));
		if (isPersisted) response.http = { status: 200, headers: new Headers({ 'Cache-Control': 'private, no-cache, must-revalidate' }) };
		else if (first instanceof QueryError) response.http = { status: first.statusCode, headers: new Headers(first.headers) };
		return this.send(response);
	}

	async send({ errors, data, extensions, http }) {
		const { context, hooks } = this;
		Object.assign(context.response, { errors, data, extensions });
		if (http?.status) context.response.http.status = http.status;
		for (const [name, value] of http?.headers ?? []) context.response.http.headers.set(name, value);
		await hooks.call('willSendResponse', context);
		return context.response;
	}
}
