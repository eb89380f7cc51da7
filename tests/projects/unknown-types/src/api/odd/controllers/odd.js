module.exports = require('@strapi/strapi').factories.createCoreController('api::odd.odd');
