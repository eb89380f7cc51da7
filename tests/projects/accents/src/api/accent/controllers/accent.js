module.exports = require('@strapi/strapi').factories.createCoreController('api::accent.accent');
