// Actions of the panel in JavaScript, for code that calls one with an object of its own in the place of a context.
import isEmpty from 'lodash/isEmpty.js';
import { errors } from '../errors.mjs';

function accountActions(app) {
	const { strapi } = app;
	const service = name => strapi.plugin('users-permissions').service(name);
	const store = key => strapi.store({ type: 'plugin', name: 'users-permissions', key });
	async function set(ctx, key, valueOf) {
		if (isEmpty(ctx.request.body)) throw new errors.ValidationError('Request body cannot be empty');
		await store(key).set({ value: valueOf(ctx.request.body) });
		ctx.send({ ok: true });
	}
	return {
		permissions: {
			async getPolicies(ctx) {
				const names = Object.keys(strapi.plugin('users-permissions').policies);
				ctx.send({ policies: names.filter(name => name !== 'permissions') });
			},
			getRoutes: async ctx => ctx.send({ routes: await service('users-permissions').getRoutes() }),
		},
		settings: {
			getEmailTemplate: async ctx => ctx.send(await store('email').get()),
			getAdvancedSettings: async ctx => ctx.send({ settings: await store('advanced').get(), roles: await service('role').find() }),
			updateAdvancedSettings: ctx => set(ctx, 'advanced', body => body),
			async getProviders(ctx) {
				const providers = await store('grant').get();
				for (const name of Object.keys(providers ?? {})) {
					if (name !== 'email') providers[name].redirectUri = service('providers').buildRedirectUri(name);
				}
				ctx.send(providers);
			},
			updateProviders: ctx => set(ctx, 'grant', ({ providers }) => providers),
		},
	};
}

export const languageActions = ({ strapi }) => ({
	locales: {
		async listLocales(ctx) {
			const service = strapi.service('plugin::i18n.locales');
			const shown = await strapi.contentAPI.sanitize.output(await service.find(), strapi.getModel('plugin::i18n.locale'));
			ctx.body = await service.setIsDefault(shown);
		},
	},
	'iso-locales': { listIsoLocales: ctx => void (ctx.body = strapi.service('plugin::i18n.iso-locales').getIsoLocales()) },
});

const ofPlugins = { 'users-permissions': accountActions, i18n: languageActions };

/** The action of a plugin's controller that answers to any object; undefined: there is none. */
export const objectAction = (app, plugin, controller, action) => ofPlugins[plugin]?.(app)[controller]?.[action];
