// The services providers-registry and providers of the plugin users-permissions: providers that code adds, and what it puts in
// the place of Strapi's. lectern signs in with its own providers by itself; with one of code's the profile is asked for here.
import isEqual from 'lodash/isEqual.js';
import merge from 'lodash/merge.js';
import { Missing, errors } from '../errors.mjs';
import { unmarkNative } from '../internal/native.mjs';
import { strict } from '../load/strict.mjs';
import { utilsOf } from './utils.mjs';

const USER = 'plugin::users-permissions.user';
const ROLE = 'plugin::users-permissions.role';

// name: icon, scope, subdomain; '' where there is none.
const usual = {
	email: ['envelope'],
	discord: ['discord', 'identify email'],
	facebook: ['facebook-square', 'email'],
	google: ['google', 'email'],
	github: ['github', 'user user:email'],
	microsoft: ['windows', 'user.read'],
	twitter: ['twitter', ''],
	instagram: ['instagram', 'user_profile'],
	vk: ['vk', 'email'],
	twitch: ['twitch', 'user:read:email'],
	linkedin: ['linkedin', 'r_liteprofile r_emailaddress'],
	cognito: ['aws', 'email openid profile', 'my.subdomain.com'],
	reddit: ['reddit', 'identity'],
	auth0: ['', 'openid email profile', 'my-tenant.eu'],
	cas: ['book', 'openid+email', 'my.subdomain.com/cas'],
	patreon: ['', 'identity identity[email]'],
	keycloak: ['', 'openid email profile', 'myKeycloakProvider.com/realms/myrealm'],
};

const tokenOf = query => query.access_token || query.code || query.oauth_token;

function usualProvider(app, name) {
	const [icon, scope, subdomain] = usual[name];
	if (scope === undefined) return { enabled: true, icon, grantConfig: {} };
	const callbackUrl = `${app.config.get('server.url') ?? ''}${app.config.get('api.rest.prefix') ?? '/api'}/auth/${name}/callback`;
	const later = ['cognito', 'reddit', 'auth0', 'cas', 'patreon', 'keycloak'].includes(name);
	const grantConfig = { key: '', secret: '', [later ? 'callback' : 'callbackUrl']: callbackUrl };
	if (subdomain) grantConfig.subdomain = subdomain;
	if (scope) grantConfig.scope = scope.split(' ').map(one => one.replaceAll('+', ' '));
	return {
		enabled: false,
		icon,
		grantConfig,
		authCallback() {
			throw new Missing(`authCallback of the provider ${name}`);
		},
	};
}

function registryOf(app) {
	let providers;
	const all = () => (providers ??= Object.fromEntries(Object.keys(usual).map(name => [name, usualProvider(app, name)])));
	const own = new Set();
	const change = name => {
		if (app.strapi.isLoaded) throw new Missing(`providers-registry for the provider ${name} after the start`);
		own.add(name);
		const { auth } = app.strapi.plugin('users-permissions').controllers;
		for (const action of ['callback', 'connect']) unmarkNative(auth[action]);
	};
	const members = {
		getAll: () => all(),
		get: name => all()[name],
		add(name, config) {
			change(name);
			all()[name] = config;
		},
		remove(name) {
			change(name);
			delete all()[name];
		},
		async run({ provider, accessToken, query, providers: settings }) {
			const found = all()[provider];
			if (!found) throw new Error('Unknown auth provider');
			return found.authCallback({ accessToken, query, providers: settings, purest: purestOf(app) });
		},
	};
	return { members, own };
}

/** Strapi's own package has it; without it a provider that uses it is told so. */
function purestOf(app) {
	try {
		return app.project.require('purest');
	} catch {
		return () => {
			throw new Missing('purest, which the project has not installed, in a provider');
		};
	}
}

function providersOf(app) {
	const store = key => app.strapi.store({ type: 'plugin', name: 'users-permissions', key }).get();
	const registry = () => app.strapi.plugin('users-permissions').service('providers-registry');
	const getProfile = async (provider, query) =>
		registry().run({ provider, query, accessToken: tokenOf(query), providers: await store('grant') });

	async function connect(provider, query) {
		if (!tokenOf(query)) throw new Error('No access_token.');
		const profile = await getProfile(provider, query);
		const email = String(profile.email ?? '').toLowerCase();
		if (!email) throw new Error('Email was not available.');
		const users = await app.strapi.query(USER).findMany({ where: { email } });
		const settings = await store('advanced');
		const known = users.find(user => user.provider === provider);
		if (known) return known;
		if (!settings.allow_register) throw new Error('Register action is actually not available.');
		if (users.length && settings.unique_email) throw new Error('Email is already taken.');
		const role = await app.strapi.query(ROLE).findOne({ where: { type: settings.default_role } });
		return app.strapi.query(USER).create({ data: { ...profile, email, provider, role: role.id, confirmed: true } });
	}

	const buildRedirectUri = (provider = '') =>
		[utilsOf(app).getAbsoluteServerUrl(app.config), app.config.get('api.rest.prefix'), 'connect', provider, 'callback']
			.map(part => String(part).replace(/^\/+|\/+$/g, ''))
			.filter(Boolean)
			.join('/');
	return { connect, getProfile, buildRedirectUri };
}

const providerIn = ctx => {
	const [path] = ctx.request.url.split('?');
	return (path.split('/connect/')[1] ?? '').split('/')[0];
};

/** The services, and what stands around the plugin's actions where code has providers of its own. */
export function authProviders(app) {
	const { members, own } = registryOf(app);
	const services = {
		'providers-registry': strict("strapi.service('plugin::users-permissions.providers-registry')", members),
		providers: strict("strapi.service('plugin::users-permissions.providers')", providersOf(app)),
	};
	const settings = () => app.strapi.store({ type: 'plugin', name: 'users-permissions', key: 'grant' });

	/** The panel shows what stands in the settings. */
	async function bootstrap() {
		const registry = app.strapi.plugin('users-permissions').service('providers-registry');
		// A registry of code's own has all providers that there are.
		const isOther = registry.getAll !== members.getAll;
		if (!isOther && !own.size) return;
		const stored = (await settings().get()) ?? {};
		const changed = isOther ? {} : { ...stored };
		const all = registry.getAll();
		for (const name of isOther ? Object.keys(all) : own) {
			const provider = all[name];
			if (!provider) continue;
			const { icon, enabled, grantConfig } = provider;
			changed[name] = merge({ icon, enabled, ...grantConfig }, stored[name]);
		}
		if (!isEqual(changed, stored)) await settings().set({ value: changed });
	}

	async function callback(ctx, native) {
		const { provider } = ctx.params;
		if (!provider || provider === 'local') return native(ctx);
		const { strapi } = app;
		if (!(await settings().get())?.[provider]?.enabled) throw new errors.ApplicationError('This provider is disabled');
		if (!own.has(provider)) return native(ctx);
		try {
			const user = await services.providers.connect(provider, ctx.query);
			if (user.blocked) throw new errors.ForbiddenError('Your account has been blocked by an administrator');
			const shown = await strapi.contentAPI.sanitize.output(user, strapi.getModel(USER), { auth: ctx.state.auth });
			return ctx.send({ jwt: strapi.plugin('users-permissions').service('jwt').issue({ id: user.id }), user: shown });
		} catch (error) {
			if (error instanceof Missing) throw error;
			throw new errors.ApplicationError(error.message);
		}
	}

	/** What leads to the provider, and what it sends the client back to. The session keeps what is between the two. */
	async function connect(ctx, native, next) {
		const provider = providerIn(ctx);
		return own.has(provider) ? lead(ctx, provider, next) : native(ctx);
	}

	async function lead(ctx, provider, next) {
		const stored = (await settings().get())?.[provider];
		if (!stored?.enabled) throw new errors.ApplicationError('This provider is disabled');
		const found = { ...stored, redirect_uri: app.strapi.service('plugin::users-permissions.providers').buildRedirectUri(provider) };
		const callback = ctx.query?.callback ?? ctx.session?.grant?.dynamic?.callback;
		if (callback !== undefined) {
			try {
				await app.strapi.plugin('users-permissions').config('callback').validate(callback, found);
			} catch {
				throw new errors.ValidationError('Invalid callback URL provided', { callback });
			}
			found.callback = callback;
		}
		const defaults = { prefix: `${app.config.get('api.rest.prefix')}/connect` };
		return require('grant').koa()({ defaults, [provider]: found })(ctx, next);
	}

	/** Where code says by itself what providers send clients back to. */
	const byUri = {
		connect: (ctx, native, next) => lead(ctx, providerIn(ctx), next),
		async getProviders(ctx) {
			const providers = (await settings().get()) ?? {};
			const { buildRedirectUri } = app.strapi.service('plugin::users-permissions.providers');
			for (const [name, provider] of Object.entries(providers)) if (name !== 'email') provider.redirectUri = buildRedirectUri(name);
			ctx.send(providers);
		},
	};
	return { services, bootstrap, actions: { callback, connect }, byUri };
}
