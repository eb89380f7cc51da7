const told = ctx => ({ user: ctx.state.user?.username ?? null, strategy: ctx.state.auth?.strategy?.name ?? null, is: ctx.state.isAuthenticated ?? null, auth: Object.keys(ctx.state.auth ?? {}).sort(), header: typeof ctx.request.header.authorization });
module.exports = {
	tell: told,
	granted: told,
	ungranted: told,
	open: told,
	async verify(ctx) {
		const e = async run => { try { return (await run()) ?? null; } catch (error) { return error.name; } };
		const { auth } = ctx.state;
		return {
			none: await e(() => strapi.auth.verify(auth)),
			granted: await e(() => strapi.auth.verify(auth, { scope: ['api::s.s.granted'] })),
			text: await e(() => strapi.auth.verify(auth, { scope: 'api::s.s.granted' })),
			ungranted: await e(() => strapi.auth.verify(auth, { scope: ['api::s.s.ungranted'] })),
			both: await e(() => strapi.auth.verify(auth, { scope: ['api::s.s.granted', 'api::s.s.ungranted'] })),
			empty: await e(() => strapi.auth.verify(auth, { scope: [] })),
			off: await e(() => strapi.auth.verify(auth, false)),
			undef: await e(() => strapi.auth.verify(undefined)),
		};
	},
};
