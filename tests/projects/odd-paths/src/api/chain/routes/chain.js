const { createCoreRouter } = require('@strapi/strapi').factories;
const router = createCoreRouter('api::chain.chain', { prefix: '', only: [], config: {} });
const own = [{ method: 'GET', path: '/chains/own', handler: 'chain.find', config: { auth: false } }];
let all;
module.exports = {
	get prefix() { return router.prefix; },
	get routes() { return (all ??= own.concat(createCoreRouter('api::chain.chain').routes, router.routes)); },
};
