module.exports = require('@strapi/strapi').factories.createCoreRouter('api::item.item');
