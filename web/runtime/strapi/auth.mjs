// strapi.auth, and what ctx.state.auth has: who asks, and what they may.
import { createHmac } from 'node:crypto';
import { Missing, errors } from '../errors.mjs';

const scopesOf = ({ scope }) => [].concat(scope);

/** The actions of a user's role, or of the public one, read when somebody asks. */
function roleAbility(app, user) {
	let read;
	const actions = async () => {
		const role = user ? { id: user.role?.id ?? 0 } : { type: 'public' };
		const rows = await app.call('db.query.findMany', ['plugin::users-permissions.permission', { where: { role } }]);
		return new Set(rows.map(({ action }) => action));
	};
	return () => (read ??= actions());
}

export function userStrategy(app) {
	return {
		name: 'users-permissions',
		async authenticate() {
			throw new Missing('the strategy users-permissions of strapi.auth, to be called by code');
		},
		async verify(auth, config) {
			if (!config.scope) {
				if (!auth.credentials) throw new errors.UnauthorizedError();
				return;
			}
			const allowed = await (auth.read ??= roleAbility(app, auth.credentials))();
			if (!scopesOf(config).every(scope => allowed.has(scope))) throw new errors.ForbiddenError();
		},
	};
}

const readScope = scope => scope.endsWith('find') || scope.endsWith('findOne');

export function tokenStrategy() {
	return {
		name: 'api-token',
		async authenticate() {
			throw new Missing('the strategy api-token of strapi.auth, to be called by code');
		},
		async verify({ credentials }, config) {
			if (!credentials) throw new errors.UnauthorizedError('Token not found');
			if (credentials.type === 'full-access' || !config.scope) return;
			const scopes = scopesOf(config);
			const allowed =
				credentials.type === 'read-only'
					? scopes.every(readScope)
					: scopes.every(scope => credentials.permissions?.some(({ action }) => action === scope));
			if (!allowed) throw new errors.ForbiddenError();
		},
	};
}

const shownOfToken = ['id', 'name', 'description', 'lastUsedAt', 'type', 'lifespan', 'expiresAt', 'createdAt', 'updatedAt'];

/** The API token that a request has sent. */
async function tokenOf(app, ctx) {
	const [, token] = /^bearer\s+(\S+)/i.exec(ctx.get('authorization')) ?? [];
	const salt = app.config.get('admin.apiToken.salt', process.env.API_TOKEN_SALT);
	if (!token || !salt) return null;
	const accessKey = createHmac('sha512', salt).update(token).digest('hex');
	return app.call('db.query.findOne', ['admin::api-token', { select: shownOfToken, where: { accessKey }, populate: ['permissions'] }]);
}

/** ctx.state.auth of a caller whom lectern has identified. */
export async function makeAuth(app, ctx, kind, user) {
	if (kind !== 'token') return { strategy: app.strategies.user, credentials: user ?? null, ability: null };
	return { strategy: app.strategies.token, credentials: await tokenOf(app, ctx), ability: null };
}

const wrongStrategy = 'Invalid auth strategy. Expecting an object with properties {name: string, authenticate: function, verify: function}';

/** Strategies of code's own come behind those of tokens and users: they are asked about who is none of these. */
export function makeStrapiAuth(app) {
	app.strategies = { user: userStrategy(app), token: tokenStrategy(), own: [] };
	return {
		register(type, strategy) {
			const has = key => strategy !== null && typeof strategy === 'object' && key in strategy;
			const good = has('authenticate') && typeof strategy.authenticate === 'function';
			if (!good || (has('verify') && typeof strategy.verify !== 'function')) throw new Error(wrongStrategy);
			if (type !== 'content-api') throw new Missing(`strapi.auth.register('${type}')`);
			if (app.described) throw new Missing('strapi.auth.register in bootstrap');
			app.strategies.own.push(strategy);
			app.closed.graphql ??= 'strapi.auth.register: what GraphQL generates does not ask such a strategy';
			return this;
		},
		async verify(auth, config = {}) {
			if (config === false) return undefined;
			if (!auth) throw new errors.UnauthorizedError();
			return typeof auth.strategy.verify === 'function' ? auth.strategy.verify(auth, config) : undefined;
		},
	};
}

const USER = 'plugin::users-permissions.user';
const refused = message => Object.assign(new Error(message), { status: 401, expose: true });

/** What code's own fetchAuthenticatedUser gives for a user whom lectern knows. What they may is lectern's to say, by their role. */
async function fetchOwn(app, id) {
	let user;
	try {
		user = await app.strapi.plugin('users-permissions').service('user').fetchAuthenticatedUser(id);
	} catch (error) {
		// Strapi's strategy hides what its services throw.
		if (error instanceof Missing) throw error;
		throw refused('Missing or invalid credentials');
	}
	const { email_confirmation: confirms } = await app.strapi.store({ type: 'plugin', name: 'users-permissions', key: 'advanced' }).get();
	if (!user || (confirms && !user.confirmed) || user.blocked) throw refused('Invalid credentials');
	if (!user.role) throw refused('Missing or invalid credentials');
	const known = await app.call('db.query.findOne', [USER, { where: { id }, select: ['id'], populate: ['role'] }]);
	if (user.id !== id || user.role.id !== known?.role?.id)
		throw new Missing('a fetchAuthenticatedUser that gives another user, or another role,');
	return user;
}

/** The user of a JWT, for ctx.state.user. Throws with status 401 when code knows no such user. */
export const userOf = (app, id) =>
	app.fetchesUsers ? fetchOwn(app, id) : app.call('db.query.findOne', [USER, { where: { id }, populate: ['role'] }]);

/** On a context: what code's own getToken or verify has told of who asks: {id}, {kept} for the header that was sent. */
const told = Symbol('told');

/** Strapi's strategies in their order: what the service jwt tells of the request; and who it tells nothing of may have an API token. */
async function tellOwn(app, ctx) {
	try {
		const payload = await app.strapi.plugin('users-permissions').service('jwt').getToken(ctx);
		if (!payload) return { kept: '' };
		if (payload.id !== undefined) return { id: payload.id };
	} catch (error) {
		if (error instanceof Missing) throw error;
	}
	return { kept: (await tokenOf(app, ctx)) ? ctx.get('authorization') : NOBODY };
}

/** A header that nobody is known by. */
const NOBODY = 'Bearer -';

/** A token as lectern knows it, of the user whom code has told, for as long as it takes to ask. */
function headerOf(app, { id, kept }) {
	if (id === undefined) return kept;
	const number = Number(id);
	const known = Number.isSafeInteger(number) && number > 0 ? number : 0;
	return `Bearer ${require('jsonwebtoken').sign({ id: known }, app.config.get('plugin.users-permissions.jwtSecret'), { expiresIn: '1m' })}`;
}

/** The header that tells lectern who asks: the one that was sent, unless code reads tokens in its own way. */
export async function authorizationOf(app, ctx) {
	if (!app.readsTokens) return ctx.get('authorization');
	ctx[told] ??= await tellOwn(app, ctx);
	return headerOf(app, ctx[told]);
}

/** The same for a request whose caller may not have been asked for: then it is what was sent. */
export const authorizationSoFar = (app, ctx) => (ctx[told] ? headerOf(app, ctx[told]) : ctx.get('authorization'));
