const { createCoreController } = require('@strapi/strapi').factories;
module.exports = createCoreController('api::bookmark.bookmark', ({ strapi }) => {
	const cache = new Map();
	const core = { sanitizeOutput: async data => (Array.isArray(data) ? data.map(({ id, label }) => ({ id, label })) : { id: data.id, label: `${data.label}?` }) };
	return {
		...core,
		async find(ctx) {
			const key = ctx.request.url;
			if (!cache.has(key)) cache.set(key, { made: true, got: await super.find(ctx) });
			else cache.get(key).made = false;
			return cache.get(key);
		},
		async validateQuery(ctx) { if (ctx.query.bad) throw new (require('@strapi/utils').errors.ValidationError)('own bad'); },
		async sanitizeQuery(ctx) { return { ...ctx.query, fields: ['label'], sort: 'id:desc' }; },
		async sanitizeInput(data) { return { label: `in ${data.label}` }; },
	};
});
