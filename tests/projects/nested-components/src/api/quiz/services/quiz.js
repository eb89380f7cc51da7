module.exports = require('@strapi/strapi').factories.createCoreService('api::quiz.quiz');
