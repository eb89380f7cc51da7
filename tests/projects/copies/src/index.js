'use strict';
const CAT = 'api::category.category';
const models = [
	'api::restaurant.restaurant',
	'api::chain.chain',
	CAT,
	'location.address',
	'location.geo',
	'info.opening-hour',
	'blocks.quote',
	'shared.seo',
];
const names = ['beforeCreate', 'afterCreate', 'beforeUpdate', 'afterUpdate', 'beforeFindOne', 'afterFindOne'];

module.exports = {
	bootstrap({ strapi }) {
		const { note, emitted } = require('./api/copies/controllers/copies');
		const hook = (name) => async (event) => {
			note(event);
			const given = event.params.data?.name;
			if (given === 'refuse-before' && name === 'beforeCreate') throw new Error('refused before');
			if (/refuse-after/.test(given) && name === 'afterCreate') throw new Error('refused after');
			if (given === 'copies-in-hook' && name === 'afterCreate') await strapi.entityService.clone(CAT, 3, { data: { name: 'in hook' } });
		};
		strapi.db.lifecycles.subscribe({ models, ...Object.fromEntries(names.map((name) => [name, hook(name)])) });
		strapi.eventHub.on('entry.create', ({ uid, entry }) => emitted(uid, entry));
	},
};
