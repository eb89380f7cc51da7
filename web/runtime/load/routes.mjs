// The route table.
import { pathToRegexp } from 'path-to-regexp';

function matcher(path) {
	const names = [];
	return { regexp: pathToRegexp(path, names), names };
}

function decode(text) {
	try {
		return decodeURIComponent(text);
	} catch {
		return text;
	}
}

const listed = list => (list === undefined ? undefined : [].concat(list));

export class Routes {
	constructor(contentTypes) {
		this.contentTypes = contentTypes;
		this.list = [];
	}

	/** The routes that Strapi makes for a type. */
	ofType({ coreOf, given }) {
		const { kind, info } = this.contentTypes[coreOf] ?? {};
		if (!info) return [];
		const single = kind === 'singleType';
		const path = `/${single ? info.singularName : info.pluralName}`;
		const all = single
			? [
					['find', 'GET', path],
					['update', 'PUT', path],
					['delete', 'DELETE', path],
				]
			: [
					['find', 'GET', path],
					['findOne', 'GET', `${path}/:id`],
					['create', 'POST', path],
					['update', 'PUT', `${path}/:id`],
					['delete', 'DELETE', `${path}/:id`],
				];
		return all
			.filter(([name]) => (listed(given.only)?.includes(name) ?? true) && !listed(given.except)?.includes(name))
			.map(([name, method, at]) => ({ method, path: at, handler: `${coreOf}.${name}`, config: given.config?.[name] ?? {} }));
	}

	/** What a routes file of an API exports. */
	add(router, api) {
		for (const route of router?.coreOf ? this.ofType(router) : (router?.routes ?? [])) {
			const prefix = route.config?.prefix ?? router.prefix ?? '';
			this.list.push({
				...route,
				method: route.method.trim().toUpperCase(),
				...matcher(prefix + route.path.trim()),
				info: { apiName: api, type: 'content-api' },
			});
		}
	}

	/** The route of a path behind the prefix, with its parameters; null: none that is run here. */
	find(method, path) {
		for (const route of this.list) {
			if (route.method !== method && !(method === 'HEAD' && route.method === 'GET')) continue;
			const found = route.regexp.exec(path);
			if (!found) continue;
			const params = {};
			route.names.forEach(({ name }, i) => {
				if (found[i + 1] !== undefined) params[name] = decode(found[i + 1]);
			});
			return { route, params };
		}
		return null;
	}
}
