const { createCoreRouter } = require('@strapi/strapi').factories;
const auth = { auth: false };
const core = createCoreRouter('api::chain.chain', { config: { find: auth, findOne: auth, create: auth, update: auth, delete: auth } });
module.exports = {
	get prefix() { return core.prefix; },
	get routes() { this.all ??= [{ method: 'GET', path: '/chains/own', handler: 'chain.own', config: auth }, ...core.routes]; return this.all; },
};
