module.exports = {
	name: 'object',
	validator(config) {
		if (config && config.bad) throw new Error('bad config');
	},
	handler: (ctx, config) => {
		ctx.state.seen = config;
		return config.pass;
	},
};
