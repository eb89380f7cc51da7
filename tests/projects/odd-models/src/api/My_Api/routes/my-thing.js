module.exports = require('@strapi/strapi').factories.createCoreRouter('api::my-api.my-thing');
