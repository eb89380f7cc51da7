// The services of strapi.admin that code uses: admins, their roles and passwords.
import { randomBytes } from 'node:crypto';
import bcrypt from 'bcryptjs';
import mapValues from 'lodash/mapValues.js';
import omit from 'lodash/omit.js';
import pick from 'lodash/pick.js';
import { errors } from '../errors.mjs';
import { strict } from '../load/strict.mjs';
import { SUPER, roleService } from './admin-roles.mjs';
import { tokenServices } from './admin-tokens.mjs';

const USER = 'admin::user';
const PERMISSION = 'admin::permission';
const ROUNDS = 10;

const authService = app => {
	const { hashPassword, validatePassword } = passwords;
	return {
		hashPassword,
		validatePassword,
		/** As passport's callback takes it: [error, admin, why not]. */
		async checkCredentials({ email, password }) {
			const user = await app.strapi.query(USER).findOne({ where: { email } });
			if (!user?.password || !(await validatePassword(password, user.password))) return [null, false, { message: 'Invalid credentials' }];
			return user.isActive === true ? [null, user] : [null, false, { message: 'User not active' }];
		},
	};
};

const passwords = {
	hashPassword: password => bcrypt.hash(password, ROUNDS),
	validatePassword: (password, hash) => bcrypt.compare(password, hash),
};

const shown = user => ({
	...omit(user, ['password', 'resetPasswordToken', 'registrationToken', 'roles']),
	roles: user.roles?.map(({ id, name, description, code }) => ({ id, name, description, code })),
});

/** What is granted to the roles of admins. */
export function permissionService(app) {
	const query = () => app.strapi.query(PERMISSION);
	const emit = (event, permissions) => app.strapi.eventHub.emit(event, { permissions });
	const service = {
		findMany: async (params = {}) => (await query().findMany(params)).map(toPermission),
		findUserPermissions: user => service.findMany({ where: { role: { users: { id: user.id } } } }),
		sanitizePermission: permission => pick(permission, ['id', 'action', 'actionParameters', 'subject', 'properties', 'conditions']),
		async createMany(given) {
			const made = [];
			for (const data of given) made.push(toPermission(await query().create({ data })));
			emit('permission.create', made);
			return made;
		},
		async deleteByIds(ids) {
			const deleted = [];
			for (const id of ids) deleted.push(await query().delete({ where: { id } }));
			emit('permission.delete', deleted);
		},
		async deleteByRolesIds(roles) {
			const found = await query().findMany({ select: ['id'], where: { role: { id: roles } } });
			if (found.length) await service.deleteByIds(found.map(({ id }) => id));
		},
	};
	return service;
}

const toPermission = row => ({
	...{ actionParameters: {}, conditions: [], properties: {}, subject: null },
	...pick(row, ['id', 'action', 'actionParameters', 'subject', 'properties', 'conditions', 'role']),
});

function userService(app, roles) {
	const query = () => app.strapi.query(USER);
	const withHash = async data => ('password' in data ? { ...data, password: await passwords.hashPassword(data.password) } : data);
	const tell = (event, user) => app.strapi.eventHub.emit(event, { user: shown(user) });

	/** Somebody has to stay who may do all. */
	async function keepOne(id, { roles: given, isActive }) {
		if (given === undefined && isActive !== false) return;
		const user = await service.findOne(id);
		const all = await roles.getSuperAdminWithUsersCount();
		const isLast = all?.usersCount === 1 && user?.roles.some(({ code }) => code === SUPER);
		const stays = isActive !== false && (given === undefined || given.some(role => String(role?.id ?? role) === String(all?.id)));
		if (isLast && !stays) throw new errors.ValidationError('You must have at least one user with super admin role.');
	}

	const service = {
		async create(attributes) {
			const data = { roles: [], isActive: false, username: null, registrationToken: randomBytes(20).toString('hex') };
			const user = await query().create({ data: await withHash({ ...data, ...attributes }), populate: ['roles'] });
			tell('user.create', user);
			return user;
		},
		async updateById(id, attributes) {
			await keepOne(id, attributes);
			const user = await query().update({ where: { id }, data: await withHash(attributes), populate: ['roles'] });
			if (user) tell('user.update', user);
			return user;
		},
		exists: async (where = {}) => (await query().count({ where })) > 0,
		findOne: (id, populate = ['roles']) => app.strapi.entityService.findOne(USER, id, { populate }),
		findOneByEmail: (email, populate = []) => query().findOne({ where: { email: { $eqi: email } }, populate }),
		findPage: (params = {}) => app.strapi.entityService.findPage(USER, { populate: ['roles'], ...params }),
		count: (where = {}) => query().count({ where }),
		countUsersWithoutRole: () => query().count({ where: { roles: { id: { $null: true } } } }),
		async getLanguagesInUse() {
			const users = await query().findMany({ select: ['preferedLanguage'] });
			return users.map(({ preferedLanguage }) => preferedLanguage || 'en');
		},
		sanitizeUser: shown,
	};
	return service;
}

export function adminServices(app) {
	const role = roleService(app);
	return {
		auth: strict('strapi.admin.services.auth', authService(app)),
		role: strict('strapi.admin.services.role', role),
		...mapValues(tokenServices(app), (members, name) => strict(`strapi.admin.services['${name}']`, members)),
		user: strict('strapi.admin.services.user', userService(app, role)),
	};
}
