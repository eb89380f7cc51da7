module.exports = require('@strapi/strapi').factories.createCoreRouter('api::subscription.subscription');
