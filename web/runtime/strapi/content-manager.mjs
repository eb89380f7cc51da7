// The services of the plugin content-manager that code uses.
import get from 'lodash/get.js';
import isEmpty from 'lodash/isEmpty.js';
import mapValues from 'lodash/mapValues.js';
import { mayTo } from '../internal/admin-auth.mjs';
import { strict } from '../load/strict.mjs';
import { populateBuilder } from './deep-populate.mjs';
import { entityManager } from './managed-entities.mjs';
import { componentsService, contentTypesService, dataMapper, fieldSizes } from './managed-types.mjs';

function uidService(app) {
	const query = uid => app.strapi.db.query(uid);
	const service = {
		async generateUIDField({ contentTypeUID, field, data }) {
			const type = app.strapi.contentTypes[contentTypeUID];
			const { targetField, default: usual, options } = type.attributes[field];
			const target = get(data, targetField);
			const text = isEmpty(target) ? usual || type.modelName : target;
			return service.findUniqueUID({ contentTypeUID, field, value: require('@sindresorhus/slugify')(text, options) });
		},
		async findUniqueUID({ contentTypeUID, field, value }) {
			const near = await query(contentTypeUID).findMany({ where: { [field]: { $contains: value } } });
			if (!near.length) return value;
			const taken = near.map(entry => entry[field]);
			for (let i = 1; ; i++) if (!taken.includes(`${value}-${i}`)) return `${value}-${i}`;
		},
		async checkUIDAvailability({ contentTypeUID, field, value }) {
			return (await query(contentTypeUID).count({ where: { [field]: value } })) === 0;
		},
	};
	return service;
}

const EXPLORER = 'plugin::content-manager.explorer';
const names = ['read', 'create', 'update', 'delete', 'publish'];
const actions = { ...Object.fromEntries(names.map(name => [name, `${EXPLORER}.${name}`])), unpublish: `${EXPLORER}.publish` };

/** What may be done by who has an ability (ctx.state.userAbility), to entries of a type or to one of them. */
function permissionCheckerService() {
	const create = ({ userAbility, model }) => {
		const can = (action, entity, field) =>
			entity ? userAbility[mayTo](action, model, entity, field) : userAbility.can(action, model, field);
		const withActions = run =>
			Object.assign(
				run,
				mapValues(
					actions,
					action =>
						(...given) =>
							run(action, ...given),
				),
			);
		return strict("strapi.service('plugin::content-manager.permission-checker').create()", {
			can: withActions((...given) => can(...given)),
			cannot: withActions((...given) => !can(...given)),
		});
	};
	return { create };
}

export function contentManagerServices(app) {
	const services = {
		'data-mapper': dataMapper(app),
		'entity-manager': entityManager(app),
		'field-sizes': fieldSizes(),
		'permission-checker': permissionCheckerService(),
		uid: uidService(app),
	};
	services['content-types'] = contentTypesService(app, services);
	services.components = componentsService(app, services);
	const named = mapValues(services, (service, name) => strict(`strapi.service('plugin::content-manager.${name}')`, service));
	return { ...named, 'populate-builder': () => populateBuilder(app) };
}
