module.exports = require('@strapi/strapi').factories.createCoreService('api::side.side');
