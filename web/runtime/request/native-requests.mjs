// What lectern does by itself of a request that code has seen: an action, or the whole.
import { AS_IT_IS, errors } from '../errors.mjs';
import { isPublicMethod, passPublic, publicRoute, routedPath } from '../load/routes.mjs';
import { authorizationOf } from '../strapi/auth.mjs';
import { isAskedForHere, refuseOwn } from './admission.mjs';
import { take } from './taken.mjs';
import { queryText, wholeOf } from './whole.mjs';

/** The plugin reads its body by itself; what is no JSON it has answered. */
function bodyOfGraphQL(ctx) {
	try {
		return ctx.is('json') ? JSON.parse(ctx.req.bytes.toString('utf8')) : {};
	} catch {
		return {};
	}
}

export class NativeRequests {
	constructor(app) {
		this.app = app;
	}

	/** An action of a content type, in the place of `super.find` and the like: gives what it would return. */
	async runCore(ctx, { type, action }) {
		const writes = !action.startsWith('find');
		refuseOwn(ctx, `the action ${action} of ${type}`);
		const query = queryText(ctx.query);
		let data = null;
		if (action === 'create' || action === 'update') {
			data = ctx.request.body?.data;
			if (typeof data !== 'object' || data === null) throw new errors.ValidationError('Missing "data" payload in the request body');
		}
		try {
			const authorization = isAskedForHere(ctx) ? await authorizationOf(this.app, ctx) : null;
			const args = { uid: type, action, id: ctx.params?.id ?? null, query, data, authorization };
			return await this.app.call(writes ? 'action.write' : 'action.read', [args]);
		} catch (error) {
			// An entry that is not there is nothing, and no error.
			const isSingle = this.app.contentTypes[type].kind === 'singleType';
			if (error.name === 'NotFoundError') return isSingle && action === 'delete' ? undefined : null;
			throw error;
		}
	}

	/** An action of a plugin, without asking for its permission. */
	async runNative(ctx, names) {
		refuseOwn(ctx, names.action);
		const { 0: rest, ...named } = ctx.params ?? {};
		const first = Object.values(named)[0] ?? (ctx._matchedRoute?.includes('(.*)') ? rest : '');
		const id = named.id ?? first ?? '';
		await this.native(ctx, { ...names, id: String(id), anonymous: ctx.state.route?.config?.auth === false });
	}

	/** What lectern's administration answers to the request as code has left it. `returns`: gives it, as Strapi's action does. */
	async runPanel(ctx, method, path, returns = false) {
		const whole = await wholeOf(this.app, ctx);
		const at = whole.url.indexOf('?');
		const url = at < 0 ? path : path + whole.url.slice(at);
		const { value, body } = await this.app.callWhole('native.request', [{ ...whole, method, url, panel: true }]);
		if (returns && value.status === 200) return JSON.parse(body.toString('utf8'));
		take(ctx, value, body);
		return undefined;
	}

	/** What lectern answers by itself, behind middlewares that may look at who asked. Why nobody may is lectern's to say. */
	async runAlone(ctx, { auth }) {
		if (auth !== 'none' && auth !== 'closed' && !(await this.app.admission.letIn(ctx))) return;
		await this.runWhole(ctx);
	}

	/** The whole request, as if there were no code. */
	async runWhole(ctx) {
		const { graphql, config } = this.app;
		const isGraphQL = Boolean(graphql) && routedPath(ctx) === config.get('plugin.graphql.endpoint');
		if (isGraphQL) {
			ctx.state.route ??= { method: 'ALL', path: ctx.path, info: { type: 'content-api' }, config: { auth: false } };
			if (!(await this.app.admission.letIn(ctx))) return;
			graphql.readBody(ctx);
		} else if (isPublicMethod(ctx)) {
			passPublic(ctx);
			ctx.state.route ??= publicRoute;
			ctx.routerPath ??= ctx._matchedRoute = publicRoute.path;
		}
		await this.native(ctx, { panel: !isGraphQL }, isGraphQL);
		if (isGraphQL) ctx.request.body ??= bodyOfGraphQL(ctx);
	}

	/** What lectern's GraphQL answers to an operation, as it is: with what was thrown. A form is sent as it came. */
	async askGraphQL(ctx, sent) {
		const whole = await wholeOf(this.app, ctx);
		const { host, authorization, cookie } = Object.fromEntries(whole.headers);
		const isForm = Boolean(ctx.is('multipart'));
		const named = { host, authorization, cookie, 'content-type': isForm ? ctx.get('content-type') : 'application/json' };
		const headers = Object.entries(named).filter(([, value]) => value);
		const body = (isForm ? ctx.req.bytes : Buffer.from(JSON.stringify(sent))).toString('base64url');
		const request = { ...whole, method: 'POST', url: routedPath(ctx), headers, body, panel: false };
		const { value, body: bytes } = await this.app.callWhole('native.request', [request]);
		return { ...JSON.parse(bytes.toString('utf8')), status: value.status };
	}

	async native(ctx, names, isGraphQL = false) {
		const whole = await wholeOf(this.app, ctx, names.action?.startsWith('plugin::upload.'));
		const { value, body } = await this.app.callWhole('native.request', [{ ...whole, ...names }]);
		try {
			take(ctx, value, body, isGraphQL);
		} catch (error) {
			throw (error.name === AS_IT_IS && this.app.lifecycles.original(error)) || error;
		}
	}
}
