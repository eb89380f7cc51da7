module.exports = require('@strapi/strapi').factories.createCoreService('api::my-api.solo-type');
