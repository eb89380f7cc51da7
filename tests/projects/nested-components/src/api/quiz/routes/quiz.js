module.exports = require('@strapi/strapi').factories.createCoreRouter('api::quiz.quiz');
