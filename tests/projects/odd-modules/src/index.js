'use strict';
module.exports = {
	register: undefined,
	async bootstrap({ strapi }) {
		// As public projects seed: settings, permissions of roles, a language, a role of admins, a token, content.
		const settings = strapi.store({ type: 'plugin', name: 'users-permissions' });
		const advanced = await settings.get({ key: 'advanced' });
		await settings.set({ key: 'advanced', value: { ...advanced, allow_register: false, email_reset_password: 'https://front.example.com/reset', default_role: 'public' } });
		const email = await settings.get({ key: 'email' });
		email.reset_password.options.from = { name: 'Own', email: 'own@example.com' };
		await settings.set({ key: 'email', value: email });
		const [role] = await strapi.db.query('plugin::users-permissions.role').findMany({ where: { type: 'public' } });
		for (const action of ['api::category.category.find', 'api::category.category.count', 'api::nope.nope.find']) {
			const found = await strapi.db.query('plugin::users-permissions.permission').findOne({ where: { action, role: role.id } });
			if (!found) await strapi.db.query('plugin::users-permissions.permission').create({ data: { action, role: role.id } });
		}
		const store = strapi.store({ environment: '', type: 'type', name: 'setup' });
		strapi.ranBefore = await store.get({ key: 'initHasRun' });
		await store.set({ key: 'initHasRun', value: true });
		await strapi.store({ type: 'plugin', name: 'upload', key: 'settings' }).set({ value: { sizeOptimization: false, responsiveDimensions: false, autoOrientation: true } });
		await strapi.store({ type: 'plugin', name: 'i18n', key: 'default_locale' }).set({ value: 'fr' });
		const count = await strapi.entityService.count('api::office.office');
		strapi.seeded = await strapi.entityService.create('api::office.office', { data: { city: `Seeded ${count}` } });
		strapi.promised = new Promise((resolve, reject) => setTimeout(() => reject(new Error('nobody waits')), 5)).catch(() => 'caught');
		setInterval(() => {}, 1000);
	},
};
