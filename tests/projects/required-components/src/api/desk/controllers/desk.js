module.exports = require('@strapi/strapi').factories.createCoreController('api::desk.desk');
