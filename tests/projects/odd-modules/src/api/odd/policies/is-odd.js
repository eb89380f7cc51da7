module.exports = (policyContext, config, { strapi }) => { (policyContext.state.seen ??= []).push([Object.keys(config), typeof strapi.db, policyContext.type, policyContext.is('x')]); return true; };
