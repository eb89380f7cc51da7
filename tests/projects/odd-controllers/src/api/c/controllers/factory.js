module.exports = ({ strapi: given }) => ({
	find: () => ({ same: given === strapi, controllers: Object.keys(given.api.c.controllers).sort() }),
	async other(ctx) { return given.controller('api::c.object').usesThis(ctx); },
	via: ctx => given.api.c.controllers.object.usesHelper(ctx),
	viaName: ctx => strapi.controllers['api::c.object'].usesThis(ctx),
});
