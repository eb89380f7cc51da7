// Running the fields that are code's, when lectern asks for one.
import { course, follow } from '../course.mjs';
import { errors } from '../errors.mjs';
import { Answer } from '../link.mjs';
import { memberOf } from './fields.mjs';
import { makeInfo, selects } from './info.mjs';
import { argumentsOf, inputsOf } from './inputs.mjs';
import { unionsOf } from './registry.mjs';
import { Values } from './values.mjs';

/** Kinds of generated fields that give a response around entries. */
const responding = ['find', 'findOne', 'create', 'update', 'delete', 'related', 'updateFileInfo', 'removeFile', 'localize'];

export class FieldRuns {
	/** `fields`: those of the schema. `graphql`: the plugin. */
	constructor(app, fields, graphql) {
		Object.assign(this, { app, fields, graphql });
	}

	async run(ask, bytes, { id }) {
		const { args, parents, variables } = JSON.parse(bytes.toString('utf8'));
		const field = this.fields.table.get(ask.field);
		if (!field) throw new Error(`no field ${ask.field} is code's`);
		const request = await course.run({ ask: id }, () => this.graphql.contexts.get({ ...ask, variables }));
		return follow({ ask: id, ctx: request.koaContext }, async () => {
			const answers = ask.policies
				? await this.admit(field, request, ask, args, parents)
				: await this.resolve(field, request, ask, args, parents);
			return new Answer(request.headers(), Buffer.from(JSON.stringify(answers)));
		});
	}

	parts(field, request, ask) {
		const { table, types, enums, scalars, resolveTypes, isTypeOf } = this.fields;
		const [typeName, name] = field.name.split('.');
		const defined = types.get(typeName)?.fields.get(name) ?? argumentsOf(this.app.strapi, ask.original);
		const values = new Values(
			types,
			{
				enums,
				scalars,
				inputs: (this.inputs ??= inputsOf(this.app.strapi)),
				unions: (this.unions ??= unionsOf(this.app.strapi)),
				resolveTypes,
				isTypeOf,
				isResolved: (type, member) => Boolean(table.get(`${type}.${member}`)?.resolve),
				isSelected: member => selects(ask.query, member),
				show: error => this.graphql.show(error),
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
			return { error: this.graphql.show(error) };
		}
		const after = await values.plain(given);
		return before === JSON.stringify(after) ? {} : { args: { ...after, ...this.enumNames(after, defined) } };
	}

	/** The arguments that are of an enum, by its names. */
	enumNames(args, { args: types = {} }) {
		const nameOf = (name, value) => [...(this.fields.enums.get(types[name]?.name) ?? [])].find(([, internal]) => internal === value)?.[0];
		return Object.fromEntries(Object.keys(args).map(name => [name, nameOf(name, args[name]) ?? args[name]]));
	}

	async resolve(field, request, ask, args, parents) {
		const { name, info, values, defined } = this.parts(field, request, ask);
		const resolver = field.resolve ?? this.graphql.originals.resolver(ask.original, name) ?? memberOf(name);
		const run = this.chain(field, resolver);
		const type = defined.type ?? { name: this.generatedName(ask.original, name) };
		return Promise.all(
			parents.map(async parent => {
				try {
					const given = values.takeArguments(structuredClone(args), defined, info);
					const value = await run(request.parent(parent), given, request.context, info);
					return { value: await values.give(value, type, info) };
				} catch (error) {
					return { error: this.graphql.show(error) };
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
		const total = await this.app.strapi.entityService.count(resourceUID, await this.graphql.originals.query(args, type, context));
		if (limit === -1) return { total, page: size, pageSize: total - start, pageCount: size };
		return { total, page: Math.floor(start / size) + 1, pageSize: size, pageCount: Math.ceil(total / size) };
	}
}
