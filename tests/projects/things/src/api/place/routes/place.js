module.exports = require('@strapi/strapi').factories.createCoreRouter('api::place.place');
