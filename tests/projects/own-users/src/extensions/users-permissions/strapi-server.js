// The users of JWTs by code: user 2 is unknown, 3 is blocked, 4 fails, and the others come with what is set beside them.
module.exports = plugin => {
	const given = plugin.services.user;
	plugin.services.user = context => ({
		...given(context),
		async fetchAuthenticatedUser(id) {
			if (id === 4) throw new Error('no user today');
			const user = await strapi.query('plugin::users-permissions.user').findOne({ where: { id }, populate: ['role'] });
			if (!user || user.id === 2) return null;
			return { ...user, blocked: user.id === 3, seenByCode: true };
		},
	});
	return plugin;
};
