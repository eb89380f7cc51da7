// strapi.admin.services.permission: the actions and conditions of admins' permissions that code registers.
import { errors } from '../errors.mjs';
import { describeConditions } from './admin-conditions.mjs';

/** "plugin::notes.read", as Strapi names actions and conditions. */
function idOf(plugin, name) {
	if (!plugin) return `api::${name}`;
	return plugin === 'admin' ? `admin::${name}` : `plugin::${plugin}.${name}`;
}

const isText = value => typeof value === 'string' && value !== '';
const isTexts = value => Array.isArray(value) && value.every(item => typeof item === 'string');
const refuse = message => {
	throw new errors.ValidationError(message);
};

const sections = ['contentTypes', 'plugins', 'settings', 'internal'];

function checkAction(given) {
	const { uid, section, displayName, pluginName, subjects, category, subCategory, options } = given ?? {};
	if (!isText(uid)) refuse('[0].uid is a required field');
	if (!/^[a-z]([a-z|.|-]+)[a-z]$/.test(uid)) refuse('[0].uid: The id can only contain lowercase letters, dots and hyphens.');
	if (!sections.includes(section)) refuse(`[0].section must be one of the following values: ${sections.join(', ')}`);
	if (!isText(displayName)) refuse('[0].displayName is a required field');
	if (section === 'plugins' && !isText(pluginName)) refuse('[0].pluginName is a required field');
	if (section === 'contentTypes' && !isTexts(subjects)) refuse('[0].subjects is a required field');
	if (section !== 'contentTypes' && subjects !== undefined) refuse('subjects should only be defined for the "contentTypes" section');
	if (section === 'settings' && !isText(category)) refuse('[0].category is a required field');
	if (section !== 'settings' && category !== undefined) refuse('category should only be defined for the "settings" section');
	if (!['settings', 'plugins'].includes(section) && subCategory !== undefined) {
		refuse('subCategory should only be defined for "plugins" and "settings" sections');
	}
	const properties = options?.applyToProperties;
	if (properties !== undefined && !isTexts(properties)) refuse('[0].options.applyToProperties must be a list of texts');
}

function makeAction(given) {
	const { section, displayName, category, pluginName, subjects, options, aliases } = given;
	const actionId = idOf(pluginName, given.uid);
	const action = { section, displayName, category, pluginName, subjects, aliases, actionId };
	if (section === 'settings' || section === 'plugins') action.subCategory = given.subCategory || 'general';
	action.options = { applyToProperties: null, ...options };
	return action;
}

function makeCondition(given) {
	if (!isText(given?.name)) refuse('[0].name is a required field');
	const { displayName, name, plugin, handler, category = 'default' } = given;
	return { id: idOf(plugin, name), displayName, name, plugin, category, handler };
}

const hooks = () => new Proxy({}, { get: () => ({ register() {}, delete() {}, call() {} }) });

/** As Strapi's: what is registered twice, or once the server is loaded, is an error. */
function makeProvider(app, kind, make, idOfItem) {
	const items = new Map();
	const provider = {
		async register(given) {
			if (app.strapi.isLoaded) throw new Error(`You can't register new ${kind}s outside of the bootstrap function.`);
			const item = make(given);
			const id = idOfItem(item);
			if (items.has(id)) throw new Error(`Duplicated item key: ${id}`);
			items.set(id, item);
			return provider;
		},
		async registerMany(all) {
			for (const given of all) await provider.register(given);
			return provider;
		},
		get: id => items.get(id),
		getAll: () => Object.fromEntries(items),
		getWhere: (wanted = {}) => provider.values().filter(item => Object.entries(wanted).every(([name, value]) => item[name] === value)),
		has: id => items.has(id),
		keys: () => [...items.keys()],
		values: () => [...items.values()],
		size: () => items.size,
		delete: async id => void items.delete(id),
		clear: async () => items.clear(),
		hooks: hooks(),
	};
	return provider;
}

/** What lectern is told of an action. */
const describeAction = ({ actionId, section, displayName, pluginName, category, subCategory, subjects, options, late }) => ({
	id: actionId,
	section,
	displayName,
	plugin: pluginName,
	category,
	subCategory,
	subjects,
	fields: options.applyToProperties?.includes('fields') ?? false,
	late,
});

export function makeProviders(app) {
	const action = given => {
		checkAction(given);
		return Object.assign(makeAction(given), { late: app.modulesHaveBootstrapped === true });
	};
	const condition = given => Object.assign(makeCondition(given), { late: app.modulesHaveBootstrapped === true });
	return {
		actionProvider: makeProvider(app, 'action', action, ({ actionId }) => actionId),
		conditionProvider: makeProvider(app, 'condition', condition, ({ id }) => id),
		sectionProvider: makeProvider(
			app,
			'section',
			section => section,
			({ uid }) => uid,
		),
		engine: { hooks: hooks() },
	};
}

/** Tells lectern of the actions, which roles can have permissions for from here on; the super admin has all of them. */
export async function tellActions(app) {
	const actions = app.strapi.admin.services.permission.actionProvider.values().map(describeAction);
	if (!(await app.call('admin.setActions', [actions, describeConditions(app)]))) return;
	await app.call('admin.grantActions', []).catch(error => {
		app.link.log('warn', `the super admin got no permissions for actions of the project's code: ${error.message}`);
	});
}
