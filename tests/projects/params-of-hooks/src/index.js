// What hooks read of event.params; `filters` is a function in Strapi.
const heard = [];
const show = value => {
	if (value === null || typeof value !== 'object') return typeof value === 'function' ? '«function»' : value;
	if (value instanceof Date) return '«date»';
	if (Array.isArray(value)) return value.map(show);
	return Object.fromEntries(Object.entries(value).filter(([, v]) => v !== undefined).map(([k, v]) => [k, show(v)]));
};
module.exports = {
	register({ strapi }) { strapi.heard = heard; },
	bootstrap({ strapi }) {
		strapi.db.lifecycles.subscribe(({ action, model, params }) => {
			if (/^api::/.test(model.uid)) heard.push([action, model.uid, show({ ...params, filters: undefined })]);
		});
	},
};
