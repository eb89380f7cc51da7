module.exports = require('@strapi/strapi').factories.createCoreController('api::my-api.plain-one');
