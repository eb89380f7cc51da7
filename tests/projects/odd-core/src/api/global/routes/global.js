const { createCoreRouter } = require('@strapi/strapi').factories;
const auth = { auth: false };
module.exports = createCoreRouter('api::global.global', { config: { find: auth, update: auth, delete: auth } });
