module.exports = require('@strapi/strapi').factories.createCoreController('api::side.side');
