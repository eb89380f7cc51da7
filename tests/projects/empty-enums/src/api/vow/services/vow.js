module.exports = require('@strapi/strapi').factories.createCoreService('api::vow.vow');
