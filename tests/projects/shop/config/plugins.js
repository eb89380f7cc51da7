module.exports = ({ env }) => ({
	graphql: {
		enabled: true,
		config: {
			endpoint: '/graphql',
			shadowCRUD: true,
			playgroundAlways: true,
			depthLimit: 7,
			amountLimit: 100,
			apolloServer: { tracing: false, introspection: true },
		},
	},
	'users-permissions': { config: { jwtSecret: env('JWT_SECRET', 'jwtsecret') } },
	tally: { enabled: true, resolve: './src/plugins/tally', config: { step: 2 } },
});
