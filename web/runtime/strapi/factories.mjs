// `factories` of @strapi/strapi: core controllers, services and routers.
import qs from 'qs';
import { Missing, errors } from '../errors.mjs';

const actions = ['find', 'findOne', 'create', 'update', 'delete'];
const ofController = [
	...actions,
	'transformResponse',
	'sanitizeOutput',
	'sanitizeInput',
	'sanitizeQuery',
	'validateQuery',
	'validateInput',
];
const ofService = [...actions, 'getFetchParams', 'createOrUpdate'];

/** Strapi's own actions of a type, which lectern runs: what `super` has. */
function nativeActions(app, uid) {
	const type = app.contentTypes[uid];
	const run = async (ctx, action, data) => {
		if (app.kinds.services.has(uid) && action in app.make('services', uid) && Object.hasOwn(app.make('services', uid), action)) {
			throw new Missing(`the service's ${action} of ${uid} in the controller's own`);
		}
		const query = qs.stringify(ctx.query, { strictNullHandling: true });
		const service = action === 'find' || action === 'findOne' ? 'action.read' : 'action.write';
		try {
			return await app.call(service, [{ uid, action, id: ctx.params?.id ?? null, query, data: data ?? null }]);
		} catch (error) {
			// An entry that is not there is nothing, and no error.
			if (error.name === 'NotFoundError' && type?.kind !== 'singleType') return null;
			throw error;
		}
	};
	const sent = ctx => {
		const { data } = ctx.request.body ?? {};
		if (typeof data !== 'object' || data === null) throw new errors.ValidationError('Missing "data" payload in the request body');
		return data;
	};
	return {
		find: ctx => run(ctx, 'find'),
		findOne: ctx => run(ctx, 'findOne'),
		create: async ctx => run(ctx, 'create', sent(ctx)),
		update: async ctx => run(ctx, 'update', sent(ctx)),
		delete: ctx => run(ctx, 'delete'),
	};
}

export function makeFactories(app) {
	const core = (kind, uid, given, base) => {
		const own = (typeof given === 'function' ? given({ strapi: app.strapi }) : given) ?? {};
		const missing = name => () => {
			throw new Missing(`the ${kind}'s own ${name} of ${uid}`);
		};
		const above = Object.fromEntries(base.map(name => [name, missing(name)]));
		if (kind === 'controller') Object.assign(above, nativeActions(app, uid));
		Object.setPrototypeOf(own, above);
		return own;
	};
	return {
		createCoreController: (uid, given) => () => core('controller', uid, given, ofController),
		createCoreService: (uid, given) => () => core('service', uid, given, ofService),
		createCoreRouter: (uid, given = {}) => ({ prefix: given.prefix, coreOf: uid, given }),
	};
}
