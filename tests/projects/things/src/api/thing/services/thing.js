module.exports = require('@strapi/strapi').factories.createCoreService('api::thing.thing');
