module.exports = {
	register({ strapi }) {
		strapi.customFields.register({ name: 'color', plugin: 'tally', type: 'string' });
	},
	bootstrap({ strapi }) {
		strapi.tallyBoot = true;
	},
	destroy() {},
	config: {
		default: ({ env }) => ({ step: 1, max: 10 }),
		validator(config) {
			if (typeof config.step !== 'number') throw new Error('step');
		},
	},
	contentTypes: {
		mark: {
			schema: {
				kind: 'collectionType',
				collectionName: 'tally_marks',
				info: { singularName: 'mark', pluralName: 'marks', displayName: 'Mark' },
				options: { draftAndPublish: false },
				pluginOptions: { 'content-manager': { visible: false } },
				attributes: {
					key: { type: 'string', unique: true },
					n: { type: 'integer', default: 0 },
					color: { type: 'customField', customField: 'plugin::tally.color' },
					item: { type: 'relation', relation: 'oneToOne', target: 'api::item.item' },
				},
			},
		},
	},
	controllers: {
		mark: ({ strapi }) => ({
			async find(ctx) {
				ctx.body = await strapi.plugin('tally').service('tally').all();
			},
			async adminOnly(ctx) {
				ctx.body = { admin: true };
			},
		}),
		core: ({ strapi }) => require('@strapi/strapi').factories.createCoreController('plugin::tally.mark')({ strapi }),
	},
	services: {
		tally: ({ strapi }) => ({
			async bump(key) {
				const q = strapi.query('plugin::tally.mark');
				const found = await q.findOne({ where: { key } });
				const step = strapi.config.get('plugin.tally.step');
				return found
					? q.update({ where: { id: found.id }, data: { n: found.n + step } })
					: q.create({ data: { key, n: step, color: '#fff' } });
			},
			all: () => strapi.entityService.findMany('plugin::tally.mark', { sort: 'key', fields: ['key', 'n', 'color'] }),
		}),
		mark: ({ strapi }) => require('@strapi/strapi').factories.createCoreService('plugin::tally.mark')({ strapi }),
	},
	policies: { even: ctx => Number(ctx.query.n || 0) % 2 === 0 },
	middlewares: {
		wrap: config => async (ctx, next) => {
			await next();
			ctx.body = { wrapped: ctx.body, mark: config.mark ?? null };
		},
	},
	routes: {
		'content-api': {
			type: 'content-api',
			routes: [
				{
					method: 'GET',
					path: '/marks',
					handler: 'mark.find',
					config: {
						auth: false,
						policies: ['even'],
						middlewares: ['plugin::tally.wrap', { name: 'plugin::tally.wrap', config: { mark: 7 } }],
					},
				},
				{ method: 'GET', path: '/raw', handler: 'mark.find', config: { prefix: '', auth: false } },
				{ method: 'GET', path: '/closed', handler: 'mark.find' },
			],
		},
		admin: {
			type: 'admin',
			routes: [
				{ method: 'GET', path: '/admin-only', handler: 'mark.adminOnly', config: { policies: [] } },
				{ method: 'GET', path: '/open', handler: 'mark.adminOnly', config: { auth: false } },
			],
		},
	},
};
