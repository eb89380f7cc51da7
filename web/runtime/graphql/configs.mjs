// What `resolversConfig` says of each field, with what Strapi's generated fields have of themselves.
import merge from 'lodash/merge.js';
import { Missing } from '../errors.mjs';
import { naming } from './naming.mjs';

const roots = ['Query', 'Mutation', 'Subscription'];
const isRoot = name => roots.includes(name.split('.')[0]);

/** The fields of a type of content, and the permission that each of them takes: [[name, scope], …]. */
function ofType(type, { isEnabled, isShown }) {
	const actions =
		type.kind === 'singleType'
			? [['Query', naming.getFindOneQueryName(type), 'find']]
			: [
					['Query', naming.getFindOneQueryName(type), 'findOne'],
					['Query', naming.getFindQueryName(type), 'find'],
					['Mutation', naming.getCreateMutationTypeName(type), 'create'],
				];
	const changes = [
		['Mutation', naming.getUpdateMutationTypeName(type), 'update'],
		['Mutation', naming.getDeleteMutationTypeName(type), 'delete'],
	];
	const generated = [...actions, ...changes].filter(([root, , action]) => isEnabled(type.uid, root, action));
	const relations = Object.entries(type.attributes ?? {}).filter(
		([name, { type: kind, relation = '', target }]) =>
			kind === 'relation' && target && !relation.includes('morph') && isShown(type, name) && isEnabled(target),
	);
	return [
		...generated.map(([root, name, action]) => [`${root}.${name}`, `${type.uid}.${action}`]),
		...relations.map(([name, { target }]) => [`${naming.getTypeName(type)}.${name}`, `${target}.find`]),
	];
}

export const setLanguage = (next, parent, args, context, info) => {
	args.data.locale = args.locale;
	return next(parent, args, context, info);
};

export class Configs {
	/** `shadow`: extension.shadowCRUD. `taken`: fields of plugins, which have a configuration of their own. */
	constructor(strapi, shadow, taken) {
		this.strapi = strapi;
		const { contentTypes } = require('@strapi/utils');
		const isEnabled = (uid, root, action) => {
			const switches = shadow(uid);
			if (uid.startsWith('admin::') || !switches.isEnabled()) return false;
			if (!root) return true;
			return (root === 'Query' ? switches.areQueriesEnabled() : switches.areMutationsEnabled()) && switches.isActionEnabled(action);
		};
		const isShown = (type, name) => !contentTypes.isPrivateAttribute(type, name) && shadow(type.uid).field(name).hasOutputEnabled();
		const types = strapi.config.get('plugin.graphql.shadowCRUD', true) ? Object.values(strapi.contentTypes) : [];
		this.scopes = new Map(types.filter(({ uid }) => isEnabled(uid)).flatMap(type => ofType(type, { isEnabled, isShown })));
		this.taken = taken;
	}

	/** As Strapi looks for it: by the field's whole name, or by its type's and then its own. */
	flat(given) {
		const found = new Map();
		for (const [name, config] of Object.entries(given)) {
			if (name.includes('.')) {
				if (config) found.set(name, config);
			} else if (typeof config === 'object') {
				for (const [field, own] of Object.entries(config ?? {})) {
					const path = `${name}.${field}`;
					if (own && !Object.hasOwn(given, path) && !this.scopes.has(path) && !this.taken.includes(path)) found.set(path, own);
				}
			}
		}
		return [...found];
	}

	/** Who may have a field, `auth` being what code says, with what Strapi says where code leaves something open. */
	authOf(name, auth) {
		const scope = this.scopes.get(name);
		return scope ? merge({ auth: { scope: [scope] } }, { auth }).auth : auth;
	}

	/** What lectern is told of a field of Query or Mutation: false, or {scope: […]} or {}. */
	told(auth) {
		if (auth === false) return false;
		return { ...(auth.scope === undefined ? {} : { scope: [].concat(auth.scope) }) };
	}

	/** Of a field below the root: what strapi.auth is asked for; undefined: nothing. */
	asked(name, auth) {
		const given = isRoot(name) ? undefined : this.authOf(name, auth);
		return given === null || given === false ? undefined : given;
	}

	/** Whether that is code's own rule, and none that lectern asks for by itself. */
	isOwn(name, auth) {
		return JSON.stringify(this.asked(name, auth)) !== JSON.stringify(this.asked(name, undefined));
	}

	middlewares(name, given) {
		const { strapi } = this;
		const missing = what => {
			throw new Missing(`the middleware ${what}`);
		};
		return this.withLanguage(name, given).map(one => {
			if (typeof one === 'function') return one;
			if (typeof one === 'string') return strapi.middleware(one) ?? missing(one);
			if (typeof one !== 'object') throw new Error(`Invalid middleware type, expected (function,string,object), received ${typeof one}`);
			return (strapi.middleware(one.name) ?? missing(one.name))(one.options ?? {}, { strapi });
		});
	}

	/** The plugin i18n has a middleware for creations of localized types; lists are merged by their places, and it was first. */
	withLanguage(name, middlewares) {
		return middlewares.length && this.setsLanguage(name) ? [setLanguage, ...middlewares.slice(1)] : middlewares;
	}

	/** Whether the field creates a localized type. */
	setsLanguage(name) {
		const creates = type => type.pluginOptions?.i18n?.localized && name === `Mutation.${naming.getCreateMutationTypeName(type)}`;
		return Boolean(this.strapi.plugin('i18n')) && Object.values(this.strapi.contentTypes).some(creates);
	}
}
