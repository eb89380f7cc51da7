'use strict';
const utils = require('@strapi/utils');

module.exports = {
  register({ strapi }) {
    strapi.plugin('graphql').service('extension').use({
      typeDefs: 'type Query { tenant: String heard: JSON thrown(code: String!): String }',
      resolvers: {
        Query: {
          tenant: (root, args, context) => context.tenant,
          heard: () => globalThis.heardOfApollo.splice(0),
          thrown: (root, { code }, { koaContext }) => new Function('ctx', 'utils', code)(koaContext, utils),
        },
      },
      resolversConfig: { 'Query.tenant': { auth: false }, 'Query.heard': { auth: false }, 'Query.thrown': { auth: false } },
    });
  },
  bootstrap({ strapi }) {
    strapi.db.lifecycles.subscribe({
      models: ['api::category.category'],
      beforeCreate({ params: { data } }) {
        if (data.name === 'hooked') throw new utils.errors.ApplicationError('a hook refuses it', { by: 'hook' });
        if (data.name === 'plain') throw new Error('a plain error of a hook');
      },
    });
  },
};
