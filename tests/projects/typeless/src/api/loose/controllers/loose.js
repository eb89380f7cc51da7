module.exports = require('@strapi/strapi').factories.createCoreController('api::loose.loose');
