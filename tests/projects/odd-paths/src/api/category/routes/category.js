const { createCoreRouter } = require('@strapi/strapi').factories;
module.exports = createCoreRouter('api::category.category', {
	prefix: '/x',
	only: ['findOne', 'nope', 'find', 'create'],
	except: 'create',
	config: {
		find: { auth: false, description: 'all', tags: ['a'], policies: [], unknown: { a: 1 } },
		findOne: { auth: { scope: ['api::category.category.find'] }, middlewares: [(ctx, next) => { ctx.set('x-lab', ctx.params.id); return next(); }] },
		create: { policies: ['nope'] },
		other: { auth: false },
	},
});
