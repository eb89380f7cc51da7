'use strict';

const own = ['strapi::errors', 'strapi::security', 'strapi::cors', 'strapi::poweredBy', 'strapi::query', 'strapi::body'];

module.exports = [...own, 'global::state', 'strapi::session', 'strapi::favicon', 'strapi::public'];
