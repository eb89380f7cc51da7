'use strict';
const { Readable } = require('node:stream');

// Answers with a header beyond ASCII, which Node sends in the encoding of what it writes first.
const ways = {
	text: ctx => (ctx.body = 'x'),
	json: ctx => (ctx.body = { é: 1 }),
	bytes: ctx => (ctx.body = Buffer.from('x')),
	stream: ctx => (ctx.body = Readable.from(['x'])),
	sized: ctx => Object.assign(ctx, { body: Readable.from(['x']), length: 1 }),
	empty: ctx => (ctx.status = 204),
	nothing: ctx => (ctx.body = null),
	status: ctx => (ctx.status = 202),
	named: ctx => (ctx.attachment('café.txt'), (ctx.body = Readable.from(['x']))),
	typed: ctx => ((ctx.type = 'text/plain; x="é"'), (ctx.body = Buffer.from('x'))),
	moved: ctx => ctx.redirect('/x'),
};
const written = {
	pieces: res => (res.write('x'), res.end('y')),
	'sized-pieces': res => (res.setHeader('Content-Length', 2), res.write('x'), res.end('y')),
	whole: res => res.end('y'),
	latin1: res => res.end('y', 'latin1'),
	base64: res => res.end('eA==', 'base64'),
	flushed: res => (res.flushHeaders(), res.end(Buffer.from('y'))),
	ended: res => res.end(),
};
const route = (path, handler) => ({ method: 'GET', path: `/heads/${path}`, handler, config: { auth: false } });
const begin = ctx => ctx.set('X-Lab', 'caf\u00e9 \u00ff\u0080');

module.exports = {
	routes: [
		...Object.entries(ways).map(([path, way]) => route(path, ctx => (begin(ctx), void way(ctx)))),
		...Object.entries(written).map(([path, way]) =>
			route(path, ctx => {
				begin(ctx);
				Object.assign(ctx, { respond: false });
				ctx.res.statusCode = 200;
				way(ctx.res);
			})
		),
	],
};
