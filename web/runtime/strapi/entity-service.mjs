// strapi.entityService
import { Missing } from '../errors.mjs';
import { strict } from '../load/strict.mjs';

const methods = [
	...['findMany', 'findOne', 'findPage', 'findWithRelationCounts', 'findWithRelationCountsPage', 'count', 'load', 'loadPages'],
	...['create', 'update', 'delete', 'deleteMany'],
];

/** Files that come with an entry are uploaded when it is there, and the answer is read again. */
async function attach(app, uid, entity, files, { fields, populate }) {
	for (const [field, given] of Object.entries(files)) {
		const attribute = app.strapi.getModel(uid).attributes[field];
		if (field.includes('.')) throw new Missing(`files of strapi.entityService for a field of a component: ${field}`);
		if (attribute?.type !== 'media') continue;
		await app.strapi.service('plugin::upload.upload').uploadToEntity({ id: entity.id, model: uid, field }, given);
	}
	return app.strapi.entityService.findOne(uid, entity.id, { fields, populate });
}

function addFiles(app, implementation) {
	const { create, update } = implementation;
	const withFiles =
		(write, at) =>
		async (uid, ...args) => {
			const { files, ...params } = args[at] ?? {};
			if (!files || !Object.keys(files).length) return write(uid, ...args);
			const entity = await write(uid, ...args.slice(0, at), params);
			return entity && attach(app, uid, entity, files, params);
		};
	Object.assign(implementation, { create: withFiles(create, 0), update: withFiles(update, 1) });
}

export function entityService(app) {
	const member =
		name =>
		async (uid, ...args) =>
			app.call(`entityService.${name}`, [uid, ...args]);
	const service = {
		implementation: Object.fromEntries(methods.map(name => [name, member(name)])),
		decorate(decorator) {
			if (typeof decorator !== 'function') throw new Error(`Decorator must be a function, received ${typeof decorator}`);
			service.implementation = { ...service.implementation, ...decorator(service.implementation) };
			return service;
		},
	};
	addFiles(app, service.implementation);
	service.implementation.wrapParams = async (params = {}) => params;
	service.implementation.wrapResult = async (result = {}) => result;
	for (const name of Object.keys(service.implementation)) service[name] = (...args) => service.implementation[name](...args);
	return strict('strapi.entityService', service);
}
