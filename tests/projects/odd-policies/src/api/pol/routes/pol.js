const e = require('@strapi/utils').errors;
let n = 0;
const auth = { scope: [] };
const routes = [];
const add = (name, policies, more = {}) => routes.push({ method: 'GET', path: `/pol/${name}`, handler: more.handler ?? 'pol.seen', config: { auth: false, policies, ...more, handler: undefined } });
add('plain', ['global::plain']);
add('plain-config', [{ name: 'global::plain', config: { a: [1] } }]);
add('plain-options', [{ name: 'global::plain', options: { a: 1 } }]);
add('plain-null', [{ name: 'global::plain', config: null }]);
add('object', [{ name: 'global::object', config: { pass: true } }]);
add('object-undef', [{ name: 'global::object', config: {} }]);
add('object-false', [{ name: 'global::object', config: { pass: false } }]);
add('object-one', [{ name: 'global::object', config: { pass: 1 } }]);
add('object-null', [{ name: 'global::object', config: { pass: null } }]);
add('object-text', [{ name: 'global::object', config: { pass: 'true' } }]);
add('object-list', [{ name: 'global::object', config: { pass: [] } }]);
add('object-string', ['global::object']);
add('made', [{ name: 'global::made', config: { n: 2 } }]);
add('made-no', [{ name: 'global::made', config: { n: 1 } }]);
add('camel', ['global::Camel_Case']);
add('esm', ['global::esm', { name: 'global::esm', config: {} }]);
add('esm-no', ['global::esm', { name: 'global::esm', config: { no: true } }]);
add('class', ['global::clas']);
add('this', ['global::nothandled']);
add('own', ['own']);
add('own-full', ['api::pol.own']);
add('own-config', [{ name: 'own', config: { deep: { x: 1 } } }]);
add('owner', ['is-owner']);
add('owner-auth', ['api::pol.is-owner'], { auth });
add('of-other', ['api::category.other']);
add('of-plugin', ['plugin::users-permissions.signed-in'], { auth });
add('isauth', ['plugin::users-permissions.isMe']);
add('admin', ['admin::isAuthenticatedAdmin']);
add('none', []);
add('undef', undefined);
add('seen-query', [ctx => { ctx.request.query.added = 'yes'; return true; }]);
add('set-query', [ctx => { ctx.query = { set: 1 }; }]);
add('set-request-query', [ctx => { ctx.request.query = { set: '1' }; }]);
add('set-params', [ctx => { ctx.params.extra = '1'; }]);
add('replace-params', [ctx => { ctx.params = { extra: '1' }; }]);
add('set-body', [ctx => { ctx.body = { by: 'policy' }; }]);
add('set-response-body', [ctx => { ctx.response.body = { by: 'policy' }; }], { handler: 'pol.body' });
add('set-response-status', [ctx => { ctx.response.status = 418; ctx.response.set('x-lab', 'p'); }]);
add('set-response-false', [ctx => { ctx.response.status = 418; ctx.response.body = 'tea'; return false; }]);
add('set-type', [ctx => { 'use strict'; ctx.type = 'x'; }]);
add('set-is', [ctx => { 'use strict'; ctx.is = 'x'; ctx.state.seen = ctx.is; }]);
add('has-unauthorized', [ctx => typeof ctx.unauthorized === 'undefined' && typeof ctx.throw === 'undefined' && typeof ctx.get === 'undefined']);
add('calls-unauthorized', [ctx => ctx.unauthorized('x')]);
add('response-unauthorized', [ctx => { ctx.response.unauthorized('not you', { a: 1 }); return false; }]);
add('response-forbidden', [ctx => ctx.response.forbidden('not you')]);
add('request-ctx', [ctx => { ctx.request.ctx.state.seen = 'by ctx'; return ctx.request.ctx.query.a === undefined; }]);
add('request-ctx-throw', [ctx => ctx.request.ctx.throw(402, 'pay', { x: 1 })]);
add('koa', [ctx => { ctx.state.seen = [typeof ctx.koaContext, typeof ctx.context, typeof ctx.app, typeof ctx.req, typeof ctx.res, typeof ctx.cookies, typeof ctx.request.header, typeof ctx.originalUrl, ctx.respond ?? null, typeof ctx.router, typeof ctx.session]; }]);
add('proxy', [async ctx => { const own = Object.getOwnPropertyNames(ctx); ctx.state.seen = own.sort(); }]);
for (const [name, error] of Object.entries({
	application: () => new e.ApplicationError('app', { a: 1 }),
	validation: () => new e.ValidationError('val', { a: 1 }),
	policy: () => new e.PolicyError('pol', { policy: 'x' }),
	policy0: () => new e.PolicyError(),
	forbidden: () => new e.ForbiddenError('for', { a: 1 }),
	unauthorized: () => new e.UnauthorizedError('una', { a: 1 }),
	notfound: () => new e.NotFoundError('not', { a: 1 }),
	payload: () => new e.PayloadTooLargeError('big'),
	rate: () => new e.RateLimitError('often', { a: 1 }),
	pagination: () => new e.PaginationError('page'),
	notimplemented: () => new e.NotImplementedError('impl'),
	plain: () => new Error('secret'),
	status: () => Object.assign(new Error('with status'), { status: 409 }),
	expose: () => Object.assign(new Error('exposed'), { status: 503, expose: true }),
	text: () => 'text',
	nothing: () => undefined,
	nil: () => null,
	object: () => ({ status: 400, message: 'obj' }),
	type: () => new TypeError('type'),
	http: () => require('@strapi/utils').errors.HttpError && new e.HttpError('http'),
})) {
	add(`throw-${name}`, [() => { throw error(); }]);
	add(`reject-${name}`, [async () => { throw error(); }]);
	add(`return-${name}`, [() => error()]);
}
for (const [name, value] of Object.entries({ true: true, false: false, undefined, null: null, zero: 0, one: 1, empty: '', text: 'x', object: {}, list: [], fn: () => true, promise: Promise.resolve(true), nan: NaN })) add(`value-${name}`, [() => value]);
add('order', [ctx => { ctx.state.order = ['a']; }, { name: 'own', config: 1 }, ctx => { ctx.state.seen = ctx.state.order; }], { middlewares: [(ctx, next) => { ctx.state.seen.push('m'); return next(); }] });
add('stop-first', [() => false, () => { throw new Error('never'); }]);
add('mw-name', [], { middlewares: ['global::tag', { name: 'global::tag', config: { tag: 'two' } }, 'api::pol.own'] });
add('mw-nothing', [], { middlewares: ['global::nothing', { name: 'global::nothing' }] });
add('mw-own', [], { middlewares: [{ name: 'api::pol.own', config: { a: 1 } }] });
add('mw-after', [], { middlewares: ['api::pol.after'] });
add('mw-stops', [], { middlewares: ['api::pol.stops'] });
add('mw-returns', [], { middlewares: ['api::pol.returns'] });
add('mw-inline', [], { middlewares: [async (ctx, next) => { const got = await next(); ctx.set('x-lab', typeof got); ctx.body = { got, body: ctx.body }; }] });
add('mw-two-next', [], { middlewares: [async (ctx, next) => { await next(); await next(); }] });
add('mw-throw', [], { middlewares: [() => { throw new e.ForbiddenError('m'); }] });
add('mw-unauth', [], { middlewares: [() => { throw new e.UnauthorizedError('m'); }] });
add('mw-catch', [], { handler: () => { throw new e.ForbiddenError('m'); }, middlewares: [async (ctx, next) => { try { await next(); } catch (error) { ctx.body = error.message; } }] });
add('mw-policy', [() => false], { middlewares: [async (ctx, next) => { ctx.body = 'never'; }] });
add('mw-rate', [], { middlewares: ['plugin::users-permissions.rateLimit'] });
add('mw-options', [], { middlewares: [{ name: 'global::tag', options: { tag: 'o' } }] });
add('mw-strapi', [], { middlewares: [{ name: 'strapi::errors' }, 'strapi::body'] });
routes.push({ method: 'GET', path: '/pol/last', handler: 'pol.made', config: { auth: false } });
module.exports = { routes };
