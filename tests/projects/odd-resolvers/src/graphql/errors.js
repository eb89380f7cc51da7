'use strict';

const utils = require('@strapi/utils');
const { GraphQLError } = require('graphql');

// everything that may be thrown, or given back
const { ApplicationError, ForbiddenError, HttpError, NotFoundError, NotImplementedError, PaginationError, PayloadTooLargeError, PolicyError, RateLimitError, UnauthorizedError, ValidationError, YupValidationError } = utils.errors;

class OwnError extends Error {
  constructor(message) {
    super(message);
    this.name = 'OwnError';
    this.code = 'OWN';
  }
}
class OwnApplicationError extends ApplicationError {
  constructor(message, details) {
    super(message, details);
    this.name = 'TeapotError';
  }
}

const make = {
  application: () => new ApplicationError('app', { a: 1 }),
  'application-bare': () => new ApplicationError(),
  forbidden: () => new ForbiddenError('no', { b: [2] }),
  http: () => new HttpError('http'),
  'not-found': () => new NotFoundError('nothing'),
  'not-implemented': () => new NotImplementedError('later'),
  pagination: () => new PaginationError('page'),
  large: () => new PayloadTooLargeError('large'),
  policy: () => new PolicyError('policy', { policy: 'p' }),
  rate: () => new RateLimitError(),
  unauthorized: () => new UnauthorizedError('who'),
  validation: () => new ValidationError('invalid', { errors: [{ path: ['a'], message: 'm', name: 'n' }] }),
  yup: async () => { try { await utils.yup.object({ a: utils.yup.string().required(), b: utils.yup.number() }).validate({ b: 'x' }, { abortEarly: false }); } catch (error) { return error; } },
  'yup-wrapped': async () => { try { await utils.validateYupSchema(utils.yup.object({ a: utils.yup.string().required() }))({}); } catch (error) { return error; } },
  error: () => new Error('plain'),
  'error-empty': () => new Error(),
  type: () => new TypeError('type'),
  own: () => new OwnError('own'),
  teapot: () => new OwnApplicationError('teapot', { tea: true }),
  coded: () => Object.assign(new Error('coded'), { code: 'E_CODE' }),
  details: () => Object.assign(new Error('details'), { details: { x: 1 } }),
  status: () => Object.assign(new Error('status'), { status: 404 }),
  cause: () => new Error('caused', { cause: new Error('inner') }),
  graphql: () => new GraphQLError('gql'),
  'graphql-extended': () => new GraphQLError('gql', undefined, undefined, undefined, undefined, undefined, { code: 'MINE', http: { status: 418 }, more: { a: 1 } }),
  'graphql-original': () => new GraphQLError('gql', undefined, undefined, undefined, ['elsewhere', 1], new Error('original')),
  text: () => 'a text',
  number: () => 5,
  object: () => ({ message: 'an object', extensions: { code: 'X' } }),
  null: () => null,
  undefined: () => undefined,
  throw404: (ctx) => { try { ctx.throw(404, 'thrown by koa', { a: 1 }); } catch (error) { return error; } },
  throw400: (ctx) => { try { ctx.throw(400); } catch (error) { return error; } },
  reference: () => { try { return nowhere; } catch (error) { return error; } },
  json: () => { try { JSON.parse('{'); } catch (error) { return error; } },
  sql: async () => { try { await strapi.db.connection.raw('select * from nowhere'); } catch (error) { return new Error(error.message.slice(0, 30)); } },
  unique: async () => { try { await strapi.entityService.create('api::chain.chain', { data: { name: 'Chain 1' } }); } catch (error) { return error; } },
  required: async () => { try { await strapi.entityService.create('api::chain.chain', { data: {} }); } catch (error) { return error; } },
  absent: async () => { try { await strapi.entityService.update('api::chain.chain', 999999, { data: { name: 5 } }); } catch (error) { return error; } },
  aggregate: () => new AggregateError([new Error('one')], 'many'),
  long: () => new Error('x'.repeat(600)),
  unicode: () => new Error('ünïcode "quoted" \n line \u2028'),
};

module.exports = {
  typeDefs: `
    type Query { throws(kind: String!): String rejects(kind: String!): [Int] returns(kind: String!): String nested(kind: String!): Nested! }
    type Mutation { throwsToo(kind: String!): String }
    type Nested { a: String b: String! inner: Nested }
  `,
  resolvers: {
    Query: {
      throws: async (root, { kind }, { koaContext }) => { throw await make[kind](koaContext); },
      rejects: (root, { kind }, { koaContext }) => Promise.reject(make[kind](koaContext)),
      returns: (root, { kind }, { koaContext }) => make[kind](koaContext),
      nested: () => ({ b: 'b', inner: {} }),
    },
    Mutation: { throwsToo: { resolve: async (root, { kind }, { koaContext }) => { throw await make[kind](koaContext); } } },
    Nested: { a: (root, args, { koaContext }, { variableValues }) => { throw make[variableValues.kind || 'error'](koaContext); } },
  },
  resolversConfig: Object.fromEntries(['Query.throws', 'Query.rejects', 'Query.returns', 'Query.nested', 'Mutation.throwsToo'].map((name) => [name, { auth: false }])),
};
module.exports.kinds = Object.keys(make);
