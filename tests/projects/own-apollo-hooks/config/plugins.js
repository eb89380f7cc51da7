'use strict';
// One plugin, and nothing in the place of what Strapi has: its errors are formatted as ever.
const heard = [];
globalThis.heardOfApollo = heard;

module.exports = {
  'users-permissions': { config: { jwtSecret: 'jwtsecret' } },
  graphql: {
    config: {
      playgroundAlways: true,
      depthLimit: 7,
      apolloServer: {
        debug: false,
        plugins: [
          {
            requestDidStart: async () => ({
              didEncounterErrors: async ({ errors }) => void heard.push(errors.map((error) => [error.message, error.originalError?.constructor.name])),
              willSendResponse: async ({ response, operationName }) => {
                if (operationName === 'Changed') Object.assign(response.data, { tenant: 'changed' });
              },
            }),
          },
        ],
      },
    },
  },
};
