module.exports = require('@strapi/strapi').factories.createCoreController('api::ring.ring');
