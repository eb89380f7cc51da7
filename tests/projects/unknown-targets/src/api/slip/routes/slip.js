module.exports = require('@strapi/strapi').factories.createCoreRouter('api::slip.slip');
