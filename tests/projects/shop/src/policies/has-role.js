module.exports = (policyContext, config, { strapi }) => {
	const role = policyContext.state.user?.role?.type ?? 'none';
	return config.roles.includes(role);
};
