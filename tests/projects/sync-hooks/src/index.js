'use strict';
// Hooks around the making of the tables tell what they were called with.
const told = [];
const tell = (strapi, name) => async ({ oldContentTypes, contentTypes }) => {
	const old = oldContentTypes?.['api::restaurant.restaurant'];
	contentTypes['api::restaurant.restaurant'].told = true;
	told.push({
		name,
		old: old && [old.kind, old.collectionName, Object.keys(old.attributes).length],
		types: Object.keys(contentTypes).filter(uid => uid.startsWith('api::')).length,
		same: contentTypes === strapi.contentTypes || strapi.contentTypes['api::restaurant.restaurant'].told === true,
		isLoaded: strapi.isLoaded,
		rows: await strapi.db.query('api::restaurant.restaurant').count(),
	});
};

module.exports = {
	register({ strapi }) {
		const removed = () => told.push('removed');
		strapi.hook('strapi::content-types.afterSync').register(tell(strapi, 'after')).register(removed);
		strapi.hook('strapi::content-types.afterSync').delete(removed);
		strapi.hook('strapi::content-types.beforeSync').register(tell(strapi, 'before'));
		strapi.told = told;
	},
	bootstrap() {
		told.push('bootstrap');
	},
};
