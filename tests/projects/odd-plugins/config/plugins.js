'use strict';
const path = require('path');

module.exports = ({ env }) => ({
	first: { enabled: true, resolve: './src/plugins/first', config: { own: 1, list: ['given'], deep: { a: 1 }, at: path.basename(__dirname) } },
	'second-one': { enabled: env.bool('SECOND', true), resolve: path.join(__dirname, '..', 'src', 'plugins', 'second-one') },
	third: { resolve: './src/plugins/third', enabled: true },
	fourth: { enabled: false, resolve: './src/plugins/nowhere', config: { x: 1 } } && { enabled: false },
	'absent-one': false,
	upload: { config: { breakpoints: { large: 1000, small: 500 }, sizeLimit: 250 * 1024, provider: 'local', providerOptions: { sizeLimit: 1000 }, security: { allowedTypes: ['image/*'] } } },
	email: { config: { settings: { defaultFrom: 'a@b.c' } } },
	'users-permissions': { config: { jwtSecret: 'jwtsecret', jwt: { expiresIn: '7d' }, ratelimit: { max: 3 }, own: { x: 1 } } },
	i18n: { enabled: true, config: { own: 1 } },
	graphql: { config: { defaultLimit: 3, maxLimit: 5, depthLimit: 4, amountLimit: 50, shadowCRUD: true, endpoint: '/graphql', apolloServer: { introspection: true } } },
});
