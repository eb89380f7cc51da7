module.exports = require('@strapi/strapi').factories.createCoreRouter('api::b2b-page.b2b-page');
