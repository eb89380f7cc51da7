'use strict';
const order = (global.orderOfPlugins ??= []);
module.exports = ({ env }) => ({
	register({ strapi }) { order.push(`first register ${typeof strapi.plugin('second-one')}`); },
	async bootstrap({ strapi }) { order.push('first bootstrap'); strapi.firstConfig = strapi.plugin('first').config('own'); },
	destroy() {},
	config: {
		default: ({ env: given }) => ({ own: 0, usual: given('NODE_ENV_ABSENT', 'none'), list: ['a', 'b', 'c'], deep: { a: 0, b: { c: [1] } }, when: new Date(0), run: () => 'ran' }),
		validator(config) { if (config.own === 'bad') throw new Error('own is bad'); order.push(`first validator ${JSON.stringify(config)}`); },
	},
	routes: [{ method: 'GET', path: '/hello', handler: 'main.hello', config: { auth: false } }],
	controllers: { main: { hello(ctx) { ctx.body = { said: strapi.plugin('first').service('greeter').greet(), config: strapi.config.get('plugin.first'), same: same(strapi.plugin('first').config('deep')) }; } } },
	services: { greeter: ({ strapi }) => ({ greet: () => `hello ${strapi.plugin('first').config('own')}` }), plain: { x: 1 } },
	policies: { open: () => true },
	middlewares: { mark: config => async (ctx, next) => { await next(); ctx.set('x-lab', JSON.stringify(config ?? null)); } },
	contentTypes: { thing: { schema: { kind: 'collectionType', collectionName: 'first_things', info: { singularName: 'thing', pluralName: 'things', displayName: 'Thing' }, options: { draftAndPublish: true }, attributes: { name: { type: 'string', required: false }, secret: { type: 'string', private: true } } }, lifecycles: { beforeCreate(event) { event.params.data.secret = 'set'; } } } },
});
const same = value => value === strapi.config.get('plugin.first.deep');
