'use strict';

module.exports = {
  register({ strapi }) {
    const extension = strapi.plugin('graphql').service('extension');
    for (const name of ['errors', 'contexts', 'around', 'replaced', 'accounts']) extension.use(require(`./graphql/${name}`));
  },
};
