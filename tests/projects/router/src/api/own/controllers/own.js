module.exports = {
	find: ctx => ({ name: ctx.state.auth?.strategy.name, credentials: ctx.state.auth?.credentials ?? null, is: ctx.state.isAuthenticated }),
};
