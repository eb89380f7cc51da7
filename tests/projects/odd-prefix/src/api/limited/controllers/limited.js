module.exports = { ask: ctx => ({ body: ctx.request.body, at: ctx._matchedRoute, route: ctx.state.route.path, prefix: strapi.config.get('api.rest.prefix') }) };
