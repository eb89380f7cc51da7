'use strict';

// fields of nexus on what the models give
module.exports = ({ nexus, strapi }) => ({
  types: [
    nexus.extendType({
      type: 'Restaurant',
      definition(t) {
        t.nonNull.int('letters', { description: 'in its name', resolve: ({ name }) => name.length });
        t.field('sameChain', { type: 'RestaurantRelationResponseCollection', args: { limit: nexus.intArg({ default: 2 }) }, async resolve(root, { limit }) {
          const { chain } = await strapi.entityService.findOne('api::restaurant.restaurant', root.id, { populate: ['chain'] });
          const nodes = chain ? await strapi.entityService.findMany('api::restaurant.restaurant', { filters: { chain: chain.id }, limit, sort: 'id' }) : [];
          return { nodes };
        } });
        t.list.field('entities', { type: 'ReviewEntity', resolve: (root) => strapi.db.query('api::review.review').findMany({ where: { restaurant: root.id }, limit: 2, orderBy: 'id' }) });
        t.list.field('bare', { type: 'Category', resolve: async (root) => (await strapi.db.query('api::restaurant.restaurant').findOne({ where: { id: root.id }, populate: ['categories'] })).categories.sort((a, b) => a.id - b.id) });
        t.field('seo', { type: 'ComponentSharedSeo', resolve: () => ({ metaTitle: 'made', id: 77 }) });
        t.list.field('zone', { type: 'RestaurantBlocksDynamicZone', resolve: () => [{ __component: 'blocks.quote', id: 1, text: 'quoted' }] });
        t.field('file', { type: 'UploadFileEntityResponse', resolve: async () => ({ value: await strapi.db.query('plugin::upload.file').findOne({ where: {}, orderBy: 'id' }) }) });
        t.field('owned', { type: 'UsersPermissionsUserEntityResponse', resolve: () => ({ value: strapi.db.query('plugin::users-permissions.user').findOne({ where: { id: 1 } }) }) });
      },
    }),
    nexus.extendType({
      type: 'UsersPermissionsMe',
      definition(t) {
        t.string('provider');
        t.nonNull.field('self', { type: 'UsersPermissionsUserEntity', resolve: (me) => me });
        t.field('reviews', { type: 'ReviewEntityResponseCollection', async resolve(me, args, ctx) {
          const nodes = await strapi.entityService.findMany('api::review.review', { filters: { author: me.id }, start: 0, limit: 2, sort: 'id' });
          return strapi.plugin('graphql').service('format').returnTypes.toEntityResponseCollection(nodes, { args: { filters: { author: me.id }, start: 0, limit: 2 }, resourceUID: 'api::review.review' });
        } });
      },
    }),
    nexus.extendType({ type: 'UsersPermissionsMe', definition(t) { t.string('again', { resolve: (me) => `${me.username} ${Object.keys(me).sort()}` }); } }),
    nexus.extendInputType({ type: 'UsersPermissionsRegisterInput', definition(t) { t.string('nickname'); } }),
    nexus.extendInputType({ type: 'ChainInput', definition(t) { t.nonNull.string('reason', { default: 'none' }); } }),
    nexus.objectType({ name: 'Popular', definition(t) { t.field('chains', { type: 'ChainEntityResponseCollection', resolve: (parent) => ({ nodes: parent.chains, info: { args: { start: 0, limit: 1 }, resourceUID: 'api::chain.chain' } }) }); t.field('first', { type: 'ChainEntity' }); t.field('chain', { type: 'Chain' }); t.list.field('all', { type: 'ChainEntity' }); t.field('response', { type: 'ChainEntityResponse' }); } }),
    nexus.extendType({ type: 'Query', definition(t) { t.field('reviews', { type: 'ReviewEntityResponseCollection', args: { sort: nexus.stringArg(), start: 'Int' }, async resolve(root, args) {
      const { transformArgs } = strapi.plugin('graphql').service('builders').utils;
      const asked = transformArgs(args, { contentType: strapi.contentTypes['api::review.review'], usePagination: true });
      const nodes = await strapi.entityService.findMany('api::review.review', { ...asked, limit: 4 });
      return strapi.plugin('graphql').service('format').returnTypes.toEntityResponseCollection(nodes.map((node) => ({ ...node, title: Object.keys(args).sort().join() })), { args: asked, resourceUID: 'api::review.review' });
    } }); } }),
    nexus.queryField('popular', { type: 'Popular', async resolve() { const chains = await strapi.entityService.findMany('api::chain.chain', { limit: 2, sort: 'id', populate: ['restaurants'] }); return { chains, first: chains[0], chain: chains[1], all: chains, response: { value: chains[1] } }; } }),
    nexus.queryField('pages', { type: 'ChainEntityResponseCollection', args: { start: 'Int', limit: 'Int', kind: 'String' }, async resolve(parent, { kind, ...args }) {
      const { toEntityResponseCollection } = strapi.plugin('graphql').service('format').returnTypes;
      const nodes = await strapi.entityService.findMany('api::chain.chain', { ...args, sort: 'id' });
      if (kind === 'none') return toEntityResponseCollection(nodes);
      if (kind === 'args') return toEntityResponseCollection(nodes, { args });
      if (kind === 'uid') return toEntityResponseCollection(nodes, { resourceUID: 'api::chain.chain' });
      if (kind === 'meta') return { nodes, info: { pagination: { total: 1, page: 1, pageSize: 1, pageCount: 1 } } };
      if (kind === 'null') return toEntityResponseCollection(null, { args, resourceUID: 'api::chain.chain' });
      if (kind === 'promise') return toEntityResponseCollection(Promise.resolve(nodes), { args, resourceUID: 'api::chain.chain' });
      if (kind === 'array') return nodes;
      if (kind === 'data') return { data: nodes };
      if (kind === 'entities') return { nodes: nodes.map((node) => ({ id: node.id, attributes: node })) };
      if (kind === 'extra') return { ...toEntityResponseCollection(nodes, { args, resourceUID: 'api::chain.chain' }), extra: 1 };
      if (kind === 'filters') return toEntityResponseCollection(nodes, { args: { ...args, filters: { name: { $contains: '1' } } }, resourceUID: 'api::chain.chain' });
      if (kind === 'bad') return toEntityResponseCollection(nodes, { args: { ...args, filters: { none: 1 } }, resourceUID: 'api::none.none' });
      return toEntityResponseCollection(nodes, { args, resourceUID: 'api::chain.chain' });
    } }),
    nexus.queryField('one', { type: 'ChainEntityResponse', args: { kind: 'String' }, async resolve(parent, { kind }) {
      const chain = await strapi.entityService.findOne('api::chain.chain', 1, { populate: { restaurants: { limit: 1 }, headquarters: true, seo: true } });
      return { entity: chain, data: { data: chain }, value: { value: chain }, attributes: { value: { id: chain.id, attributes: chain } }, id: { value: { id: 2 } }, text: 'x', null: { value: null }, undefined: {}, array: { value: [chain] }, made: { value: { name: 'made up', id: 'x1' } }, noid: { value: { name: 'no id' } }, changed: { value: { ...chain, name: 'changed', headquarters: { id: 9, city: 'Nowhere' } } }, promise: Promise.resolve({ value: Promise.resolve(chain) }) }[kind];
    } }),
  ],
  resolvers: { UsersPermissionsMe: { provider: (me) => me.provider } },
  resolversConfig: { 'Query.popular': { auth: false }, 'Query.pages': { auth: false }, 'Query.one': { auth: false }, 'Query.restaurants': { auth: false } },
});
