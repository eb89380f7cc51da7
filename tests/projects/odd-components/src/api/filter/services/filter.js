module.exports = require('@strapi/strapi').factories.createCoreService('api::filter.filter');
