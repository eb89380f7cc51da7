'use strict';
// Hooks read the context of the request, leave something in its state for those behind, and answer by it.
const seen = [];

async function hook({ action, model, params }) {
	const ctx = strapi.requestContext.get();
	const name = params.data.name ?? params.data.city;
	const { tagged = null, own = null, user } = ctx?.state ?? {};
	seen.push([action, model.uid, tagged, own, user?.id ?? null, ctx?.params?.id ?? null, ctx?.request?.body?.data?.name ?? null]);
	if (ctx) ctx.state.own = `${own ?? ''}${action};`;
	if (name === 'bad') return ctx.badRequest('by a hook', { a: 1 });
	if (name === 'status') ctx.status = 202;
	if (name === 'header') ctx.set('x-lab', 'by a hook');
	if (name === 'body') ctx.body = { own: 1 };
	if (name === 'throw') ctx.throw(409, 'conflict');
	if (name === 'send') ctx.send({ sent: 1 }, 203);
	return undefined;
}

module.exports = {
	register({ strapi }) {
		strapi.seen = seen;
	},
	bootstrap({ strapi }) {
		const models = ['restaurant', 'category', 'office', 'chain'].map(name => `api::${name}.${name}`);
		strapi.db.lifecycles.subscribe({ models, beforeCreate: hook, afterCreate: hook, beforeUpdate: hook, afterUpdate: hook });
	},
};
