module.exports = require('@strapi/strapi').factories.createCoreRouter('api::oddity.oddity');
