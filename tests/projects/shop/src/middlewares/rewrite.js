module.exports = () => async (ctx, next) => {
	if (ctx.query.only) {
		ctx.query.filters = { ...(ctx.query.filters || {}), id: { $in: ctx.query.only.split(',') } };
		delete ctx.query.only;
	}
	if (ctx.get('x-as-put') && ctx.method === 'POST') ctx.method = 'PUT';
	if (ctx.path === '/api/alias') ctx.path = '/api/items';
	if (ctx.path === '/api/gone') {
		ctx.status = 410;
		ctx.body = { gone: true };
		return;
	}
	if (ctx.path === '/api/boom') throw new Error('middleware boom');
	if (ctx.path === '/api/teapot') ctx.throw(418, 'short and stout', { details: { a: 1 } });
	await next();
	if (ctx.path === '/api/late') ctx.body = { late: true };
};
