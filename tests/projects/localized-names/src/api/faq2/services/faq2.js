module.exports = require('@strapi/strapi').factories.createCoreService('api::faq2.faq2');
