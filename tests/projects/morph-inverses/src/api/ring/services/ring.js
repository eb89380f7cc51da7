module.exports = require('@strapi/strapi').factories.createCoreService('api::ring.ring');
