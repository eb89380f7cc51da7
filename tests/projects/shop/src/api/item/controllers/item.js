'use strict';
const { createCoreController } = require('@strapi/strapi').factories;
module.exports = createCoreController('api::item.item', ({ strapi }) => ({
	async find(ctx) {
		if (ctx.query.cheap) {
			const max = Number(ctx.query.cheap);
			delete ctx.query.cheap;
			ctx.query.filters = { $and: [ctx.query.filters || {}, { price: { $lte: max } }] };
		}
		const { data, meta } = await super.find(ctx);
		meta.stats = await strapi.service('api::item.item').stats();
		return { data: data.map(d => ({ ...d, attributes: { ...d.attributes, label: `${d.attributes.name} (${d.id})` } })), meta };
	},
	async findOne(ctx) {
		const { id } = ctx.params;
		if (!/^\d+$/.test(id)) {
			const one = await strapi.db
				.query('api::item.item')
				.findOne({ where: { sku: id }, populate: { parts: { populate: ['note', 'maker'] }, zone: true, seller: true } });
			if (!one) return ctx.notFound('no item', { sku: id });
			return this.transformResponse(await this.sanitizeOutput(one, ctx));
		}
		await this.validateQuery(ctx);
		const q = await this.sanitizeQuery(ctx);
		return this.transformResponse(await this.sanitizeOutput(await strapi.service('api::item.item').findOne(id, q), ctx));
	},
	async create(ctx) {
		ctx.request.body.data = { ...ctx.request.body.data, seller: ctx.state.user?.id ?? null };
		const r = await super.create(ctx);
		r.meta.by = ctx.state.user?.username ?? ctx.state.auth?.strategy?.name ?? 'none';
		ctx.status = 201;
		return r;
	},
	async update(ctx) {
		try {
			return await super.update(ctx);
		} catch (e) {
			ctx.status = 422;
			ctx.body = { name: e.name, message: e.message, details: e.details ?? null };
		}
	},
	async bulk(ctx) {
		const { items } = ctx.request.body;
		const made = await Promise.all(
			items.map(data => strapi.entityService.create('api::item.item', { data: { ...data, publishedAt: new Date() } })),
		);
		const clean = await Promise.all(made.map(m => this.sanitizeOutput(m, ctx)));
		return this.transformResponse(clean, { count: made.length });
	},
	async buy(ctx) {
		const order = await strapi.service('api::order.order').place(ctx.params.id, Number(ctx.query.n || 1), ctx.state.user);
		return this.transformResponse(await strapi.controller('api::order.order').sanitizeOutput(order, ctx));
	},
	async stream(ctx) {
		const { Readable } = require('stream');
		ctx.type = 'text/csv';
		ctx.attachment('items.csv');
		ctx.body = Readable.from(['id,name\n', '1,a\n']);
	},
	nothing() {},
	async slow(ctx) {
		await new Promise(r => setTimeout(r, 20));
		ctx.body = { slow: true };
	},
	async both(ctx) {
		ctx.body = { body: 1 };
		return { returned: 2 };
	},
	async created(ctx) {
		return ctx.created({ a: 1 });
	},
	async deleted(ctx) {
		return ctx.deleted();
	},
	async helper(ctx) {
		const { name } = ctx.params;
		return ctx[name]('msg', { d: 1 });
	},
}));
