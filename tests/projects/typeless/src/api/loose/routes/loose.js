module.exports = require('@strapi/strapi').factories.createCoreRouter('api::loose.loose');
