'use strict';
const order = (global.orderOfPlugins ??= []);
module.exports = {
	register: ({ strapi }) => { order.push(`second register ${strapi.plugin('first').config('own')}`); },
	bootstrap: ({ strapi }) => order.push('second bootstrap'),
	config: { default: { kept: true, list: [1, 2] } },
	routes: { 'content-api': { type: 'content-api', prefix: '/second', routes: [{ method: 'GET', path: '/', handler: 'main.index', config: { auth: false, middlewares: ['plugin::first.mark'], policies: ['plugin::first.open'] } }, { method: 'GET', path: '/guarded', handler: 'main.index' }] }, admin: { type: 'admin', routes: [{ method: 'GET', path: '/inside', handler: 'main.index', config: { policies: [] } }] } },
	controllers: { main: ({ strapi }) => ({ index: async ctx => ({ returned: 1 }), async things(ctx) { ctx.body = await strapi.entityService.findMany('plugin::first.thing'); } }) },
	contentTypes: { note: { schema: { kind: 'collectionType', collectionName: 'second_notes', info: { singularName: 'note', pluralName: 'notes', displayName: 'Note' }, attributes: { text: { type: 'string' } } } } },
};
