module.exports = require('@strapi/strapi').factories.createCoreController('api::faq2.faq2');
