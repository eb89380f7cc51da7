module.exports = require('@strapi/strapi').factories.createCoreRouter('api::my-api.solo-type');
