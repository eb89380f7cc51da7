// What code requires of the inside of @strapi/strapi: "@strapi/strapi/lib/core-api/controller/transform", and from `dist` the same.
import { Missing } from '../errors.mjs';
import { sentForm } from './form-data.mjs';
import { asOffset, isCounted, paginationOf, withTotal } from './pagination.mjs';
import { transformResponse } from './transform.mjs';

const parts = (current, factories) => ({
	factories,
	'core-api/controller/transform': {
		transformResponse: (resource, meta, options) => transformResponse(current(), resource, meta, options?.contentType),
		parseBody: ctx => (ctx.is('multipart') ? sentForm(ctx) : { data: (ctx.request.body || {}).data }),
	},
	'core-api/service': { getFetchParams: params => ({ publicationState: 'live', ...params }) },
	'core-api/service/pagination': {
		getPaginationInfo: params => paginationOf(current().config, params),
		convertPagedToStartLimit: asOffset,
		shouldCount: params => isCounted(current().config, params),
		transformPaginationResponse: withTotal,
	},
});

/** Stands for what is not there: editors write such imports by themselves, and most are never used. What is called of it throws. */
function absent(what) {
	const use = () => {
		throw new Missing(what);
	};
	const get = (target, key, self) => {
		if (key in target || typeof key === 'symbol' || key === 'then' || key === '__esModule') return target[key];
		return key === 'default' ? self : absent(`${what}: ${key}`);
	};
	return new Proxy(function () {}, { get, apply: use, construct: use });
}

/** Gives the module of a request; what lectern does not have of it is named in the log. `current` gives the App. */
export function innerStrapi(current, factories) {
	const made = parts(current, factories);
	return request => {
		const name = request.replace(/^@strapi\/strapi\/(lib|dist)\//, '').replace(/(\/index)?(\.js)?$/, '');
		const found = made[name] ?? {};
		const whole = absent(request);
		const module = new Proxy(found, {
			get: (target, key) => (Object.hasOwn(target, key) || key === '__esModule' ? target[key] : whole[key]),
		});
		if (made[name]) return module;
		console.warn(`${request}: lectern does not have it; what the project's code calls of it throws`);
		return whole;
	};
}
