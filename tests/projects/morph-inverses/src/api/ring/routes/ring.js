module.exports = require('@strapi/strapi').factories.createCoreRouter('api::ring.ring');
