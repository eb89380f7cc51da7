// Who calls a route of type admin, and what they may do. lectern says who it is, by the header Authorization.
import { Missing, errors } from '../errors.mjs';
import { withoutFalse } from './admin-conditions.mjs';

const strategy = {
	name: 'admin',
	async authenticate() {
		throw new Missing('the strategy admin of strapi.auth, to be called by code');
	},
};

/** On an ability: whether something may be done to one entry of a type. */
export const mayTo = Symbol('mayTo');

/** Whether a condition holds of an entry; of Strapi's own conditions that is known here. */
function holdsOf(id, entry, { id: admin, roles = [] }) {
	const creator = entry.createdBy;
	if (id === 'admin::is-creator') return creator?.id === admin;
	if (id === 'admin::has-same-role-as-creator') return (creator?.roles ?? []).some(role => roles.some(own => own.id === role.id));
	throw new Missing(`permission-checker for an entry under the condition ${id}`);
}

/** ctx.state.userAbility, so far as routes ask it: may anything of the kind be done? Conditions decide about entries. */
export function makeAbility(app, { isSuper, permissions, user }) {
	const { actionProvider } = app.strapi.admin.services.permission;
	const fits = (permission, action, subject, field) => {
		if (permission.action !== action) return false;
		if (subject !== undefined && subject !== null && permission.subject !== subject) return false;
		const { fields } = permission.properties;
		return field === undefined || !fields || fields.includes(field);
	};
	const can = (action, subject, field) => {
		if (typeof subject === 'object' && subject !== null) throw new Missing('userAbility.can with an entry');
		// Strapi gives its super admins each action that is registered.
		if (isSuper && actionProvider.has(action)) return true;
		return permissions.some(permission => fits(permission, action, subject, field));
	};
	const mayToEntry = (action, type, entry, field) => {
		if (isSuper && can(action, type, field)) return true;
		const isLocalized = app.strapi.getModel(type)?.pluginOptions?.i18n?.localized === true;
		const fitting = permissions.filter(permission => {
			const { locales } = permission.properties;
			return fits(permission, action, type, field) && !(isLocalized && locales && !locales.includes(entry.locale));
		});
		const isFree = ({ conditions }) => !conditions.length;
		return fitting.some(isFree) || fitting.some(({ conditions }) => conditions.some(id => holdsOf(id, entry, user)));
	};
	return { can, cannot: (...given) => !can(...given), rules: permissions, [mayTo]: mayToEntry };
}

/** Fills ctx.state. Throws UnauthorizedError for who is no admin. */
export async function identifyAdmin(app, ctx) {
	const found = await app.call('admin.identify', [ctx.get('authorization')]).catch(error => {
		throw error.status === 401 || error.name === 'UnauthorizedError'
			? new errors.UnauthorizedError('Missing or invalid credentials')
			: error;
	});
	const user = await app.call('db.query.findOne', ['admin::user', { where: { id: found.id }, populate: ['roles'] }]);
	if (!user) throw new errors.UnauthorizedError('Missing or invalid credentials');
	const permissions = await withoutFalse(app, structuredClone(user), found.permissions);
	const ability = makeAbility(app, { ...found, permissions, user });
	Object.assign(ctx.state, { isAuthenticated: true, user, userAbility: ability, auth: { strategy, credentials: user, ability } });
}
