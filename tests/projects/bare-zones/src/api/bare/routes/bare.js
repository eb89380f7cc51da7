module.exports = require('@strapi/strapi').factories.createCoreRouter('api::bare.bare');
