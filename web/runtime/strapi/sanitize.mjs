// What a core controller has to sanitize and validate with, and strapi.contentAPI.
import { strict } from '../load/strict.mjs';
import { makeContentApiPermissions } from './content-api-permissions.mjs';
import { utilsOf } from './utils.mjs';

const authOf = ctx => ctx?.state?.auth ?? {};

/** {sanitizeOutput(data, ctx), sanitizeInput(data, ctx), sanitizeQuery(ctx), validateQuery(ctx), validateInput(data, ctx)} */
export function controllerSanitizers(app, uid) {
	const type = () => app.contentTypes[uid];
	const of = kind => utilsOf(app)[kind].contentAPI;
	return {
		sanitizeOutput: async (data, ctx) => of('sanitize').output(data, type(), { auth: authOf(ctx) }),
		sanitizeInput: async (data, ctx) => of('sanitize').input(data, type(), { auth: authOf(ctx) }),
		sanitizeQuery: async ctx => of('sanitize').query(ctx.query, type(), { auth: authOf(ctx) }),
		validateQuery: async ctx => of('validate').query(ctx.query, type(), { auth: authOf(ctx) }),
		validateInput: async (data, ctx) => of('validate').input(data, type(), { auth: authOf(ctx) }),
	};
}

export const makeContentApi = app =>
	strict('strapi.contentAPI', {
		permissions: makeContentApiPermissions(app),
		getRoutesMap: () => app.strapi.plugin('users-permissions').service('users-permissions').getRoutes(),
		get sanitize() {
			return utilsOf(app).sanitize.contentAPI;
		},
		get validate() {
			return utilsOf(app).validate.contentAPI;
		},
	});
