const { policy } = require('@strapi/utils');
module.exports = policy.createPolicy({ name: 'made', validator: config => { if (!config) throw new Error('x'); }, handler: (ctx, config) => config.n > 1 });
