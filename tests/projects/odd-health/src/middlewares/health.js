'use strict';

// Says something of its own about the state of the server, and sees what all others get.
module.exports = () => async (ctx, next) => {
	if (ctx.query.full) {
		ctx.body = { up: true };
		return;
	}
	await next();
	ctx.set('X-Lab', `${ctx.method} ${ctx.status}`);
};
