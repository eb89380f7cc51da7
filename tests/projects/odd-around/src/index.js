'use strict';

// what a resolver shares with the middlewares around it
module.exports = {
  register({ strapi }) {
    strapi.server.use(async (ctx, next) => {
      ctx.state.used = true;
      await next();
    });
    strapi.plugin('graphql').service('extension').use({
      typeDefs: `
        type Query { seen: JSON leave(text: String): String cookie(name: String!, value: String, signed: Boolean): String session(count: Int): Int headers: JSON redirected: String }
        type Mutation { leaveToo(text: String): String signIn(name: String!): UsersPermissionsLoginPayload }
      `,
      resolvers: {
        Query: {
          seen: (root, args, { state, koaContext: ctx }) => ({ tenant: state.tenant, used: state.used, own: ctx.own, header: ctx.response.get('x-lab'), same: strapi.requestContext.get() === ctx, user: state.user?.username, sameState: ctx.state === state, params: ctx.params }),
          leave: (root, { text }, { state, koaContext: ctx }) => { state.left = text; ctx.set('X-Lab', `left ${text}`); ctx.append('X-Many', '1'); ctx.append('X-Many', '2'); return state.tenant; },
          cookie: (root, { name, value, signed }, { koaContext: ctx }) => { const before = ctx.cookies.get(name, { signed: false }); if (value !== undefined) ctx.cookies.set(name, value, { signed: Boolean(signed), httpOnly: false, maxAge: 0, path: '/x', sameSite: 'lax', overwrite: true }); return before; },
          session: (root, { count }, { koaContext: ctx }) => { if (count) ctx.session = { count }; return ctx.session?.count; },
          headers: (root, args, { koaContext: ctx }) => { ctx.set({ 'X-A': 'a', 'X-B': ['b', 'c'] }); ctx.response.remove('X-A'); ctx.remove('X-Powered-By'); ctx.status = 201; ctx.body = { no: 'body' }; ctx.type = 'text/plain'; ctx.set('Cache-Control', 'private'); ctx.vary('X-Tenant'); return ctx.response.headers['x-b']; },
          redirected: (root, args, { koaContext: ctx }) => { ctx.redirect('/elsewhere'); return String(ctx.status); },
        },
        Mutation: {
          leaveToo: (root, { text }, { state }) => { state.left = `${state.left ?? ''}${text}`; return state.left; },
          signIn: async (root, { name }, { koaContext: ctx }) => { const user = await strapi.db.query('plugin::users-permissions.user').findOne({ where: { username: name } }); ctx.cookies.set('token', 'made', { httpOnly: true, secure: false, domain: 'example.org' }); return { jwt: 'made', user }; },
        },
      },
      resolversConfig: Object.fromEntries(['Query.seen', 'Query.leave', 'Query.cookie', 'Query.session', 'Query.headers', 'Query.redirected', 'Mutation.leaveToo', 'Mutation.signIn'].map((name) => [name, { auth: false }])),
    });
  },
};
