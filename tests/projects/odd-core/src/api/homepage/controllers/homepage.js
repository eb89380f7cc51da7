const { createCoreController } = require('@strapi/strapi').factories;
const none = createCoreController('api::homepage.homepage', () => ({}));
module.exports = none;
