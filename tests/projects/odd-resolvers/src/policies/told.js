const { PolicyError } = require('@strapi/utils').errors;

module.exports = async (policyContext, config) => {
  const seen = { keys: Object.keys(policyContext).sort(), is: policyContext.is('graphql'), rest: policyContext.is('koa'), type: policyContext.type, args: policyContext.args, field: policyContext.info.fieldName, parent: policyContext.parent === undefined, state: policyContext.state === policyContext.context.state, http: policyContext.http === policyContext.context.koaContext, config };
  throw new PolicyError('told', seen);
};
