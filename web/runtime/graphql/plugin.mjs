// The plugin graphql as the project has it.
import { Missing } from '../errors.mjs';
import { resolvePolicy } from '../load/policies.mjs';
import { GraphQL } from './graphql.mjs';

const defaults = { shadowCRUD: true, endpoint: '/graphql', subscriptions: false, maxLimit: -1, apolloServer: {} };

/** What generated queries may ask for, and generated changes may set. */
const guardOf = ({ strapi }) => ({
	async query(params, type, auth) {
		await strapi.contentAPI.validate.query(params, type, { auth });
		return strapi.contentAPI.sanitize.query(params, type, { auth });
	},
	input: async (data, type, auth) => strapi.contentAPI.sanitize.input(data, type, { auth }),
});

/** lectern writes the answer: no cookie of a session would come with it. */
function refuseSession() {
	throw new Missing('koaContext.session in a resolver');
}

async function open(app, ask) {
	const ctx = app.requests.context(ask, Buffer.alloc(0));
	const { query, operationName, variables } = ask;
	const sent = { query, ...(operationName ? { operationName } : {}), ...(variables ? { variables } : {}) };
	ctx.request.body = ctx.method === 'GET' ? {} : sent;
	ctx.params ??= {};
	ctx.state.route = { info: { type: 'content-api' }, config: {} };
	Object.defineProperty(ctx, 'session', { get: refuseSession, set: refuseSession });
	await app.admission.identify(ctx, ask.caller);
	return ctx;
}

export function makeGraphQL(app) {
	const made = new GraphQL(app, { guard: guardOf(app), policy: given => resolvePolicy(app, given, {}), open: ask => open(app, ask) });
	app.graphql = made;
	made.plugin = () => ({
		config: { default: defaults, validator() {} },
		services: made.services(),
		bootstrap: () => made.bootstrap(),
		destroy: () => made.apollo.stop(),
	});
	return made;
}
