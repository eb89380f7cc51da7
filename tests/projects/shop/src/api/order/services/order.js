'use strict';
const { createCoreService } = require('@strapi/strapi').factories;
const { ApplicationError } = require('@strapi/utils').errors;
module.exports = createCoreService('api::order.order', ({ strapi }) => ({
	async place(id, n, user) {
		return strapi.db.transaction(async () => {
			const item = await strapi.db.query('api::item.item').findOne({ where: { id } });
			if (!item) throw new ApplicationError('no such item', { id });
			await strapi.db.query('api::item.item').update({ where: { id }, data: { stock: item.stock - n } });
			const order = await strapi.entityService.create('api::order.order', {
				data: {
					number: `n-${id}-${item.stock}`,
					total: Number(item.price) * n,
					items: { connect: [Number(id)] },
					buyer: user?.id,
					note: { text: 'placed', hidden: 'h' },
					log: [{ at: 'start', n }],
				},
				populate: ['items', 'buyer', 'note'],
			});
			if (item.stock - n < 0) throw new ApplicationError('out of stock', { stock: item.stock, n });
			return order;
		});
	},
}));
