module.exports = require('@strapi/strapi').factories.createCoreController('api::knot.knot');
