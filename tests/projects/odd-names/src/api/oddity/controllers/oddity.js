module.exports = require('@strapi/strapi').factories.createCoreController('api::oddity.oddity');
