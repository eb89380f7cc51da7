module.exports = require('@strapi/strapi').factories.createCoreService('api::desk.desk');
