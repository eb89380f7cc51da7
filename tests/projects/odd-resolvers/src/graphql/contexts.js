'use strict';


const shown = (node) => ({ kind: node.kind, name: node.name?.value, alias: node.alias?.value, directives: node.directives?.map(({ name }) => name.value), arguments: node.arguments?.map(({ name, value }) => [name.value, value.kind, value.value ?? value.name?.value]), selections: node.selectionSet?.selections.map(shown) });
const pathOf = (path) => (path ? [...pathOf(path.prev), [path.key, path.typename]] : []);

// what resolvers see
module.exports = ({ strapi, nexus }) => ({
  types: [nexus.extendType({ type: 'Restaurant', definition(t) { t.json('seen', { args: { a: 'Int' }, resolve: (root, args, context, info) => [Object.keys(root).sort(), args, info.fieldName, info.parentType.name, String(info.returnType), info.fieldNodes.map(shown), info.path.key] }); } })],
  typeDefs: `
    type Query {
      who: JSON
      contextKeys: JSON
      koa(header: String): JSON
      info(a: Int, b: [String], c: JSON): Info
      infos: [Info!]
      throughController(id: ID!): JSON
      throughService(stars: Int): JSON
      sanitized: JSON
      requestContext: JSON
      counts: Counts
      likes(id: ID!): Int
      state(set: String): JSON
      rawSql: JSON
      ability: JSON
      both(a: Int, b: Int): Int
    }
    type Info { field: JSON self(x: Int): Info text: String }
    type Counts { restaurants: Int! reviews(stars: Int): Int average: Float byPrice: JSON }
    type Mutation { setHeader(name: String!, value: String!): JSON sendEmail(input: EmailInput!): Boolean like(id: ID!): ReviewEntityResponse order: JSON counter: Int }
    input EmailInput { to: String! subject: String = "hi" text: String }
  `,
  resolvers: {
    Query: {
      who: (root, args, { state }) => ({ user: state.user && { id: state.user.id, username: state.user.username, email: state.user.email }, role: state.user?.role?.name, strategy: state.auth?.strategy?.name, token: state.auth?.credentials?.type, isAuthenticated: state.isAuthenticated, keys: Object.keys(state).sort(), auth: state.auth && Object.keys(state.auth).sort(), route: state.route?.info }),
      contextKeys: (root, args, context, info) => [Object.keys(context).sort(), root === undefined, Object.keys(args), arguments.length, typeof context.koaContext, context.request, context.http, context.rootQueryArgs, info.rootValue === undefined],
      koa: (root, { header }, { koaContext: ctx }) => ({ method: ctx.method, path: ctx.path, url: ctx.url, query: ctx.query, ip: typeof ctx.ip, host: typeof ctx.host, header: ctx.get(header || 'x-own'), headers: ctx.request.headers['content-type'], body: Object.keys(ctx.request.body ?? {}).sort(), bodyQuery: typeof ctx.request.body?.query, type: ctx.request.type, is: ctx.is('json'), status: ctx.status, cookies: ctx.cookies.get('own'), origin: ctx.request.header.origin, params: ctx.params, req: typeof ctx.req, res: typeof ctx.res, same: ctx.request.ctx === ctx, state: ctx.state.route?.info?.type, href: ctx.request.href.replace(/:\d+/, '').replace(/^http:..[^/]*/, '') }),
      info: (root, args, context, info) => ({ field: { name: info.fieldName, type: String(info.returnType), parent: String(info.parentType), nodes: info.fieldNodes.map(shown), path: pathOf(info.path), operation: [info.operation.operation, info.operation.name?.value, info.operation.variableDefinitions?.map(({ variable }) => variable.name.value)], fragments: Object.keys(info.fragments), variables: info.variableValues }, text: 'x' }),
      infos: () => [{ self: ({ x }) => ({ text: `x is ${x}`, field: (args, context, { fieldName }) => fieldName }), text: (args, context, info) => `${info.parentType}.${info.fieldName}` }],
      throughController: async (root, { id }, { koaContext: ctx }) => { ctx.params = { id }; ctx.query = { fields: ['title'] }; return strapi.controller('api::review.review').findOne(ctx); },
      throughService: (root, { stars }) => strapi.service('api::review.review').withStars(stars),
      sanitized: async (root, args, { state }) => { const user = await strapi.db.query('plugin::users-permissions.user').findOne({ where: { id: 2 }, populate: ['role'] }); return require("@strapi/utils").sanitize.contentAPI.output(user, strapi.getModel('plugin::users-permissions.user'), { auth: state.auth }); },
      requestContext: (root, args, { state }) => { const ctx = strapi.requestContext.get(); return [ctx.path, ctx.state.user?.id, ctx.state === state]; },
      counts: () => ({ average: strapi.db.connection('reviews').avg('stars as a').first().then(({ a }) => Math.round(a * 100) / 100), byPrice: async () => await strapi.db.query('api::restaurant.restaurant').findMany({ select: ['price'] }).reduce((all, { price }) => ({ ...all, [price]: (all[price] ?? 0) + 1 }), {}) }),
      likes: async (root, { id }) => (await strapi.entityService.findOne('api::review.review', id, { fields: ['stars'] }))?.stars,
      state: (root, { set }, { state }) => { if (set) state.own = set; return state.own ?? null; },
      rawSql: async () => (await strapi.db.connection('chains').select('id', 'name').orderBy('id').limit(2)),
      ability: async (root, args, { state }) => { const results = []; for (const scope of ['api::chain.chain.find', 'api::review.review.delete', ['api::chain.chain.find', 'none']]) results.push(await strapi.auth.verify(state.auth, { scope }).then(() => true, (error) => error.name)); return results; },
      both: (root, { a = 1, b }) => a + (b ?? 10),
    },
    Counts: { restaurants: () => strapi.db.query('api::restaurant.restaurant').count(), reviews: (root, { stars }) => strapi.entityService.count('api::review.review', stars ? { filters: { stars } } : {}) },
    Mutation: {
      setHeader: (root, { name, value }, { koaContext }) => { koaContext.set(name, value); koaContext.cookies?.set('own', value); return koaContext.response.get(name); },
      sendEmail: async (root, { input }) => { if (!input.to.includes('@')) throw new Error(`No address: ${input.subject}`); return true; },
      like: async (root, { id }, { state }) => { if (!state.user) throw new Error('Sign in'); const review = await strapi.entityService.findOne('api::review.review', id); const { toEntityResponse } = strapi.plugin('graphql').service('format').returnTypes; return toEntityResponse(await strapi.entityService.update('api::review.review', id, { data: { stars: Math.min(5, review.stars + 1) } }), { args: { id }, resourceUID: 'api::review.review' }); },
      order: async (root, args, { state }) => { const made = await strapi.db.query('api::bookmark.bookmark').create({ data: { label: `by ${state.user?.username}` } }); await strapi.db.query('api::bookmark.bookmark').delete({ where: { id: made.id } }); return made.label; },
      counter: (root, args, { state }) => (state.counter = (state.counter ?? 0) + 1),
    },
  },
  resolversConfig: {
    ...Object.fromEntries(['who', 'contextKeys', 'koa', 'info', 'infos', 'throughController', 'throughService', 'sanitized', 'requestContext', 'counts', 'state', 'rawSql', 'ability', 'both'].map((name) => [`Query.${name}`, { auth: false }])),
    'Query.likes': { auth: { scope: ['api::review.review.findOne'] } },
    'Query.restaurants': { auth: false },
    'Mutation.setHeader': { auth: false },
    'Mutation.sendEmail': { auth: true },
    'Mutation.like': { auth: { scope: 'api::review.review.update' } },
    'Mutation.order': { auth: { scope: ['api::chain.chain.find', 'api::chain.chain.findOne'] } },
    'Mutation.counter': { auth: { scope: [] } },
  },
});
