// strapi.entityService
import { strict } from '../load/strict.mjs';

const methods = [
	...['findMany', 'findOne', 'findPage', 'findWithRelationCounts', 'findWithRelationCountsPage', 'count', 'load', 'loadPages'],
	...['create', 'update', 'delete', 'deleteMany'],
];

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
	service.implementation.wrapParams = async (params = {}) => params;
	service.implementation.wrapResult = async (result = {}) => result;
	for (const name of Object.keys(service.implementation)) service[name] = (...args) => service.implementation[name](...args);
	return strict('strapi.entityService', service);
}
