'use strict';

const open = (...names) => Object.fromEntries(names.map((name) => [name, { auth: false }]));

// types of the models within unions, interfaces and types of code's own
const unions = ({ strapi }) => ({
  typeDefs: `
    union Found = Restaurant | Category | Chain
    union FoundEntity = RestaurantEntity | CategoryEntity
    union Either = RestaurantEntityResponse | ChainEntityResponseCollection
    interface Titled { name: String! }
    extend type Restaurant implements Titled
    extend type Chain implements Titled
    type Query { search(text: String!): [Found] searchEntities: [FoundEntity!]! oneEntity: FoundEntity either(one: Boolean): Either titled: [Titled] }
  `,
  resolvers: {
    Found: { __resolveType: (value) => (value.slug ? 'Restaurant' : value.kind) },
    FoundEntity: { __resolveType: ({ __typename }) => __typename },
    Either: { __resolveType: (value) => (value.nodes ? 'ChainEntityResponseCollection' : 'RestaurantEntityResponse') },
    Titled: { __resolveType: (value) => (value.slug ? 'Restaurant' : 'Chain') },
    Query: {
      search: async (root, { text }) => {
        const query = { filters: { name: { $contains: text } }, limit: 2, sort: 'id' };
        const restaurants = await strapi.entityService.findMany('api::restaurant.restaurant', query);
        const categories = await strapi.entityService.findMany('api::category.category', query);
        return [...restaurants, ...categories.map((category) => ({ ...category, kind: 'Category' })), { ...(await strapi.entityService.findOne('api::chain.chain', 1)), kind: 'Chain' }, null];
      },
      searchEntities: async () => [{ ...(await strapi.entityService.findOne('api::restaurant.restaurant', 1)), __typename: 'RestaurantEntity' }, { ...(await strapi.entityService.findOne('api::category.category', 1)), __typename: 'CategoryEntity' }],
      oneEntity: async () => ({ ...(await strapi.entityService.findOne('api::category.category', 2)), __typename: 'CategoryEntity' }),
      either: async (root, { one }) => {
        const { toEntityResponse, toEntityResponseCollection } = strapi.plugin('graphql').service('format').returnTypes;
        if (one) return toEntityResponse(await strapi.entityService.findOne('api::restaurant.restaurant', 1), { resourceUID: 'api::restaurant.restaurant' });
        const args = { start: 0, limit: 2 };
        return toEntityResponseCollection(await strapi.entityService.findMany('api::chain.chain', { ...args, sort: 'id' }), { args, resourceUID: 'api::chain.chain' });
      },
      titled: async () => [await strapi.entityService.findOne('api::restaurant.restaurant', 1), await strapi.entityService.findOne('api::chain.chain', 1)],
    },
  },
  resolversConfig: open('Query.search', 'Query.searchEntities', 'Query.oneEntity', 'Query.either', 'Query.titled', 'Query.restaurants'),
});

const zones = {
  typeDefs: 'type Query { zone: RestaurantBlocksDynamicZone zones: [RestaurantBlocksDynamicZone] quote: ComponentBlocksQuote quotes: [ComponentBlocksQuote!]! morphs: [GenericMorph] morph: GenericMorph nothing: String nothingAtAll: [Int!]! } type Mutation { nothingToo(a: Int): Int }',
  resolvers: {
    Query: {
      zone: () => ({ __component: 'blocks.quote', id: 5, text: 'q' }),
      zones: () => [{ __component: 'blocks.quote', id: 5, text: 'q' }, { __component: 'blocks.rich-text', body: 'b' }, null, { __component: 'none.none' }],
      quote: () => ({ id: 'x', text: 't', author: null }),
      quotes: () => [{ text: 'a', id: 1 }, { id: 2, text: 'b' }],
      morphs: () => [{ __type: 'api::chain.chain', id: 1, name: 'C' }, { __type: 'blocks.quote', id: 1, text: 't' }],
      morph: () => ({ __type: 'api::chain.chain', id: 2, name: 'D' }),
    },
  },
  resolversConfig: open('Query.zone', 'Query.zones', 'Query.quote', 'Query.quotes', 'Query.morphs', 'Query.morph', 'Query.nothing', 'Query.nothingAtAll', 'Mutation.nothingToo'),
};

const pages = ({ strapi }) => ({
  typeDefs: `
    type Page { restaurant: Restaurant entity: RestaurantEntity! all: [Restaurant!]! entities: [RestaurantEntity!]! response: RestaurantEntityResponse list: RestaurantEntityResponseCollection relation: RestaurantRelationResponseCollection user: UsersPermissionsUser me: UsersPermissionsMe file: UploadFile files: [UploadFileEntity] role: UsersPermissionsRole seo: ComponentSharedSeo price: ENUM_RESTAURANT_PRICE zone: [RestaurantBlocksDynamicZone] page: Pagination locale: I18NLocaleCode count: Int next: Page }
    type Query { page: Page pages: [Page] given(kind: String): RestaurantEntity list(kind: String): [RestaurantEntity!] }
  `,
  resolvers: {
    Query: {
      page: async () => {
        const one = await strapi.entityService.findOne('api::restaurant.restaurant', 1, { populate: '*' });
        const two = await strapi.entityService.findOne('api::restaurant.restaurant', 2);
        const files = await strapi.entityService.findMany('plugin::upload.file', { limit: 2, sort: 'id' });
        const page = { restaurant: one, entity: two, all: [one, two], entities: [two, one], response: { value: one }, list: { nodes: [one], info: { args: { start: 0, limit: 1 }, resourceUID: 'api::restaurant.restaurant' } }, relation: { nodes: [two] }, user: await strapi.entityService.findOne('plugin::users-permissions.user', 1), me: { id: 5, username: 'made', role: { name: 'r' } }, file: files[0], files, role: { name: 'R', id: 3 }, seo: { metaTitle: 'm', image: null }, price: one.price, zone: one.blocks, page: { total: 1, page: 2, pageSize: 3, pageCount: 4 }, locale: 'en', count: 3 };
        return { ...page, next: page };
      },
      pages: () => [{ count: 1 }, null, {}],
      ...Object.fromEntries(['given', 'list'].map((name) => [name, (root, { kind }) => ({ list: [{ id: 1, name: 'n' }], empty: {}, date: new Date(0), named: { name: 'n' }, wrapped: { data: { id: 1, attributes: { name: 'n' } } }, error: new Error('given'), promise: Promise.resolve({ id: 3, name: 'p' }), map: new Map([['id', 1]]), frozen: Object.freeze({ id: 4, name: 'f' }), value: { value: { id: 6, name: 'v' } }, promises: { id: Promise.resolve(5), name: Promise.resolve('late') } })[kind]])),
    },
  },
  resolversConfig: open('Query.page', 'Query.pages', 'Query.given', 'Query.list'),
});

module.exports = {
  register({ strapi }) {
    [unions, zones, pages].forEach(strapi.plugin('graphql').service('extension').use);
  },
};
