module.exports = (policyContext, config, { strapi }) => {
	policyContext.state.seen = { config, strapi: Boolean(strapi), keys: Object.keys(policyContext).filter(key => !key.startsWith('_')).sort(), more: Object.keys(policyContext).filter(key => key.startsWith('_')) };
	return true;
};
