'use strict';

// configurations of what is generated
module.exports = {
  resolversConfig: {
    'Query.restaurants': { auth: false },
    'Query.restaurant': { auth: false },
    'Query.chains': { auth: false },
    'Query.uploadFiles': { auth: false },
    'Restaurant.name': {
      middlewares: [async (next, parent, args, context, info) => { const name = await next(parent, args, context, info); return context.state.user ? `${name} for ${context.state.user.username}` : name; }],
    },
    'Restaurant.price': { policies: [(context) => context.parent.id !== 3] },
    'Restaurant.open': { auth: { scope: ['api::restaurant.restaurant.delete'] } },
    'Restaurant.rating': { auth: {} },
    'Restaurant.chain': { auth: false },
    'Restaurant.categories': { auth: true },
    'RestaurantEntity.attributes': { middlewares: [(next, parent, ...rest) => next({ ...parent, slug: `of ${parent.slug}` }, ...rest)] },
  },
};
