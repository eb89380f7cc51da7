'use strict';

// fields named as generated ones, and types of the models in other forms
module.exports = ({ strapi, nexus }) => ({
  typeDefs: `
    type Query { category(id: ID, slug: String): CategoryEntityResponse homepage: HomepageEntityResponse i18NLocales: I18NLocaleEntityResponseCollection }
    type Mutation { createCategory(data: CategoryInput!): CategoryEntityResponse updateCategory(id: ID!, data: CategoryInput!): CategoryEntityResponse deleteReview(id: ID!, reason: String): ReviewEntityResponse }
    type Category { name: String! upper: String }
  `,
  resolvers: {
    Query: {
      category: { resolve: async (root, { id, slug }) => { const [category] = await strapi.entityService.findMany('api::category.category', { filters: slug ? { name: slug } : { id } }); return strapi.plugin('graphql').service('format').returnTypes.toEntityResponse(category, { resourceUID: 'api::category.category' }); } },
      homepage: () => ({ value: { id: 7, title: "own" } }),
      i18NLocales: async () => ({ nodes: await strapi.plugin("i18n").service("locales").find() }),
    },
    Mutation: {
      async createCategory(root, { data }) { await strapi.entityService.create('api::category.category', { data }); return { value: { id: 1, name: "true" } }; },
      updateCategory: async (root, { id, data }) => ({ value: await strapi.entityService.update('api::category.category', id, { data }) }),
      deleteReview: async (root, { id, reason }, context, info) => { if (!reason) throw new Error('why?'); return { value: await strapi.entityService.delete('api::review.review', id) }; },
    },
    Category: { upper: ({ name }) => name.toUpperCase(), parent: async (category) => ({ value: { id: 1, name: `parent of ${category.id}` } }) },
  },
  resolversConfig: { 'Query.category': { auth: false }, 'Query.homepage': { auth: false }, 'Mutation.createCategory': { auth: false }, 'Mutation.updateCategory': { auth: false }, 'Mutation.deleteReview': { auth: false } },
});
