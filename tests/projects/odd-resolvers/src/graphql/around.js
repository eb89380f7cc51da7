'use strict';

// policies and middlewares around everything
const append = (text) => async (next, ...rest) => `${await next(...rest)}${text}`;

module.exports = ({ strapi }) => ({
  typeDefs: `
    extend type Query { word(text: String): String told(a: Int): String signed: String denied(how: String): String stopped: String order2: String wordByDefault: String }
    extend type Chain { size: Int secretly: String }
  `,
  resolvers: {
    Query: { word: (root, { text }) => text ?? 'word', told: () => 'told', signed: () => 'signed', denied: () => 'not denied', stopped: () => 'not stopped', order2: () => 'o', wordByDefault: () => null },
    Chain: { size: () => 5, secretly: () => 'psst' },
  },
  resolversConfig: {
    'Query.word': { auth: false, middlewares: ['global::upper', { name: 'global::suffix', options: { text: '!' } }, { name: 'global::suffix' }, append('~'), (next, parent, args, context, info) => next(parent, { ...args, text: args.text && `<${args.text}>` }, context, info)] },
    'Query.told': { auth: false, policies: [{ name: 'global::told', config: { x: 1 } }] },
    'Query.signed': { auth: false, policies: ['global::signed', { name: 'global::signed', config: {} }] },
    'Query.denied': { auth: false, policies: [(ctx) => { const { how } = ctx.args; if (how === 'throw') throw new Error('by policy'); return { true: true, undefined, false: false, null: null, zero: 0, one: 1, object: {}, promise: Promise.resolve(true), late: Promise.resolve(false) }[how]; }] },
    'Query.stopped': { auth: false, middlewares: [() => 'stopped', () => { throw new Error('never'); }] },
    'Query.order2': { auth: false, middlewares: [append('1'), append('2'), append('3')], policies: [(ctx) => { ctx.context.state.passed = true; return true; }] },
    'Query.reviews': { auth: false, policies: [{ name: 'api::review.few', config: { most: 2 } }] },
    'Query.review': { auth: false, middlewares: [async (next, parent, args, context, info) => { if (args.id === '404') return null; if (args.id === '2') return { value: { id: 2, title: 'made' } }; const result = await next(parent, args, context, info); return { ...result, value: { ...(await result.value), title: 'changed' } }; }] },
    'Query.chains': { auth: false, middlewares: [async (next, parent, args, context, info) => { args.filters = { and: [args.filters ?? {}, { name: { ne: 'Chain 2' } }] }; args.sort = ['id:asc']; return next(parent, args, context, info); }] },
    'Query.chain': { auth: false },
    'Query.offices': { auth: { scope: [] } },
    'Query.office': { auth: {} },
    'Query.categories': { auth: { scope: ['api::chain.chain.find'] } },
    'Query.bookmarks': { auth: { scope: 'none' } },
    'Query.bookmark': { auth: true },
    'Query.kitchenSinks': { auth: false, middlewares: [(next, parent, args, context, info) => { const seen = []; const walk = (value, path) => { if (value instanceof Date || typeof value === 'bigint') seen.push([path, value instanceof Date ? 'Date' : 'bigint', value instanceof Date ? value.toISOString() : String(value)]); else if (value && typeof value === 'object') Object.entries(value).forEach(([key, inner]) => walk(inner, `${path}.${key}`)); else seen.push([path, typeof value, value]); }; walk(args, 'args'); context.state.seen = seen; throw new (require('@strapi/utils').errors.ApplicationError)('seen', { seen }); }] },
    'Mutation.createKitchenSink': { auth: false, middlewares: [(next, parent, args) => { const seen = Object.entries(args.data).map(([key, value]) => [key, value instanceof Date ? 'Date' : typeof value, value instanceof Date ? value.toISOString() : typeof value === 'bigint' ? String(value) : value]); throw new (require('@strapi/utils').errors.ApplicationError)('seen', { seen }); }] },
    'Mutation.createRestaurant': { auth: false, middlewares: [undefined, async (next, parent, args, context, info) => { if (args.data.slug === 'show') throw new (require('@strapi/utils').errors.ApplicationError)('seen', { data: args.data, locale: args.locale }); args.data.seats = 12; const result = await next(parent, args, context, info); return { ...result, value: { ...result.value, name: `${result.value.name} made` } }; }].filter(Boolean) },
    'Mutation.updateChain': { auth: false, policies: [async ({ args, parent }) => args.id !== '1' && parent === undefined], middlewares: [(next, parent, args, ...rest) => next(parent, { ...args, data: { ...args.data, name: `${args.data.name} by middleware` } }, ...rest)] },
    'Mutation.deleteChain': { auth: false, middlewares: [(next, parent, { id, ...args }, ...rest) => next(parent, { ...args, id: 'x' }, ...rest)] },
    'Mutation.updateGlobal': { auth: false, middlewares: [(next, parent, args, ...rest) => { args.data.siteName += '?'; return next(parent, args, ...rest); }] },
    'Mutation.deleteHomepage': { auth: false, middlewares: [async (next, ...rest) => { const result = await next(...rest); return { ...result, info: null }; }] },
    'Chain.size': { policies: [({ parent }) => parent.id % 2 === 1] },
    'Chain.secretly': { auth: { scope: ['api::chain.chain.update'] } },
    'Chain.name': { middlewares: ['global::upper'] },
    'Chain.headquarters': { middlewares: [async (next, ...rest) => next(...rest)] },
    'Chain.restaurants': { middlewares: [async (next, parent, args, ...rest) => next(parent, { ...args, pagination: { limit: 1 }, sort: ['id:desc'] }, ...rest)] },
    'Review.author': { middlewares: [(next, ...rest) => next(...rest)] },
    'Review.restaurant': { auth: false },
    'ChainEntityResponseCollection.data': { middlewares: [async (next, ...rest) => (await next(...rest)).slice(0, 2)] },
    'ChainEntity.id': { middlewares: [async (next, ...rest) => `c${await next(...rest)}`] },
    'Nowhere.field': { auth: false, middlewares: [() => 1] },
    'Query.nowhere': { policies: [() => true] },
    'ComponentSharedSeo.metaTitle': { middlewares: ['global::upper'] },
    Chain: { createdAt: { middlewares: [() => '2020-02-02T02:02:02.000Z'] } },
  },
});
