const slugify = text => text.toLowerCase().replace(/ /g, '-');
const { ApplicationError } = require('@strapi/utils').errors;
module.exports = {
	beforeCreate(event) {
		const { data } = event.params;
		if (data.name === 'refused') throw new ApplicationError('no such item', { name: data.name });
		if (data.name === 'crash') throw new TypeError('crashed');
		if (!data.sku) data.sku = slugify(data.name || 'none');
		event.state = { began: true };
	},
	async afterCreate(event) {
		const { result, params, state } = event;
		result.computed = `${result.name}:${state.began}:${Object.keys(params.data).sort().join()}`;
		if (result.name === 'ordered')
			await strapi.entityService.create('api::order.order', { data: { number: `auto-${result.id}`, items: [result.id] } });
		if (result.name === 'afterfail') throw new ApplicationError('after failed');
	},
	beforeUpdate(event) {
		const { data, where } = event.params;
		data.tags = { ...(data.tags || {}), where };
	},
	afterFindMany(event) {
		for (const r of event.result) r.virtual = `v${r.id}`;
	},
	afterFindOne(event) {
		if (event.result) event.result.virtual = `o${event.result.id}`;
	},
	async beforeDelete(event) {
		const { where } = event.params;
		if (where.id === 4) throw new ApplicationError('four stays');
	},
};
