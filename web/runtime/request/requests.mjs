// One request: a Koa context around it, the middlewares for all requests, its route, its policies and middlewares, its action.
import compose from 'koa-compose';
import isEqual from 'lodash/isEqual.js';
import { courses, follow } from '../course.mjs';
import { Missing, isOf } from '../errors.mjs';
import { identifyAdmin } from '../internal/admin-auth.mjs';
import { errorsMiddleware } from '../load/middlewares.mjs';
import { guardsOf } from '../load/table.mjs';
import { addParams, capturesOf, fitsMethod, isPublicMethod, passPublic, routeTo, routedPath } from '../load/routes.mjs';
import { isPlainData } from '../strapi/core-controller.mjs';
import { corsHeaders } from '../strapi/cors.mjs';
import { isPlainQuery } from '../strapi/query-limits.mjs';
import { Admission } from './admission.mjs';
import { respond } from './answer.mjs';
import { bodyReader } from './body.mjs';
import { makeIncoming } from './incoming.mjs';
import { NativeRequests } from './native-requests.mjs';
import { Response } from './response.mjs';
import { policyOfPage, usualHeaders } from './security.mjs';

/** What code has answered by a context. Over GraphQL the answer of the endpoint takes the place of all but headers, as in Strapi. */
function answerSoFar({ status, body, res }, isGraphQL) {
	const headers = { ...res.ownHeaders() };
	if (!isGraphQL) return { status, body, headers };
	delete headers['content-type'];
	return { headers };
}

/** Actions about the user in ctx.state.user, whom a middleware around them may have put there. */
const ofWhoAsks = ['user.me', 'auth.changePassword'].map(name => `plugin::users-permissions.${name}`);

export class Requests {
	constructor(app) {
		this.app = app;
		Object.assign(app, { requests: this, admission: new Admission(app), nativeRequests: new NativeRequests(app) });
	}

	/** The headers that lectern adds, for code that asks for them. */
	get usual() {
		return (this.usualHeaders ??= usualHeaders(this.app.config.get('middlewares')));
	}

	/** The headers of strapi::security for this request: what code has set of them before counts no more. */
	secure(ctx) {
		for (const name of this.usual.keys()) if (name !== 'vary') ctx.res.forget(name);
		const policy = policyOfPage(this.app.config.get('middlewares'), ctx);
		if (policy) ctx.set('Content-Security-Policy', policy);
	}

	context(about, body) {
		const request = makeIncoming(about, body);
		return this.app.koa.createContext(request, new Response(request, this.usual));
	}

	/** Runs code for what is done in the course of another ask, `within`; or for a client's request that lectern answers. */
	async followFor(id, { within, request }, body, run) {
		if (!request) return follow({ ask: id, transaction: 0, ctx: courses.get(within)?.ctx }, run);
		const ctx = this.context(request, body);
		return follow({ ask: id, transaction: 0, ctx }, async () => {
			await this.fill(ctx, request.caller);
			return run();
		});
	}

	/** The same for hooks. Those behind a change have the context of those before it, `kept`, where these left something in its state. */
	async followHooks(id, { within, request, change }, body, run, kept) {
		if (!request) return follow({ ask: id, transaction: 0, ctx: courses.get(within)?.ctx, isHook: true, change }, run);
		const ctx = kept.ctx ?? this.context(request, body);
		const isGraphQL = Boolean(this.app.graphql) && ctx.path === this.app.config.get('plugin.graphql.endpoint');
		return follow({ ask: id, transaction: 0, ctx, isHook: true, change }, async () => {
			if (!kept.ctx) await this.fill(ctx, request.caller);
			const before = answerSoFar(ctx, isGraphQL);
			const state = { ...ctx.state };
			const result = await run();
			const isWritten = !isEqual(answerSoFar(ctx, isGraphQL), before);
			if (isWritten) throw new Missing('an answer that a hook writes to strapi.requestContext.get()');
			kept.ctx = isEqual(state, ctx.state) ? undefined : ctx;
			return result;
		});
	}

	/** What the context of a request has when its action runs. */
	async fill(ctx, caller) {
		const [found] = this.app.routes.matching(ctx.method, ctx.path);
		if (found) addParams(ctx, found);
		else passPublic(ctx);
		if (found) ctx.state.route = { ...found.entry.route, config: found.entry.route?.config ?? {} };
		await this.readBodyOf(ctx, async () => {});
		if (caller.kind === 'public') ctx.state.isAuthenticated = false;
		else if (caller.kind === 'admin') await identifyAdmin(this.app, ctx);
		else await this.app.admission.identify(ctx, caller);
	}

	withSession(ctx, next) {
		this.session ??= this.app.server.stack.find(({ name }) => name === 'strapi::session') ?? { handler: (_, run) => run() };
		return this.session.handler(ctx, next);
	}

	readBodyOf(ctx, next) {
		const { apollo } = this.app.graphql ?? {};
		const endpoint = apollo?.isActive ? this.app.config.get('plugin.graphql.endpoint') : undefined;
		this.readBody ??= bodyReader(this.app.globals.find(({ name }) => name === 'strapi::body')?.config, endpoint);
		return this.readBody(ctx, next);
	}

	async run(ask, body, { id }) {
		const ctx = this.context(ask, body);
		try {
			await follow({ ask: id, transaction: 0, ctx }, () => (ask.all ? this.runAll(ctx) : this.runRoute(ctx, ask)));
		} catch (error) {
			ctx.onerror(error ?? new Error(`it threw ${error}`));
		}
		return respond(ctx);
	}

	/** Through all middlewares of the project. */
	async runAll(ctx) {
		this.all ??= compose([...this.app.server.stack.map(({ handler }) => handler), context => this.dispatch(context)]);
		ctx.res.hold(corsHeaders);
		ctx.res.hold(this.usual.keys());
		await this.all(ctx);
	}

	/** A route that lectern has found; or one that it could not tell, which is found here. */
	async runRoute(ctx, ask) {
		this.errors ??= errorsMiddleware(this.app);
		this.secure(ctx);
		await this.withSession(ctx, () => this.errors(ctx, () => this.runFound(ctx, ask)));
		ctx.res.forget('x-powered-by');
	}

	async runFound(ctx, { route, caller }) {
		await this.readBodyOf(ctx, async () => {
			const entry = this.app.routes.all()[route];
			const captures = entry && fitsMethod(entry, ctx.method) && capturesOf(entry, ctx.path);
			if (captures) await this.endpoint(ctx, { entry, captures }, () => this.behind(ctx, entry), caller);
			else await this.dispatch(ctx);
		});
	}

	/** The routes that fit, one after the other as long as each calls `next`. What none answers is lectern's. */
	async dispatch(ctx) {
		const { routes } = this.app;
		if (ctx.routerPath) routeTo(ctx, ctx.routerPath);
		const path = routedPath(ctx);
		if (/^\/_health\/?$/i.test(path)) {
			ctx.status = 204;
			return;
		}
		const [known] = routes.matching(ctx.method, path);
		const found = known || this.isRouted(ctx) ? [...routes.passing(ctx.method, path)] : [];
		await this.chain(ctx, found, known ? () => undefined : () => this.app.nativeRequests.runWhole(ctx));
	}

	/** Whether one of the routes that are not listed fits: of files, of GraphQL. */
	isRouted(ctx) {
		const { graphql, config } = this.app;
		return isPublicMethod(ctx) || (graphql && routedPath(ctx) === config.get('plugin.graphql.endpoint'));
	}

	/** `last`: what is behind all of them. */
	async chain(ctx, [first, ...others], last = () => undefined) {
		return first ? this.endpoint(ctx, first, () => this.chain(ctx, others, last)) : last();
	}

	/** Those behind one of them. */
	async behind(ctx, entry) {
		const found = [...this.app.routes.matching(ctx.method, ctx.path)];
		return this.chain(ctx, found.slice(found.findIndex(one => one.entry === entry) + 1));
	}

	/** What Koa's router tells code of the layer that answers. */
	enter(ctx, { entry, captures }) {
		if (!Object.hasOwn(ctx, 'matched')) {
			let layers;
			const path = routedPath(ctx);
			const get = () => (layers ??= this.app.routes.layersAt(path));
			Object.defineProperty(ctx, 'matched', { get, configurable: true, enumerable: true });
			ctx.router = this.app.strapi.server.router;
		}
		ctx.captures = captures;
		addParams(ctx, { entry, captures });
		ctx.routerPath = ctx._matchedRoute = entry.path;
		ctx.routerName = entry.name ?? null;
		if (entry.name) ctx._matchedRouteName = entry.name;
	}

	async endpoint(ctx, found, next, caller = undefined) {
		const { entry } = found;
		this.enter(ctx, found);
		if (!entry.method) return compose(entry.actions)(ctx, next);
		if (this.app.routes.panelsOwn.has(entry.route)) return this.app.nativeRequests.runPanel(ctx, ctx.method, routedPath(ctx));
		if (entry.raw) return compose(entry.actions)(ctx, next);
		ctx.state.route = { ...entry.route, config: entry.route.config ?? {} };
		if (entry.native && this.isSaid(ctx, entry.native)) return this.app.nativeRequests.runAlone(ctx, entry);
		try {
			if (!(await this.app.admission.admit(ctx, entry, caller))) return undefined;
			return await compose([...guardsOf(this.app, entry), returnBody, ...entry.actions])(ctx, next);
		} catch (error) {
			if (isOf(error, 'UnauthorizedError')) ctx.unauthorized();
			else if (isOf(error, 'ForbiddenError')) ctx.forbidden();
			else throw error;
		}
		return undefined;
	}

	/** Whether lectern can be told what code has left in ctx.query, in the body and in ctx.state.user. */
	isSaid(ctx, { type, action }) {
		if (ctx.state.user && ofWhoAsks.includes(action)) return false;
		const isRead = ctx.request.parsedQueries || ctx.app.readsQueries;
		if (isRead && !isPlainQuery(ctx.query, this.app.queryLimits)) return false;
		return !['create', 'update'].includes(action) || isPlainData(ctx.request.body?.data, this.app.contentTypes[type]);
	}
}

async function returnBody(ctx, next) {
	const value = await next();
	if ((ctx.body === undefined || ctx.body === null) && value !== undefined && value !== null) ctx.body = value;
}
