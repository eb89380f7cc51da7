module.exports = async (policyContext, config, { strapi }) => {
	const { id } = policyContext.params;
	const o = await strapi.db.query('api::order.order').findOne({ where: { id } });
	return o?.state === 'open';
};
