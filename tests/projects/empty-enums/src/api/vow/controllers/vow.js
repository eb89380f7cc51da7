module.exports = require('@strapi/strapi').factories.createCoreController('api::vow.vow');
