module.exports = {
	first: { enabled: true, resolve: './plugins/first' },
	'users-permissions': { config: { jwtSecret: 'jwtsecret' } },
	graphql: { config: { defaultLimit: 25, maxLimit: 100 } },
	second: { enabled: true, resolve: './plugins/second' },
};
