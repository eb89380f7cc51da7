// The plugin graphql, as code sees it, and the fields of the schema that are code's: what it tells lectern of them at the
// start, and running them when lectern asks.
import { createRequire } from 'node:module';
import path from 'node:path';
import { course, follow } from '../course.mjs';
import { errors } from '../errors.mjs';
import { Answer } from '../link.mjs';
import { mentions } from '../load/files.mjs';
import { strict } from '../load/strict.mjs';
import { Apollo } from './apollo.mjs';
import { accountFields, accountResolver, changedAccountFields } from './accounts.mjs';
import { transformArgs } from './arguments.mjs';
import { builders } from './builders.mjs';
import { Configs, setLanguage } from './configs.mjs';
import { Contexts } from './contexts.mjs';
import { shownError } from './errors.mjs';
import { Extension } from './extension.mjs';
import { makeInfo, selects } from './info.mjs';
import { argumentsOf, inputsOf } from './inputs.mjs';
import { naming } from './naming.mjs';
import { Definitions } from './nexus.mjs';
import { Originals, returnTypes } from './originals.mjs';
import { enumsOf, registryOf, unionsOf } from './registry.mjs';
import { buildersOf, constants, internalsOf, operatorsOf, typeRegistry, utilsOf } from './services.mjs';
import { Types } from './types.mjs';
import { Values } from './values.mjs';

/** Code that puts something around strapi.entityService. */
const decorating = /\bentityService\s*\??\.\s*(decorate\b|\w+\s*=(?!=))/;

/** Kinds of generated fields that give a response around entries. */
const responding = ['find', 'findOne', 'create', 'update', 'delete', 'related', 'updateFileInfo', 'removeFile', 'localize'];

/** As graphql-js resolves a field without a resolver. */
const memberOf = name => (parent, args, context, info) =>
	typeof parent?.[name] === 'function' ? parent[name](args, context, info) : parent?.[name];

/** Of a resolver as the map has it: a function, or an object with one. */
const functionOf = given => (typeof given === 'function' ? given : given?.resolve);

export class GraphQL {
	/** `guard`: see Originals. `policy`: gives {handler, config} of what a configuration names. `open`: see Contexts. */
	constructor(app, { guard, policy, open }) {
		Object.assign(this, { app, policy });
		const config = (key, usual) => app.config.get(`plugin.graphql.${key}`, usual);
		this.extension = new Extension(app.project.root, () => ({
			strapi: app.strapi,
			nexus: this.nexus(),
			typeRegistry: registryOf(app.strapi, this.extension.shadowCRUD),
		}));
		this.transform = (args, options) => transformArgs(app.strapi, config, args, options);
		this.originals = new Originals(app.strapi, this.transform, guard, name => accountResolver(app, name));
		this.contexts = new Contexts(open);
		this.apollo = new Apollo(app);
		this.fields = new Map();
	}

	get endpoint() {
		return this.app.config.get('plugin.graphql.endpoint');
	}

	/** For resolvers, which share the context: what no middleware has read. */
	readBody(ctx) {
		ctx.params ??= {};
		if (ctx.request.body !== undefined || !ctx.is('json')) return;
		try {
			ctx.request.body = JSON.parse(ctx.req.bytes.toString('utf8'));
		} catch {
			// lectern refuses it.
		}
	}

	nexus() {
		const { project } = this.app;
		for (const from of ['nexus', '@strapi/plugin-graphql/package.json']) {
			try {
				return from === 'nexus' ? project.require(from) : createRequire(project.require.resolve(from))('nexus');
			} catch (error) {
				if (error.code !== 'MODULE_NOT_FOUND') throw error;
			}
		}
		return strict('nexus', builders);
	}

	// ---- the plugin's services

	services() {
		const { extension, app, originals, transform } = this;
		const ofNexus = name => () => this.nexus()[name];
		const operators = operatorsOf(ofNexus('list'));
		const internals = internalsOf({ arg: ofNexus('arg'), list: ofNexus('list') });
		const builders = buildersOf({ originals, transform, operators, internals });
		const utils = utilsOf(app, operators);
		return {
			builders: () => builders,
			'content-api': () => strict("strapi.plugin('graphql').service('content-api')", {}),
			constants: () => constants,
			extension: () => extension,
			format: () => ({ returnTypes }),
			internals: () => internals,
			'type-registry': () => typeRegistry,
			utils: () => utils,
		};
	}

	// ---- what lectern is told

	/** The member "graphql" of what `load` answers; undefined: code says nothing about GraphQL. */
	describe() {
		this.described = this.extension.state();
		if (!this.waitsForOthers()) return this.generate();
		this.isLate = true;
		return { late: true };
	}

	/**
	 * Strapi runs the functions given to `use` in this plugin's turn of `bootstrap`. Where plugins have theirs before it, the functions
	 * may need what these have made, and these may call `use` themselves, as strapi-plugin-navigation does.
	 */
	waitsForOthers() {
		const before = this.app.container.get('modules').bootstrapsBefore('plugin::graphql');
		return before.some(name => this.extension.hasFunctions() || this.mayNameGraphQL(name));
	}

	pluginMentions(namespace, pattern) {
		const { project, config } = this.app;
		const folder = config.get('enabledPlugins')?.[namespace.slice('plugin::'.length)]?.pathToPlugin;
		return !!folder && mentions(project, path.relative(project.directory, folder), pattern);
	}

	/** Whether code of a plugin names the plugin graphql, or one that it computes the name of. */
	mayNameGraphQL(namespace) {
		return this.pluginMentions(namespace, /graphql|\.plugin\(\s*[^\s'"`]|\.plugins\s*\[\s*[^\s'"`]/i);
	}

	/** Whether code may decorate the entity service in `bootstrap`: the project's own, or that of a plugin. */
	mayDecorate() {
		const plugins = this.app.container.get('modules').foreignBootstraps();
		return mentions(this.app.project, 'src', decorating) || plugins.some(name => this.pluginMentions(name, decorating));
	}

	/** Whether the fields that are generated ask what code now puts around the entity service. */
	followsDecorator() {
		return this.asksService || Boolean(this.isLate && !this.types);
	}

	/** This plugin's turn of `bootstrap`. */
	async bootstrap() {
		this.generateLate();
		await this.apollo.start();
	}

	/** A process that took the place of another was not asked what there is. */
	generateLate() {
		const isLate = this.isLate ?? (!this.types && this.waitsForOthers());
		if (!isLate && this.described !== undefined && this.described !== this.extension.state())
			throw new Error("a bootstrap has changed GraphQL's extension, and no code of its plugin names graphql");
		if (this.types || !isLate) return;
		try {
			this.late = this.generate();
		} catch (error) {
			this.lateError = error;
		}
	}

	/** What was generated in `bootstrap`. */
	describeLate() {
		if (this.lateError) throw this.lateError;
		return this.late;
	}

	generate() {
		const { extension } = this;
		const changed = [...changedAccountFields(this.app), ...this.decoratedFields()];
		if (!extension.uses.length && !extension.switches.size && !changed.length) return undefined;
		const { types, typeDefs, resolvers, resolversConfig, plugins } = extension.generate();
		if (plugins.length) throw new Error(`nexus plugins are not supported: ${plugins.map(({ config }) => config?.name).join(', ')}`);
		const definitions = new Definitions(enumsOf(this.app.strapi));
		this.types = new Types();
		definitions.add(types);
		const texts = [];
		const built = definitions.text();
		if (built.trim()) texts.push({ file: extension.uses[0].file, text: built });
		for (const given of typeDefs) if (given.text.trim()) texts.push(given);
		for (const { text, file } of texts) this.types.add(text, file);
		this.take(definitions, resolvers);
		this.addConfigs(resolversConfig);
		for (const name of changed) if (!this.field(name).told.resolve) this.field(name).told.middlewares = true;
		this.addUnresolved();
		return {
			shadow: extension.shadow(),
			definitions: texts.map(one => ({ ...one, text: this.types.described(one.text) })),
			order: Types.order(typeDefs.map(({ text }) => text).filter(text => text.trim())),
			types: [...this.types.table.values()]
				.filter(type => type.own && ['object', 'interface', 'union'].includes(type.kind))
				.map(type => type.name),
			fields: Object.fromEntries([...this.fields].map(([name, field]) => [name, field.told])),
		};
	}

	/**
	 * What asks strapi.entityService in Strapi, where code decorates it, or may do so in `bootstrap`: these fields run in this process.
	 * Those that the schema does not have are left out.
	 */
	decoratedFields() {
		const { app } = this;
		this.asksService = Boolean(app.entityServiceIsDecorated) || this.mayDecorate();
		if (!this.asksService) return [];
		const types = Object.values(app.strapi.contentTypes).filter(({ uid }) => !uid.startsWith('admin::'));
		const queries = types.flatMap(type => [naming.getFindQueryName(type), naming.getFindOneQueryName(type)]);
		const own = types.filter(({ uid }) => !uid.startsWith('plugin::users-permissions.'));
		const mutations = own.flatMap(type => [
			...[naming.getCreateMutationTypeName, naming.getUpdateMutationTypeName, naming.getDeleteMutationTypeName].map(of => of(type)),
			`${naming.getCreateMutationTypeName(type)}Localization`,
		]);
		return [...queries.map(name => `Query.${name}`), ...mutations.map(name => `Mutation.${name}`)];
	}

	field(name) {
		if (!this.fields.has(name)) this.fields.set(name, { name, middlewares: [], policies: [], told: {} });
		return this.fields.get(name);
	}

	addResolver(name, resolve) {
		const field = this.field(name);
		field.resolve = resolve;
		field.told.resolve = true;
	}

	/** Resolvers of nexus, and over them those of the map, which also has functions for scalars, enums and abstract types. */
	take(definitions, resolvers) {
		Object.assign(this, {
			enums: definitions.enums,
			scalars: definitions.scalars,
			resolveTypes: definitions.resolveTypes,
			isTypeOf: definitions.isTypeOf,
		});
		for (const [type, fields] of Object.entries(definitions.resolvers)) {
			for (const [name, resolve] of Object.entries(fields)) this.addResolver(`${type}.${name}`, resolve);
		}
		for (const [type, given] of Object.entries(resolvers)) this.takeOf(type, given);
	}

	takeOf(type, given) {
		const kind = this.types.get(type)?.kind;
		const isScalar = given?.constructor?.name === 'GraphQLScalarType';
		if (isScalar || kind === 'scalar') {
			this.scalars.set(type, given);
			if (isScalar) this.types.describe(type, given.description);
		} else if (kind === 'enum') {
			this.enums.set(type, new Map([...this.types.get(type).values.keys()].map(name => [name, given[name] ?? name])));
		} else {
			for (const [name, resolver] of Object.entries(given)) this.takeField(type, name, resolver);
		}
	}

	takeField(type, name, resolver) {
		if (name === '__resolveType') this.resolveTypes[type] = resolver;
		else if (name === '__isTypeOf') this.isTypeOf[type] = resolver;
		else if (type === 'Subscription') throw new Error(`the subscription ${name} is not supported`);
		else if (!['function', 'object'].includes(typeof resolver)) throw new Error(`Resolver ${type}.${name} must be object or function`);
		else if (functionOf(resolver)) this.addResolver(`${type}.${name}`, functionOf(resolver));
		else if (!name.startsWith('__') && resolver?.subscribe) throw new Error(`the subscription ${name} is not supported`);
	}

	addConfigs(given) {
		const uploads = ['upload', 'multipleUpload', 'updateFileInfo', 'removeFile'].map(name => `Mutation.${name}`);
		const configs = new Configs(this.app.strapi, this.extension.shadowCRUD, [...accountFields, ...uploads]);
		for (const [name, config] of configs.flat(given)) {
			const field = this.field(name);
			field.middlewares = configs.middlewares(name, config.middlewares ?? []);
			field.policies = (config.policies ?? []).map(one => this.policy(one));
			Object.assign(field.told, { middlewares: field.middlewares.length > 0, policies: field.policies.length > 0 });
			this.addAuth(configs, field, config.auth);
		}
		for (const field of this.fields.values()) {
			field.auth ??= configs.asked(field.name, undefined);
			if (field.resolve && !field.middlewares.length && configs.setsLanguage(field.name)) field.middlewares = [setLanguage];
		}
	}

	addAuth(configs, field, auth) {
		if (auth === undefined || auth === null) return;
		const { name, told } = field;
		if (['Query', 'Mutation'].includes(name.split('.')[0])) {
			told.auth = configs.told(configs.authOf(name, auth));
		} else if (configs.isOwn(name, auth)) {
			field.auth = configs.asked(name, auth) ?? false;
			// lectern asks for the permission of a relation by itself: the process resolves it, then.
			if (configs.scopes.has(name)) told.middlewares = true;
			else told.policies = true;
		}
	}

	/** Fields that code adds to others' types without a resolver are members of what code sees of these. */
	addUnresolved() {
		const { contentTypes, components } = this.app.strapi;
		for (const model of Object.values(contentTypes)) this.types.markOfModel(naming.getTypeName(model));
		for (const model of Object.values(components)) this.types.markOfModel(naming.getComponentName(model));
		for (const type of this.types.table.values()) {
			if (type.kind !== 'object') continue;
			for (const [name, { args }] of type.fields) {
				// Members of code's own types come with their objects, but functions that take arguments.
				const isRoot = ['Query', 'Mutation'].includes(type.name);
				if (type.own && !isRoot && !Object.keys(args).length) continue;
				const field = this.field(`${type.name}.${name}`);
				if (field.told.resolve) continue;
				if (type.own && !isRoot) {
					this.addResolver(field.name, memberOf(name));
					continue;
				}
				field.resolve = memberOf(name);
				field.told.member = true; // Where the field is none of the model's.
			}
		}
	}

	// ---- running

	end({ request }) {
		this.contexts.end(request);
		return null;
	}

	async run(ask, bytes, { id }) {
		const { args, parents, variables } = JSON.parse(bytes.toString('utf8'));
		// A process that took the place of another was not asked what there is.
		if (!this.types) this.generate();
		const field = this.fields.get(ask.field);
		if (!field) throw new Error(`no field ${ask.field} is code's`);
		const request = await course.run({ ask: id }, () => this.contexts.get({ ...ask, variables }));
		return follow({ ask: id, ctx: request.koaContext }, async () => {
			const answers = ask.policies
				? await this.admit(field, request, ask, args, parents)
				: await this.resolve(field, request, ask, args, parents);
			return new Answer(request.headers(), Buffer.from(JSON.stringify(answers)));
		});
	}

	show(error) {
		if (this.apollo.isActive) return this.apollo.show(error);
		return shownError(error, problem => this.app.link.log('error', String(problem?.stack ?? problem)));
	}

	parts(field, request, ask) {
		const [typeName, name] = field.name.split('.');
		const defined = this.types.get(typeName)?.fields.get(name) ?? argumentsOf(this.app.strapi, ask.original);
		const { types, enums, scalars, resolveTypes, isTypeOf } = this;
		const values = new Values(
			types,
			{
				enums,
				scalars,
				inputs: (this.inputs ??= inputsOf(this.app.strapi)),
				unions: (this.unions ??= unionsOf(this.app.strapi)),
				resolveTypes,
				isTypeOf,
				isResolved: (type, member) => Boolean(this.fields.get(`${type}.${member}`)?.resolve),
				isSelected: member => selects(ask.query, member),
				show: error => this.show(error),
				page: info => this.page(info, request.context, ask),
			},
			request,
		);
		return { name, defined, values, info: makeInfo({ ...ask, variables: request.variables }, defined.text ?? '') };
	}

	async admit(field, request, ask, args, parents) {
		const { info, values, defined } = this.parts(field, request, ask);
		const given = values.takeArguments(args, defined, info);
		const before = JSON.stringify(await values.plain(given));
		try {
			await this.authorize(field, request.context);
			for (const parent of parents) await this.policies(field, request.parent(parent), given, request.context, info);
		} catch (error) {
			return { error: this.show(error) };
		}
		const after = await values.plain(given);
		return before === JSON.stringify(after) ? {} : { args: { ...after, ...this.enumNames(after, defined) } };
	}

	/** The arguments that are of an enum, by its names. */
	enumNames(args, { args: types = {} }) {
		const nameOf = (name, value) => [...(this.enums.get(types[name]?.name) ?? [])].find(([, internal]) => internal === value)?.[0];
		return Object.fromEntries(Object.keys(args).map(name => [name, nameOf(name, args[name]) ?? args[name]]));
	}

	async resolve(field, request, ask, args, parents) {
		const { name, info, values, defined } = this.parts(field, request, ask);
		const resolver = field.resolve ?? this.originals.resolver(ask.original, name) ?? memberOf(name);
		const run = this.chain(field, resolver);
		const type = defined.type ?? { name: this.generatedName(ask.original, name) };
		return Promise.all(
			parents.map(async parent => {
				try {
					const given = values.takeArguments(structuredClone(args), defined, info);
					const value = await run(request.parent(parent), given, request.context, info);
					return { value: await values.give(value, type, info) };
				} catch (error) {
					return { error: this.show(error) };
				}
			}),
		);
	}

	/** A name that tells what a generated field gives: a response around entries, or anything. */
	generatedName(original, name) {
		const isUser = original?.kind === 'account' && name.endsWith('User');
		return isUser || responding.includes(original?.kind) ? 'EntityResponse' : 'JSON';
	}

	/** Who may have the field, where lectern does not know; then middlewares, the outermost first, policies and the resolver. */
	chain(field, resolver) {
		const innermost = async (parent, args, context, info) => {
			await this.policies(field, parent, args, context, info);
			return resolver(parent, args, context, info);
		};
		const outermost = field.middlewares.reduceRight(
			(next, middleware) => async (parent, args, context, info) => middleware(next, parent, args, context, info),
			innermost,
		);
		return async (parent, args, context, info) => {
			await this.authorize(field, context);
			return outermost(parent, args, context, info);
		};
	}

	async authorize({ auth }, { state }) {
		if (!auth) return;
		try {
			await this.app.strapi.auth.verify(state.auth, auth);
		} catch {
			throw new errors.ForbiddenError();
		}
	}

	async policies(field, parent, args, context, info) {
		if (!field.policies.length) return;
		const about = { parent, args, context, info, state: context.state, http: context.koaContext };
		const policyContext = Object.assign(about, { is: type => type === 'graphql', type: 'graphql' });
		for (const { handler, config } of field.policies) {
			const result = await handler(policyContext, config, { strapi: this.app.strapi });
			if (result !== true && result !== undefined) throw new errors.PolicyError();
		}
	}

	/** The pagination of a collection, counted only when it may be shown. */
	async page({ args, resourceUID }, context, { query }) {
		if (!selects(query, 'pagination')) return null;
		const { start, limit } = args;
		const size = Math.max(limit, 1);
		const type = this.app.strapi.getModel(resourceUID);
		const total = await this.app.strapi.entityService.count(resourceUID, await this.originals.query(args, type, context));
		if (limit === -1) return { total, page: size, pageSize: total - start, pageCount: size };
		return { total, page: Math.floor(start / size) + 1, pageSize: size, pageCount: Math.ceil(total / size) };
	}
}
