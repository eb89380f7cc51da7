module.exports = require('@strapi/strapi').factories.createCoreRouter('api::restaurant.restaurant', { config: { create: { policies: ['global::tag'] }, update: { policies: ['global::tag'] } } });
