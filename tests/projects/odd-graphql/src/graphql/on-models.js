'use strict';

// fields of what the models give
module.exports = ({ strapi }) => ({
  typeDefs: `
    extend type Restaurant { upper: String rank: Int full: JSON }
    extend type RestaurantEntity { link: String }
    extend type RestaurantEntityResponse { note: String }
    extend type RestaurantEntityResponseCollection { first: RestaurantEntity count: Int }
    extend type ResponseCollectionMeta { took: Int keys: [String] }
    extend type Pagination { hasNext: Boolean }
    extend type ComponentSharedSeo { shout: String own: String }
    extend type ComponentLocationAddress { line: String }
    extend type ComponentBlocksQuote { words: Int }
    extend type UploadFile { signed: String }
    extend type UsersPermissionsUser { initials: String reviews: ReviewRelationResponseCollection }
    extend type UsersPermissionsMe { since: String reviews: [ReviewEntity!] extra: String }
    extend type UsersPermissionsLoginPayload { hello: String }
    extend input ReviewInput { draft: Boolean }
    extend input ReviewFiltersInput { mine: Boolean }
    extend enum PublicationState { ALL }
    type ReviewRelationResponseCollection { total: Int }
  `,
  resolvers: {
    Restaurant: {
      upper: (restaurant) => restaurant.name.toUpperCase(),
      rank: { resolve: async (restaurant) => Math.round(Number(restaurant.rating)) },
      full: (restaurant) => Object.keys(restaurant).sort(),
      description: (restaurant, args, context, info) => `${info.fieldName} of ${restaurant.id}: ${String(restaurant.description).slice(0, 10)}`,
      seats: { resolve: (restaurant) => (restaurant.seats ?? 0) + 1000 },
    },
    RestaurantEntity: { link: ({ id, slug }) => `/restaurants/${id}/${slug}` },
    RestaurantEntityResponse: { note: (response) => Object.keys(response).sort().join() },
    RestaurantEntityResponseCollection: { first: ({ nodes }) => nodes[0], count: ({ nodes }) => nodes.length },
    ResponseCollectionMeta: { took: () => 5, keys: (meta) => Object.keys(meta).sort() },
    Pagination: { hasNext: ({ page, pageCount }) => page < pageCount, total: ({ total }) => -total },
    ComponentSharedSeo: { shout: (seo) => `${seo.metaTitle}!`, own: () => null, metaDescription: (seo) => `[${seo.metaDescription}]` },
    ComponentLocationAddress: { line: ({ street, city }) => `${street}, ${city}` },
    ComponentBlocksQuote: { words: ({ text }) => text.split(' ').length },
    UploadFile: { url: async (file) => `https://cdn.example/${file.url}`, signed: (file) => `${file.name}?signed` },
    UsersPermissionsUser: { initials: ({ username }) => username.slice(0, 2), username: ({ username }) => `@${username}` },
    UsersPermissionsMe: { since: (me) => typeof me.createdAt, reviews: (me) => strapi.entityService.findMany('api::review.review', { filters: { author: me.id }, limit: 2, sort: 'id' }) },
    UsersPermissionsLoginPayload: { hello: ({ user }) => `hello ${user.username}` },
    ReviewRelationResponseCollection: { total: ({ nodes }) => nodes.length },
  },
});
