module.exports = require('@strapi/strapi').factories.createCoreController('api::subscription.subscription');
