'use strict';

// the session, and what the making of a middleware gives to the server, stand around the whole list
module.exports = ['global::around', 'global::late', 'strapi::errors', 'strapi::security', 'strapi::cors', 'strapi::poweredBy', { name: 'strapi::session', config: { secure: true } }, 'strapi::query', 'strapi::body', 'strapi::favicon', 'strapi::public'];
