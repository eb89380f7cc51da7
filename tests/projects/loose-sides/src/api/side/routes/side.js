module.exports = require('@strapi/strapi').factories.createCoreRouter('api::side.side');
