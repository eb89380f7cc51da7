// One request to a route of the project's own: a Koa context around it, its policies and middlewares, its action.
import { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import Koa from 'koa';
import compose from 'koa-compose';
import delegate from 'delegates';
import camelCase from 'lodash/camelCase.js';
import qs from 'qs';
import statuses from 'statuses';
import { follow } from './course.mjs';
import { Missing, answerOf, errors, httpAnswer, isOf } from './errors.mjs';
import { Answer } from './link.mjs';
import { strict } from './load/strict.mjs';

function makeKoa(app, { proxy, keys }) {
	const koa = new Koa({ proxy: Boolean(proxy) });
	koa.keys = keys;
	const delegator = delegate(koa.context, 'response');
	for (const code of statuses.codes.filter(status => status >= 400 && status < 600)) {
		const name = camelCase(statuses.message[code]);
		koa.response[name] = function (message, details = {}) {
			Object.assign(this, httpAnswer(code, message, details));
		};
		delegator.method(name);
	}
	koa.response.send = function (data, status = 200) {
		this.status = status;
		this.body = data;
	};
	koa.response.created = function (data) {
		this.status = 201;
		this.body = data;
	};
	koa.response.deleted = function (data) {
		this.status = data === undefined || data === null ? 204 : 200;
		if (this.status === 200) this.body = data;
	};
	delegator.method('send').method('created').method('deleted');
	Object.defineProperty(koa.request, 'query', {
		get() {
			this.parsedQueries ??= {};
			return (this.parsedQueries[this.querystring] ??= qs.parse(this.querystring, {
				strictNullHandling: true,
				arrayLimit: 100,
				depth: 20,
			}));
		},
		set(value) {
			this.querystring = qs.stringify(value);
		},
	});
	koa.silent = true;
	return koa;
}

/** The body as strapi::body reads it. */
function parseBody(headers, body) {
	const type = (headers['content-type'] ?? '').split(';')[0].trim().toLowerCase();
	if (!body.length) return {};
	if (type === 'application/json' || type.endsWith('+json')) {
		try {
			return JSON.parse(body.toString('utf8'));
		} catch (error) {
			throw Object.assign(new errors.ApplicationError(error.message), { name: 'BadRequestError' });
		}
	}
	if (type === 'application/x-www-form-urlencoded') return qs.parse(body.toString('utf8'));
	if (type.startsWith('text/')) return body.toString('utf8');
	if (type.startsWith('multipart/')) throw new Missing('ctx.request.files');
	return {};
}

export class Requests {
	constructor(app, config) {
		this.app = app;
		this.koa = makeKoa(app, { proxy: config.server?.proxy, keys: config.server?.app?.keys });
		this.prefix = (config.api?.rest?.prefix ?? '/api').replace(/\/+$/, '');
	}

	context({ method, url, headers, address }, body) {
		const request = Readable.from(body.length ? [body] : []);
		const fields = {};
		for (const [name, value] of headers) {
			const key = name.toLowerCase();
			fields[key] = key in fields ? `${fields[key]}, ${value}` : value;
		}
		Object.assign(request, {
			method,
			url,
			originalUrl: url,
			headers: fields,
			httpVersion: '1.1',
			socket: { remoteAddress: address, encrypted: false },
		});
		const context = this.koa.createContext(request, new ServerResponse(request));
		context.respond = true;
		return context;
	}

	async run(ask, body, { id }) {
		const ctx = this.context(ask, body);
		const found = this.app.routes.find(ctx.method, ctx.path.slice(this.prefix.length));
		if (!found || typeof found.route.handler !== 'string') throw new Missing(`the route ${ctx.method} ${ctx.path}`);
		try {
			await follow({ ask: id, transaction: 0, ctx }, () => this.answer(ctx, found, ask, body));
		} catch (error) {
			Object.assign(
				ctx,
				answerOf(error, thrown => this.app.link.log('error', String(thrown?.stack ?? thrown))),
			);
		}
		return respond(ctx);
	}

	async answer(ctx, { route, params }, ask, body) {
		ctx.request.body = parseBody(ctx.headers, body);
		ctx.params = ctx.request.params = params;
		ctx.routerPath = undefined;
		ctx.state.route = { ...route, config: route.config ?? {} };
		await this.identify(ctx, ask);
		try {
			await compose([this.policies(route), ...this.middlewares(route), returnBody, this.app.action(route)])(ctx);
		} catch (error) {
			if (isOf(error, 'UnauthorizedError')) ctx.unauthorized();
			else if (isOf(error, 'ForbiddenError')) ctx.forbidden();
			else throw error;
		}
		if (!ctx.response._explicitStatus) ctx.notFound();
	}

	async identify(ctx, { caller }) {
		if (ctx.state.route.config.auth === false) return;
		ctx.state.isAuthenticated = true;
		if (caller.kind === 'user') {
			const where = { where: { id: caller.id }, populate: ['role'] };
			ctx.state.user = await this.app.call('db.query.findOne', ['plugin::users-permissions.user', where]);
		}
		ctx.state.auth = strict('ctx.state.auth', {
			strategy: { name: caller.kind === 'token' ? 'api-token' : 'users-permissions' },
			credentials: caller.kind === 'user' ? ctx.state.user : null,
		});
	}

	policies(route) {
		const resolved = (route.config?.policies ?? []).map(given => this.policy(given, route.info.apiName));
		return async (ctx, next) => {
			const context = Object.assign({ is: type => type === 'koa', type: 'koa' }, ctx);
			for (const { handler, config } of resolved) {
				const result = await handler(context, config, { strapi: this.app.strapi });
				if (result !== true && result !== undefined) throw new errors.PolicyError();
			}
			await next();
		};
	}

	policy(given, api) {
		if (typeof given === 'function') return { handler: given, config: {} };
		const name = typeof given === 'string' ? given : given.name;
		const config = (typeof given === 'object' && given.config) || {};
		const policy = this.app.named('policies', name, api);
		if (policy === undefined) throw new Missing(`the policy ${name}`);
		if (typeof policy === 'function') return { handler: policy, config };
		policy.validator?.(config);
		return { handler: policy.handler, config };
	}

	middlewares(route) {
		return (route.config?.middlewares ?? []).map(given => {
			if (typeof given === 'function') return given;
			const name = typeof given === 'string' ? given : given.name;
			const factory = name && this.app.named('middlewares', name, route.info.apiName);
			if (!factory) throw new Missing(`the middleware ${name ?? given.resolve}`);
			return factory((typeof given === 'object' && given.config) || {}, { strapi: this.app.strapi }) ?? ((ctx, next) => next());
		});
	}
}

async function returnBody(ctx, next) {
	const value = await next();
	if ((ctx.body === undefined || ctx.body === null) && value !== undefined && value !== null) ctx.body = value;
}

/** As Koa ends a request. */
async function respond(ctx) {
	const { res } = ctx;
	let { body } = ctx;
	if (body && typeof body.pipe === 'function') {
		const pieces = [];
		for await (const piece of body) pieces.push(Buffer.from(piece));
		body = Buffer.concat(pieces);
	} else if (statuses.empty[ctx.status] || body === undefined || body === null) {
		body = statuses.empty[ctx.status] || ctx.response._explicitNullBody ? '' : String(ctx.message || ctx.status);
		if (body) ctx.type = 'text/plain';
	} else if (!Buffer.isBuffer(body) && typeof body !== 'string') body = JSON.stringify(body);
	const headers = Object.entries(res.getHeaders())
		.filter(([name]) => name !== 'content-length')
		.flatMap(([name, value]) => (Array.isArray(value) ? value.map(one => [name, String(one)]) : [[name, String(value)]]));
	return new Answer({ status: ctx.status, headers }, Buffer.from(body ?? ''));
}
