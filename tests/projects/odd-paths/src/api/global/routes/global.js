const { createCoreRouter } = require('@strapi/strapi').factories;
module.exports = createCoreRouter('api::global.global', {
	prefix: null,
	type: 'content-api',
	except: ['delete', 'findOne'],
	config: { find: { auth: { strategies: ['api-token'] } }, update: { auth: false, policies: [ctx => ctx.request.header['x-ok'] === '1'] } },
});
