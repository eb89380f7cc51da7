module.exports = require('@strapi/strapi').factories.createCoreService('api::b2b-page.b2b-page');
