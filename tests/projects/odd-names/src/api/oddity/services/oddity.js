module.exports = require('@strapi/strapi').factories.createCoreService('api::oddity.oddity');
