module.exports = require('@strapi/strapi').factories.createCoreService('api::accent.accent');
