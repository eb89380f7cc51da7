// The services of the plugin content-manager that code uses: what makes the values of uid fields.
import get from 'lodash/get.js';
import isEmpty from 'lodash/isEmpty.js';
import { strict } from '../load/strict.mjs';

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

export const contentManagerServices = app => ({ uid: strict("strapi.service('plugin::content-manager.uid')", uidService(app)) });
