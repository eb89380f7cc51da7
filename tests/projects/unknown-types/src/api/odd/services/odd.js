module.exports = require('@strapi/strapi').factories.createCoreService('api::odd.odd');
