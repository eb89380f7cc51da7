// strapi.admin, as far as there is one without an administration panel: its types, and a place for what plugins tell it.
import merge from 'lodash/merge.js';
import { strict } from '../load/strict.mjs';
import { makeProviders } from './admin-providers.mjs';
import { adminServices, permissionService } from './admin-services.mjs';
import { typesOf } from './types.mjs';

/** {action, subject} of what stands in a policy's `actions`. */
function wanted(given) {
	if (typeof given === 'string') return { action: given };
	return Array.isArray(given) ? { action: given[0], subject: given[1] } : given;
}

/** As Strapi has them: on routes of the content API nobody has a userAbility, and asking for it is an error. */
const policies = {
	isAuthenticatedAdmin: ({ state }) => Boolean(state.isAuthenticated),
	hasPermissions: ({ state }, { actions }) => actions.map(wanted).every(({ action, subject }) => state.userAbility.can(action, subject)),
	isTelemetryEnabled: () => false,
};

/** What Strapi's administration has for what config/admin does not say. */
const usual = () => ({
	forgotPassword: {
		emailTemplate: {
			subject: 'Reset password',
			text: `We heard that you lost your password. Sorry about that!

But don’t worry! You can use the following link to reset your password:

<%= url %>

Thanks.`,
			html: `<p>We heard that you lost your password. Sorry about that!</p>

<p>But don’t worry! You can use the following link to reset your password:</p>

<p><%= url %></p>

<p>Thanks.</p>`,
		},
	},
});

export function makeAdmin(app) {
	app.config.set('admin', merge(usual(), app.config.get('admin')));
	const permission = { ...makeProviders(app), ...permissionService(app) };
	const services = { ...adminServices(app), permission: strict("strapi.admin.services['permission']", permission) };
	app.container.get('services').add('admin::', services);
	app.container.get('content-types').add('admin::', typesOf(app, 'admin::'));
	app.container.get('policies').add('admin::', policies);
	return strict('strapi.admin', {
		services: strict('strapi.admin.services', services),
		config: app.config.get('admin'),
		contentTypes: typesOf(app, 'admin::'),
		controllers: {},
		policies,
		middlewares: {},
		routes: {},
	});
}
