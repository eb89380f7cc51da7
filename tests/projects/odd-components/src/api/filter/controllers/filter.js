module.exports = require('@strapi/strapi').factories.createCoreController('api::filter.filter');
