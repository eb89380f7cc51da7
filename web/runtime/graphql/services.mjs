// The services of the plugin graphql.

/** What code asks of the extension service changes the schema, which lectern makes of the models alone: it is closed then. */
function extension(app) {
	const close = () => {
		app.closed.graphql = "the project's code changes the GraphQL schema";
		return service;
	};
	const service = new Proxy({}, { get: (target, key) => (key === 'then' || typeof key === 'symbol' ? undefined : shadow(key)) });
	const chain = new Proxy(() => chain, {
		get: (target, key) => (key === 'then' || typeof key === 'symbol' ? undefined : (...args) => (close(), void args, chain)),
	});
	const shadow =
		key =>
		(...args) => {
			void args;
			close();
			return key === 'use' ? service : chain;
		};
	return service;
}

export const graphqlServices = app => ({ extension: extension(app) });
