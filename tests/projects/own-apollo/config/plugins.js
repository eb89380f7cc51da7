'use strict';
const heard = [];
globalThis.heardOfApollo = heard;
const shown = (error) => ({ name: error.name, message: error.message, locations: error.locations, path: error.path, code: error.extensions?.code, original: error.originalError && { name: error.originalError.name, message: error.originalError.message, details: error.originalError.details, kind: error.originalError.constructor.name } });

// One of a class: its hooks are no members of its own.
class Counting {
  async requestDidStart({ request, context }) {
    heard.push(['start', request.operationName, Boolean(context.state), typeof request.http?.headers.get('content-type')]);
    return {
      didResolveSource: ({ source, queryHash }) => void heard.push(['source', source.length, queryHash.length]),
      parsingDidStart: () => (error) => void heard.push(['parsed', error?.message]),
      validationDidStart: () => (errors) => void heard.push(['validated', errors?.map((one) => one.message)]),
      didResolveOperation({ operation, operationName, document, request: { variables } }) {
        heard.push(['operation', operation.operation, operationName, document.kind, variables]);
        if (operationName === 'Refused') throw new Error('refused by its name');
        if (operationName === 'Forbidden') { const { ForbiddenError } = require('@strapi/utils').errors; throw new ForbiddenError('refused as forbidden'); }
      },
      responseForOperation: ({ operationName }) => (operationName === 'Answered' ? { data: { answered: true } } : null),
      executionDidStart: () => ({ executionDidEnd: (error) => void heard.push(['executed', error?.message]) }),
      didEncounterErrors: ({ errors }) => void heard.push(['errors', errors.map(shown)]),
      willSendResponse({ response, operationName }) {
        heard.push(['send', Object.keys(response.data ?? {}), response.errors?.length]);
        response.http.headers.set('X-Lab', operationName ?? 'none');
        if (operationName === 'Extended') response.extensions = { heard: true };
        if (operationName === 'Teapot') response.http.status = 418;
      },
    };
  }
}

module.exports = {
  'users-permissions': { config: { jwtSecret: 'jwtsecret' } },
  graphql: {
    config: {
      apolloServer: {
        introspection: true,
        debug: false,
        plugins: [new Counting(), { async serverWillStart() { heard.push(['server']); return { async serverWillStop() {} }; } }, () => ({ requestDidStart: async () => ({ willSendResponse: async ({ response }) => void response.http.headers.set('X-Factory', 'made') }) })],
        validationRules: [(context) => ({ Field(node) { if (node.name.value === 'createdAt') context.reportError(new (require('graphql').GraphQLError)('createdAt is not asked for here', [node])); } })],
        formatError(error) {
          heard.push(['format', shown(error)]);
          if (error.message === 'as it is') return error;
          if (error.message === 'broken formatter') throw new Error('the formatter is broken');
          return { message: `formatted: ${error.message}`, code: error.extensions.code, name: error.originalError?.name, details: error.originalError?.details, status: error.originalError?.status, path: error.path, locations: error.locations };
        },
        formatResponse: (response, { operationName }) => (operationName === 'Formatted' ? { ...response, extensions: { formatted: true } } : response),
        context: ({ ctx }) => ({ state: ctx.state, koaContext: ctx, tenant: ctx.get('x-tenant') || 'none' }),
      },
    },
  },
};
