// strapi.contentAPI.permissions: abilities of permissions, for strategies of code's own (strapi.auth.register).
import qs from 'qs';
import { Missing } from '../errors.mjs';
import { strict } from '../load/strict.mjs';
import { actionsOf } from '../load/table.mjs';

const nameOf = action => (typeof action === 'string' ? action : `${action.name}?${qs.stringify(action.params)}`);

function subjectOf(subject = 'all') {
	if (typeof subject === 'string') return subject;
	const type = typeof subject === 'function' ? subject : subject.constructor;
	return type.modelName ?? type.name;
}

/** What Strapi's ability of the content API answers: its rules have no conditions. */
function makeAbility(rules) {
	const fits = (rule, action, subject, field) =>
		['manage', nameOf(action)].includes(rule.action) &&
		['all', subjectOf(subject)].includes(rule.subject) &&
		(!field || !rule.fields || rule.fields.includes(field));
	const can = (action, subject, field) => rules.some(rule => fits(rule, action, subject, field));
	return { rules, can, cannot: (...args) => !can(...args) };
}

/** Actions by API or plugin and controller. */
function actionsMap(app) {
	const all = {};
	for (const name of actionsOf(app)) {
		const [owner, controller, action] = name.split('.');
		all[owner] ??= { controllers: {} };
		(all[owner].controllers[controller] ??= []).push(action);
	}
	return all;
}

export function makeContentApiPermissions(app) {
	const isKnown = action => actionsOf(app).includes(action);
	const keys = () => actionsOf(app);
	const items = () => keys().map(uid => ({ uid }));
	const engine = {
		async generateAbility(permissions) {
			const known = permissions.filter(({ action }) => isKnown(action));
			// No condition can be registered: Strapi fails where it looks for one.
			const one = known.find(({ conditions }) => conditions?.length);
			if (one) throw new TypeError(`The condition ${one.conditions[0]} of the permission ${one.action} is not known`);
			return makeAbility(
				known.map(({ action, subject, properties, actionParameters }) => {
					const params = actionParameters && Object.keys(actionParameters).length ? actionParameters : undefined;
					const rule = { action: params ? nameOf({ name: action, params }) : action, subject: subject ?? 'all' };
					return properties?.fields ? { ...rule, fields: properties.fields } : rule;
				}),
			);
		},
	};
	return strict('strapi.contentAPI.permissions', {
		engine: strict('strapi.contentAPI.permissions.engine', engine),
		getActionsMap: () => actionsMap(app),
		async registerActions() {},
		get providers() {
			const action = { get: uid => (isKnown(uid) ? { uid } : undefined), has: isKnown, keys, values: items, size: () => keys().length };
			const condition = { get: () => undefined, has: () => false, keys: () => [], values: () => [], size: () => 0 };
			const register = () => {
				throw new Missing('providers of strapi.contentAPI.permissions, to register what they do not know');
			};
			return { action: { ...action, register }, condition: { ...condition, register } };
		},
	});
}
