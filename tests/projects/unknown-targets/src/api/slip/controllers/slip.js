module.exports = require('@strapi/strapi').factories.createCoreController('api::slip.slip');
