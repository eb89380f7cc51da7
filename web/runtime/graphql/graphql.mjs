// The plugin graphql, as code sees it: its services, and when in the start the fields of the schema that are code's are made.
import { createRequire } from 'node:module';
import path from 'node:path';
import { mentions } from '../load/files.mjs';
import { strict } from '../load/strict.mjs';
import { Apollo } from './apollo.mjs';
import { accountResolver, changedAccountFields } from './accounts.mjs';
import { transformArgs } from './arguments.mjs';
import { builders } from './builders.mjs';
import { Contexts } from './contexts.mjs';
import { shownError } from './errors.mjs';
import { Extension } from './extension.mjs';
import { Fields } from './fields.mjs';
import { naming } from './naming.mjs';
import { Originals, returnTypes } from './originals.mjs';
import { registryOf } from './registry.mjs';
import { FieldRuns } from './running.mjs';
import { buildersOf, constants, internalsOf, operatorsOf, typeRegistry, utilsOf } from './services.mjs';

/** Code that puts something around strapi.entityService. */
const decorating = /\bentityService\s*\??\.\s*(decorate\b|\w+\s*=(?!=))/;

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
		return this.asksService || Boolean(this.isLate && !this.fields);
	}

	/** This plugin's turn of `bootstrap`. */
	async bootstrap() {
		this.generateLate();
		await this.apollo.start();
	}

	/** A process that took the place of another was not asked what there is. */
	generateLate() {
		const isLate = this.isLate ?? (!this.fields && this.waitsForOthers());
		if (!isLate && this.described !== undefined && this.described !== this.extension.state())
			throw new Error("a bootstrap has changed GraphQL's extension, and no code of its plugin names graphql");
		if (this.fields || !isLate) return;
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
		const { app, extension, policy } = this;
		const changed = [...changedAccountFields(app), ...this.decoratedFields()];
		if (!extension.uses.length && !extension.switches.size && !changed.length) return undefined;
		const fields = new Fields(app, extension, changed, policy);
		const told = fields.generate();
		this.fields = fields;
		this.runs = new FieldRuns(app, fields, this);
		return told;
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

	// ---- running

	end({ request }) {
		this.contexts.end(request);
		return null;
	}

	/** Runs a field that is code's. */
	run(ask, body, about) {
		// A process that took the place of another was not asked what there is.
		if (!this.fields) this.generate();
		return this.runs.run(ask, body, about);
	}

	show(error) {
		if (this.apollo.isActive) return this.apollo.show(error);
		return shownError(error, problem => this.app.link.log('error', String(problem?.stack ?? problem)));
	}
}
