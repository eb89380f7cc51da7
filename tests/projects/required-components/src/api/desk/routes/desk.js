module.exports = require('@strapi/strapi').factories.createCoreRouter('api::desk.desk');
