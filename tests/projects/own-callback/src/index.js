'use strict';

module.exports = {
	async bootstrap({ strapi }) {
		const store = strapi.store({ type: 'plugin', name: 'users-permissions', key: 'grant' });
		const value = await store.get();
		await store.set({ value: { ...value, github: { ...value.github, enabled: true, key: 'k', secret: 's', callback: 'https://usual.example.com/back' } } });
	},
};
