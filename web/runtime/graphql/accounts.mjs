// The fields of users-permissions, as Strapi resolves them: by the controllers of the plugin, which code may have changed.
import { errors } from '../errors.mjs';
import { nativeNames } from '../internal/native.mjs';

const UID = 'plugin::users-permissions';

/** As Strapi's checkBadRequest. */
function check(body) {
	const status = body?.statusCode ?? 200;
	if (status !== 200) throw Object.assign(new Error(body.error ?? 'Bad Request'), { code: status, data: body });
}

/** What hooks refuse a change with is thrown in Strapi; lectern has answered it. */
function throwRefusal(body) {
	const { name, message, details } = body?.error ?? {};
	if (name === 'ForbiddenError' || name === 'UnauthorizedError') throw new errors[name](message, details);
}

const payloadOf = body => ({ user: body.user || body, jwt: body.jwt });
const ofUser = (body, args) => ({ value: body, info: { args, resourceUID: `${UID}.user` } });
const done = () => ({ ok: true });

/** By field: the action, what the context has for it, and what becomes of its answer. */
const mutations = {
	login: ['auth.callback', ({ input }) => ({ params: { provider: input.provider }, body: { ...input } }), payloadOf],
	register: ['auth.register', ({ input }) => ({ body: { ...input } }), payloadOf],
	forgotPassword: ['auth.forgotPassword', args => ({ body: { ...args } }), body => ({ ok: body.ok || body })],
	resetPassword: ['auth.resetPassword', args => ({ body: { ...args } }), payloadOf],
	changePassword: ['auth.changePassword', args => ({ body: { ...args } }), payloadOf],
	emailConfirmation: ['auth.emailConfirmation', args => ({ query: { ...args } }), payloadOf, [null, true]],
	createUsersPermissionsUser: ['user.create', ({ data }) => ({ params: {}, body: { ...data } }), ofUser],
	updateUsersPermissionsUser: ['user.update', ({ id, data }) => ({ params: { id }, body: { ...data } }), ofUser],
	deleteUsersPermissionsUser: ['user.destroy', ({ id }) => ({ params: { id } }), ofUser],
	createUsersPermissionsRole: ['role.createRole', ({ data }) => ({ body: { ...data } }), done],
	updateUsersPermissionsRole: ['role.updateRole', ({ id, data }) => ({ params: { role: id }, body: { ...data, role: id } }), done],
	deleteUsersPermissionsRole: ['role.deleteRole', ({ id }) => ({ params: { role: id } }), done],
};

export const accountFields = ['Query.me', ...Object.keys(mutations).map(name => `Mutation.${name}`)];

function actionOf(app, name) {
	const [controller, action] = name.split('.');
	return app.container.get('controllers').get(`${UID}.${controller}`)?.[action];
}

/** The resolver of a field of users-permissions; undefined: it has none of that name. */
export function accountResolver(app, name) {
	if (name === 'me') {
		return (parent, args, { state }) => {
			if (!state.user) throw new Error('Authentication requested');
			return state.user;
		};
	}
	if (!Object.hasOwn(mutations, name)) return undefined;
	const [action, given, answer, others = []] = mutations[name];
	return async (parent, args, { koaContext: ctx }) => {
		const { body, ...rest } = given(args);
		if (body) ctx.request.body = body;
		Object.assign(ctx, rest);
		ctx.body = undefined;
		await actionOf(app, action)(ctx, ...others);
		throwRefusal(ctx.body);
		check(ctx.body);
		return answer(ctx.body, args);
	};
}

/** The fields whose action code has put its own in the place of, or still may: they run it, too. */
export function changedAccountFields(app) {
	if (!app.strapi.plugin('users-permissions')) return [];
	const late = app.mayReplaceLate();
	return Object.entries(mutations)
		.filter(([, [action]]) => late || !nativeNames(actionOf(app, action)))
		.map(([name]) => `Mutation.${name}`);
}
