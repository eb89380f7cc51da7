'use strict';

const { ApplicationError } = require('@strapi/utils').errors;

// users, roles and files
module.exports = ({ strapi, nexus }) => ({
  typeDefs: `
    extend type Query { myReviews(limit: Int = 2): ReviewEntityResponseCollection profile: UsersPermissionsUserEntityResponse usernames: [String] userById(id: ID!): UsersPermissionsUser }
    extend type Mutation { updateMe(data: UsersPermissionsUserInput!): UsersPermissionsMe! signIn(name: String!): UsersPermissionsLoginPayload! loginAgain(identifier: String!, password: String!): UsersPermissionsLoginPayload registerTwice(input: UsersPermissionsRegisterInput!): UsersPermissionsLoginPayload }
    extend type UsersPermissionsUser { full: String }
    extend type UsersPermissionsRole { upper: String }
    extend type UsersPermissionsMeRole { upper: String }
    extend input UsersPermissionsLoginInput { remember: Boolean }
  `,
  resolvers: {
    Query: {
      myReviews: async (root, { limit }, { state }) => { const query = { filters: { author: state.user.id }, start: 0, limit, sort: 'id' }; return strapi.plugin('graphql').service('format').returnTypes.toEntityResponseCollection(await strapi.entityService.findMany('api::review.review', query), { args: query, resourceUID: 'api::review.review' }); },
      profile: (root, args, { state }) => ({ value: state.user }),
      usernames: async () => (await strapi.plugin('users-permissions').service('user').fetchAll({ sort: 'id', limit: 2 })).map(({ username }) => username),
      userById: (root, { id }) => strapi.plugins['users-permissions'].services.user.fetch(id),
    },
    Mutation: {
      updateMe: async (root, { data }, { state }) => { if (!state.user) throw new ApplicationError('Sign in'); return strapi.plugin('users-permissions').service('user').edit(state.user.id, data); },
      signIn: async (root, { name }) => { const user = await strapi.db.query('plugin::users-permissions.user').findOne({ where: { username: name }, populate: ['role'] }); return { jwt: strapi.plugin('users-permissions').service('jwt').issue({ id: user.id }), user }; },
      loginAgain: async (root, args, { koaContext: ctx }) => { ctx.params = { ...ctx.params, provider: 'local' }; ctx.request.body = { ...args }; await strapi.plugin('users-permissions').controller('auth').callback(ctx); const { body } = ctx; return { user: body.user || body, jwt: body.jwt }; },
      registerTwice: async (root, { input }, { koaContext: ctx }) => { ctx.request.body = { ...input, username: `${input.username}2` }; await strapi.controller('plugin::users-permissions.auth').register(ctx); return { user: ctx.body.user, jwt: ctx.body.jwt }; },
    },
    UsersPermissionsUser: { full: ({ username, email }) => `${username} <${email}>` },
    UsersPermissionsRole: { upper: ({ name }) => name.toUpperCase() },
    UsersPermissionsMeRole: { upper: ({ name }) => name.toUpperCase() },
  },
  resolversConfig: {
    'Query.myReviews': { auth: true }, 'Query.profile': { auth: { scope: ['plugin::users-permissions.user.me'] } }, 'Query.usernames': { auth: false }, 'Query.userById': { auth: false },
    'Mutation.updateMe': { auth: { scope: 'plugin::users-permissions.user.me' } }, 'Mutation.signIn': { auth: false }, 'Mutation.loginAgain': { auth: false }, 'Mutation.registerTwice': { auth: false },
    'Query.me': { middlewares: [async (next, ...rest) => { const me = await next(...rest); return { ...me, email: `${me.email}.org` }; }] },
    'Mutation.login': { middlewares: [async (next, parent, args, context, info) => { if (args.input.remember) throw new ApplicationError('remembered', { input: Object.keys(args.input).sort() }); const payload = await next(parent, args, context, info); payload.user.username += '!'; return payload; }] },
    'Mutation.register': { middlewares: [(next, parent, args, ...rest) => next(parent, { ...args, input: { ...args.input, username: `${args.input.username}r` } }, ...rest)] },
    'Mutation.updateUsersPermissionsUser': { policies: [({ state, args }) => Number(state.user?.id) === Number(args.id)] },
    'Mutation.changePassword': { policies: [() => { throw new Error('not now'); }] },
    'Mutation.forgotPassword': { auth: { scope: ['none'] }, middlewares: [() => ({ ok: true })] },
    'Query.usersPermissionsUser': { policies: [({ state, args }) => String(state.user?.id) === args.id] },
    'Query.usersPermissionsUsers': { auth: false, middlewares: [async (next, ...rest) => { const result = await next(...rest); result.nodes = result.nodes.slice(0, 1); return result; }] },
    'Query.uploadFiles': { middlewares: [(next, parent, args, ...rest) => next(parent, { ...args, pagination: { limit: 1 } }, ...rest)] },
    'Mutation.updateFileInfo': { middlewares: [(next, parent, args, ...rest) => next(parent, { ...args, info: { ...args.info, caption: 'by code' } }, ...rest)] },
    'Mutation.removeFile': { policies: [({ args }) => args.id !== '1'] },
    'UploadFile.url': { middlewares: [async (next, ...rest) => `https://x.org${await next(...rest)}`] },
    'UsersPermissionsUser.email': { policies: [({ state, parent }) => state.user?.id === parent.id] },
  },
});
