// The plugin users-permissions: its actions are lectern's own.
import { documentPlugin } from './documentation.mjs';
import { usersPermissionsServices } from '../strapi/users-permissions.mjs';
import { authProviders } from '../strapi/auth-providers.mjs';
import { accountActions } from './account-actions.mjs';
import { asNative, asNativeAs, nativeControllers } from './native.mjs';
import { rateLimit } from './rate-limit.mjs';
import { utilsOf } from '../strapi/utils.mjs';
import { contentManagerUser } from './panel-routes.mjs';
import { typesOf } from './types.mjs';

const actions = {
	auth: [
		'callback',
		'changePassword',
		'resetPassword',
		'connect',
		'forgotPassword',
		'register',
		'emailConfirmation',
		'sendEmailConfirmation',
	],
	user: ['create', 'update', 'find', 'findOne', 'count', 'destroy', 'me'],
	role: ['createRole', 'findOne', 'find', 'updateRole', 'deleteRole'],
	permissions: ['getPermissions'],
};

/** The actions in JavaScript, as where code has replaced these methods: none of them calls lectern's own. */
const inJavaScript = app => accountActions(app, ['user.add', 'providers.connect']);

const limited = { middlewares: ['plugin::users-permissions.rateLimit'], prefix: '' };

const routes = [
	['GET', '/connect/(.*)', 'auth.connect', limited],
	['POST', '/auth/local', 'auth.callback', limited],
	['POST', '/auth/local/register', 'auth.register', limited],
	['GET', '/auth/:provider/callback', 'auth.callback', { prefix: '' }],
	['POST', '/auth/forgot-password', 'auth.forgotPassword', limited],
	['POST', '/auth/reset-password', 'auth.resetPassword', limited],
	['GET', '/auth/email-confirmation', 'auth.emailConfirmation', { prefix: '' }],
	['POST', '/auth/send-email-confirmation', 'auth.sendEmailConfirmation', { prefix: '' }],
	['POST', '/auth/change-password', 'auth.changePassword', limited],
	['GET', '/users/count', 'user.count', { prefix: '' }],
	['GET', '/users', 'user.find', { prefix: '' }],
	['GET', '/users/me', 'user.me', { prefix: '' }],
	['GET', '/users/:id', 'user.findOne', { prefix: '' }],
	['POST', '/users', 'user.create', { prefix: '' }],
	['PUT', '/users/:id', 'user.update', { prefix: '' }],
	['DELETE', '/users/:id', 'user.destroy', { prefix: '' }],
	['GET', '/roles/:id', 'role.findOne'],
	['GET', '/roles', 'role.find'],
	['POST', '/roles', 'role.createRole'],
	['PUT', '/roles/:role', 'role.updateRole'],
	['DELETE', '/roles/:role', 'role.deleteRole'],
	['GET', '/permissions', 'permissions.getPermissions'],
];

/** Where a client is sent in the end may differ from what is configured in its parameters alone. */
export function validateCallback(callback, provider) {
	let wanted, known;
	try {
		wanted = new URL(callback);
		known = new URL(provider.callback);
	} catch {
		throw new Error('The callback is not a valid URL');
	}
	for (const part of ['origin', 'pathname']) {
		if (wanted[part] === known[part]) continue;
		const what = part === 'origin' ? 'origins' : part;
		throw new Error(`Forbidden callback provided: ${what} don't match. Please verify your config.`);
	}
}

const config = {
	default: ({ env }) => ({
		jwtSecret: env('JWT_SECRET'),
		jwt: { expiresIn: '30d' },
		ratelimit: { interval: 60000, max: 10 },
		layout: { user: { actions: { create: 'contentManagerUser.create', update: 'contentManagerUser.update' } } },
		callback: { validate: validateCallback },
	}),
	validator() {},
};

/** Who has a role is shown to no client, whatever may be populated. */
const hideUsersOfRoles = app => schema => entity => {
	const { traverseEntity } = utilsOf(app);
	const visit = ({ schema: { uid }, key, attribute }, { remove }) => {
		if (uid === 'plugin::users-permissions.role' && attribute.type === 'relation' && attribute.target === 'plugin::users-permissions.user')
			remove(key);
	};
	return traverseEntity(visit, { schema }, entity);
};

/** The actions of signing in, which may have to do with a provider of code's. */
function withProviders(controllers, { actions: around }) {
	for (const [name, run] of Object.entries(around)) {
		const native = controllers.auth[name];
		controllers.auth[name] = asNativeAs((ctx, next) => run(ctx, native, next), native);
	}
	return controllers;
}

export const usersPermissions = {
	name: 'users-permissions',
	package: '@strapi/plugin-users-permissions',
	make(app) {
		const providers = authProviders(app);
		app.byRedirectUri = providers.byUri;
		const services = { ...usersPermissionsServices(app), ...providers.services };
		return {
			config,
			register() {
				app.container.get('sanitizers').addKnown('content-api.output', hideUsersOfRoles(app));
				documentPlugin(app, 'users-permissions', '@strapi/plugin-users-permissions');
			},
			async bootstrap() {
				await providers.bootstrap();
				// lectern has made roles and permissions. Code that does it in its own way is asked, as in Strapi.
				const own = app.strapi.plugin('users-permissions').service('users-permissions');
				const isOther = name => own[name] !== services['users-permissions'][name];
				if (isOther('initialize') || isOther('syncPermissions')) await own.initialize();
			},
			contentTypes: typesOf(app, 'plugin::users-permissions.'),
			controllers: {
				...withProviders(nativeControllers(app, 'users-permissions', actions, inJavaScript), providers),
				contentmanageruser: contentManagerUser(app),
			},
			// lectern's own actions of signing in count for themselves how often they are asked.
			middlewares: { rateLimit: asNative(rateLimit(app), { limits: 'plugin::users-permissions.auth.' }) },
			routes: {
				'content-api': {
					type: 'content-api',
					routes: routes.map(([method, path, handler, given = {}]) => ({ method, path, handler, config: structuredClone(given) })),
				},
			},
			services,
		};
	},
};
