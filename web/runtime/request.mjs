// One request: a Koa context around it, the middlewares for all requests, its route, its policies and middlewares, its action.
import { Readable } from 'node:stream';
import compose from 'koa-compose';
import isEqual from 'lodash/isEqual.js';
import qs from 'qs';
import statuses from 'statuses';
import { respond } from './answer.mjs';
import { bodyReader } from './body.mjs';
import { courses, follow } from './course.mjs';
import { AS_IT_IS, Missing, errors, isOf, ownError } from './errors.mjs';
import { makeIncoming } from './incoming.mjs';
import { errorsMiddleware } from './load/middlewares.mjs';
import { guardsOf } from './load/table.mjs';
import { addParams, capturesOf, fitsMethod, isPublicMethod, passPublic, publicRoute, routeTo, routedPath } from './load/routes.mjs';
import { Response } from './response.mjs';
import { policyOfPage, usualHeaders } from './security.mjs';
import { identifyAdmin } from './internal/admin-auth.mjs';
import { authorizationOf, authorizationSoFar, makeAuth, userOf } from './strapi/auth.mjs';
import { isPlainData } from './strapi/core-controller.mjs';
import { corsHeaders } from './strapi/cors.mjs';
import { stateOfFiles, writeForm } from './strapi/form.mjs';
import { isPlainQuery } from './strapi/query-limits.mjs';

/** Of a list that code has given members with names Strapi sees the items alone. */
const itemsOf = (name, value) => (Array.isArray(value) && Object.keys(value).length > value.length ? Array.from(value) : value);
const queryText = query => qs.stringify(query, { strictNullHandling: true, filter: itemsOf });

/** The URL, with the parameters as code has left them, or as it reads them. */
function urlOf(ctx) {
	if (!ctx.request.parsedQueries && !ctx.app.readsQueries) return ctx.path === routedPath(ctx) ? ctx.url : routedPath(ctx) + ctx.search;
	const query = queryText(ctx.query);
	return query ? `${routedPath(ctx)}?${query}` : routedPath(ctx);
}

/** The plugin reads its body by itself; what is no JSON it has answered. */
function bodyOfGraphQL(ctx) {
	try {
		return ctx.is('json') ? JSON.parse(ctx.req.bytes.toString('utf8')) : {};
	} catch {
		return {};
	}
}

/** Whether there is a body: one that was sent, or one that code has set. */
const hasBody = (body, sent) => typeof body === 'object' && body !== null && (sent.length > 0 || Object.keys(body).length > 0);

/** Whether code has changed fields or files of a form; or has given files to a request that was none. */
async function isOtherForm({ request }, takesFiles) {
	if (request.formSent && !isEqual(request.formSent, request.body)) return true;
	if (!request.formSent && !takesFiles) return false;
	return !isEqual(request.filesSent ?? [], await stateOfFiles(request.files));
}

/** The request as lectern may run it: with what code has changed in it. */
async function wholeOf(app, ctx, takesFiles = false) {
	const headers = { ...ctx.req.headers };
	const authorization = authorizationSoFar(app, ctx);
	if (authorization) headers.authorization = authorization;
	else delete headers.authorization;
	let body = ctx.req.bytes;
	if (await isOtherForm(ctx, takesFiles)) {
		const { body: fields, files } = ctx.request;
		const form = await writeForm(typeof fields === 'object' ? (fields ?? {}) : {}, files ?? {});
		headers['content-type'] = form.type;
		body = form.bytes;
	} else if (!ctx.request.formSent && hasBody(ctx.request.body, body)) {
		body = Buffer.from(JSON.stringify(ctx.request.body));
		headers['content-type'] = 'application/json';
	}
	if (body !== ctx.req.bytes) {
		delete headers['content-encoding'];
		delete headers['transfer-encoding'];
		headers['content-length'] = String(body.length);
	}
	return {
		method: ctx.method,
		url: urlOf(ctx),
		address: ctx.req.socket.remoteAddress,
		headers: Object.entries(headers),
		body: body.toString('base64url'),
	};
}

/** What lectern has answered becomes the answer of the context; what Strapi would throw is thrown. */
function take(ctx, { status, type, headers, file }, bytes, isGraphQL = false) {
	const text = bytes.toString('utf8');
	const isJson = !file && /^application\/json/.test(type ?? '');
	const value = isJson && text ? JSON.parse(text) : text;
	if (status >= 400 && typeof value?.error === 'object' && value.error) {
		const { name, message, details } = value.error;
		if (status === 404 && message === 'Not Found') return;
		// What Strapi throws comes out at the middlewares around it; what its code answers by itself does not.
		const isOfRouter = status === 501 && headers?.some(([key]) => key.toLowerCase() === 'allow');
		const isAnswered = status === 404 ? message === 'file.notFound' : isOfRouter || [401, 403, 405].includes(status);
		if (!isAnswered) throw thrown(status, name, message, details);
	}
	ctx.status = status;
	const set = new Map();
	for (const [key, one] of headers ?? []) {
		if (key.toLowerCase() === 'vary') ctx.vary(one);
		else set.set(key, set.has(key) ? [].concat(set.get(key), one) : one);
	}
	for (const [key, given] of set) ctx.set(key, given);
	if (statuses.empty[status]) return;
	// GraphQL's answer is text to the middlewares, as Apollo Server writes it.
	if (isGraphQL && isJson) ctx.body = `${text}\n`;
	else if (file) Object.assign(ctx, { body: Readable.from([bytes]), length: bytes.length });
	else ctx.body = isJson ? value : bytes;
	if (type) ctx.set('Content-Type', type);
}

/** What code has answered by a context. Over GraphQL the answer of the endpoint takes the place of all but headers, as in Strapi. */
function answerSoFar({ status, body, res }, isGraphQL) {
	const headers = { ...res.ownHeaders() };
	if (!isGraphQL) return { status, body, headers };
	delete headers['content-type'];
	return { headers };
}

/** Actions about the user in ctx.state.user, whom a middleware around them may have put there. */
const ofWhoAsks = ['user.me', 'auth.changePassword'].map(name => `plugin::users-permissions.${name}`);

function thrown(status, name, message, details) {
	// Errors of Strapi's own classes have details, those of HTTP may have none.
	if (details === undefined) return Object.assign(new Error(message), { name, status, expose: status < 500 });
	const error = ownError(Object.assign(new Error(message), { name, details }));
	return error instanceof errors.ApplicationError ? error : Object.assign(error, { status, expose: status < 500 });
}

/** On a context: the name of the strategy of code's own (strapi.auth.register) that told who asks. lectern knows no such callers. */
const byOwn = Symbol('byOwn');

function refuseOwn(ctx, what) {
	if (ctx[byOwn] !== undefined) throw new Missing(`${what} for who is told by the strategy ${ctx[byOwn]} of strapi.auth.register`);
}

/** What Strapi's strategies say of who is known and not let in, whatever the strategies behind them. */
const refusers = { 'Invalid credentials': 'users-permissions', 'Token expired': 'api-token' };

function refuse(ctx, message) {
	ctx.unauthorized(message);
	return false;
}

/** Whether a strategy of code's own lets in whom it knows. */
async function mayByStrategy(ctx) {
	const { auth, route } = ctx.state;
	try {
		await auth.strategy.verify?.(auth, route.config.auth);
		return true;
	} catch (error) {
		if (isOf(error, 'ForbiddenError')) ctx.forbidden();
		else if (isOf(error, 'UnauthorizedError')) ctx.unauthorized();
		else throw error;
		return false;
	}
}

/** On a context: the user whom lectern knows to ask. */
const identified = Symbol('identified');

/** On a context: it is here that its caller was asked for, so lectern does not know of them yet. */
const asked = Symbol('asked');

export class Requests {
	constructor(app) {
		this.app = app;
		app.requests = this;
	}

	/** Whether code has put nobody else into ctx.state.user than who is known to ask. */
	isSameUser(ctx) {
		return ctx.state?.user?.id === ctx[identified]?.id;
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
	async followHooks(id, { within, request }, body, run, kept) {
		if (!request) return follow({ ask: id, transaction: 0, ctx: courses.get(within)?.ctx, isHook: true }, run);
		const ctx = kept.ctx ?? this.context(request, body);
		const isGraphQL = Boolean(this.app.graphql) && ctx.path === this.app.config.get('plugin.graphql.endpoint');
		return follow({ ask: id, transaction: 0, ctx, isHook: true }, async () => {
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
		else await this.identify(ctx, caller);
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
		await this.errors(ctx, () => this.runFound(ctx, ask));
		ctx.res.forget('x-powered-by');
	}

	async runFound(ctx, { route, caller }) {
		await this.withSession(ctx, () =>
			this.readBodyOf(ctx, async () => {
				const entry = this.app.routes.all()[route];
				const captures = entry && fitsMethod(entry, ctx.method) && capturesOf(entry, ctx.path);
				if (captures) await this.endpoint(ctx, { entry, captures }, () => this.behind(ctx, entry), caller);
				else await this.dispatch(ctx);
			}),
		);
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
		await this.chain(ctx, found, known ? () => undefined : () => this.runWhole(ctx));
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
		if (this.app.routes.panelsOwn.has(entry.route)) return this.runPanel(ctx, ctx.method, routedPath(ctx));
		if (entry.raw) return compose(entry.actions)(ctx, next);
		ctx.state.route = { ...entry.route, config: entry.route.config ?? {} };
		if (entry.native && this.isSaid(ctx, entry.native)) return this.runAlone(ctx, entry);
		try {
			if (!(await this.admit(ctx, entry, caller))) return undefined;
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

	/** Who asks, and may they? `caller`: lectern knows it already. False: they may not, and that is answered. */
	async admit(ctx, { auth }, caller) {
		if (auth === 'none') return true;
		if (auth === 'closed') {
			ctx.unauthorized('Missing or invalid credentials');
			return false;
		}
		try {
			if (auth.strategies) return await this.admitBy(ctx, auth);
			if (auth === 'admin') {
				await identifyAdmin(this.app, ctx);
				return true;
			}
			ctx[asked] = !caller;
			await this.identify(ctx, caller ?? (await this.ask(ctx, auth)));
		} catch (error) {
			if (error.status === 401 || isOf(error, 'UnauthorizedError')) ctx.unauthorized(error.message);
			else if (error.status === 403) ctx.forbidden();
			else throw error;
			return false;
		}
		return true;
	}

	/** By the first of a route's strategies that knows who asks. False: none does, and that is answered. */
	async admitBy(ctx, { strategies, auth }) {
		let refusal;
		const caller = await this.askFor(ctx, {}).catch(error => {
			refusal = error.message;
			return {};
		});
		const own = caller.kind === 'token' ? 'api-token' : caller.kind && 'users-permissions';
		for (const strategy of strategies) {
			if (typeof strategy === 'string' && refusers[refusal] === strategy) return refuse(ctx, refusal);
			if (typeof strategy === 'string' && strategy !== own) continue;
			if (typeof strategy === 'string') {
				ctx[asked] = true;
				await this.identify(ctx, await this.ask(ctx, auth));
				return true;
			}
			const { authenticated, credentials, ability = null, error = null } = (await strategy.authenticate(ctx)) ?? {};
			if (error !== null) return refuse(ctx, error);
			if (!authenticated) continue;
			ctx.state.isAuthenticated = true;
			ctx.state.auth = { strategy, credentials, ability };
			if (this.app.strategies.own.includes(strategy)) ctx[byOwn] = strategy.name ?? 'without a name';
			return mayByStrategy(ctx);
		}
		return refuse(ctx, 'Missing or invalid credentials');
	}

	/** {kind, id} of who asks, when they have the permissions. */
	async ask(ctx, auth) {
		try {
			return await this.askFor(ctx, auth === 'user' ? { anyUser: true } : { scopes: auth });
		} catch (error) {
			// Strapi finds out who asks before it looks at what they may.
			if (error.status === 403 || auth === 'user') await this.identifyAnyone(ctx);
			throw error;
		}
	}

	/** Who asks, whatever they may; nothing is known of those who are not let in. */
	async identifyAnyone(ctx) {
		await this.askFor(ctx, {}).then(
			caller => this.identify(ctx, caller),
			() => {},
		);
	}

	/** Finds out who asks. False: code knows no such user, and that is answered. */
	async letIn(ctx) {
		try {
			await this.identifyAnyone(ctx);
			return true;
		} catch (error) {
			if (error.status !== 401) throw error;
			ctx.unauthorized(error.message);
			return false;
		}
	}

	/** The same; who sends what is no credential is refused, too. */
	async letInKnown(ctx) {
		try {
			await this.identify(ctx, await this.askFor(ctx, {}));
			return true;
		} catch (error) {
			if (error.status !== 401 && !isOf(error, 'UnauthorizedError')) throw error;
			ctx.unauthorized(error.message);
			return false;
		}
	}

	async askFor(ctx, how) {
		const request = { method: 'GET', url: '/', headers: [['authorization', await authorizationOf(this.app, ctx)]], admit: true, ...how };
		const { value, body } = await this.app.callWhole('native.request', [request]);
		const answer = JSON.parse(body.toString('utf8'));
		if (value.status < 400) return answer;
		throw Object.assign(new Error(answer.error.message), { status: value.status, expose: value.status < 500 });
	}

	async identify(ctx, { kind, id }) {
		ctx.state.isAuthenticated = true;
		if (kind === 'user') {
			ctx.state.user = ctx[identified] = await userOf(this.app, id);
		}
		ctx.state.auth = await makeAuth(this.app, ctx, kind, ctx.state.user);
	}

	// ---- what lectern does by itself

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
			const authorization = ctx[asked] ? await authorizationOf(this.app, ctx) : null;
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
		if (auth !== 'none' && auth !== 'closed' && !(await this.letIn(ctx))) return;
		await this.runWhole(ctx);
	}

	/** The whole request, as if there were no code. */
	async runWhole(ctx) {
		const { graphql, config } = this.app;
		const isGraphQL = Boolean(graphql) && routedPath(ctx) === config.get('plugin.graphql.endpoint');
		if (isGraphQL) {
			ctx.state.route ??= { method: 'ALL', path: ctx.path, info: { type: 'content-api' }, config: { auth: false } };
			if (!(await this.letIn(ctx))) return;
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

async function returnBody(ctx, next) {
	const value = await next();
	if ((ctx.body === undefined || ctx.body === null) && value !== undefined && value !== null) ctx.body = value;
}
