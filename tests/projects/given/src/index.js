'use strict';
// Hooks that keep the data that they saw, as it was then.
const models = ['api::kitchen-sink.kitchen-sink', 'api::chain.chain', 'api::review.review', 'shared.seo'];

module.exports = {
	bootstrap({ strapi }) {
		global.heard = [];
		const hear = ({ action, model, params: { data } }) => {
			const { createdAt, updatedAt, ...own } = data;
			global.heard.push([action, model.uid, { ...own, names: Object.keys(own).sort().join() }]);
			if (data.string === 'moves' && action.startsWith('before')) data.datetime = new Date(data.datetime.getTime() + 1000);
			if (data.string === 'text' && action.startsWith('before')) data.datetime = '2019-01-01T00:00:00.000Z';
		};
		strapi.db.lifecycles.subscribe({ models, beforeCreate: hear, afterCreate: hear, beforeUpdate: hear });
		// Of these only what is behind the change.
		strapi.db.lifecycles.subscribe({ models: ['api::restaurant.restaurant'], afterCreate: hear });
	},
};
