module.exports = require('@strapi/strapi').factories.createCoreController('api::bare.bare');
