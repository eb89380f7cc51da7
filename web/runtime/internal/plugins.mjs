// The plugins that are Strapi's own and that lectern has by itself.
import kebabCase from 'lodash/kebabCase.js';
import { documentPlugin } from './documentation.mjs';
import { Missing } from '../errors.mjs';
import { makeGraphQL } from '../graphql/plugin.mjs';
import { contentManagerServices } from '../strapi/content-manager.mjs';
import { emailActions, emailServices } from '../strapi/email.mjs';
import { i18nServices } from '../strapi/i18n.mjs';
import { uploadServices } from '../strapi/upload.mjs';
import { addLanguages } from '../load/content-types.mjs';
import { asNative, asNativeAs, nativeControllers, unmarkNative } from './native.mjs';
import { languageActions } from './object-actions.mjs';
import { withPanel } from './panel-routes.mjs';
import { typesOf } from './types.mjs';
import { uploadActions } from './upload-actions.mjs';
import { usersPermissions } from './users-permissions.mjs';

const upload = {
	name: 'upload',
	package: '@strapi/plugin-upload',
	always: true,
	make: app => ({
		config: { default: { enabled: true, provider: 'local', sizeLimit: 1000000000, actionOptions: {} }, validator() {} },
		register: () => documentPlugin(app, 'upload', '@strapi/plugin-upload'),
		contentTypes: typesOf(app, 'plugin::upload.'),
		services: uploadServices(app),
		controllers: nativeControllers(app, 'upload', { 'content-api': ['find', 'findOne', 'destroy', 'upload'] }, () =>
			uploadActions(app, []),
		),
		routes: {
			'content-api': {
				type: 'content-api',
				routes: [
					{ method: 'POST', path: '/', handler: 'content-api.upload' },
					{ method: 'GET', path: '/files', handler: 'content-api.find' },
					{ method: 'GET', path: '/files/:id', handler: 'content-api.findOne' },
					{ method: 'DELETE', path: '/files/:id', handler: 'content-api.destroy' },
				],
			},
		},
	}),
};

/** Each localized type has a route that makes another language version of an entry. */
function addLocalizationRoute(app, { uid, apiName, modelName, kind, info }) {
	const single = kind === 'singleType';
	const names = { type: uid, action: 'createLocalization' };
	const run = ctx => {
		if (app.sanitizes()) throw new Missing('createLocalization, in a project with sanitizers or validators of its own');
		return app.nativeRequests.runNative(ctx, names);
	};
	const name = kebabCase(single ? info.singularName : info.pluralName);
	const path = single ? `/${name}/localizations` : `/${name}/:id/localizations`;
	app.strapi.api[apiName].routes[modelName].routes.push({
		method: 'POST',
		path,
		handler: `${modelName}.createLocalization`,
		config: { policies: [] },
	});
	app.container
		.get('controllers')
		.extend(`api::${apiName}.${modelName}`, controller => Object.assign(controller, { createLocalization: asNative(run, names) }));
}

const i18n = {
	name: 'i18n',
	package: '@strapi/plugin-i18n',
	make: app => ({
		contentTypes: typesOf(app, 'plugin::i18n.'),
		services: i18nServices(app),
		controllers: nativeControllers(app, 'i18n', { locales: ['listLocales'] }, () => languageActions(app)),
		routes: { 'content-api': { type: 'content-api', routes: [{ method: 'GET', path: '/locales', handler: 'locales.listLocales' }] } },
		register() {
			for (const type of Object.values(app.strapi.contentTypes)) {
				addLanguages(type);
				if (type.attributes.localizations && type.apiName) addLocalizationRoute(app, type);
			}
		},
	}),
};

const email = {
	name: 'email',
	package: '@strapi/plugin-email',
	always: true,
	make(app) {
		app.mailer = emailServices(app);
		const { services, hasProvider } = app.mailer;
		const controllers = nativeControllers(app, 'email', { email: ['send'] });
		const native = controllers.email.send;
		controllers.email.send = asNativeAs(ctx => (hasProvider() ? emailActions(app).email.send(ctx) : native(ctx)), native);
		return {
			config: { default: { provider: 'sendmail', providerOptions: {}, settings: { defaultFrom: 'Strapi <no-reply@strapi.io>' } } },
			services,
			controllers,
			routes: { 'content-api': { type: 'content-api', routes: [{ method: 'POST', path: '/', handler: 'email.send' }] } },
			// What a client has sent goes the way of other mails: lectern's own, where nothing is installed.
			bootstrap: () => void (hasProvider() && unmarkNative(native)),
		};
	},
};

const graphql = { name: 'graphql', package: '@strapi/plugin-graphql', make: app => makeGraphQL(app).plugin() };

/** What it has for the content API; the rest belongs to the administration panel. */
const contentTypeBuilder = {
	name: 'content-type-builder',
	package: '@strapi/plugin-content-type-builder',
	always: true,
	make: app => ({
		controllers: nativeControllers(app, 'content-type-builder', {
			components: ['getComponents', 'getComponent'],
			'content-types': ['getContentTypes', 'getContentType'],
		}),
		routes: {
			'content-api': {
				type: 'content-api',
				routes: [
					{ method: 'GET', path: '/content-types', handler: 'content-types.getContentTypes' },
					{ method: 'GET', path: '/content-types/:uid', handler: 'content-types.getContentType' },
					{ method: 'GET', path: '/components', handler: 'components.getComponents' },
					{ method: 'GET', path: '/components/:uid', handler: 'components.getComponent' },
				],
			},
		},
	}),
};

/** Those that belong to the administration panel alone. */
const contentManager = {
	name: 'content-manager',
	package: '@strapi/plugin-content-manager',
	always: true,
	make: app => ({
		services: contentManagerServices(app),
		policies: {
			hasPermissions({ state, params }, { actions = [], hasAtLeastOne = false } = {}) {
				const may = action => state.userAbility.can(action, params.model);
				return hasAtLeastOne ? actions.some(may) : actions.every(may);
			},
			'has-draft-and-publish': ({ params }) => app.contentTypes[params.model]?.options?.draftAndPublish === true,
		},
	}),
};
const contentReleases = {
	name: 'content-releases',
	package: '@strapi/content-releases',
	always: true,
	make: ({ internals }) => ({ contentTypes: typesOf({ builtins: internals }, 'plugin::content-releases.') }),
};

/** Those with `always` come first, in this order; the others count when package.json depends on them. */
const ofPanel = plugin => ({ ...plugin, make: app => withPanel(app, plugin.name, plugin.make(app)) });
export const internalPlugins = [
	...[contentManager, contentTypeBuilder, email, upload].map(ofPanel),
	...[contentReleases, ofPanel(usersPermissions), ofPanel(i18n), graphql],
];
