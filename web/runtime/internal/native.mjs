// Actions that lectern has by itself. As functions of a controller they can be called, wrapped and replaced; where a route runs
// one as it is lectern answers it without asking this process.

const mark = Symbol('native');

/** What `action` names for lectern: {type, action} of a content type, {action} of a plugin. */
export const asNative = (run, names) => Object.defineProperty(run, mark, { value: names, configurable: true });

/** The names of a native action, or undefined for code. */
export const nativeNames = run => run?.[mark];

/** A function in the place of another: native as long as that is. */
export const asNativeAs = (run, other) => Object.defineProperty(run, mark, { get: () => other[mark], configurable: true });

/** The parameter of the path without which an action of a plugin finds nothing. */
const parameters = {
	'plugin::users-permissions.user.findOne': 'id',
	'plugin::users-permissions.user.update': 'id',
	'plugin::users-permissions.user.destroy': 'id',
	'plugin::users-permissions.role.findOne': 'id',
	'plugin::users-permissions.role.updateRole': 'role',
	'plugin::users-permissions.role.deleteRole': 'role',
	'plugin::upload.content-api.findOne': 'id',
	'plugin::upload.content-api.destroy': 'id',
	'plugin::content-type-builder.content-types.getContentType': 'uid',
	'plugin::content-type-builder.components.getComponent': 'uid',
};

/** Actions about the user who asks: lectern knows them by the request alone. */
const ofUser = ['plugin::users-permissions.user.me', 'plugin::users-permissions.auth.changePassword'];

const ofEntry = ['findOne', 'update', 'delete', 'createLocalization'];

/** The same of all native actions, or undefined where none is needed. */
export function parameterOf(app, { type, action }) {
	if (!type) return parameters[action];
	return app.contentTypes[type]?.kind !== 'singleType' && ofEntry.includes(action) ? 'id' : undefined;
}

/** Its routes are code's from here on. */
export const unmarkNative = run => void (run && delete run[mark]);

/** Code may call an action with an object of its own: `{...ctx, query}` or `{query}`. */
export const isOfRequest = ctx => ctx?.request?.ctx === ctx;

/**
 * The controllers of a plugin, by the names of their actions. `write(app)` gives those of the actions that are written in JavaScript,
 * too: they answer to an object of code's own.
 */
export function nativeControllers(app, plugin, actions, write) {
	let written;
	const runOf = (controller, name) => (written ??= write?.(app) ?? {})[controller]?.[name];
	return Object.fromEntries(
		Object.entries(actions).map(([controller, names]) => [
			controller,
			Object.fromEntries(
				names.map(name => {
					const action = `plugin::${plugin}.${controller}.${name}`;
					const ofRequest = ctx => app.nativeRequests.runNative(ctx, { action });
					const native = (ctx, ...rest) => {
						// What runs beside a transaction of code's would not see what that has changed.
						const isWhole =
							isOfRequest(ctx) &&
							!app.strapi.db.inTransaction() &&
							(!parameters[action] || ctx.params?.[parameters[action]] !== undefined) &&
							(!ofUser.includes(action) || app.admission.isSameUser(ctx));
						const run = isWhole ? undefined : runOf(controller, name);
						return run ? run(ctx, ofRequest, ...rest) : ofRequest(ctx);
					};
					const run = (ctx, ...rest) => (app.actionsByServices?.get(action) ?? native)(ctx, native, ...rest);
					app.nativeActions ??= new Map();
					app.nativeActions.set(action, asNative(run, { action }));
					return [name, run];
				}),
			),
		]),
	);
}

/** A middleware of Strapi's that lectern has by itself. */
export const isNativeMiddleware = middleware => nativeNames(middleware) !== undefined;

/** Whether lectern does by itself what a middleware of a route does around an action. */
export function isNativeAround({ factory, config }, { action }) {
	if (!factory || !isNativeMiddleware(factory)) return false;
	const { limits } = nativeNames(factory);
	return !limits || (action.startsWith(limits) && !Object.keys(config ?? {}).length);
}
