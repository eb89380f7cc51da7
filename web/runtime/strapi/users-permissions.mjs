// The services of the plugin users-permissions.
import { randomBytes } from 'node:crypto';
import bcrypt from 'bcryptjs';
import deburr from 'lodash/deburr.js';
import omit from 'lodash/omit.js';
import pick from 'lodash/pick.js';
import set from 'lodash/set.js';
import snakeCase from 'lodash/snakeCase.js';
import { Missing, errors } from '../errors.mjs';
import { strict } from '../load/strict.mjs';
import { actionsOf, controlledOf } from '../load/table.mjs';
import { fill } from './email.mjs';

const USER = 'plugin::users-permissions.user';
const ROLE = 'plugin::users-permissions.role';
const PERMISSION = 'plugin::users-permissions.permission';

/** What roles may when nothing has been granted yet. */
const usualPermissions = {
	public: 'callback connect forgotPassword resetPassword register emailConfirmation sendEmailConfirmation'
		.split(' ')
		.map(action => `plugin::users-permissions.auth.${action}`),
	authenticated: ['plugin::users-permissions.user.me', 'plugin::users-permissions.auth.changePassword'],
};

const usualRoles = [
	{ name: 'Authenticated', description: 'Default role given to authenticated user.', type: 'authenticated' },
	{ name: 'Public', description: 'Default role given to unauthenticated user.', type: 'public' },
];

function userService(app) {
	return {
		count: where => app.strapi.query(USER).count({ where }),
		add: async data => app.strapi.entityService.create(USER, { data, populate: ['role'] }),
		edit: async (id, data = {}) => app.strapi.entityService.update(USER, id, { data, populate: ['role'] }),
		fetch: (id, params) => app.strapi.entityService.findOne(USER, id, params),
		fetchAuthenticatedUser: id => app.strapi.query(USER).findOne({ where: { id }, populate: ['role'] }),
		fetchAll: params => app.strapi.entityService.findMany(USER, params),
		remove: async where => app.strapi.query(USER).delete({ where }),
		validatePassword: (password, hash) => bcrypt.compare(password, hash),
		sendConfirmationEmail(user) {
			return sendConfirmation(app, this, user);
		},
	};
}

function jwtService(app) {
	const secret = () => {
		const found = app.config.get('plugin.users-permissions.jwtSecret') ?? process.env.JWT_SECRET;
		if (!found) throw new Missing("plugin::users-permissions.jwt without the setting 'plugin.users-permissions.jwtSecret'");
		return found;
	};
	return {
		// As in Strapi, by the verify of the service that code may have made of this one.
		getToken(ctx) {
			const [kind, token, ...rest] = (ctx.request?.header?.authorization ?? '').split(/\s+/);
			return kind.toLowerCase() === 'bearer' && token && !rest.length ? this.verify(token) : null;
		},
		issue(payload, options = {}) {
			const usual = app.config.get('plugin.users-permissions.jwt') ?? { expiresIn: '30d' };
			const plain = payload.toJSON ? payload.toJSON() : payload;
			return require('jsonwebtoken').sign({ ...plain }, secret(), { ...usual, ...options });
		},
		verify: token =>
			new Promise((resolve, reject) => {
				require('jsonwebtoken').verify(token, secret(), {}, (error, payload = {}) =>
					error ? reject(new Error('Invalid token.')) : resolve(payload),
				);
			}),
	};
}

const enabledOf = permissions =>
	Object.entries(permissions ?? {}).flatMap(([type, { controllers }]) =>
		Object.entries(controllers ?? {}).flatMap(([controller, actions]) =>
			Object.entries(actions)
				.filter(([, { enabled }]) => enabled)
				.map(([action]) => `${type}.${controller}.${action}`),
		),
	);

/** Puts an action, "api::article.article.find", where Strapi's tree of actions has it. */
function putAction(actions, name, enabled) {
	const [type, controller, action] = name.split('.');
	set(actions, [type, 'controllers', controller, action], { enabled, policy: '' });
}

function roleService(app) {
	const query = uid => app.strapi.query(uid);
	const grant = (actions, role) => Promise.all(actions.map(action => query(PERMISSION).create({ data: { action, role } })));
	return {
		async createRole(params) {
			params.type ||= snakeCase(deburr(String(params.name).toLowerCase()));
			const role = await query(ROLE).create({ data: omit(params, ['users', 'permissions']) });
			await grant(enabledOf(params.permissions), role.id);
		},
		async findOne(id) {
			const role = await query(ROLE).findOne({ where: { id }, populate: ['permissions'] });
			if (!role) throw new errors.NotFoundError('Role not found');
			const actions = app.strapi.plugin('users-permissions').service('users-permissions').getActions();
			for (const { action } of role.permissions) putAction(actions, action, true);
			return { ...role, permissions: actions };
		},
		async find() {
			const roles = await query(ROLE).findMany({ sort: ['name'] });
			for (const role of roles) role.nb_users = await query(USER).count({ where: { role: { id: role.id } } });
			return roles;
		},
		async updateRole(id, data) {
			const role = await query(ROLE).findOne({ where: { id }, populate: ['permissions'] });
			if (!role) throw new errors.NotFoundError('Role not found');
			await query(ROLE).update({ where: { id }, data: pick(data, ['name', 'description']) });
			const wanted = enabledOf(data.permissions);
			const old = role.permissions.map(({ action }) => action);
			const gone = role.permissions.filter(({ action }) => !wanted.includes(action));
			await Promise.all(gone.map(permission => query(PERMISSION).delete({ where: { id: permission.id } })));
			await grant(
				wanted.filter(action => !old.includes(action)),
				role.id,
			);
		},
		async deleteRole(id, publicId) {
			const role = await query(ROLE).findOne({ where: { id }, populate: ['users', 'permissions'] });
			if (!role) throw new errors.NotFoundError('Role not found');
			await Promise.all(role.users.map(user => query(USER).update({ where: { id: user.id }, data: { role: publicId } })));
			await Promise.all(role.permissions.map(permission => query(PERMISSION).delete({ where: { id: permission.id } })));
			await query(ROLE).delete({ where: { id } });
		},
	};
}

function permissionService(app) {
	return {
		findRolePermissions: role => app.strapi.query(PERMISSION).findMany({ where: { role: { id: role } } }),
		findPublicPermissions: () => app.strapi.query(PERMISSION).findMany({ where: { role: { type: 'public' } } }),
		toContentAPIPermission: ({ action }) => ({ action }),
	};
}

/** What roles may be granted, and texts of mails. */
const wholeService = app => ({
	getActions({ defaultEnable = false } = {}) {
		const actions = {};
		for (const name of actionsOf(app)) putAction(actions, name, defaultEnable);
		return actions;
	},
	/** The routes of the content API by API and plugin, with their whole paths. */
	async getRoutes() {
		const prefix = app.config.get('api.rest.prefix');
		const whole = (path, route) => ({ ...route, path: `${prefix}/${path}`.replace(/\/{2,}/g, '/') });
		const ofClients = routers =>
			Object.values(routers)
				.flatMap(one => one?.routes ?? one)
				.filter(route => route?.info?.type === 'content-api');
		const all = {};
		for (const [name, api] of Object.entries(app.strapi.api)) all[`api::${name}`] = ofClients(api.routes).map(one => whole(one.path, one));
		for (const [name, plugin] of Object.entries(app.strapi.plugins)) {
			const path = route => `${route.config?.prefix ?? `/${name}`}${route.path}`;
			all[`plugin::${name}`] = ofClients(plugin.routes).map(route => whole(path(route), route));
		}
		return Object.fromEntries(Object.entries(all).filter(([, routes]) => routes.length));
	},
	template: (layout, data) => fill(layout, data),
	/** Takes back what is granted for actions that are gone: one permission of each. */
	async syncPermissions() {
		const permissions = app.strapi.query(PERMISSION);
		const granted = [...new Set((await permissions.findMany()).map(({ action }) => action))];
		const known = new Set(controlledOf(app));
		await Promise.all(granted.filter(action => !known.has(action)).map(action => permissions.delete({ where: { action } })));
		if (granted.length) return;
		for (const { id, type } of await app.strapi.query(ROLE).findMany()) {
			await Promise.all((usualPermissions[type] ?? []).map(action => permissions.create({ data: { action, role: id } })));
		}
	},
	async initialize() {
		const roles = app.strapi.query(ROLE);
		if (!(await roles.count())) for (const data of usualRoles) await roles.create({ data });
		return app.strapi.plugin('users-permissions').service('users-permissions').syncPermissions();
	},
	updateUserRole: async (user, role) => app.strapi.query(USER).update({ where: { id: user.id }, data: { role } }),
});

/** The mail that asks somebody to confirm an address. */
async function sendConfirmation(app, service, user) {
	const { strapi } = app;
	const { email_confirmation: confirmation } = await strapi.store({ type: 'plugin', name: 'users-permissions', key: 'email' }).get();
	const { from, response_email: replyTo, object, message } = confirmation.options;
	const CODE = randomBytes(20).toString('hex');
	await service.edit(user.id, { confirmationToken: CODE });
	const { getAbsoluteServerUrl, getAbsoluteAdminUrl, sanitize } = app.project.require('@strapi/utils');
	const SERVER_URL = getAbsoluteServerUrl(app.config);
	const URL = `${SERVER_URL}${app.config.get('api.rest.prefix')}/auth/email-confirmation`;
	const USER_DATA = await sanitize.sanitizers.defaultSanitizeOutput(strapi.getModel(USER), user);
	const data = { URL, SERVER_URL, ADMIN_URL: getAbsoluteAdminUrl(app.config), USER: USER_DATA, CODE };
	let html, subject;
	try {
		const texts = strapi.plugin('users-permissions').service('users-permissions');
		html = await texts.template(message, data);
		subject = await texts.template(object, { USER: USER_DATA });
	} catch {
		strapi.log.error('[plugin::users-permissions.sendConfirmationEmail]: the template of the mail that confirms an address is not valid');
		return;
	}
	const sender = from.email && from.name ? `${from.name} <${from.email}>` : undefined;
	await strapi.plugin('email').service('email').send({ to: user.email, from: sender, replyTo, subject, text: html, html });
}

export function usersPermissionsServices(app) {
	const services = {
		user: userService(app),
		jwt: jwtService(app),
		role: roleService(app),
		permission: permissionService(app),
		'users-permissions': wholeService(app),
	};
	return Object.fromEntries(
		Object.entries(services).map(([name, members]) => [name, strict(`strapi.service('plugin::users-permissions.${name}')`, members, [])]),
	);
}
