// ctx.session: koa-session, with what the middleware strapi::session has as its settings. It is loaded when code first asks for a
// session, as few projects do, though all have the middleware in their list.
const usual = () => ({
	key: 'koa.sess',
	maxAge: 24 * 60 * 60 * 1000,
	autoCommit: true,
	overwrite: true,
	httpOnly: true,
	signed: true,
	rolling: false,
	renew: false,
	secure: process.env.NODE_ENV === 'production',
	sameSite: undefined,
});

const nothing = async () => {};

function checkKeys(keys) {
	if (Array.isArray(keys) && keys.length && keys.every(Boolean)) return;
	throw new Error("App keys are required. Please set app.keys in config/server.js (ex: keys: ['myKeyA', 'myKeyB'])");
}

export function makeSession(app, config) {
	const { koa } = app;
	let session;
	// The package puts its own members in the place of this one.
	const load = () => {
		if (session) return;
		checkKeys(koa.keys);
		session = require('koa-session')({ ...usual(), ...config }, koa);
	};
	Object.defineProperty(koa.context, 'session', {
		configurable: true,
		get() {
			load();
			return this.session;
		},
		set(value) {
			load();
			this.session = value;
		},
	});
	if (config?.store || config?.ContextStore) load();
	return async (ctx, next) => {
		if (session) return session(ctx, next);
		try {
			return await next();
		} finally {
			// It was loaded meanwhile: what is in the session now is kept.
			if (session) await session(ctx, nothing);
		}
	};
}
