module.exports = require('@strapi/strapi').factories.createCoreController('api::quiz.quiz');
