const { createCoreRouter } = require('@strapi/strapi').factories;
const auth = { auth: false };
module.exports = createCoreRouter('api::bookmark.bookmark', { config: { find: auth, findOne: auth, create: auth, update: auth, delete: auth } });
