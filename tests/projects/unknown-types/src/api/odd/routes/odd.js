module.exports = require('@strapi/strapi').factories.createCoreRouter('api::odd.odd');
