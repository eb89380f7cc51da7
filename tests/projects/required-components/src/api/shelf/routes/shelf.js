module.exports = require('@strapi/strapi').factories.createCoreRouter('api::shelf.shelf');
