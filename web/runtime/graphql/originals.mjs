// What the fields of the models do by themselves, for code that stands around them: middlewares that call `next`, and
// builders. As in Strapi these ask strapi.entityService.
import omit from 'lodash/omit.js';
import pick from 'lodash/pick.js';
import { Missing, errors } from '../errors.mjs';

export const returnTypes = {
	toEntityResponse: (value, { args = {}, resourceUID } = {}) => ({ value, info: { args, resourceUID } }),
	toEntityResponseCollection: (nodes, { args = {}, resourceUID } = {}) => ({ nodes, info: { args, resourceUID } }),
};

export class Originals {
	/**
	 * `account`: gives the resolver of a field of users-permissions. `guard`: {query(params, type, auth), input(data, type, auth)}: what
	 * may be asked for, and what may be set.
	 */
	constructor(strapi, transform, guard, account) {
		Object.assign(this, { strapi, transform, guard, account });
	}

	async query(args, contentType, context) {
		return this.guard.query(args, contentType, context?.state?.auth);
	}

	/** Strapi's buildQueriesResolvers and buildMutationsResolvers. */
	queries({ contentType }) {
		const { uid } = contentType;
		const { entityService } = this.strapi;
		return {
			find: async (parent, args, context) => entityService.findMany(uid, await this.query(args, contentType, context)),
			findOne: async (parent, args, context) =>
				entityService.findOne(uid, args.id, omit(await this.query(args, contentType, context), 'id')),
		};
	}

	mutations({ contentType }) {
		const { uid } = contentType;
		const { entityService } = this.strapi;
		return {
			create: async (parent, args) => entityService.create(uid, pick(args, ['params', 'data', 'files'])),
			update: async (parent, { id, data }) => entityService.update(uid, id, { data }),
			delete: async (parent, { id, ...rest }, context) => entityService.delete(uid, id, await this.query(rest, contentType, context)),
		};
	}

	/** The resolver that lectern describes with `original`; undefined: there is none. */
	resolver(original, name) {
		switch (original?.kind) {
			case 'find':
			case 'findOne':
				return this.read(original);
			case 'create':
			case 'update':
			case 'delete':
				return this.change(original);
			case 'related':
				return this.related(original);
			case 'updateFileInfo':
			case 'removeFile':
				return this.file(original);
			case 'localize':
				return this.localize(original);
			case 'account':
				return this.account(name);
			case 'value':
				return parent => parent.value;
			case 'nodes':
				return parent => parent.nodes ?? [];
			case 'info':
				return parent => parent.info;
			case 'itself':
				return parent => parent;
			case 'member':
				return parent => parent?.[name];
			default:
				return undefined;
		}
	}

	read({ kind, uid, single }) {
		const contentType = this.strapi.getModel(uid);
		const { find, findOne } = this.queries({ contentType });
		return async (parent, args, context) => {
			const given = this.transform(args, { contentType, usePagination: kind === 'find' && !single });
			const about = { args: given, resourceUID: uid };
			if (kind === 'findOne') return returnTypes.toEntityResponse(await findOne(parent, given, context), about);
			const found = await find(parent, given, context);
			return single ? returnTypes.toEntityResponse(found, about) : returnTypes.toEntityResponseCollection(found, about);
		};
	}

	change({ kind, uid, single }) {
		const contentType = this.strapi.getModel(uid);
		const mutations = this.mutations({ contentType });
		return async (parent, args, context) => {
			const given = this.transform(args, { contentType });
			if (kind !== 'delete') {
				const data = args.locale === undefined ? args.data : { ...args.data, locale: args.locale };
				given.data = await this.guard.input(data, contentType, context?.state?.auth);
			}
			const value = single ? await this.changeSingle(kind, uid, given) : await mutations[kind](parent, given, context);
			return returnTypes.toEntityResponse(value, { args: given, resourceUID: uid });
		};
	}

	async changeSingle(kind, uid, { data, ...rest }) {
		const { entityService } = this.strapi;
		const found = await entityService.findMany(uid, kind === 'update' ? pick(data, ['locale']) : rest);
		if (kind === 'delete') {
			if (!found) throw new errors.NotFoundError('Entity not found');
			return entityService.delete(uid, found.id, rest);
		}
		return found ? entityService.update(uid, found.id, { data }) : entityService.create(uid, { data });
	}

	/** Mutations of the plugin upload. */
	file({ kind, uid }) {
		const service = () => this.strapi.plugin('upload').service('upload');
		const run = {
			updateFileInfo: ({ id, info }) => service().updateFileInfo(id, info ?? {}),
			async removeFile({ id }) {
				const file = await service().findOne(id);
				if (file) await service().remove(file);
				return file;
			},
		};
		return async (parent, args) => {
			const file = await run[kind](args);
			return file ? returnTypes.toEntityResponse(file, { args, resourceUID: uid }) : null;
		};
	}

	/** The plugin i18n's: another language version. */
	localize({ uid }) {
		const model = this.strapi.getModel(uid);
		return async (parent, args) => {
			const handler = this.strapi.plugin('i18n').service('core-api').createCreateLocalizationHandler(model);
			const value = await handler({ id: args.id, data: { ...args.data, locale: args.locale } });
			return returnTypes.toEntityResponse(value, { args, resourceUID: uid });
		};
	}

	related({ uid, attribute: name }) {
		const attribute = this.strapi.getModel(uid).attributes[name];
		const target = attribute.type === 'media' ? 'plugin::upload.file' : (attribute.target ?? attribute.component);
		if (!target) throw new Missing(`what ${uid} has at ${name}, from a GraphQL middleware`);
		const contentType = this.strapi.getModel(target);
		const isMany = attribute.type === 'media' ? attribute.multiple : attribute.relation?.endsWith('Many');
		return async (parent, args, context) => {
			const params = await this.query(this.transform(args, { contentType, usePagination: true }), contentType, context);
			const found = await this.strapi.entityService.load(uid, parent, name, params);
			const about = { args: params, resourceUID: target };
			if (attribute.type === 'component') return found;
			return isMany ? returnTypes.toEntityResponseCollection(found, about) : returnTypes.toEntityResponse(found, about);
		};
	}
}
