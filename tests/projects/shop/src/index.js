'use strict';
module.exports = {
	register({ strapi }) {
		strapi.tallyRegister = true;
		const ext = strapi.plugin('graphql').service('extension');
		ext.shadowCRUD('api::order.order').disableAction('delete');
		ext.use(({ nexus, strapi }) => ({
			typeDefs: `
        type Shop { name: String, items(first: Int = 2): [ItemEntity], total: Float }
        extend type Query { shop(name: String!): Shop }
        extend type Mutation { placeOrder(item: ID!, n: Int): OrderEntityResponse }
        extend type Item { upper: String }`,
			resolvers: {
				Query: { shop: (_, { name }) => ({ name }) },
				Shop: {
					items: (_, { first }) => strapi.entityService.findMany('api::item.item', { limit: first, sort: 'id' }),
					total: async () => (await strapi.service('api::item.item').stats()).sum,
				},
				Item: { upper: i => i.name.toUpperCase() },
				Mutation: {
					placeOrder: async (_, { item, n = 1 }, context) => {
						const order = await strapi.service('api::order.order').place(item, n, context.state.user);
						return strapi
							.plugin('graphql')
							.service('format')
							.returnTypes.toEntityResponse(order, { args: { item }, resourceUID: 'api::order.order' });
					},
				},
			},
			resolversConfig: {
				'Query.shop': {
					auth: false,
					policies: [ctx => ctx.args.name !== 'closed'],
					middlewares: [
						async (next, p, a, c, i) => {
							const r = await next(p, a, c, i);
							return { ...r, name: `${r.name}!` };
						},
					],
				},
				'Mutation.placeOrder': { auth: false },
				'Query.items': { auth: false, middlewares: [(next, p, a, c, i) => next(p, { ...a, sort: ['id:desc'] }, c, i)] },
				'Query.orders': { auth: { scope: ['api::order.order.find'] } },
			},
		}));
	},
	async bootstrap({ strapi }) {
		strapi.db.lifecycles.subscribe({
			models: ['api::order.order'],
			async beforeCreate(event) {
				event.params.data.log = [...(event.params.data.log || []), { hook: event.action }];
			},
			async afterUpdate(event) {
				event.result.updatedByHook = true;
			},
		});
		strapi.db.lifecycles.subscribe(event => {
			if (event.action === 'beforeCreate' && event.model.uid === 'shop.part') event.params.data.label = `${event.params.data.label}*`;
			if (event.action === 'beforeCreate' && event.model.uid === 'plugin::upload.file') event.params.data.caption = 'hooked';
		});
		strapi.heard = [];
		strapi.takeHeard = () => {
			const key = ([action, uid, { data, where }, result]) => [action, uid, data?.label ?? data?.text ?? result?.id ?? where?.id].join();
			return strapi.heard.splice(0).sort((a, b) => (key(a) < key(b) ? -1 : 1));
		};
		strapi.db.lifecycles.subscribe(({ action, model, params, result }) => {
			if (!strapi.hears || !/(Create|Update|Delete)/.test(action) || !/^(api::item|shop)/.test(model.uid)) return;
			if (action === 'beforeCreate' && params.data.text === 'never') throw new Error('never a note');
			if (action === 'afterCreate' && model.uid === 'shop.note') result.seen = true;
			strapi.heard.push([
				action,
				model.uid,
				JSON.parse(JSON.stringify({ ...params, populate: undefined })),
				result && JSON.parse(JSON.stringify(result)),
			]);
		});
		const pub = await strapi.db.query('plugin::users-permissions.role').findOne({ where: { type: 'public' } });
		for (const action of ['find', 'findOne', 'create', 'update', 'delete']
			.map(a => `api::item.item.${a}`)
			.concat(
				'api::order.order.find',
				'api::order.order.findOne',
				'api::order.order.update',
				'api::order.order.delete',
				'plugin::upload.content-api.find',
			))
			if (!(await strapi.db.query('plugin::users-permissions.permission').count({ where: { action, role: pub.id } })))
				await strapi.db.query('plugin::users-permissions.permission').create({ data: { action, role: pub.id } });
		if (!(await strapi.db.query('api::item.item').count()))
			for (let i = 1; i <= 5; i++)
				await strapi.entityService.create('api::item.item', {
					data: {
						name: `Item ${i}`,
						price: i * 1.5,
						secret: `s${i}`,
						tags: [`t${i}`],
						stock: i,
						parts: [{ label: `p${i}`, note: { text: 'n', hidden: 'h' }, maker: i > 1 ? 1 : null }],
						zone: [
							{ __component: 'shop.note', text: `z${i}`, hidden: 'hh' },
							{ __component: 'shop.part', label: 'zp' },
						],
						related: i > 1 ? [1] : [],
						seller: 1,
						publishedAt: i === 3 ? null : '2024-01-01T00:00:00.000Z',
					},
				});
	},
};
