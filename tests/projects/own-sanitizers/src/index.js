'use strict';
const { errors, traverseEntity } = require('@strapi/utils');

// Sees what every answer of the content API shows, and takes away what nobody is to see.
const hide = schema => entity =>
	traverseEntity(
		({ schema: { uid }, key, value }, { remove, set }) => {
			if (uid === 'plugin::users-permissions.user' && key === 'email') remove(key);
			if (key === 'name' && typeof value === 'string') set(key, `${value}!`);
		},
		{ schema },
		entity
	);

module.exports = {
	register({ strapi }) {
		strapi.sanitizers
			.add('content-api.output', hide)
			.add('content-api.input', () => data => ({ ...data, name: data.name?.trim() }))
			.add('content-api.query', ({ uid }) => query => (uid === 'api::category.category' ? { ...query, sort: 'id:desc' } : query));
		strapi.validators.add('content-api.query', ({ uid }) => query => {
			if (query.filters?.secret) throw new errors.ValidationError(`Nobody asks for the secret of ${uid}`);
			return query;
		});
	},
};
