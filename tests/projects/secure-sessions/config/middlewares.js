'use strict';

// a session that no client over plain HTTP gets: what is written fails behind the answer
module.exports = ['strapi::errors', 'strapi::security', 'strapi::cors', 'strapi::poweredBy', { name: 'strapi::session', config: { secure: true } }, 'strapi::query', 'strapi::body', 'strapi::favicon', 'strapi::public'];
