'use strict';
// Hooks of what admins change in the panel: entries, one and many, users, and admins themselves.
const { ApplicationError, ForbiddenError, ValidationError } = require('@strapi/utils').errors;

const seen = [];
const isOwn = uid => uid.startsWith('api::') || uid.endsWith('user');
const shown = where => JSON.stringify(where ?? null);

function throwAt(name) {
	if (name === 'application') throw new ApplicationError('an application error', { a: 1 });
	if (name === 'validation') throw new ValidationError('a validation error');
	if (name === 'forbidden') throw new ForbiddenError('a refusal', { b: 2 });
	if (name === 'plain') throw new Error('a plain error');
	if (name === 'koa') strapi.requestContext.get().throw(418, 'by the context');
}

const ofEntries = {
	models: ['api::category.category', 'api::review.review', 'plugin::users-permissions.user', 'admin::user'],
	beforeCreate({ params: { data } }) {
		throwAt(data.name ?? data.username ?? data.firstname);
		if (data.name === 'by whom') {
			const { user, isAuthenticated, auth, userAbility } = strapi.requestContext.get().state;
			data.code = `${user?.firstname} ${user?.roles?.length} ${isAuthenticated} ${auth?.strategy?.name} ${typeof userAbility?.can}`;
		}
		if (data.firstname === 'Renamed') data.lastname = 'by a hook';
	},
	afterCreate({ params: { data } }) {
		const name = data.name ?? data.username ?? data.firstname ?? '';
		if (name.startsWith('behind ')) throwAt(name.slice('behind '.length));
	},
	beforeUpdateMany({ params }) {
		if (params.where.id.$in.includes(3)) params.data.title = 'changed with many';
	},
	afterUpdateMany({ result }) {
		if (result.count === 3) throw new ApplicationError('three of them');
	},
	beforeDeleteMany({ params }) {
		if (shown(params.where).includes('[8]')) throw new ForbiddenError('not the eighth');
		if (shown(params.where).includes('[9]')) params.where = { id: 10 };
	},
};

module.exports = {
	register({ strapi }) {
		strapi.seen = seen;
	},
	bootstrap({ strapi }) {
		strapi.db.lifecycles.subscribe(ofEntries);
		strapi.db.lifecycles.subscribe(({ action, model, params, result }) => {
			if (!/(Create|Update|Delete)/.test(action) || !isOwn(model.uid)) return;
			const data = Object.keys(params.data ?? {}).filter(name => !['username', 'resetPasswordToken'].includes(name));
			seen.push([action, model.uid, data.sort().join(), shown(params.where), result?.count ?? result?.roles?.length ?? null]);
		});
	},
};
