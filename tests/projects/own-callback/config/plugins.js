'use strict';

module.exports = () => ({
	graphql: true,
	i18n: true,
	upload: true,
	'users-permissions': {
		config: {
			jwtSecret: 'jwtsecret',
			callback: {
				validate(callback, { key }) {
					if (!/^https:\/\/[a-z]+\.example\.com\//.test(callback)) throw new Error(`not for ${key}`);
				},
			},
		},
	},
});
