module.exports = require('@strapi/strapi').factories.createCoreService('api::bare.bare');
