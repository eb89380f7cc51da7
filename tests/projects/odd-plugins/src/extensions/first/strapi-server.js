module.exports = plugin => {
	plugin.controllers.main.more = ctx => { ctx.body = 'more'; };
	plugin.routes.push({ method: 'GET', path: '/more', handler: 'main.more', config: { auth: false } });
	plugin.config.added = true;
	const { greeter } = plugin.services;
	plugin.services.greeter = context => { const made = greeter(context); return { ...made, greet: () => `${made.greet()}!` }; };
	return plugin;
};
