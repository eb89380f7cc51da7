'use strict';

module.exports = {
  register({ strapi }) {
    const { use, shadowCRUD } = strapi.plugin('graphql').service('extension');
    [require('./graphql/own-types'), require('./graphql/on-models'), require('./graphql/configs')].forEach(use);
    use({});
    use(() => ({ typeDefs: '', types: undefined, resolvers: null, resolversConfig: undefined }));
    shadowCRUD('api::nothing.nothing').disable();
    shadowCRUD('api::office.office').field('nothing').disable();
    shadowCRUD('plugin::users-permissions.role').disableMutations();
    shadowCRUD('plugin::users-permissions.role').disableAction('*');
    shadowCRUD('shared.seo').field('keywords').disableOutput();
    shadowCRUD('location.geo').field('id').disable();
    shadowCRUD('plugin::upload.file').field('hash').disable().disableInput();
  },
};
