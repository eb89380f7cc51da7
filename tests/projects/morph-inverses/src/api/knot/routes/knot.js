module.exports = require('@strapi/strapi').factories.createCoreRouter('api::knot.knot');
