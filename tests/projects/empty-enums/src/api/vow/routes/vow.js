module.exports = require('@strapi/strapi').factories.createCoreRouter('api::vow.vow');
