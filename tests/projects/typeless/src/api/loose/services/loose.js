module.exports = require('@strapi/strapi').factories.createCoreService('api::loose.loose');
