module.exports = require('@strapi/strapi').factories.createCoreService('api::slip.slip');
