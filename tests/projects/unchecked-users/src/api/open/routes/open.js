// Actions of plugins and of content types that anyone may call, and nobody is asked who they are.
const open = (path, handler) => ({ method: 'GET', path, handler, config: { auth: false } });
module.exports = {
	routes: [
		open('/open/users', 'plugin::users-permissions.user.find'),
		open('/open/users/count', 'plugin::users-permissions.user.count'),
		open('/open/users/:id', 'plugin::users-permissions.user.findOne'),
		open('/open/files', 'plugin::upload.content-api.find'),
		open('/open/restaurants', 'api::restaurant.restaurant.find'),
	],
};
