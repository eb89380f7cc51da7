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
import { actionsOf } from '../load/table.mjs';
import { fill } from './email.mjs';

const USER = 'plugin::users-permissions.user';
const ROLE = 'plugin::users-permissions.role';
const PERMISSION = 'plugin::users-permissions.permission';

function userService(app) {
	const service = {
		count: where => app.strapi.query(USER).count({ where }),
		add: async data => app.strapi.entityService.create(USER, { data, populate: ['role'] }),
		edit: async (id, data = {}) => app.strapi.entityService.update(USER, id, { data, populate: ['role'] }),
		fetch: (id, params) => app.strapi.entityService.findOne(USER, id, params),
		fetchAuthenticatedUser: id => app.strapi.query(USER).findOne({ where: { id }, populate: ['role'] }),
		fetchAll: params => app.strapi.entityService.findMany(USER, params),
		remove: async where => app.strapi.query(USER).delete({ where }),
		validatePassword: (password, hash) => bcrypt.compare(password, hash),
		sendConfirmationEmail: user => sendConfirmation(app, service, user),
	};
	return service;
}

function jwtService(app) {
	const secret = () => {
		const found = app.config.get('plugin.users-permissions.jwtSecret') ?? process.env.JWT_SECRET;
		if (!found) throw new Missing("plugin::users-permissions.jwt without the setting 'plugin.users-permissions.jwtSecret'");
		return found;
	};
	const service = {
		getToken(ctx) {
			const [kind, token, ...rest] = (ctx.request?.header?.authorization ?? '').split(/\s+/);
			return kind.toLowerCase() === 'bearer' && token && !rest.length ? service.verify(token) : null;
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
	return service;
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
	const html = fill(message, data);
	await strapi
		.plugin('email')
		.service('email')
		.send({
			to: user.email,
			from: from.email && from.name ? `${from.name} <${from.email}>` : undefined,
			replyTo,
			subject: fill(object, data),
			text: html,
			html,
		});
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
		Object.entries(services).map(([name, members]) => [name, strict(`strapi.service('plugin::users-permissions.${name}')`, members)]),
	);
}
