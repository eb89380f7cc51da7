module.exports = require('@strapi/strapi').factories.createCoreRouter('api::accent.accent');
