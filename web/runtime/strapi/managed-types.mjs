// Services of the plugin content-manager that tell of types: what the panel is told of them, and how it shows them.
import isNil from 'lodash/isNil.js';
import omitBy from 'lodash/omitBy.js';
import pick from 'lodash/pick.js';
import { errors } from '../errors.mjs';
import { utilsOf } from './utils.mjs';

const shownParts = ['uid', 'isDisplayed', 'apiID', 'kind', 'category', 'info', 'options', 'pluginOptions', 'attributes'];
const isMorph = ({ type, relation }) => type === 'relation' && /morph/i.test(relation);
const asShown = attribute =>
	attribute.type === 'relation' ? { ...attribute, targetModel: attribute.target, relationType: attribute.relation } : attribute;

export function dataMapper(app) {
	const attributesOf = type => {
		const { getVisibleAttributes, getTimestamps, getCreatorFields } = utilsOf(app).contentTypes;
		const names = [...getVisibleAttributes(type), ...getTimestamps(type), ...getCreatorFields(type)];
		const kept = names.filter(name => !isMorph(type.attributes[name]));
		return { id: { type: 'integer' }, ...Object.fromEntries(kept.map(name => [name, asShown(type.attributes[name])])) };
	};
	return {
		toContentManagerModel: type => ({
			...type,
			apiID: type.modelName,
			isDisplayed: (type.pluginOptions?.['content-manager']?.visible ?? true) === true,
			attributes: attributesOf(type),
		}),
		toDto: type => pick(type, shownParts),
	};
}

/** How the panel shows a model: `kind` is a part of the key under which it is kept. */
function configurations(app, kind) {
	const store = () => app.strapi.store({ type: 'plugin', name: 'content_manager' });
	const key = uid => `configuration_${kind}::${uid}`;
	const empty = { settings: {}, metadatas: {}, layouts: {} };
	return {
		get: async uid => ({ ...empty, ...(await store().get({ key: key(uid) })) }),
		async set(uid, given) {
			const isComponent = kind === 'components' || undefined;
			const changed = omitBy({ ...given, uid, isComponent }, isNil);
			await store().set({ key: key(uid), value: { ...(await this.get(uid)), ...changed } });
		},
	};
}

export function contentTypesService(app, services) {
	const kept = configurations(app, 'content_types');
	const model = type => services['data-mapper'].toContentManagerModel(type);
	return {
		findAllContentTypes: () => Object.values(app.strapi.contentTypes).map(model),
		findContentType(uid) {
			const type = app.strapi.contentTypes[uid];
			return type && model(type);
		},
		findDisplayedContentTypes() {
			return this.findAllContentTypes().filter(({ isDisplayed }) => isDisplayed);
		},
		findContentTypesByKind(kind) {
			return this.findAllContentTypes().filter(type => !kind || (type.kind ?? 'collectionType') === kind);
		},
		findConfiguration: async ({ uid }) => ({ uid, ...(await kept.get(uid)) }),
		async updateConfiguration(type, given) {
			await kept.set(type.uid, given);
			return this.findConfiguration(type);
		},
		findComponentsConfigurations: type => services.components.findComponentsConfigurations(type),
	};
}

export function componentsService(app, services) {
	const kept = configurations(app, 'components');
	const model = type => services['data-mapper'].toContentManagerModel(type);
	return {
		findAllComponents: () => Object.values(app.strapi.components).map(model),
		findComponent(uid) {
			const component = app.strapi.components[uid];
			return component && model(component);
		},
		findConfiguration: async ({ uid, category }) => ({ uid, category, ...(await kept.get(uid)) }),
		async updateConfiguration(component, given) {
			await kept.set(component.uid, given);
			return this.findConfiguration(component);
		},
		/** Of all components within a model, by their uid. */
		async findComponentsConfigurations(within) {
			const found = {};
			for (const attribute of Object.values(within.attributes)) {
				const uids = attribute.type === 'dynamiczone' ? attribute.components : attribute.type === 'component' ? [attribute.component] : [];
				for (const uid of uids.filter(one => !(one in found))) {
					const component = this.findComponent(uid);
					found[uid] = await this.findConfiguration(component);
					Object.assign(found, await this.findComponentsConfigurations(component));
				}
			}
			return found;
		},
	};
}

const size = (usual, isResizable = true) => ({ default: usual, isResizable });
const sizes = {
	...Object.fromEntries(['dynamiczone', 'component', 'json', 'richtext', 'blocks'].map(type => [type, size(12, false)])),
	...Object.fromEntries(
		['checkbox', 'boolean', 'date', 'time', 'biginteger', 'decimal', 'float', 'integer', 'number'].map(type => [type, size(4)]),
	),
	...Object.fromEntries(
		['datetime', 'email', 'enumeration', 'media', 'password', 'relation', 'string', 'text', 'timestamp', 'uid'].map(type => [
			type,
			size(6),
		]),
	),
};

/** How wide the panel draws a field, of twelve columns. */
export function fieldSizes() {
	const own = { ...sizes };
	const needs = (given, what) => {
		if (!given) throw new errors.ApplicationError(`The ${what} is required`);
	};
	return {
		getAllFieldSizes: () => own,
		hasFieldSize: type => Boolean(own[type]),
		getFieldSize(type) {
			needs(type, 'type');
			if (!own[type]) throw new errors.ApplicationError(`Could not find field size for type ${type}`);
			return own[type];
		},
		setFieldSize(type, given) {
			needs(type, 'type');
			needs(given, 'size');
			own[type] = given;
		},
	};
}
