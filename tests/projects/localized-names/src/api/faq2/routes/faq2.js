module.exports = require('@strapi/strapi').factories.createCoreRouter('api::faq2.faq2');
