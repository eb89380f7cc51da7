'use strict';

module.exports = {
  register({ strapi }) {
    const extension = strapi.service('plugin::graphql.extension');
    const result = extension.use(require('./graphql/types'));
    result.use(require('./graphql/services')).use(require('./graphql/fields'));
  },
};
