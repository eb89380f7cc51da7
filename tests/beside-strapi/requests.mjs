// Random requests to a project: {method, path, caller, body}. `seeded` is what strapi.mjs wrote.
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { makeDocuments } from './graphql.mjs';
import { entryData, scalar, scalarNames } from './values.mjs';

const operators = {
	string: ['$eq', '$ne', '$contains', '$containsi', '$startsWith', '$notContains', '$in', '$null', '$eqi'],
	number: ['$eq', '$ne', '$gt', '$gte', '$lt', '$lte', '$in', '$between', '$notNull'],
	boolean: ['$eq', '$ne', '$null'],
};
const groups = {
	...{ string: 'string', text: 'string', richtext: 'string', uid: 'string', email: 'string', enumeration: 'string' },
	...{
		integer: 'number',
		biginteger: 'number',
		float: 'number',
		decimal: 'number',
		date: 'number',
		datetime: 'number',
		boolean: 'boolean',
	},
};
const callers = ['public', 'user', 'user', 'full', 'reading'];

/** A path's query string, with brackets for members as the package qs writes them. */
function queryString(parameters) {
	const parts = [];
	const add = (name, value) => {
		if (value !== null && typeof value === 'object') for (const [key, member] of Object.entries(value)) add(`${name}[${key}]`, member);
		else parts.push(`${encodeURI(name)}=${encodeURIComponent(value)}`);
	};
	for (const [name, value] of Object.entries(parameters)) add(name, value);
	return parts.length ? `?${parts.join('&')}` : '';
}

export class Requests {
	constructor(chance, seeded, project) {
		Object.assign(this, { chance, seeded, model: seeded.model, ids: seeded.ids });
		const named = ({ singular, plural, kind }) => (kind === 'singleType' ? singular : plural);
		const types = Object.entries(this.model.contentTypes).filter(([uid]) => uid.startsWith('api::'));
		this.types = types.map(([uid, type]) => ({ ...type, uid, path: `${seeded.prefix}/${named(type)}` }));
		this.names = namesInCode(project);
		const core = new Set(this.types.flatMap(({ path }) => [path, `${path}/:id`]));
		const panel =
			/^\/(admin|content-manager|content-type-builder|content-releases|upload|i18n|email|users-permissions|_health|documentation)\b/;
		const plugins = /^\/(users(\/(:id|me|count))?$|users-permissions|upload|email|i18n|auth|connect|content-type-builder)\b/;
		const left = /\(|\/(send-email|import|export)|forgot|reset-password|change-password/;
		const theirs = ({ path }) =>
			panel.test(path) ||
			left.test(path) ||
			plugins.test(path.slice(seeded.prefix.length)) ||
			path === seeded.graphql ||
			path.startsWith(seeded.panel) ||
			/^\/(index.html)?$/.test(path);
		const own = seeded.routes.filter(route => typeof route.path === 'string' && !core.has(route.path) && !theirs(route));
		this.reads = own.filter(({ method }) => method === 'GET');
		this.changes = own.filter(({ method }) => method !== 'GET');
		this.documents = seeded.schema && makeDocuments(chance, seeded.schema, this);
	}

	/** First those that only read, then the others. */
	*all(count) {
		for (let i = 0; i < count; i++) yield i < count * 0.6 ? this.read() : this.change();
	}

	caller() {
		return this.chance.pick(callers);
	}

	read() {
		const { chance } = this;
		const kinds = [
			...(this.types.length ? ['list', 'list', 'one'] : []),
			...(this.reads.length ? ['own'] : []),
			...(this.documents ? ['query'] : []),
		];
		switch (chance.pick(kinds)) {
			case 'list':
				return this.readType();
			case 'one':
				return this.readType(true);
			case 'query':
				return this.graphql('query');
			default:
				return this.anything();
		}
	}

	/** For a project that has nothing but users. */
	anything() {
		return this.reads.length ? this.ownRoute(this.reads) : this.account();
	}

	change() {
		const { chance } = this;
		if (chance.often(0.25)) return this.read();
		if (chance.often(0.1)) return this.account();
		const kinds = [
			...(this.types.length ? ['type', 'type'] : []),
			...(this.changes.length ? ['own'] : []),
			...(this.documents?.hasMutations ? ['mutation'] : []),
		];
		switch (chance.pick(kinds)) {
			case 'type':
				return this.changeType();
			case 'mutation':
				return this.graphql('mutation');
			default:
				return this.changes.length ? this.ownRoute(this.changes) : this.account();
		}
	}

	readType(one = false) {
		const { chance } = this;
		const type = chance.pick(this.types);
		const query = this.query(type, one || type.kind === 'singleType');
		const place = one && type.kind !== 'singleType' ? `/${this.id(type.uid)}` : '';
		return { method: 'GET', path: type.path + place + queryString(query), caller: this.caller() };
	}

	id(uid) {
		return this.chance.often(0.1) ? 999 : this.chance.pick(this.ids[uid] ?? [1, 2, 3]);
	}

	query(type, one) {
		const { chance } = this;
		const query = {};
		const scalars = scalarNames(type).filter(name => groups[type.attributes[name].type]);
		if (chance.often(0.5)) query.populate = this.populate(type);
		if (chance.often(0.3)) query.fields = chance.some(scalars, 0.5);
		if (type.localized && chance.often(0.5)) query.locale = chance.pick(['en', 'fr', 'all']);
		if (type.draft && chance.often(0.4)) query.publicationState = chance.pick(['live', 'preview']);
		if (one) return query;
		if (scalars.length && chance.often(0.5)) query.filters = this.filters(type);
		const sort = scalars.length && chance.often(0.6) ? [`${chance.pick(scalars)}:${chance.pick(['asc', 'desc'])}`] : [];
		if (sort.length || chance.often(0.5)) query.sort = [...sort, 'id'];
		if (chance.often(0.3))
			query.pagination = chance.pick([{ page: 2, pageSize: 3 }, { start: 2, limit: 4 }, { pageSize: 5, withCount: false }, { limit: 3 }]);
		return query;
	}

	populate(type, depth = 0) {
		const { chance } = this;
		const names = Object.keys(type.attributes).filter(name => /^(relation|media|component|dynamiczone)$/.test(type.attributes[name].type));
		if (!names.length || chance.often(0.3)) return '*';
		const some = chance.some(names, 0.5);
		if (chance.often(0.4)) return some;
		const populate = {};
		for (const name of some) {
			const { target, component } = type.attributes[name];
			const next = this.model.contentTypes[target] ?? this.model.components[component];
			if (!next || depth > 1 || chance.often(0.3)) populate[name] = depth > 1 ? true : chance.pick([true, '*'].slice(0, 1));
			else populate[name] = { populate: this.populate(next, depth + 1) };
		}
		return populate;
	}

	filters(type, depth = 0) {
		const { chance } = this;
		const scalars = scalarNames(type).filter(name => groups[type.attributes[name].type]);
		const relations = Object.keys(type.attributes).filter(
			name => this.model.contentTypes[type.attributes[name].target]?.plural && name !== 'createdBy',
		);
		if (depth < 2 && relations.length && chance.often(0.25)) {
			const name = chance.pick(relations);
			const inner = this.filters(this.model.contentTypes[type.attributes[name].target], depth + 2);
			return { [name]: inner };
		}
		if (depth < 1 && chance.often(0.2)) return { [chance.pick(['$or', '$and'])]: [this.filters(type, 1), this.filters(type, 1)] };
		if (!scalars.length) return { id: { $gt: 2 } };
		const name = chance.pick(scalars);
		const attribute = type.attributes[name];
		const operator = chance.pick(operators[groups[attribute.type]]);
		const value = () => scalar(chance, attribute) ?? 'a';
		if (/ull$/.test(operator)) return { [name]: { [operator]: chance.often(0.5) } };
		if (operator === '$in' || operator === '$between') return { [name]: { [operator]: [value(), value()] } };
		return { [name]: { [operator]: /^\$(contains|notContains|starts)/.test(operator) ? String(value()).slice(0, 3) : value() } };
	}

	changeType() {
		const { chance } = this;
		const type = chance.pick(this.types);
		const single = type.kind === 'singleType';
		const method = chance.pick(single ? ['PUT', 'PUT', 'PUT', 'DELETE'] : ['POST', 'POST', 'PUT', 'PUT', 'DELETE']);
		const place = single || method === 'POST' ? '' : `/${this.id(type.uid)}`;
		if (method === 'DELETE') return { method, path: type.path + place, caller: this.caller() };
		const data = entryData(chance, this.model, type.uid, { ids: this.ids, share: method === 'PUT' ? 0.3 : 0.7 });
		if (type.draft && chance.often(0.2)) data.publishedAt = null;
		const query = {
			...(chance.often(0.3) && { populate: '*' }),
			...(type.localized && method === 'POST' && chance.often(0.4) && { locale: 'fr' }),
		};
		return { method, path: type.path + place + queryString(query), caller: this.caller(), body: { data } };
	}

	/** A route of the project's own: parameters are ids or texts, members of the body those that the code speaks of. */
	ownRoute(routes) {
		const { chance } = this;
		const route = chance.pick(routes);
		const place = route.path.replace(/:(\w+)(\?|\([^)]*\))?/g, (all, name) => encodeURIComponent(this.named(name)));
		const query = {};
		for (const name of chance.some(this.names.query, 0.4)) query[name] = this.named(name);
		if (chance.often(0.2)) query.populate = '*';
		const request = { method: route.method, path: place + queryString(query), caller: this.caller() };
		if (/GET|DELETE/.test(route.method)) return request;
		const members = Object.fromEntries(chance.some(this.names.body, 0.8).map(name => [name, this.named(name)]));
		const type = this.types.find(({ path }) => route.path.startsWith(path));
		const data = type ? entryData(chance, this.model, type.uid, { ids: this.ids }) : members;
		return { ...request, body: chance.often(0.5) ? { ...members, data } : { ...data, ...members } };
	}

	/** A value for a parameter or argument that only has a name. */
	named(name) {
		const { chance } = this;
		if (/e-?mail|identifier/i.test(name)) return chance.pick(this.seeded.users.map(({ email }) => email));
		if (/id$|^id|Ids?$|user|author/i.test(name)) return chance.pick([1, 2, 3, 4, 5, 6, 999]);
		if (/password/i.test(name)) return 'Passw0rd-1';
		if (/count|number|amount|price|page|limit|size|start|offset|total|quantity|year|month/i.test(name)) return chance.below(20);
		if (/date|time|from|until|to$/i.test(name)) return scalar(chance, { type: 'datetime' });
		if (/^is|^has|enabled/i.test(name)) return chance.often(0.5);
		return scalar(chance, { type: 'string' });
	}

	account() {
		const { chance, seeded } = this;
		const auth = `${seeded.prefix}/auth/local`;
		const { email, name } = chance.pick(seeded.users) ?? { email: 'ada@example.com', name: 'ada' };
		const more = entryData(chance, this.model, 'plugin::users-permissions.user', { ids: this.ids, share: 0.3 });
		delete more.confirmationToken; // Of these lectern takes none from a client,
		delete more.resetPasswordToken;
		delete more.password; // and a changed password ends the user's tokens.
		const register = { username: `new${chance.below(1000)}`, email: `new${chance.below(1000)}@example.com`, password: 'Passw0rd-1' };
		return chance.pick([
			{ method: 'POST', path: auth, caller: 'public', body: { identifier: email, password: 'Passw0rd-1' } },
			{ method: 'POST', path: auth, caller: 'public', body: { identifier: name, password: chance.pick(['wrong', 'Passw0rd-1']) } },
			{ method: 'POST', path: `${auth}/register`, caller: 'public', body: { ...(chance.often(0.5) && more), ...register } },
			{ method: 'GET', path: `${seeded.prefix}/users/me${chance.pick(['', '?populate=*'])}`, caller: 'user' },
			{ method: 'GET', path: `${seeded.prefix}/users${chance.pick(['', '?populate=role', '/1'])}`, caller: this.caller() },
			{ method: 'PUT', path: `${seeded.prefix}/users/${chance.below(5)}`, caller: this.caller(), body: more },
		]);
	}

	graphql(kind) {
		return { method: 'POST', path: this.seeded.graphql, caller: this.caller(), body: { query: this.documents.make(kind) } };
	}
}

/** Names of members that the project's code reads of queries and bodies. */
function namesInCode(project) {
	const names = { query: new Set(), body: new Set() };
	for (const file of readdirSync(path.join(project, 'src'), { recursive: true })) {
		if (!/\.(js|ts)$/.test(file) || /node_modules|admin/.test(file)) continue;
		const text = readFileSync(path.join(project, 'src', file), 'utf8');
		const read = (kind, list) => list.match(/[A-Za-z_]\w*/g)?.forEach(name => names[kind].add(name));
		for (const [, list, kind] of text.matchAll(/\{([\w\s,]+)\}\s*(?::\s*[\w.<>]+\s*)?=\s*ctx\.(?:request\.)?(query|body)\b/g))
			read(kind, list);
		for (const [, kind, name] of text.matchAll(/ctx\.(?:request\.)?(query|body)\??\.(\w+)/g)) read(kind, name);
	}
	for (const name of ['populate', 'filters', 'sort', 'pagination', 'fields', 'locale', 'data', 'where']) {
		names.query.delete(name);
		names.body.delete(name);
	}
	return { query: [...names.query], body: [...names.body] };
}
