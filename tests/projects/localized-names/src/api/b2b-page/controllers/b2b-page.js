module.exports = require('@strapi/strapi').factories.createCoreController('api::b2b-page.b2b-page');
