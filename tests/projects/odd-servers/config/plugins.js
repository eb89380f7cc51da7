module.exports = ({ env }) => ({
	graphql: { enabled: true, config: { endpoint: '/graphql', shadowCRUD: true, playgroundAlways: true, depthLimit: 7, amountLimit: 100, apolloServer: { tracing: false, introspection: true } } },
	'users-permissions': { config: { jwtSecret: 'jwtsecret' } },
	shelf: { enabled: true, resolve: './src/plugins/shelf' },
	raws: { enabled: env('NOPE', true), resolve: './src/plugins/raws' },
});
