'use strict';
// Nobody is shown the roles of users.
module.exports = {
	register({ strapi }) {
		strapi.contentType('plugin::users-permissions.user').attributes.role.private = true;
	},
	bootstrap() {},
};
