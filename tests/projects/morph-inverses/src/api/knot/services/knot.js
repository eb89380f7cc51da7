module.exports = require('@strapi/strapi').factories.createCoreService('api::knot.knot');
