// The fields of the schema that are code's, as the extension service and nexus have them: what lectern is told of them, and what
// runs them.
import { accountFields } from './accounts.mjs';
import { Configs, setLanguage } from './configs.mjs';
import { naming } from './naming.mjs';
import { Definitions } from './nexus.mjs';
import { enumsOf } from './registry.mjs';
import { Types } from './types.mjs';

/** As graphql-js resolves a field without a resolver. */
export const memberOf = name => (parent, args, context, info) =>
	typeof parent?.[name] === 'function' ? parent[name](args, context, info) : parent?.[name];

/** Of a resolver as the map has it: a function, or an object with one. */
const functionOf = given => (typeof given === 'function' ? given : given?.resolve);

export class Fields {
	/** `changed`: names of generated fields that run in this process. `policy`: gives {handler, config} of what a configuration names. */
	constructor(app, extension, changed, policy) {
		Object.assign(this, { app, extension, changed, policy });
		this.types = new Types();
		this.table = new Map();
	}

	/** Reads what code has given to the extension service. Gives what lectern is told. */
	generate() {
		const { extension, changed } = this;
		const { types, typeDefs, resolvers, resolversConfig, plugins } = extension.generate();
		if (plugins.length) throw new Error(`nexus plugins are not supported: ${plugins.map(({ config }) => config?.name).join(', ')}`);
		const definitions = new Definitions(enumsOf(this.app.strapi));
		definitions.add(types);
		const texts = [];
		const built = definitions.text();
		if (built.trim()) texts.push({ file: extension.uses[0].file, text: built, replaces: true });
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
			fields: Object.fromEntries([...this.table].map(([name, field]) => [name, field.told])),
		};
	}

	field(name) {
		if (!this.table.has(name)) this.table.set(name, { name, middlewares: [], policies: [], told: {} });
		return this.table.get(name);
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
		for (const field of this.table.values()) {
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
}
