// The service role of strapi.admin: the roles of admins, and what they are permitted.
import isEqual from 'lodash/isEqual.js';
import kebabCase from 'lodash/kebabCase.js';
import omit from 'lodash/omit.js';
import pick from 'lodash/pick.js';
import { errors } from '../errors.mjs';

const USER = 'admin::user';
const ROLE = 'admin::role';
export const SUPER = 'strapi-super-admin';

const refuse = message => {
	throw new errors.ApplicationError(message);
};

const compared = ['conditions', 'properties', 'subject', 'action', 'actionParameters'];
const asJson = permission => JSON.parse(JSON.stringify(pick(permission, compared)));
const isSame = (one, other) => isEqual(asJson(one), asJson(other));
const without = (list, others) => list.filter(one => !others.some(other => isSame(one, other)));

const asPermission = (given, role) => ({
	...{ actionParameters: {}, conditions: [], properties: {}, subject: null },
	...pick(given, ['id', 'action', 'actionParameters', 'subject', 'properties', 'conditions']),
	role,
});

/** Strapi's own conditions; those of code are asked of the provider. */
const ownConditions = ['admin::is-creator', 'admin::has-same-role-as-creator'];

export function roleService(app) {
	const query = () => app.strapi.query(ROLE);
	const usersOf = id => app.strapi.query(USER).count({ where: { roles: { id } } });
	const counted = async role => role && Object.assign(role, { usersCount: await usersOf(role.id) });
	const permissions = () => app.strapi.admin.services.permission;
	const sanitizeRole = role => omit(role, ['users', 'permissions']);
	const tell = (event, role) => app.strapi.eventHub.emit(event, { role });

	async function checkName(name, where) {
		if (!(await service.exists(where))) return;
		refuse(`The name must be unique and a role with name \`${name}\` already exists.`);
	}

	async function checkPermissions(given) {
		const known = await app.call('admin.knowPermissions', [given.map(one => pick(one, ['action', 'subject']))]);
		if (known.every(Boolean)) return;
		const error = {
			path: ['permissions'],
			message: `[${known.indexOf(false)}] is not an existing permission action`,
			name: 'ValidationError',
		};
		throw Object.assign(new errors.ValidationError(error.message), { details: { errors: [error] } });
	}

	const service = {
		sanitizeRole,
		findOne: (where = {}, populate = undefined) => query().findOne({ where, populate }),
		findOneWithUsersCount: async (where, populate) => counted(await service.findOne(where, populate)),
		find: (where = {}, populate = undefined) => query().findMany({ where, populate }),
		async findAllWithUsersCount(params) {
			const roles = await app.strapi.entityService.findMany(ROLE, params);
			for (const role of roles) await counted(role);
			return roles;
		},
		exists: async (where = {}) => (await query().count({ where })) > 0,
		count: (params = {}) => query().count(params),
		getUsersCount: usersOf,
		hasSuperAdminRole: user => Boolean(user?.roles?.some(({ code }) => code === SUPER)),
		getSuperAdmin: () => service.findOne({ code: SUPER }),
		getSuperAdminWithUsersCount: () => service.findOneWithUsersCount({ code: SUPER }),
		constants: { superAdminCode: SUPER },
		async create(attributes) {
			const { name } = attributes;
			await checkName(name, { name });
			const code = attributes.code || `${kebabCase(name)}-${Date.now().toString(36)}`;
			const role = await query().create({ data: { ...attributes, code } });
			tell('role.create', sanitizeRole(role));
			return role;
		},
		async update(where, attributes) {
			const data = omit(attributes, ['code']);
			if (where.id !== undefined && 'name' in data) await checkName(data.name, { name: data.name, id: { $ne: where.id } });
			const role = await query().update({ where, data });
			tell('role.update', sanitizeRole(role));
			return role;
		},
		async checkRolesIdForDeletion(ids = []) {
			const superAdmin = await service.getSuperAdmin();
			if (superAdmin && ids.map(String).includes(String(superAdmin.id))) refuse('You cannot delete the super admin role');
			for (const id of ids) if (await usersOf(id)) refuse('Some roles are still assigned to some users');
		},
		async deleteByIds(ids = []) {
			await service.checkRolesIdForDeletion(ids);
			await permissions().deleteByRolesIds(ids);
			const deleted = [];
			for (const id of ids) {
				const role = await query().delete({ where: { id } });
				if (!role) continue;
				tell('role.delete', role);
				deleted.push(role);
			}
			return deleted;
		},
		async addPermissions(role, given) {
			const { conditionProvider, createMany } = permissions();
			const isKnown = id => ownConditions.includes(id) || conditionProvider.has(id);
			return createMany(given.map(one => asPermission({ ...one, conditions: (one.conditions ?? []).filter(isKnown) }, role)));
		},
		async assignPermissions(role, given = []) {
			await checkPermissions(given);
			const wanted = given.map(one => asPermission(one, role));
			const existing = await permissions().findMany({ where: { role: { id: role } }, populate: ['role'] });
			const changed = [without(wanted, existing), without(existing, wanted)];
			const internal = await app.call('admin.areInternal', [changed.flat().map(({ action }) => action)]);
			const actions = changed.flat().filter((one, i) => !internal[i]);
			const [added, removed] = changed.map(list => list.filter(one => actions.includes(one)));
			if (removed.length) await permissions().deleteByIds(removed.map(({ id }) => id));
			return added.length ? service.addPermissions(role, added) : [];
		},
	};
	return service;
}
