module.exports = require('@strapi/strapi').factories.createCoreController('api::my-api.solo-type');
