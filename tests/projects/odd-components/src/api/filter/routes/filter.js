module.exports = require('@strapi/strapi').factories.createCoreRouter('api::filter.filter');
