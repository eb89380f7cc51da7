module.exports = plugin => {
	plugin.policies['signed-in'] = ctx => { if (ctx.state.user) return true; return false; };
	plugin.policies.isMe = ctx => Number(ctx.params.id) === ctx.state.user?.id;
	plugin.controllers.user.shout = ctx => { ctx.body = ctx.state.user?.username ?? 'nobody'; };
	plugin.routes['content-api'].routes.unshift(
		{ method: 'GET', path: '/users/shout', handler: 'user.shout', config: { prefix: '', auth: false } },
		{ method: 'GET', path: '/users/count-all', handler: 'user.count', config: { prefix: '', auth: false } },
		{ method: 'GET', path: '/users/count-scoped', handler: 'user.count', config: { prefix: '', auth: { scope: ['plugin::users-permissions.user.me'] } } },
		{ method: 'GET', path: '/users/me-free', handler: 'user.me', config: { prefix: '', auth: false } },
		{ method: 'GET', path: '/users/me-scoped', handler: 'user.me', config: { prefix: '', auth: { scope: ['plugin::users-permissions.user.nope'] } } },
		{ method: 'GET', path: '/users/one/:name', handler: 'user.findOne', config: { prefix: '', auth: false } },
		{ method: 'GET', path: '/users/prefixless', handler: 'user.shout', config: { auth: false } },
		{ method: 'GET', path: '/users/mine/:id', handler: 'plugin::users-permissions.user.shout', config: { prefix: '', policies: ['isMe', 'plugin::users-permissions.signed-in'], auth: { scope: ['plugin::users-permissions.user.me'] } } },
	);
	const me = plugin.routes['content-api'].routes.find(r => r.path === '/users/me' && r.method === 'GET');
	me.config.policies = ['signed-in'];
	const find = plugin.routes['content-api'].routes.find(r => r.handler === 'user.find');
	find.config.auth = { scope: ['plugin::users-permissions.user.me'] };
	return plugin;
};
