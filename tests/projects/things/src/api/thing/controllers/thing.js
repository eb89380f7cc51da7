module.exports = require('@strapi/strapi').factories.createCoreController('api::thing.thing');
